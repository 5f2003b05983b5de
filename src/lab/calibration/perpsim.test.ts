import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFiles } from './data.ts';
import { type Estimate, isFigure } from './estimate/figure.ts';
import { figuresOf, type MarketFigures } from './estimate/figures.ts';
import { recordedMarket } from './recorded.test-helper.ts';

/** One walking market: 89,036 ppb a second are 50 % a year. Two makers quote 4 and 29 ticks away, and so on. */
const WORLD = {
  extends: 'bare',
  markets: [
    {
      symbol: 'BTC-USDT',
      process: { kind: 'gbm', stepMs: 1000, volatilityPpb: 89_036, driftPpb: 0, jumpPerMillion: 0, jumpPpb: 0 },
      liquidity: {
        kind: 'agents',
        stepMs: 1000,
        makers: 2,
        levels: 10,
        firstTicks: 4,
        stepTicks: 25,
        minLots: 2000,
        maxLots: 40_000,
        takerPerMillion: 300_000,
        cancelPerMillion: 3000,
        basisReversionPerMillion: 20_000,
        basisNoisePpb: 1000,
      },
    },
  ],
} as const;

const valueOf = (estimate: Estimate): number => {
  if (!isFigure(estimate)) throw new Error(estimate.missing);
  return estimate.value;
};

describe('an exchange whose figures are known', () => {
  let folder: string;
  let figures: MarketFigures;
  let increments: readonly [tick: string | null, lot: string | null];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perpsim-calibration-'));
    const csv = await recordedMarket(WORLD, 'BTC-USDT', 5_400_000, 10_000);
    const files = { trades: join(folder, 'trades.csv'), book: join(folder, 'depth.csv') };
    writeFileSync(files.trades, csv.trades);
    writeFileSync(files.book, csv.depth);
    const { observed, tick, lot } = await readFiles('BTC-USDT', files);
    increments = [tick, lot];
    figures = figuresOf(observed, 1);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('has a volatility of 50 % a year within 15 %', () => {
    expect(valueOf(figures.volatility)).toBeGreaterThan(0.425);
    expect(valueOf(figures.volatility)).toBeLessThan(0.575);
  });

  test('trades three times in ten seconds, and its orders do not excite each other', () => {
    expect(valueOf(figures.flow.perDay)).toBeGreaterThan(24_500);
    expect(valueOf(figures.flow.perDay)).toBeLessThan(27_500);
    expect(valueOf(figures.flow.branching)).toBeLessThan(0.15);
  });

  test('has taker orders of 0.02 to 0.4, 0.21 in the mean', () => {
    expect(valueOf(figures.flow.meanSize)).toBeGreaterThan(0.19);
    expect(valueOf(figures.flow.meanSize)).toBeLessThan(0.23);
  });

  test('has the tick 1 and the lot 0.00001', () => expect(increments).toEqual(['1', '0.00001']));

  test('has twenty levels a side', () => {
    expect(valueOf(figures.book.levels)).toBeGreaterThan(19);
    expect(valueOf(figures.book.levels)).toBeLessThan(20.01);
  });
});
