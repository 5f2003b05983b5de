import { describe, expect, test } from 'vitest';
import type { Liquidation, Observation } from '../observe/observation.ts';
import { FACTS, tableOf, type Figures } from './table.ts';

const seedWith = (figures: Figures): Figures => ({
  ...Object.fromEntries(FACTS.map(({ id }) => [id, 'not asked for'])),
  ...figures,
});
const rowOf = (id: string, ...seeds: readonly Figures[]) => {
  const row = tableOf(seeds.map(seedWith)).find((each) => each.id === id);
  if (!row) throw new Error(`there is no row ${id}`);
  return row;
};

describe('a row of the table', () => {
  test('judges the mean over the seeds by both bounds, which belong to the range', () => {
    const verdicts = [0.3, 0.4, 0.9, 1].map((value) => rowOf('branching', { branching: value }).verdict);
    expect(verdicts).toEqual(['out', 'within', 'within', 'out']);
    expect(rowOf('branching', { branching: 0.3 }, { branching: 0.7 })).toMatchObject({
      figures: [0.3, 0.7],
      mean: 0.5,
      verdict: 'within',
      why: null,
    });
  });

  test('has one bound only where the fact has one', () => {
    expect(rowOf('gaps', { gaps: 99 }).verdict).toBe('within');
    expect(rowOf('gaps', { gaps: 1.09 }).verdict).toBe('out');
    expect(rowOf('past-differences', { 'past-differences': 1 }).verdict).toBe('out');
    expect(rowOf('past-differences', { 'past-differences': 0 }).verdict).toBe('within');
  });

  test('is not judged where half of the seeds have no figure, and says why', () => {
    expect(rowOf('gaps', { gaps: 2 }, { gaps: 'too few trades' })).toMatchObject({
      figures: [2, null],
      verdict: 'not judged',
      why: 'too few trades',
    });
    expect(rowOf('gaps', { gaps: 2 }, { gaps: 'too few trades' }, { gaps: 2 })).toMatchObject({
      verdict: 'within',
      why: 'too few trades',
    });
  });

  test('is not judged without a seed', () => {
    expect(new Set(tableOf([]).map(({ verdict, why }) => `${verdict}: ${why ?? ''}`))).toEqual(
      new Set(['not judged: no seed was observed']),
    );
  });
});

test('every fact has an id of its own and at least one bound', () => {
  expect(new Set(FACTS.map(({ id }) => id)).size).toBe(FACTS.length);
  expect(FACTS.filter(({ least, most }) => least === null && most === null)).toEqual([]);
});

test('liquidations a day are those of the main market, and fills of one millisecond are one', () => {
  const fill = (time: number, symbol: string): Liquidation => ({ time, symbol, value: 1_000, stage: 'partial' });
  const liquidations = [
    fill(1_000, 'BTC-USDT'),
    fill(1_000, 'BTC-USDT'),
    fill(1_000, 'ETH-USDT'),
    fill(2_000, 'ETH-USDT'),
    fill(2_000, 'BTC-USDT'),
  ];
  const market = { symbol: 'BTC-USDT', tick: 1, minOrderSize: 0.001, maxMarketOrderSize: 10 };
  const fact = FACTS.find(({ id }) => id === 'liquidations');
  expect(fact).toMatchObject({ least: 3, most: 60 });
  expect(fact?.of({ hours: 12, market, liquidations } as unknown as Observation)).toBe(4);
});
