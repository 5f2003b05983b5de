import { STANDARD_RISK } from '../../engine/config.test-helper.ts';
import { expect, test } from 'vitest';
import { collateralConfig } from '../../engine/accounts/collateral.test-helper.ts';
import { randomFunds } from '../../engine/accounts/random-funds.test-helper.ts';
import type { Command } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { Engine } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { genesis } from '../../engine/genesis.ts';
import { randomRisk, type Temper } from '../../engine/liquidation/random-risk.test-helper.ts';
import { randomCommand } from '../../engine/random-commands.test-helper.ts';
import type { Account, State } from '../../engine/state.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { TestHistory } from './history.test-helper.ts';
import { runsOf, shareOf } from '../../kernel/test-budget.test-helper.ts';

const ACTIONS = ['DEPOSIT', 'WITHDRAWAL', 'TRANSFER'] as const;
const EVERYTHING = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000, offset: 0 } as const;

interface Run {
  readonly seed: number;
  readonly commands: number;
  readonly config: ExchangeConfig;
  readonly next: (draw: RandomInputs, state: State) => Command;
  readonly watch?: (event: EngineEvent) => void;
}

/** Lets random users loose on a small world, and holds every balance against what the lists say of it. */
async function reconcile({ seed, commands, config, next, watch }: Run): Promise<number> {
  const { state, events } = genesis(config);
  const engine = new Engine(state);
  const isAgent = (account: number): boolean => state.accounts.get(account)?.agent === true;
  const markets = new Map(config.markets.map((spec) => [spec.symbol, spec]));
  const history = new TestHistory({ markets, isAgent, origin: config });
  const take = (happened: readonly EngineEvent[]): void => {
    if (watch) happened.forEach(watch);
    history.record(happened);
  };
  take(events);
  await history.ready();
  const draw = new RandomInputs(String(seed), 'commands');
  for (let command = 0; command < commands; command += 1) {
    const at = state.now + draw.between(0, 20_000);
    take(engine.apply({ kind: 'clock', at }).events);
    const sent = { action: 'test', nonce: null, commands: [next(draw, state)] } as const;
    take(engine.apply({ kind: 'request', at, wallet: '0x', account: 0, ...sent }).events);
  }
  let rows = 0;
  for (const account of state.accounts.values()) {
    // What the vault holds is in no list.
    if (account.agent) continue;
    for (const { asset } of config.collaterals) {
      const listed = balanceFromLists(history, account.no, asset);
      expect(listed, `seed ${seed}, account ${account.no}, ${asset}`).toBe(balanceHeld(account, asset));
    }
    rows += history.balanceUpdates({ account: account.no, actions: ACTIONS, ...EVERYTHING }).length;
  }
  history.close();
  return rows;
}

/** A balance summed from the lists of the API. */
function balanceFromLists(history: TestHistory, account: number, asset: string): bigint {
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

/** With what isolated markets hold: moving margin is in no list. */
function balanceHeld({ balances, isolated }: Account, asset: string): bigint {
  const held = balances.get(asset) ?? 0n;
  return asset === 'USDT' ? [...isolated.values()].reduce((sum, { margin }) => sum + margin, held) : held;
}

function nextCommand(draw: RandomInputs, state: State): Command {
  const dice = draw.between(0, 9);
  if (dice < 4) return randomFunds(draw, state);
  if (dice > 4) return randomCommand(draw, state);
  const amount = BigInt(draw.between(1, 50_000_000));
  return { type: 'ExchangeCollateral', account: draw.between(0, 3), source: 'WETH', want: { kind: 'give', amount } };
}

// Goal: INV-09. Method: random users move, withdraw, exchange, trade and pay funding; every balance must follow from the lists alone.
test('balances are the sum of their updates, realised results, fees and funding', async () => {
  let rows = 0;
  for (let seed = 0; seed < shareOf(20); seed += 1) {
    const config = collateralConfig('50', { seed: String(seed) });
    rows += await reconcile({ seed, commands: 400, config, next: nextCommand });
  }
  expect(rows).toBeGreaterThan(shareOf(1_000));
});

/** Users who carry as much as they can through prices that leap, and a vault too small to bear all of it. */
const RECKLESS: Temper = {
  leveraged: 400,
  quotes: 200,
  indexMoves: 120,
  fall: 900,
  rise: 900,
  markMoves: 30,
  pegMoves: 30,
  feeds: 5,
  refills: 60,
  exchanges: 20,
};
const SMALL_VAULT = { ...STANDARD_RISK, vaultFunds: unitsOf('3000') };

// Goal: INV-09 through liquidations. Method: the same, among users who are liquidated, taken over and deleveraged.
test('balances follow from the lists also for those who are liquidated', async () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const watch = (event: EngineEvent): void => {
    if (event.type === 'TakenOver') count(event.symbol === null ? 'cross taken over' : 'isolated taken over');
    if (event.type === 'DeficitCovered') count('deficit covered');
    if (event.type === 'Deleveraged') count('deleveraged');
    if (event.type === 'CollateralExchanged' && event.forced) count('forced exchange');
    if (event.type === 'Traded' && event.taker.feeTo === 'clearanceFees') count('liquidated in the book');
  };
  const next = (draw: RandomInputs, state: State): Command =>
    randomRisk(draw, state, RECKLESS) ?? nextCommand(draw, state);
  for (let seed = 0; seed < runsOf({ quick: 8, full: 20 }); seed += 1) {
    const config = collateralConfig('1', { seed: String(seed), risk: SMALL_VAULT });
    await reconcile({ seed, commands: 600, config, next, watch });
  }
  expect([...seen.keys()].sort()).toEqual([
    'cross taken over',
    'deficit covered',
    'deleveraged',
    'forced exchange',
    'isolated taken over',
    'liquidated in the book',
  ]);
});
