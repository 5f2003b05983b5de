import { describe, expect, test } from 'vitest';
import { commonFactorOf } from './factor.ts';
import type { Candle } from './observations.ts';
import { Synthetic } from './synthetic.test-helper.ts';

/** Candles of a minute over a week: a factor of 40 % a year times beta, and a walk of its own. */
function candlesOf(markets: Readonly<Record<string, { beta: number; own: number }>>): Map<string, Candle[]> {
  const source = new Synthetic('factor');
  const minute = Math.sqrt(1 / 525_600);
  const factor = Array.from({ length: 10_080 }, () => 0.4 * minute * source.gaussian());
  return new Map(
    Object.entries(markets).map(([symbol, { beta, own }]) => {
      let close = 100;
      const candles = factor.map((moved, at) => {
        close *= Math.exp(beta * moved + own * minute * source.gaussian());
        return { time: 1_767_225_600_000 + at * 60_000, length: 60_000, close, volume: 1, trades: 1 };
      });
      return [symbol, candles];
    }),
  );
}

describe('the common factor', () => {
  test('and the shares of the markets are found within a tenth', () => {
    const found = commonFactorOf(
      candlesOf({
        'BTC-USDT': { beta: 1, own: 0.25 },
        'ETH-USDT': { beta: 1.25, own: 0.35 },
        'SOL-USDT': { beta: 1.5, own: 0.6 },
        'WTI-USDT': { beta: 0, own: 0.35 },
      }),
    );
    expect(found?.reference).toBe('BTC-USDT');
    expect(Math.abs((found?.volatility ?? 0) - 0.4)).toBeLessThan(0.04);
    expect(Math.abs((found?.betas.get('ETH-USDT') ?? 0) - 1.25)).toBeLessThan(0.125);
    expect(Math.abs((found?.betas.get('SOL-USDT') ?? 0) - 1.5)).toBeLessThan(0.15);
    expect(found?.betas.get('WTI-USDT')).toBe(0);
  });

  test('is none where markets do not move together', () => {
    const apart = candlesOf({
      'BTC-USDT': { beta: 0, own: 0.5 },
      'ETH-USDT': { beta: 0, own: 0.6 },
      'SOL-USDT': { beta: 0, own: 0.8 },
    });
    expect(commonFactorOf(apart)).toBeNull();
  });
});
