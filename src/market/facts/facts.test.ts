import { describe, expect, it } from 'vitest';
import { branchingRatio, countsPerWindow, gapDispersion, shareOffSeconds } from './arrivals.ts';
import { arrivalDistances, depthWithin, distinctGaps, humpPlace } from './book-shape.ts';
import { impactExponent } from './impact.ts';
import { binnedMeans, powerLawExponent, tailExponent } from './power-law.ts';
import { leastAutocorrelation, memoryExponent, peakToTrough, returnsOf } from './returns.ts';

const levels = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([price, quantity]) => ({ price, quantity }));

describe('arrivals', () => {
  it('counts the share of times that are no whole second', () => {
    expect(shareOffSeconds([1000, 2001, 2500, 3000])).toBe(0.5);
  });

  it('gives 0 as the dispersion of equal gaps and 1 for gaps of 0 and 2 in turn', () => {
    expect(gapDispersion([0, 10, 20, 30])).toBe(0);
    expect(gapDispersion([0, 0, 2, 2, 4])).toBe(1);
  });

  it('counts times by window and leaves out those outside the range', () => {
    expect(countsPerWindow([99, 100, 109, 110, 129, 130], 100, 130, 10)).toEqual([2, 1, 1]);
  });

  it('derives the branching ratio from variance over mean', () => {
    // Mean 4, variance 16: 1 - sqrt(1 / 4).
    expect(branchingRatio([0, 8, 0, 8])).toBe(0.5);
    expect(branchingRatio([4, 4, 4])).toBe(0);
    expect(branchingRatio([0, 0])).toBeNull();
  });
});

describe('power laws', () => {
  it('finds the exponent of y = 3 * sqrt(x) and leaves out points that are not positive', () => {
    const points = [1, 4, 9, 16].map((x) => ({ x, y: 3 * x ** 0.5 }));
    expect(powerLawExponent([...points, { x: 5, y: -1 }, { x: 0, y: 1 }])).toBeCloseTo(0.5, 12);
    expect(powerLawExponent(points.slice(0, 2))).toBeNull();
  });

  it('finds the exponent of a tail by the Hill estimator', () => {
    // Ten values at e times the bound: the mean logarithm is 1.
    expect(tailExponent(new Array<number>(10).fill(Math.E), 1)).toBeCloseTo(1, 12);
    expect(tailExponent([...new Array<number>(10).fill(Math.E ** 2), 0.5], 1)).toBeCloseTo(0.5, 12);
    expect(tailExponent([2, 3], 1)).toBeNull();
  });

  it('averages groups of equal size in the order of x, with what remains in the last one', () => {
    const points = [5, 1, 2, 4, 3].map((x) => ({ x, y: 10 * x }));
    expect(binnedMeans(points, 2)).toEqual([
      { x: 1.5, y: 15 },
      { x: 4, y: 40 },
    ]);
    expect(binnedMeans(points, 6)).toEqual([]);
  });
});

describe('returns', () => {
  it('computes logarithmic returns without overlap', () => {
    expect(returnsOf([1, 5, Math.E, 7, Math.E ** 3], 2).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 2]);
  });

  it('gives the smallest autocorrelation over the lags', () => {
    expect(leastAutocorrelation([1, -1, 1, -1], 2)).toBe(-0.75);
    expect(leastAutocorrelation([1, -1], 2)).toBeNull();
  });

  it('has no exponent of memory for signs that alternate: fewer than three lags are positive', () => {
    expect(memoryExponent([1, -1, 1, -1, 1, -1], 4)).toBeNull();
  });

  it('finds a small exponent for signs whose memory hardly falls', () => {
    const signs = [...new Array<number>(500).fill(1), ...new Array<number>(500).fill(-1)];
    // The autocorrelation at lag k is (1000 - 3k) / 1000.
    expect(memoryExponent(signs, 3)).toBeCloseTo(0.0054, 3);
  });

  it('compares the largest with the smallest mean of a group', () => {
    expect(peakToTrough([1, 2, 3, 6], (place) => place % 2, 2)).toBe(2);
    expect(peakToTrough([1, 2], () => 0, 2)).toBeNull();
  });
});

describe('book shape', () => {
  const asks = levels([100.1, 1], [100.2, 5], [100.5, 2], [102, 7]);

  it('sums the quantity within a share of the mid', () => {
    expect(depthWithin(asks, 100, 0.01)).toBe(8);
    expect(depthWithin(asks, 100, 0.0015)).toBe(1);
  });

  it('counts distinct gaps in ticks', () => {
    expect(distinctGaps(asks, 0.1)).toBe(3);
    expect(distinctGaps(levels([1, 1], [2, 1], [3, 1]), 1)).toBe(1);
  });

  it('finds the thickest level of many books', () => {
    expect(humpPlace([asks, levels([1, 1], [2, 3], [3, 1])], 3)).toBe(0.5);
    expect(humpPlace([levels([1, 9], [2, 3], [3, 1])], 3)).toBe(0);
    expect(humpPlace([], 3)).toBeNull();
  });

  it('finds the distances at which quantity was added', () => {
    const before = levels([100, 1], [101, 2], [102, 3]);
    expect(arrivalDistances(before, levels([99, 1], [100, 1], [101, 3], [104, 1]), 0.5)).toEqual([2, 2, 8]);
    expect(arrivalDistances([], before, 1)).toEqual([]);
  });
});

describe('impact', () => {
  it('finds the exponent of a square-root impact in both directions', () => {
    const sizes = [1, 4, 9, 16, 25, 36, 49, 64, 81, 100];
    const windows = sizes.flatMap((size) => [
      { signedVolume: size, move: 0.001 * size ** 0.5 },
      { signedVolume: -size, move: -0.001 * size ** 0.5 },
    ]);
    expect(impactExponent([...windows, { signedVolume: 0, move: 5 }])).toBeCloseTo(0.5, 10);
  });

  it('has no exponent for fewer windows than groups', () => {
    expect(impactExponent([{ signedVolume: 1, move: 1 }])).toBeNull();
  });
});
