import { expect, test } from 'vitest';
import { collateralConfig } from '../engine/accounts/collateral.test-helper.ts';
import { randomFunds } from '../engine/accounts/random-funds.test-helper.ts';
import type { Command } from '../engine/command.ts';
import { Engine } from '../engine/engine.ts';
import { genesis } from '../engine/genesis.ts';
import { randomCommand } from '../engine/random-commands.test-helper.ts';
import type { State } from '../engine/state.ts';
import { unitsOf } from '../kernel/decimal.ts';
import { Draw, streamOf } from '../kernel/random.ts';
import { History } from './history.ts';

const ACTIONS = ['DEPOSIT', 'WITHDRAWAL', 'TRANSFER'] as const;
const EVERYTHING = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000, offset: 0 } as const;

function nextCommand(draw: Draw, state: State): Command {
  const dice = draw.between(0, 9);
  if (dice < 4) return randomFunds(draw, state);
  if (dice > 4) return randomCommand(draw, state);
  const amount = BigInt(draw.between(1, 50_000_000));
  return { type: 'ExchangeCollateral', account: draw.between(0, 3), source: 'WETH', want: { kind: 'give', amount } };
}

/** A balance as the lists of the API tell it. */
function balanceTold(history: History, account: number, asset: string): bigint {
  let balance = 0n;
  for (const { collateral, status, amount } of history.balanceUpdates({ account, actions: ACTIONS, ...EVERYTHING })) {
    if (collateral === asset && status !== 'failed') balance += unitsOf(amount);
  }
  if (asset !== 'USDT') return balance;
  for (const { realizedPnl, fee } of history.trades({ account, ...EVERYTHING }).rows) {
    balance += unitsOf(realizedPnl) - unitsOf(fee);
  }
  return balance + unitsOf(history.fundingPayments({ account, ...EVERYTHING }).net);
}

// Goal: INV-09. Method: random users move, withdraw, exchange, trade and pay funding; every balance must follow from the lists alone.
test('balances are the sum of their updates, realised results, fees and funding', async () => {
  let rows = 0;
  for (let seed = 0; seed < 20; seed += 1) {
    const { state, events } = genesis(collateralConfig('50', { seed: String(seed) }));
    const engine = new Engine(state);
    const history = new History({
      markets: new Map(state.config.markets.map((spec) => [spec.symbol, spec])),
      isAgent: () => false,
      origin: state.config,
    });
    history.record(events);
    await history.ready();
    const draw = new Draw(streamOf(String(seed), 'commands'));
    for (let command = 0; command < 400; command += 1) {
      const at = state.now + draw.between(0, 20_000);
      history.record(engine.apply({ kind: 'clock', at }).events);
      const commands = [nextCommand(draw, state)];
      const input = { kind: 'request', at, wallet: '0x', account: 0, action: 'test', nonce: null, commands } as const;
      history.record(engine.apply(input).events);
    }
    for (const account of state.accounts.values()) {
      for (const asset of ['USDT', 'WETH']) {
        const isolated = asset === 'USDT' ? [...account.isolated.values()] : [];
        const held = isolated.reduce((sum, { margin }) => sum + margin, account.balances.get(asset) ?? 0n);
        expect(balanceTold(history, account.no, asset), `seed ${seed}, account ${account.no}, ${asset}`).toBe(held);
      }
      rows += history.balanceUpdates({ account: account.no, actions: ACTIONS, ...EVERYTHING }).length;
    }
    history.close();
  }
  expect(rows).toBeGreaterThan(1_000);
});
