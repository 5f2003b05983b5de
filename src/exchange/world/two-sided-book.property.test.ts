import { expect, test } from 'vitest';
import type { PlaceOrder, Side } from '../../engine/orders/order-terms.ts';
import { Engine } from '../../engine/engine.ts';
import { genesis } from '../../engine/genesis.ts';
import { isIndexStale, isMarketOpen } from '../../engine/prices.ts';
import type { Market, State } from '../../engine/state.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { loadWorld, worldToConfig } from './world-file.ts';

// Goal: whatever takers and users do, makers are soon back on both sides: agents when they have acted, which is every second.
// Method: orders as large as a market takes them, at random moments, in books of worlds that trend, gap and lose a feed;
// after each step of the agents every market that is open and has a fresh index is looked at.

const STEP_MS = 1_000;
const SWEEPERS = [6, 7, 8, 9] as const;
const MILLION_BTC_IN_USDT = 9_500_000_000_000_000_000n;

interface Run {
  readonly engine: Engine;
  readonly state: State;
  readonly draw: RandomInputs;
  /** Purchases among a million orders. */
  readonly buys: number;
}

function begin(world: string, seed: string, buys: number): Run {
  const { state } = genesis(worldToConfig(loadWorld(world).file, { seed, nonceRule: 'increasing' }));
  const engine = new Engine(state);
  const commands = SWEEPERS.map(
    (account) => ({ type: 'Deposit', account, asset: 'USDT', amount: MILLION_BTC_IN_USDT }) as const,
  );
  engine.apply({ kind: 'control', at: state.now, commands });
  return { engine, state, draw: new RandomInputs(seed, 'sweeps'), buys };
}

/** A market order, or a limit order at the edge of its band that rests with what it did not get. */
function sweepOf({ spec, mark }: Market, account: number, { draw, buys }: Run): PlaceOrder {
  const side: Side = draw.chance(buys) ? 'buy' : 'sell';
  const isMarket = draw.chance(500_000);
  const away = Math.floor((mark * draw.between(0, 49)) / 1_000);
  const ticks = side === 'buy' ? mark + away : mark - away;
  const lots = isMarket ? spec.maxMarketLots : draw.between(spec.maxMarketLots, spec.maxLimitLots);
  return {
    type: 'PlaceOrder',
    account,
    symbol: spec.symbol,
    side,
    orderType: isMarket ? 'market' : 'limitGtc',
    price: isMarket ? '' : formatUnits(BigInt(ticks) * BigInt(spec.tickUnits)),
    quantity: formatUnits(BigInt(lots) * BigInt(spec.lotUnits)),
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
  };
}

/** One order of an account in one market. Now and then all of an account's resting orders are withdrawn first. */
function disturb(run: Run): void {
  const { engine, state, draw } = run;
  const account = SWEEPERS[draw.between(0, SWEEPERS.length - 1)] ?? 9;
  const market = [...state.markets.values()][draw.between(0, state.markets.size - 1)] as Market;
  const open = [...(state.accounts.get(account)?.open.values() ?? [])].flatMap(({ orders }) => [...orders]);
  const cancels = draw.chance(100_000)
    ? open.map((no) => ({ type: 'CancelOrder', account, order: { no } }) as const)
    : [];
  const commands = [...cancels, sweepOf(market, account, run)];
  engine.apply({ kind: 'request', at: state.now, wallet: '', account, action: '', nonce: null, commands });
}

/** Markets that lack a side although their makers should be there. */
function oneSided(state: State): string[] {
  const second = (state.now - state.config.startTime) / STEP_MS;
  return [...state.markets.values()]
    .filter((market) => isMarketOpen(market, state.now) && !isIndexStale(state, market))
    .filter(({ book }) => book.bestBid() === 0 || book.bestAsk() === 0)
    .map(({ spec, book }) => `${spec.symbol} after ${second} s: ${book.bestBid()} / ${book.bestAsk()}`);
}

/** Sweeps to either side as often as to the other, then nearly all upwards, then nearly all downwards. */
const MOODS = [
  { seed: '7', buys: 500_000 },
  { seed: '8', buys: 950_000 },
  { seed: '9', buys: 50_000 },
];
const moods = MOODS.slice(0, runsOf({ quick: 1, full: 3 }));
/** The traders of a population look at random moments: those of the slowest market every few seconds. */
const POPULATED = ['default', 'crash', 'squeeze', 'gap', 'depeg', 'stale'].flatMap((world) =>
  moods.map((mood) => ({ world, ...mood })),
);
const LONGEST_S = 60;
const SECONDS = runsOf({ quick: 100, full: 240 });

/** Disturbs a world for some minutes and looks at its books every second. */
function sweepThrough(run: Run, look: (found: readonly string[]) => void): number {
  const { engine, state, draw } = run;
  const start = state.now;
  let emptied = 0;
  for (let second = 1; second <= SECONDS; second += 1) {
    for (let order = draw.between(0, 2); order > 0; order -= 1) {
      const at = Math.min(start + second * STEP_MS - 1, state.now + draw.between(0, 400));
      engine.apply({ kind: 'clock', at });
      disturb(run);
    }
    emptied += oneSided(state).length;
    engine.apply({ kind: 'clock', at: start + second * STEP_MS });
    look(oneSided(state));
  }
  return emptied;
}

test.each(moods)('no side stays empty beyond a step of the agents of calm, seed $seed', ({ seed, buys }) => {
  const found: string[] = [];
  const emptied = sweepThrough(begin('calm', seed, buys), (sides) => found.push(...sides));
  expect(found).toEqual([]);
  // The sweeps did empty sides in between.
  expect(emptied).toBeGreaterThan(runsOf({ quick: 3, full: 10 }));
});

test.each(POPULATED)(
  'a population is back on both sides within a minute: $world, seed $seed',
  ({ world, seed, buys }) => {
    const since = new Map<string, number>();
    let longest = 0;
    sweepThrough(begin(world, seed, buys), (sides) => {
      const symbols = sides.map((side) => side.split(' ')[0] ?? '');
      for (const symbol of since.keys()) if (!symbols.includes(symbol)) since.delete(symbol);
      for (const symbol of symbols) {
        const seconds = (since.get(symbol) ?? 0) + 1;
        since.set(symbol, seconds);
        longest = Math.max(longest, seconds);
      }
    });
    // Its books are deep: most sweeps leave a side standing.
    expect(longest).toBeLessThan(LONGEST_S);
  },
);
