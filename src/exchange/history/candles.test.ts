import { describe, expect, test } from 'vitest';
import { CANDLE_INTERVALS, type CandlesQuery } from '../../contract/views.ts';
import { MarketCandles } from './candles.ts';
import { ETH, pastOf, T0, traded } from './history.test-helper.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Candles of a market that opens at 3,300.0 at noon; each trade is minutes after that, price in ticks of 0.1, size in lots of 0.0001. */
function candlesOf(trades: readonly (readonly [minutes: number, price: number, lots: number])[]): MarketCandles {
  const candles = new MarketCandles(ETH, pastOf(ETH), T0);
  trades.forEach(([minutes, price, quantity], index) => {
    const notional = BigInt(price) * BigInt(quantity) * 1_000n;
    candles.add(traded(T0 + minutes * MINUTE_MS, { trade: index + 1, price, quantity, notional }));
  });
  return candles;
}

const ask = (candles: MarketCandles, change: Partial<CandlesQuery> = {}, now = T0 + 10 * MINUTE_MS) =>
  candles.read({ symbol: 'ETH-USDT', interval: '1m', from: 0, to: now, now, limit: 0, ...change });

describe('minutes', () => {
  const candles = candlesOf([
    [2, 33_010, 10_000],
    [2.2, 33_050, 5_000],
    [2.5, 32_990, 20_000],
    [2.9, 33_020, 2_500],
    [5, 32_900, 10_000],
  ]);

  test('hold what was traded, exactly', () => {
    expect(ask(candles, {}, T0 + 5.5 * MINUTE_MS)[2]).toEqual({
      openTime: T0 + 2 * MINUTE_MS,
      closeTime: T0 + 3 * MINUTE_MS,
      openPrice: '3301.0',
      highPrice: '3305.0',
      lowPrice: '3299.0',
      closePrice: '3302.0',
      volume: '3.75',
      // 3,301 + 1,652.5 + 6,598 + 825.5
      quoteVolume: '12377',
      tradeCount: 4,
    });
  });

  test('without trades carry the close before them on; the first carry the opening price', () => {
    const shown = ask(candles, {}, T0 + 6.5 * MINUTE_MS).map((candle) => [
      (candle.openTime - T0) / MINUTE_MS,
      candle.openPrice,
      candle.highPrice,
      candle.lowPrice,
      candle.closePrice,
      candle.volume,
      candle.tradeCount,
    ]);
    expect(shown).toEqual([
      [0, '3300.0', '3300.0', '3300.0', '3300.0', '0', 0],
      [1, '3300.0', '3300.0', '3300.0', '3300.0', '0', 0],
      [2, '3301.0', '3305.0', '3299.0', '3302.0', '3.75', 4],
      [3, '3302.0', '3302.0', '3302.0', '3302.0', '0', 0],
      [4, '3302.0', '3302.0', '3302.0', '3302.0', '0', 0],
      [5, '3290.0', '3290.0', '3290.0', '3290.0', '1', 1],
      [6, '3290.0', '3290.0', '3290.0', '3290.0', '0', 0],
    ]);
  });

  test.each([
    ['from the first millisecond of one', 2 * MINUTE_MS, 9 * MINUTE_MS, [2, 9]],
    ['from the last millisecond of one', 3 * MINUTE_MS - 1, 9 * MINUTE_MS, [2, 9]],
    ['from its end', 3 * MINUTE_MS, 9 * MINUTE_MS, [3, 9]],
    ['to the first millisecond of one', 0, 4 * MINUTE_MS, [0, 4]],
    ['to the millisecond before', 0, 4 * MINUTE_MS - 1, [0, 3]],
    ['within one', 2.1 * MINUTE_MS, 2.2 * MINUTE_MS, [2, 2]],
    ['from before there was anything', -DAY_MS, MINUTE_MS, [0, 1]],
    ['to a time to come', 9 * MINUTE_MS, DAY_MS, [9, 10]],
  ])('of a window %s', (_case, from, to, [first, last]) => {
    const rows = ask(candles, { from: T0 + from, to: T0 + to });
    expect([rows[0]?.openTime, rows.at(-1)?.openTime]).toEqual([
      T0 + (first ?? 0) * MINUTE_MS,
      T0 + (last ?? 0) * MINUTE_MS,
    ]);
    expect(rows).toHaveLength((last ?? 0) - (first ?? 0) + 1);
  });

  test.each([
    ['before the beginning', -2 * DAY_MS, -1],
    ['still to come', 10 * MINUTE_MS + 1, DAY_MS],
  ])('of a window %s are none', (_case, from, to) => {
    expect(ask(candles, { from: T0 + from, to: T0 + to })).toEqual([]);
  });

  test.each([
    [1, 1, 10],
    [10, 10, 1],
    [11, 11, 0],
    [12, 11, 0],
    [0, 11, 0],
  ])('a limit of %i gives the newest %i, from minute %i on', (limit, count, first) => {
    const rows = ask(candles, { limit });
    expect([rows.length, rows[0]?.openTime, rows.at(-1)?.openTime]).toEqual([
      count,
      T0 + first * MINUTE_MS,
      T0 + 10 * MINUTE_MS,
    ]);
  });

  test('are the same ones, wherever the window begins', () => {
    const whole = ask(candles);
    for (let minute = 0; minute <= 10; minute += 1)
      expect(ask(candles, { from: T0 + minute * MINUTE_MS })).toEqual(whole.slice(minute));
  });
});

describe('longer candles', () => {
  const candles = candlesOf([
    [1, 33_010, 10_000],
    [14, 33_100, 10_000],
    [16, 32_000, 10_000],
    [59, 32_500, 10_000],
    [61, 32_600, 10_000],
    [60 * 13, 34_000, 10_000],
  ]);
  const now = T0 + 14 * HOUR_MS;

  test('are made of what the shorter ones hold', () => {
    const candleAt = (interval: CandlesQuery['interval'], index: number) => {
      const row = ask(candles, { interval }, now)[index];
      return row && [row.openPrice, row.highPrice, row.lowPrice, row.closePrice, row.volume, row.tradeCount];
    };
    expect(candleAt('15m', 0)).toEqual(['3301.0', '3310.0', '3301.0', '3310.0', '2', 2]);
    expect(candleAt('15m', 1)).toEqual(['3200.0', '3200.0', '3200.0', '3200.0', '1', 1]);
    expect(candleAt('30m', 0)).toEqual(['3301.0', '3310.0', '3200.0', '3200.0', '3', 3]);
    expect(candleAt('1h', 0)).toEqual(['3301.0', '3310.0', '3200.0', '3250.0', '4', 4]);
    expect(candleAt('1h', 1)).toEqual(['3260.0', '3260.0', '3260.0', '3260.0', '1', 1]);
    expect(candleAt('12h', 0)).toEqual(['3301.0', '3310.0', '3200.0', '3260.0', '5', 5]);
    // Noon to midnight, then the day after; the week and the quarter hold both.
    expect(candleAt('1d', 0)).toEqual(['3301.0', '3310.0', '3200.0', '3260.0', '5', 5]);
    expect(candleAt('1d', 1)).toEqual(['3400.0', '3400.0', '3400.0', '3400.0', '1', 1]);
    for (const interval of ['1w', '1M', '3M'] as const)
      expect(candleAt(interval, 0)).toEqual(['3301.0', '3400.0', '3200.0', '3400.0', '6', 6]);
  });

  test('add up to the same volume at every length', () => {
    for (const interval of CANDLE_INTERVALS) {
      const rows = ask(candles, { interval }, now);
      expect([interval, rows.reduce((sum, { tradeCount }) => sum + tradeCount, 0)]).toEqual([interval, 6]);
      expect(rows.every(({ openTime }, index) => index === 0 || rows[index - 1]?.closeTime === openTime)).toBe(true);
    }
  });

  test('of months begin with the month, also when the exchange began later', () => {
    expect(ask(candles, { interval: '3M' }, now)).toMatchObject([
      { openTime: Date.UTC(2026, 0, 1), closeTime: Date.UTC(2026, 3, 1) },
    ]);
  });
});

describe('after more than a month', () => {
  const trades: [number, number, number][] = Array.from({ length: 40 }, (_none, day) => [
    day * 1_440,
    33_000 + day,
    10_000,
  ]);
  const candles = candlesOf(trades);
  const now = T0 + 39 * DAY_MS + HOUR_MS;

  test('minutes reach back 31 days and carry on from what was dropped', () => {
    const rows = ask(candles, {}, now);
    expect(rows).toHaveLength(31 * 1_440 + 1);
    expect(rows[0]).toMatchObject({ openTime: now - 31 * DAY_MS, openPrice: '3300.8', tradeCount: 0 });
    expect(rows.reduce((sum, { tradeCount }) => sum + tradeCount, 0)).toBe(31);
  });

  test('hours reach back to the beginning', () => {
    const rows = ask(candles, { interval: '1h' }, now);
    expect(rows).toHaveLength(39 * 24 + 2);
    expect(rows[0]).toMatchObject({ openTime: T0, openPrice: '3300.0', tradeCount: 1 });
    expect(rows.reduce((sum, { tradeCount }) => sum + tradeCount, 0)).toBe(40);
  });

  test('a quiet month of minutes carries the last close', () => {
    const later = now + 60 * DAY_MS;
    const rows = ask(candles, {}, later);
    expect(rows).toHaveLength(31 * 1_440 + 1);
    expect(new Set(rows.map(({ closePrice }) => closePrice))).toEqual(new Set(['3303.9']));
  });
});
