import { expect, test } from 'vitest';
import { Draw, streamOf } from '../../../kernel/random.ts';
import {
  countForWidth,
  countToTell,
  deflatedSharpe,
  estimateOf,
  holm,
  normalQuantile,
  normalShare,
  sharpeOf,
  signFlipChance,
} from './inference.ts';

/** Nearly normal values with a mean and a deviation of one. */
function sampleOf(name: string, count: number, mean: number): number[] {
  const draw = new Draw(streamOf('a', name));
  return Array.from({ length: count }, () => mean + draw.normalMillionths() / 1_000_000);
}

test('the normal distribution has the shares of published tables', () => {
  const shares = [-3, -1, 0, 0.5, 1, 1.96, 3].map((at) => Number(normalShare(at).toFixed(6)));
  expect(shares).toEqual([0.00135, 0.158655, 0.5, 0.691462, 0.841345, 0.975002, 0.99865]);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 8);
  expect(normalQuantile(0.8)).toBeCloseTo(0.841621234, 8);
});

test('the choices of signs of three equal differences are counted: two of eight are as far from zero', () => {
  expect(signFlipChance([1, 1, 1], 'x')).toBe(0.25);
  expect(signFlipChance([1, 1, 1, 0, 0], 'x')).toBe(0.25);
  expect(signFlipChance([0, 0], 'x')).toBeNull();
});

test('a chance from drawn signs is near the exact one', () => {
  // Of 2^20 choices, those with at least 15 or at most 5 signs alike: 2 x 21,700 / 1,048,576.
  const differences = Array.from({ length: 20 }, (_none, place) => (place < 15 ? 1 : -1));
  expect(signFlipChance(differences, 'x')).toBeCloseTo(0.0414, 2);
});

test('Holm multiplies the smallest chance by the number of all, and keeps their order', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
});

test('an interval holds the true mean in 95 of 100 studies, give or take what chance gives', () => {
  const held = Array.from({ length: 200 }, (_none, place) => {
    const [low, high] = estimateOf(sampleOf(`study ${place}`, 20, 5), `study ${place}`).interval ?? [0, 0];
    return low <= 5 && high >= 5;
  }).filter(Boolean).length;
  expect(held).toBeGreaterThanOrEqual(180);
  expect(held).toBeLessThanOrEqual(199);
});

test('equal values have an interval of no width, and two values have none', () => {
  expect(estimateOf([3, 3, 3], 'x')).toEqual({ count: 3, mean: 3, error: 0, interval: [3, 3] });
  expect(estimateOf([1, 2], 'x')).toEqual({ count: 2, mean: 1.5, error: 0.5, interval: null });
  expect(estimateOf([], 'x')).toEqual({ count: 0, mean: 0, error: null, interval: null });
});

test('samples of one value, whose mean is rounded, do not make the interval of three values endless', () => {
  const values = [-94.25026086, -101.18232262, -122.50268984];
  // 3 x 0.1 / 3 is not 0.1 in floating point.
  expect(estimateOf([0.1, 0.1, 0.1], 'x')).toEqual({ count: 3, mean: 0.1, error: 0, interval: [0.1, 0.1] });
  const { mean, error, interval } = estimateOf(values, 'x');
  const [low, high] = interval ?? [0, 0];
  expect(low).toBeLessThan(mean - (error ?? 0));
  // Samples of two values or three are a few of their own errors from the mean. Those of one value have no error, and count for nothing.
  expect(low).toBeGreaterThan(mean - 10 * (error ?? 0));
  expect(high).toBeLessThan(mean + 10 * (error ?? 0));
});

test('four times the values halve the width', () => {
  const estimate = { count: 25, mean: 0.5, error: 0.2, interval: null };
  // The deviation is 1: (2 x 1.96 / 1)^2 = 15.4, and (2 x 1.96 / 0.5)^2 = 61.5.
  expect([countForWidth(estimate, 1), countForWidth(estimate, 0.5)]).toEqual([16, 62]);
  // ((1.96 + 0.8416) / 0.5)^2 = 31.4.
  expect(countToTell(estimate)).toBe(32);
  expect(countToTell({ ...estimate, mean: 0 })).toBeNull();
});

test('the best of many variants without merit is no discovery, and one with merit is', () => {
  const variants = Array.from({ length: 40 }, (_none, place) => sampleOf(`variant ${place}`, 60, 0));
  const all = variants.map((one) => sharpeOf(one) ?? 0);
  const best = variants[all.indexOf(Math.max(...all))]!;
  const lucky = deflatedSharpe(best, all)!;
  expect(lucky.sharpe).toBeGreaterThan(0.2);
  expect(lucky.chance).toBeLessThan(0.9);
  const able = sampleOf('able', 60, 1);
  expect(deflatedSharpe(able, [...all, sharpeOf(able)!])!.chance).toBeGreaterThan(0.99);
  expect(deflatedSharpe(able, [sharpeOf(able)!])!.expectedBest).toBe(0);
  expect(deflatedSharpe([1, 1, 1], all)).toBeNull();
});
