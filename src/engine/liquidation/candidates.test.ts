import { describe, expect, test } from 'vitest';
import { compareHealth } from './health.ts';

describe('the order of liquidation candidates', () => {
  const sorted = (...pairs: [bigint, bigint][]) =>
    pairs.map(([equity, maintenance]) => ({ equity, maintenance })).sort(compareHealth);

  test('compares equity over maintenance without rounding', () => {
    const big = 10n ** 30n;
    expect(sorted([big + 1n, 3n * big], [big, 3n * big], [-1n, 5n], [2n, 3n])).toEqual([
      { equity: -1n, maintenance: 5n },
      { equity: big, maintenance: 3n * big },
      { equity: big + 1n, maintenance: 3n * big },
      { equity: 2n, maintenance: 3n },
    ]);
  });

  test('puts one with negative equity and no requirement first', () => {
    expect(sorted([-5n, 1n], [-1n, 0n])).toEqual([
      { equity: -1n, maintenance: 0n },
      { equity: -5n, maintenance: 1n },
    ]);
    expect(compareHealth({ equity: 1n, maintenance: 2n }, { equity: 2n, maintenance: 4n })).toBe(0);
  });
});
