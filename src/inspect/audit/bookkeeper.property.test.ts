import { expect, test } from 'vitest';
import { collateralConfig } from '../../engine/accounts/collateral.test-helper.ts';
import type { Command } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { testConfig } from '../../engine/config.test-helper.ts';
import { Engine } from '../../engine/engine.ts';
import { genesis } from '../../engine/genesis.ts';
import { randomCommand } from '../../engine/random-commands.test-helper.ts';
import type { State } from '../../engine/state.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { Bookkeeper } from './bookkeeper.ts';
import { ledgerOf } from './ledger.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';

/** Takeovers are rare: fewer seeds would see none. */
const SEEDS = runsOf({ quick: 50, full: 100 });
const COMMANDS = 1_000;

/** A wealthy account, two that gaps can ruin and one that soon runs out of margin; an hour is never far. */
function configOf(seed: string): ExchangeConfig {
  const config = testConfig({ seed });
  const holdings = [
    [{ asset: 'USDT', amount: 100_000_000_000_000n }],
    [{ asset: 'USDT', amount: 2_000_000_000_000n }],
    [
      { asset: 'USDT', amount: 1_000_000_000_000n },
      { asset: 'WETH', amount: 1_000_000_000n },
    ],
    [{ asset: 'USDT', amount: 200_000_000_000n }],
  ];
  return {
    ...config,
    startTime: config.startTime - 600_000,
    // Every other vault is soon exhausted.
    risk: { ...config.risk, vaultFunds: Number(seed) % 2 === 0 ? 50_000_000_000n : 100_000_000_000_000n },
    collaterals: collateralConfig().collaterals,
    devAccounts: config.devAccounts.map((dev, index) => ({ ...dev, balances: holdings[index] ?? [] })),
  };
}

/** A price that jumps by up to a third, which no margin was made for. */
function gap(draw: RandomInputs, state: State): Command {
  const market = [...state.markets.values()][draw.between(0, state.markets.size - 1)];
  if (!market) throw new Error('a world has markets');
  const price = Math.round((market.index * draw.between(70, 135)) / 100);
  return { type: 'SetIndexPrice', symbol: market.spec.symbol, price };
}

// Goal: balances, positions and PnL are what trades, payments and transfers make of them (INV-01, INV-30). Method:
// careless users and prices that now and then jump, as the clock does; after every hundred commands the books of an
// independent bookkeeper, who receives only events, agree with the state to the last unit.
test('the bookkeeper agrees with the engine after every hundred commands', () => {
  const seen = { trades: 0, payments: 0, transfers: 0, takeovers: 0, deleveraged: 0 };
  let clearanceFees = 0n;
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const config = configOf(String(seed));
    const { state, events } = genesis(config);
    const engine = new Engine(state);
    const bookkeeper = new Bookkeeper(config);
    bookkeeper.book(events);
    const draw = new RandomInputs(String(seed), 'bookkeeper');
    const from = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
    for (let command = 1; command <= COMMANDS; command += 1) {
      const wait = draw.chance(5_000) ? 3_600_000 : draw.chance(200_000) ? draw.between(1, 5_000) : 0;
      // The command is drawn after the wait, so that no order has expired when it is placed.
      bookkeeper.book(engine.apply({ kind: 'clock', at: state.now + wait }).events);
      const commands = [draw.chance(8_000) ? gap(draw, state) : randomCommand(draw, state)];
      bookkeeper.book(engine.apply({ ...from, at: state.now, commands }).events);
      if (command % 100 !== 0) continue;
      bookkeeper.checkSums();
      bookkeeper.compareWith(ledgerOf(state), 'replay');
      expect({ seed, command, findings: bookkeeper.findings.kept }).toEqual({ seed, command, findings: [] });
    }
    expect(bookkeeper.events).toBe(state.eventSeq);
    clearanceFees += bookkeeper.ledger.house.get('clearanceFees')?.get('USDT') ?? 0n;
    for (const kind of Object.keys(seen) as (keyof typeof seen)[]) seen[kind] += bookkeeper.counts[kind];
  }
  expect(seen.trades).toBeGreaterThan(runsOf({ quick: 2_000, full: 5_000 }));
  expect(seen.payments).toBeGreaterThan(runsOf({ quick: 200, full: 500 }));
  expect(seen.transfers).toBeGreaterThan(runsOf({ quick: 200, full: 500 }));
  expect(seen.takeovers).toBeGreaterThan(runsOf({ quick: 1, full: 5 }));
  expect(seen.deleveraged).toBeGreaterThan(runsOf({ quick: 3, full: 10 }));
  expect(clearanceFees).toBeGreaterThan(0n);
});
