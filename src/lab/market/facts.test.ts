import { describe, expect, it } from 'vitest';
import { Draw, streamOf } from '../../kernel/random.ts';
import {
  arrivalDistances,
  autocorrelationOf,
  depthWithin,
  distinctGaps,
  excessKurtosisOf,
  gapDispersion,
  halfLife,
  hawkesRatio,
  impactExponent,
  leastAutocorrelation,
  meanImpacts,
  meanPath,
  memoryExponent,
  peakOf,
  peakToTrough,
  powerLawExponent,
  returnsOf,
  shareOffSeconds,
  tailExponent,
} from './statistics.ts';

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
});

describe('returns', () => {
  it('computes logarithmic returns without overlap', () => {
    expect(returnsOf([1, 5, Math.E, 7, Math.E ** 3], 2).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 2]);
  });

  it('gives the smallest autocorrelation over the lags', () => {
    // The autocorrelations are -0.75, 0.5 and -0.25.
    expect(leastAutocorrelation([1, -1, 1, -1], 3, 1)).toBe(-0.75);
    expect(leastAutocorrelation([1, -1, 1, -1], 3, 2)).toBe(-0.125);
    expect(leastAutocorrelation([1, -1], 2, 1)).toBeNull();
  });

  it('has no exponent of memory for signs that alternate: fewer than three lags are positive', () => {
    expect(memoryExponent([1, -1, 1, -1, 1, -1], 4)).toBeNull();
  });

  it('finds a small exponent for signs whose memory hardly falls', () => {
    const signs = [...new Array<number>(500).fill(1), ...new Array<number>(500).fill(-1)];
    // The autocorrelation at lag k is (1000 - 3k) / 1000.
    expect(memoryExponent(signs, 3)).toBeCloseTo(0.0054, 3);
  });

  it('finds the lag at which the autocorrelation has halved, between two lags', () => {
    const steps = [...new Array<number>(500).fill(1), ...new Array<number>(500).fill(-1)];
    // The autocorrelation at lag k is (1000 - 3k) / 1000, and half of 1 at 166.67.
    expect(halfLife(steps, 400)).toBeCloseTo(166.67, 1);
    expect(halfLife(steps, 100)).toBeNull();
    expect(halfLife([1, 1, 1], 2)).toBeNull();
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

  it('finds the place of the peak of a shape', () => {
    expect(peakOf([1, 3, 5, 5, 2])).toBe(2);
    expect(peakOf([9, 1])).toBe(0);
    expect(peakOf([0, 0])).toBeNull();
  });

  it('finds the distances at which quantity was added', () => {
    const before = levels([100, 1], [101, 2], [102, 3]);
    expect(arrivalDistances('sell', before, levels([99, 1], [100, 1], [101, 3], [104, 1]), 0.5)).toEqual([0, 2, 8]);
    expect(arrivalDistances('buy', levels([100, 1]), levels([100, 2], [98, 1]), 0.5)).toEqual([0, 4]);
    expect(arrivalDistances('buy', [], before, 1)).toEqual([]);
  });
});

describe('impact', () => {
  it('finds the exponent of the mean move by size', () => {
    const impacts = [1, 4, 9, 16].flatMap((size) => [
      { size, move: 3 * size ** 0.5 + 0.25 },
      { size, move: 3 * size ** 0.5 - 0.25 },
    ]);
    expect(impactExponent(impacts)).toBeCloseTo(0.5, 12);
    expect(meanImpacts(impacts)[1]).toEqual({ x: 4, y: 6 });
  });

  it('has no exponent for two sizes', () => {
    expect(
      impactExponent([
        { size: 1, move: 1 },
        { size: 2, move: 2 },
      ]),
    ).toBeNull();
  });

  it('averages paths place by place', () => {
    expect(
      meanPath([
        [1, 2],
        [3, 6],
      ]),
    ).toEqual([2, 4]);
    expect(meanPath([])).toEqual([]);
  });
});

/** Times of a Hawkes process by its clusters: immigrants at a rate, each event with children after exponential times. */
function hawkesTimes(draw: Draw, rate: number, ratio: number, lifeMs: number, to: number): number[] {
  const waiting: number[] = [];
  for (let time = exponential(draw) / rate; time < to; time += exponential(draw) / rate) waiting.push(time);
  const times: number[] = [];
  for (let time = waiting.pop(); time !== undefined; time = waiting.pop()) {
    if (time >= to) continue;
    times.push(time);
    // The number of children is Poisson: unit gaps of an exponential process that fit into the ratio.
    for (let sum = exponential(draw); sum < ratio; sum += exponential(draw))
      waiting.push(time + exponential(draw) * lifeMs);
  }
  return times.sort((one, other) => one - other);
}

const uniform = (draw: Draw): number => (draw.between(0, 999_999_999) + 0.5) / 1e9;
const exponential = (draw: Draw): number => -Math.log(uniform(draw));

describe('series that are drawn', () => {
  const drawOf = (name: string): Draw => new Draw(streamOf('1', name));

  it.each([0, 0.3, 0.6, 0.8])('hawkesRatio finds the branching ratio %d of a Hawkes process', (ratio) => {
    const to = 3_600_000;
    const times = hawkesTimes(drawOf(`hawkes ${ratio}`), (1 - ratio) / 1_000, ratio, 800, to);
    expect(times.length).toBeGreaterThan(2_500);
    expect(Math.abs((hawkesRatio(times, 0, to) ?? 9) - ratio)).toBeLessThanOrEqual(0.1);
  });

  it('gapDispersion of a Hawkes process is above that of independent arrivals, which is 1', () => {
    const [alone, excited] = [0, 0.7].map((ratio) =>
      gapDispersion(hawkesTimes(drawOf(`gaps ${ratio}`), (1 - ratio) / 1_000, ratio, 800, 3_600_000)),
    );
    expect(alone).toBeCloseTo(1, 1);
    expect(excited).toBeGreaterThan(1.3);
  });

  it.each([0.5, 0.6, 1.5])('tailExponent finds the exponent %d of a Pareto distribution', (exponent) => {
    const draw = drawOf(`pareto ${exponent}`);
    const values = Array.from({ length: 4_000 }, () => 10 * uniform(draw) ** (-1 / exponent));
    expect(tailExponent(values, 10)).toBeCloseTo(exponent, 1);
    expect(tailExponent(values, 50)).toBeCloseTo(exponent, 0);
  });

  it('memoryExponent finds the memory of signs that belong to parents of Pareto length', () => {
    // Lillo, Mike and Farmer: lengths with the exponent 1.5 make autocorrelations that fall with the exponent 0.5.
    const draw = drawOf('signs');
    const rest = Array.from({ length: 10 }, () => ({ left: 0, sign: 1 }));
    const signs = Array.from({ length: 60_000 }, () => {
      const parent = rest[draw.between(0, 9)];
      if (!parent) throw new Error('there are ten parents');
      if (parent.left === 0) {
        parent.left = Math.ceil(uniform(draw) ** (-1 / 1.5));
        parent.sign = draw.chance(500_000) ? 1 : -1;
      }
      parent.left -= 1;
      return parent.sign;
    });
    expect(memoryExponent(signs, 50)).toBeGreaterThan(0.3);
    expect(memoryExponent(signs, 50)).toBeLessThan(0.8);
  });

  it('the autocorrelation of an AR(1) series falls as the powers of its coefficient', () => {
    const draw = drawOf('ar');
    let value = 0;
    const values = Array.from({ length: 40_000 }, () => {
      value = 0.8 * value + draw.normalMillionths() / 1e6;
      return value;
    });
    expect(autocorrelationOf(values, 1)).toBeCloseTo(0.8, 1);
    expect(autocorrelationOf(values, 3)).toBeCloseTo(0.512, 1);
    expect(halfLife(values, 100)).toBeGreaterThan(2.5);
    expect(halfLife(values, 100)).toBeLessThan(4);
  });

  it('the excess kurtosis of a normal series is about 0, and that of a mixture of two deviations as computed', () => {
    const draw = drawOf('normal');
    const normal = Array.from({ length: 40_000 }, () => draw.normalMillionths() / 1e6);
    expect(excessKurtosisOf(normal)).toBeCloseTo(0, 0);
    // Half with the deviation 1 and half with 3: 3 * (1 + 81) / 2 / 25 - 3.
    expect(excessKurtosisOf(normal.map((value, place) => (place % 2 === 0 ? value : 3 * value)))).toBeCloseTo(1.92, 0);
  });
});
