import { describe, expect, test } from 'vitest';
import { testMarket } from '../../config.test-helper.ts';
import type { LiquiditySpec, MarketSpec } from '../../config.ts';
import { FLAT, stochastic, VOLATILITY } from '../dynamics.test-helper.ts';
import type { PopulationSpec } from '../population-spec.ts';
import { POPULATION } from '../population/population.test-helper.ts';
import type { PastProcess, PastTrade } from './past-process.ts';
import { endOf, type PastOrigin, pastsOf } from './start-of-present.ts';
import { testInFull } from '../../../kernel/test-budget.test-helper.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Monday, 00:00 UTC. */
const START = 1_767_571_200_000;
/** An order in 1.6 seconds; a tuning of the figures of other tests changes nothing here. */
const LIQUIDITY: PopulationSpec = {
  ...POPULATION,
  fair: { ...POPULATION.fair, slowPpb: 400_000, slowMs: 14_400_000, fastPpb: 120_000, fastMs: 120_000 },
  makers: { ...POPULATION.makers, halfSpreadPpb: 8_000 },
  flow: {
    everyMs: 1_600,
    branchingPpm: 550_000,
    excitedMs: 4_000,
    lots: 3_060,
    metaPpm: 700_000,
    metaorders: 3,
    metaShortest: 5,
    metaLongest: 800,
  },
};
/** Agents as they are without a population: a taker every three seconds. */
const AGENTS: LiquiditySpec = {
  kind: 'agents',
  stepMs: 1_000,
  makers: 2,
  levels: 10,
  firstTicks: 4,
  stepTicks: 25,
  minLots: 2_000,
  maxLots: 50_000,
  takerPerMillion: 300_000,
  cancelPerMillion: 3_000,
  basisReversionPerMillion: 20_000,
  basisNoisePpb: 10_000,
};
const BTC = testMarket('BTC-USDT', { process: stochastic(), liquidity: LIQUIDITY });

/** An order in 16 seconds. */
const SLOW = { ...BTC, liquidity: { ...LIQUIDITY, flow: { ...LIQUIDITY.flow, everyMs: 16_000 } } };

const ORIGIN: PastOrigin = { seed: '7', startTime: START, historyDays: 30, factor: VOLATILITY };

function pastOf(spec: MarketSpec, change: Partial<PastOrigin> = {}): PastProcess {
  const past = pastsOf([spec], { ...ORIGIN, ...change }).get(spec.symbol);
  if (!past) throw new Error('one market, one past');
  return past;
}

/** The trades of the last hours of a past, oldest first. */
function lastHours(past: PastProcess, hours: number): PastTrade[] {
  const newest = Math.floor((past.to - 1) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: hours }, (_, no) => past.hour(newest - (hours - 1 - no) * HOUR_MS).trades).flat();
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [meanOf(one), meanOf(other)];
  const products = one.map((value, index) => (value - a) * ((other[index] ?? 0) - b));
  const squares = (values: readonly number[], mean: number): number =>
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return products.reduce((sum, value) => sum + value, 0) / Math.sqrt(squares(one, a) * squares(other, b));
}

describe('the past of a living market', () => {
  test('is the same on every machine', () => {
    expect(lastHours(pastOf({ ...BTC, liquidity: AGENTS }), 1).slice(-3)).toEqual([
      { at: 1_767_571_188_156, takerSide: 'sell', price: 94_997, lots: 34_320 },
      { at: 1_767_571_188_664, takerSide: 'sell', price: 94_999, lots: 37_133 },
      { at: 1_767_571_198_738, takerSide: 'buy', price: 95_000, lots: 3_055 },
    ]);
  });

  test('ends where the present begins', () => {
    const past = pastOf(BTC);
    expect(past.closing).toBe(95_000);
    expect(lastHours(past, 1).at(-1)).toMatchObject({ price: 95_000 });
    expect(endOf(past)).toEqual({ lastTrade: 95_000, lastRate: 1_250, lastAt: START });
  });

  test('continues from hour to hour, in any order of reads', () => {
    const [forwards, backwards] = [pastOf(BTC), pastOf(BTC)];
    const hours = Array.from({ length: 30 }, (_, no) => START - (30 - no) * HOUR_MS);
    const newestFirst = [...hours].reverse().map((at) => backwards.hour(at));
    const oldestFirst = hours.map((at) => forwards.hour(at));
    expect(newestFirst.reverse()).toEqual(oldestFirst);
    oldestFirst.slice(1).forEach(({ open }, index) => expect(open).toBe(oldestFirst[index]?.trades.at(-1)?.price));
  });

  test('begins with its first hour, in the middle of an hour where the start is', () => {
    const past = pastOf(BTC, { startTime: START + 1_234_567, historyDays: 1 });
    expect([past.from, past.to]).toEqual([START + 1_200_000 - DAY_MS, START + 1_200_000]);
    const first = past.hour(START - DAY_MS);
    expect(first.trades[0]?.at).toBeGreaterThanOrEqual(past.from);
    expect(first.trades[0]?.at).toBeLessThan(past.from + 120_000);
    expect(Math.abs(first.open - (first.trades[0]?.price ?? 0))).toBeLessThan(200);
    expect(lastHours(past, 1).at(-1)?.at).toBeLessThan(past.to);
  });

  test('has as many orders as its present, at any millisecond, in bursts', () => {
    const flat = {
      ...BTC,
      process: stochastic({ profile: FLAT, fastPpm: 0, slowPpm: 0, intensityPpb: 0, betaPpm: 0 }),
    };
    const trades = lastHours(pastOf(flat), 24);
    const moments = [...new Set(trades.map(({ at }) => at))];
    // One order in 1.6 seconds is 37.5 a minute; a few come in the same millisecond.
    expect(Math.abs(moments.length / 1_440 - 37.5)).toBeLessThan(1.2);
    expect(moments.filter((at) => at % 1_000 === 0).length / moments.length).toBeLessThan(0.003);
    const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
    const mean = meanOf(gaps);
    expect(Math.sqrt(meanOf(gaps.map((gap) => (gap - mean) ** 2))) / mean).toBeGreaterThan(1.15);
  });

  test('has orders of the sizes and signs of its present', () => {
    const trades = lastHours(pastOf(BTC), 12);
    const byMoment = new Map<number, number>();
    for (const { at, lots } of trades) byMoment.set(at, (byMoment.get(at) ?? 0) + lots);
    const sizes = [...byMoment.values()].sort((a, b) => a - b);
    expect(Math.abs((sizes[Math.floor(sizes.length / 2)] ?? 0) / 3_060 - 1)).toBeLessThan(0.15);
    expect((sizes.at(-1) ?? 0) / 3_060).toBeGreaterThan(30);
    const signs = trades.map(({ takerSide }) => (takerSide === 'buy' ? 1 : -1));
    for (const [lag, least] of [
      [2, 0.08],
      [10, 0.05],
      [30, 0.02],
    ] as const) {
      expect(correlation(signs.slice(lag), signs.slice(0, -lag))).toBeGreaterThan(least);
    }
    expect(Math.abs(meanOf(signs))).toBeLessThan(0.2);
  });

  test('buys above what it sells at', () => {
    const trades = lastHours(pastOf(BTC), 6);
    const steps = trades.slice(1).flatMap(({ takerSide, price, at }, index) => {
      const before = trades[index];
      return before && before.takerSide !== takerSide && at - before.at < 500
        ? [takerSide === 'buy' ? price - before.price : before.price - price]
        : [];
    });
    expect(meanOf(steps)).toBeGreaterThan(1);
    expect(meanOf(steps)).toBeLessThan(8);
  });

  test('never has more trades in a minute than it says', () => {
    const past = pastOf({ ...BTC, liquidity: { ...LIQUIDITY, flow: { ...LIQUIDITY.flow, everyMs: 60_000 } } });
    expect(past.minuteTradesMax).toBe(48);
    const minutes = new Map<number, number>();
    for (const { at } of lastHours(past, 360)) {
      const minute = Math.floor(at / 60_000);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    }
    expect(Math.max(...minutes.values())).toBeLessThanOrEqual(48);
    expect(minutes.size).toBeGreaterThan(5_000);
  });

  test('has larger orders instead of more than one in a second', () => {
    const volume = (everyMs: number, lots: number): number => {
      const flow = { ...LIQUIDITY.flow, everyMs, lots };
      return lastHours(pastOf({ ...BTC, liquidity: { ...LIQUIDITY, flow } }), 12).reduce(
        (sum, trade) => sum + trade.lots,
        0,
      );
    };
    expect(Math.abs(volume(250, 1_000) / volume(1_000, 4_000) - 1)).toBeLessThan(0.01);
  });

  testInFull('is as lively as its hours and weekdays', () => {
    const past = pastOf(
      { ...BTC, process: stochastic({ profile: CRYPTO }) },
      { factor: { ...VOLATILITY, profile: CRYPTO } },
    );
    const volumes = Array.from({ length: 672 }, (_, no) => {
      const trades = past.hour(START - (672 - no) * HOUR_MS).trades;
      return trades.reduce((sum, { lots }) => sum + lots, 0);
    });
    const at = (isChosen: (hour: number, weekday: number) => boolean): number =>
      meanOf(volumes.filter((_, no) => isChosen(no % 24, (Math.floor(no / 24) + 1) % 7)));
    expect(at((hour) => hour >= 12) / at((hour) => hour < 12)).toBeGreaterThan(1.4);
    expect(at((_, weekday) => weekday === 0) / at((_, weekday) => weekday !== 0)).toBeLessThan(0.8);
  });
});

const CRYPTO = {
  hours: Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 700_000 : 1_300_000)),
  weekdays: [500_000, ...new Array<number>(6).fill(1_083_333)],
};

describe('the past of several living markets', () => {
  test('moves together as far as they follow the common factor', () => {
    const markets = [
      SLOW,
      { ...SLOW, symbol: 'ETH-USDT' },
      { ...SLOW, symbol: 'WTI-USDT', process: stochastic({ betaPpm: 0 }) },
    ];
    const pasts = pastsOf(markets, ORIGIN);
    const returns = (symbol: string): number[] => {
      const past = pasts.get(symbol);
      const prices = Array.from({ length: 240 }, (_, no) => past?.hour(START - (240 - no) * HOUR_MS).open ?? 0);
      return prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? 1)));
    };
    // Half of the variance of each of the first two is that of the factor.
    expect(correlation(returns('BTC-USDT'), returns('ETH-USDT'))).toBeGreaterThan(0.3);
    expect(correlation(returns('BTC-USDT'), returns('ETH-USDT'))).toBeLessThan(0.7);
    expect(Math.abs(correlation(returns('BTC-USDT'), returns('WTI-USDT')))).toBeLessThan(0.2);
  });
});

describe('funding before the start', () => {
  const rates = (past: PastProcess): number[] =>
    Array.from({ length: 720 }, (_, no) => past.fundingRateAt(START - no * HOUR_MS));

  test('is the interest within the dead band, and follows the basis beyond it to both sides', () => {
    const settled = rates(pastOf(BTC));
    expect(settled[0]).toBe(1_250);
    const flat = settled.filter((rate) => rate === 1_250).length;
    expect(flat).toBeGreaterThan(360);
    expect(flat).toBeLessThan(690);
    expect(settled.filter((rate) => rate < 0).length).toBeGreaterThan(5);
    expect(settled.filter((rate) => rate > 2_500).length).toBeGreaterThan(5);
    const mean = meanOf(settled);
    // Eight hours' rates in parts of 1e-8: 0.3 to 3 basis points.
    const deviation = 8 * Math.sqrt(meanOf(settled.map((rate) => (rate - mean) ** 2)));
    expect(deviation).toBeGreaterThan(3_000);
    expect(deviation).toBeLessThan(30_000);
  });

  test('does not depend on what was read before', () => {
    const read = pastOf(BTC);
    lastHours(read, 10);
    expect(rates(read)).toEqual(rates(pastOf(BTC)));
  });
});

describe('the past of other markets', () => {
  test('rests out of hours, and ends at the last price of the session', () => {
    const session = { weekdays: [1, 2, 3, 4, 5], openMinute: 480, closeMinute: 960 };
    const past = pastOf({ ...SLOW, session });
    const trades = lastHours(past, 240);
    const closed = trades.filter(({ at }) => {
      const date = new Date(at);
      return [0, 6].includes(date.getUTCDay()) || date.getUTCHours() < 8 || date.getUTCHours() >= 16;
    });
    expect(trades.length).toBeGreaterThan(15_000);
    expect(closed).toEqual([]);
    expect(trades.at(-1)?.price).toBe(past.closing);
    expect(Math.abs(past.closing - 95_000)).toBeLessThan(300);
    expect(past.hour(START - HOUR_MS)).toEqual({ open: past.closing, trades: [] });
  });

  test('has candles of one price where nothing trades', () => {
    const past = pastOf({ ...BTC, liquidity: { kind: 'none' } });
    expect([past.hasTraded(), past.closing, past.minuteTradesMax]).toEqual([false, 95_000, 0]);
    expect(past.hour(START - HOUR_MS)).toEqual({ open: past.hour(START - 720 * HOUR_MS).open, trades: [] });
  });

  test('of agents around a stochastic price is as busy as they are', () => {
    const past = pastOf({ ...BTC, liquidity: AGENTS });
    const trades = lastHours(past, 24);
    expect(new Set(trades.map(({ at }) => at)).size / 1_440).toBeGreaterThan(12);
    expect(new Set(trades.map(({ at }) => at)).size / 1_440).toBeLessThan(26);
    expect(past.closing).toBe(95_000);
  });

  test('is empty without days of history', () => {
    const past = pastOf(BTC, { historyDays: 0 });
    expect([past.from, past.to, past.closing, past.hasTraded(), past.minuteTradesMax]).toEqual([
      START,
      START,
      95_000,
      false,
      0,
    ]);
  });
});
