import { describe, expect, test } from 'vitest';
import type { MarketSpec } from '../../engine/config.ts';
import type { PastOrigin } from '../../engine/world/past/start-of-present.ts';
import { CANDLE_INTERVALS, type CandleRow } from '../../contract/views.ts';
import { MarketCandles } from './candles.ts';
import { BTC, ETH, historyOf, pastOf, T0, traded } from './history.test-helper.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A market as lively as the default world's: 65 % a year, a taker every three seconds. */
const LIVELY: MarketSpec = {
  ...ETH,
  process: { kind: 'gbm', stepMs: 1_000, volatilityPpb: 115_747, driftPpb: 0, jumpPerMillion: 0, jumpPpb: 0 },
  liquidity: {
    kind: 'agents',
    stepMs: 1_000,
    makers: 2,
    levels: 10,
    firstTicks: 2,
    stepTicks: 12,
    minLots: 5_000,
    maxLots: 100_000,
    takerPerMillion: 300_000,
    cancelPerMillion: 3_000,
    basisReversionPerMillion: 20_000,
    basisNoisePpb: 10_000,
  },
};

const MONTH = { historyDays: 30 };
const candlesOf = (spec: MarketSpec, change: Partial<PastOrigin> = MONTH): MarketCandles =>
  new MarketCandles(spec, pastOf(spec, change), T0);

const rowsOf = (
  candles: MarketCandles,
  interval: (typeof CANDLE_INTERVALS)[number] = '1m',
  from = 0,
  now = T0,
): CandleRow[] => candles.read({ symbol: 'ETH-USDT', interval, from, to: now, now, limit: 0 });

describe('thirty days before the start', () => {
  const rows = rowsOf(candlesOf(LIVELY));

  test('are there, minute by minute, and close at the opening price', () => {
    expect(rows).toHaveLength(30 * 1_440 + 1);
    expect(rows[0]?.openTime).toBe(T0 - 30 * DAY_MS);
    expect(rows.at(-2)).toMatchObject({ openTime: T0 - MINUTE_MS, closePrice: '3300.0' });
    expect(rows.at(-1)).toMatchObject({ openTime: T0, openPrice: '3300.0', closePrice: '3300.0', tradeCount: 0 });
  });

  test('leave no gap between one minute and the next, and no price outside its minute', () => {
    rows.forEach((row, index) => {
      const [open, high, low, close] = [row.openPrice, row.highPrice, row.lowPrice, row.closePrice].map(Number);
      if (index > 0) expect(row.openPrice).toBe(rows[index - 1]?.closePrice);
      expect(Number(low) <= Math.min(Number(open), Number(close))).toBe(true);
      expect(Number(high) >= Math.max(Number(open), Number(close))).toBe(true);
    });
  });

  test('say what a volume is worth within the prices of its minute', () => {
    for (const { volume, quoteVolume, lowPrice, highPrice } of rows.slice(0, 2_000)) {
      expect(Number(quoteVolume)).toBeGreaterThanOrEqual(Number(volume) * Number(lowPrice) - 1e-6);
      expect(Number(quoteVolume)).toBeLessThanOrEqual(Number(volume) * Number(highPrice) + 1e-6);
    }
  });

  test('move like the market does', () => {
    const prices = rows.map(({ closePrice }) => Number(closePrice));
    // 65 % a year is 19 % in thirty days: within four deviations, and alive.
    expect(Math.min(...prices)).toBeGreaterThan(800);
    expect(Math.max(...prices)).toBeLessThan(5_800);
    expect(new Set(prices).size).toBeGreaterThan(1_000);
    const mean = rows.reduce((sum, { tradeCount }) => sum + tradeCount, 0) / rows.length;
    expect(mean).toBeGreaterThan(17);
    expect(mean).toBeLessThan(19);
  });

  test('add up to the same at every length', () => {
    const candles = candlesOf(LIVELY);
    const total = rows.reduce((sum, { tradeCount }) => sum + tradeCount, 0);
    for (const interval of CANDLE_INTERVALS) {
      const longer = rowsOf(candles, interval);
      expect([interval, longer.reduce((sum, { tradeCount }) => sum + tradeCount, 0)]).toEqual([interval, total]);
    }
  });

  test('are the same in any order and size of reads', () => {
    const asked = candlesOf(LIVELY);
    const hour = rowsOf(asked, '1m', T0 - 3_600_000);
    expect(hour).toEqual(rows.slice(-61));
    expect(rowsOf(asked)).toEqual(rows);
  });

  test('go on into what is traded', () => {
    const candles = candlesOf(LIVELY);
    candles.add(traded(T0 + 30_000, { trade: 1, price: 33_070, quantity: 10_000, notional: 330_700_000_000n }));
    const day = rowsOf(candles, '1d', T0, T0 + MINUTE_MS)[0];
    const halfDay = rows.filter(({ openTime }) => openTime >= T0 - DAY_MS / 2);
    expect(day).toMatchObject({ openTime: T0 - DAY_MS / 2, openPrice: halfDay[0]?.openPrice, closePrice: '3307.0' });
    expect(day?.tradeCount).toBe(halfDay.reduce((sum, { tradeCount }) => sum + tradeCount, 0) + 1);
  });
});

test('another seed and another market have another past', () => {
  const pricesOf = (spec: MarketSpec, seed: string): string =>
    rowsOf(candlesOf(spec, { ...MONTH, seed }), '1h', T0 - DAY_MS)
      .map(({ openPrice }) => openPrice)
      .join();
  const first = pricesOf(LIVELY, '7');
  expect(pricesOf(LIVELY, '7')).toBe(first);
  expect(pricesOf(LIVELY, '8')).not.toBe(first);
  expect(pricesOf({ ...LIVELY, symbol: 'ETC-USDT' }, '7')).not.toBe(first);
});

test('a market that stands still, without agents, has a flat past', () => {
  const rows = rowsOf(candlesOf(BTC), '1d');
  expect(rows).toHaveLength(31);
  expect(new Set(rows.map(({ openPrice, volume }) => `${openPrice} ${volume}`))).toEqual(new Set(['95000 0']));
});

test('a session market rests out of hours', () => {
  // Weekdays 08:00 to 16:00; T0 is a Monday at noon.
  const session = { weekdays: [1, 2, 3, 4, 5], openMinute: 480, closeMinute: 960 };
  const past = pastOf({ ...LIVELY, session }, MONTH);
  const minutes = [...past.minutesSince(0)].map(({ openTime }) => new Date(openTime));
  expect(minutes.length).toBeGreaterThan(9_000);
  for (const minute of minutes) {
    expect([1, 2, 3, 4, 5]).toContain(minute.getUTCDay());
    expect(minute.getUTCHours()).toBeGreaterThanOrEqual(8);
    expect(minute.getUTCHours()).toBeLessThan(16);
  }
  // Sunday carries on what Friday closed at.
  const friday = T0 - 3 * DAY_MS + 4 * 3_600_000;
  expect(past.closeBefore(friday + DAY_MS)).toBe(past.closeBefore(friday));
});

test('no days of history: the past is the opening price', () => {
  const past = pastOf(LIVELY);
  expect([past.closeBefore(T0), past.from, past.to, past.hasTraded()]).toEqual([33_000, T0, T0, false]);
  expect([...past.settlements(0, T0)]).toEqual([]);
  expect([...past.minutesSince(0)]).toEqual([]);
});

describe('the last trades before the start', () => {
  const past = pastOf(LIVELY, MONTH);
  const newest = [...past.newestTrades()].slice(0, 200);

  test('end at the opening price, with numbers below those of the present', () => {
    expect(newest[0]).toMatchObject({ price: 33_000 });
    // 36 numbers for each minute of thirty days.
    expect(newest[0]?.trade).toBeLessThanOrEqual(1_555_200);
    expect(newest[0]?.trade).toBeGreaterThan(1_555_164);
    expect(newest.every(({ at }) => at < T0)).toBe(true);
  });

  test('never share a number or a moment', () => {
    newest.forEach(({ trade, at }, index) => {
      const older = newest[index + 1];
      expect(older === undefined || (older.trade < trade && older.at < at)).toBe(true);
    });
  });

  test('stay in the list until a thousand newer ones are kept', async () => {
    const history = await historyOf([], {
      markets: new Map([['ETH-USDT', LIVELY]]),
      origin: { seed: '7', startTime: T0, historyDays: 30 },
    });
    history.record([traded(T0, { trade: 2_000_000, symbol: 'ETH-USDT' })]);
    const ids = history.lastTrades('ETH-USDT', 3).map(({ tradeId }) => tradeId);
    expect(ids).toEqual(['2000000', String(newest[0]?.trade), String(newest[1]?.trade)]);
    const many = Array.from({ length: 999 }, (_, index) => traded(T0, { trade: 2_000_001 + index }));
    history.record(many);
    expect(history.lastTrades('ETH-USDT', 5_000)).toHaveLength(1_000);
    expect(history.lastTrades('ETH-USDT', 5_000).at(-1)?.tradeId).toBe('2000000');
  });
});

test('funding was settled on every full hour of the past, up to the start', () => {
  const settlements = [...pastOf(LIVELY, MONTH).settlements(0, T0)];
  expect(settlements).toHaveLength(720);
  expect(settlements[0]).toEqual({ at: T0, fundingRate: '0.0000125' });
  expect(settlements.at(-1)?.at).toBe(T0 - 30 * DAY_MS + 3_600_000);
  const later = pastOf(LIVELY, { ...MONTH, startTime: T0 + 1_800_001 });
  expect([...later.settlements(T0 - 3_600_000, T0 + DAY_MS)].map(({ at }) => at)).toEqual([T0, T0 - 3_600_000]);
});
