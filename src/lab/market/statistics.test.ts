import { describe, expect, it } from 'vitest';
import {
  autocorrelationOf,
  correlationOf,
  deviationOf,
  excessKurtosisOf,
  meanOf,
  modeOf,
  skewnessOf,
  varianceOf,
} from './statistics.ts';

describe('statistics of a series', () => {
  it('computes mean, variance and standard deviation of a population', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect([meanOf(values), varianceOf(values), deviationOf(values)]).toEqual([5, 4, 2]);
  });

  it('gives -2 as the excess kurtosis of a fair coin and 0 as its skewness', () => {
    expect(excessKurtosisOf([-1, 1, -1, 1])).toBe(-2);
    expect(skewnessOf([-1, 1, -1, 1])).toBe(0);
  });

  it('gives a positive excess kurtosis and skewness to a series with one large value', () => {
    // Mean 1, deviations -1 nine times and 9 once: variance 9, third moment 72, fourth moment 657.
    const values = [0, 0, 0, 0, 0, 0, 0, 0, 0, 10];
    expect(excessKurtosisOf(values)).toBeCloseTo(657 / 81 - 3, 10);
    expect(skewnessOf(values)).toBeCloseTo(72 / 27, 10);
  });

  it('computes the correlation of two series', () => {
    expect(correlationOf([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
    expect(correlationOf([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
    expect(correlationOf([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(0.8, 12);
  });

  it('computes the autocorrelation with the mean and variance of the whole series', () => {
    // Alternating signs: at lag 1 three products of -1 over four values, at lag 2 two of +1.
    expect(autocorrelationOf([1, -1, 1, -1], 1)).toBe(-0.75);
    expect(autocorrelationOf([1, -1, 1, -1], 2)).toBe(0.5);
  });

  it('takes the smallest of several values that occur equally often as the mode', () => {
    expect(modeOf([3, 1, 3, 1, 2])).toBe(1);
  });

  it('has no value where the series does not determine one', () => {
    expect([meanOf([]), varianceOf([]), deviationOf([]), modeOf([])]).toEqual([null, null, null, null]);
    expect([excessKurtosisOf([1, 1]), skewnessOf([1, 1]), autocorrelationOf([1, 1], 1)]).toEqual([null, null, null]);
    expect([correlationOf([1, 1], [1, 2]), correlationOf([1, 2], [1]), autocorrelationOf([1, 2], 2)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
