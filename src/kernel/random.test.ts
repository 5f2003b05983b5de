import { describe, expect, test } from 'vitest';
import { Draw, streamOf } from './random.ts';

const take = (draw: Draw, count: number): number[] => Array.from({ length: count }, () => draw.uint32());

describe('sfc32', () => {
  // Computed with the C text of PractRand's sfc32 (`raw32`), and again with the SFC32 of @thi.ng/random 4.1.54.
  test.each([
    [[1, 2, 3, 1], [4, 31, 56623170, 132259135, 3317874561, 1410031969, 1873638350, 4016548663], 1222774298],
    [
      [0xffffffff, 0x80000001, 0x9e3779b9, 1],
      [2147483649, 271796100, 8830101, 3515167855, 569672897, 3035566573, 1154877222, 586247290],
      3618201044,
    ],
  ] as const)('the generator with the state %j gives the outputs of the reference', (state, outputs, millionth) => {
    const draw = new Draw(state);
    expect(take(draw, 8)).toEqual(outputs);
    expect(take(draw, 999_992).at(-1)).toBe(millionth);
  });
});

describe('streams', () => {
  // Computed with a separate implementation of the ARC4 key schedule of seedrandom, then 15 outputs of sfc32.
  test.each([
    ['7', 'index:BTC-USDT', [141864957, 1145707684, 1416997327, 16]],
    ['8', 'index:BTC-USDT', [1720563223, 2251860706, 3862666862, 16]],
    ['7', 'index:ETH-USDT', [2761513990, 1866328250, 964492297, 16]],
  ])('seed %j and name %j give the same stream on every machine', (seed, name, state) => {
    expect(streamOf(seed, name)).toEqual(state);
  });

  test.each([
    { when: 'the border between seed and name moves', one: streamOf('7|x', 'y'), other: streamOf('7', 'x|y') },
    { when: 'one pair repeats the other', one: streamOf('7', 'x'), other: streamOf('7x7', 'x') },
    { when: 'characters differ above their low byte', one: streamOf('\u0100', 'x'), other: streamOf('\u0200', 'x') },
  ])('two streams differ when $when', ({ one, other }) => {
    expect(one).not.toEqual(other);
  });

  test('a draw changes a copy of the stream, and the copy continues where it stopped', () => {
    const stream = streamOf('7', 'x');
    const whole = take(new Draw(stream), 6);
    const first = new Draw(stream);
    const head = take(first, 2);
    expect([...head, ...take(new Draw(first.stream()), 4)]).toEqual(whole);
    expect(take(new Draw(stream), 2)).toEqual(head);
  });
});

describe('a branch', () => {
  test('moves its stream on by the same number of draws, however much is drawn from it', () => {
    const [one, other] = [new Draw(streamOf('7', 'test')), new Draw(streamOf('7', 'test'))];
    one.branch();
    const branch = other.branch();
    for (let count = 0; count < 100; count += 1) branch.uint32();
    expect(one.stream()).toEqual(other.stream());
    expect(branch.stream()).not.toEqual(other.stream());
  });
});

describe('draws', () => {
  test('between returns both ends of the range and nothing outside it', () => {
    const draw = new Draw(streamOf('7', 'dice'));
    const seen = new Set(Array.from({ length: 1_000 }, () => draw.between(1, 6)));
    expect([...seen].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('chance returns true with about the given frequency', () => {
    const draw = new Draw(streamOf('7', 'coin'));
    const hits = Array.from({ length: 100_000 }, () => draw.chance(250_000)).filter(Boolean).length;
    expect(hits).toBeGreaterThan(24_000);
    expect(hits).toBeLessThan(26_000);
  });

  test('the normal draw has mean 0 and deviation one million', () => {
    const draw = new Draw(streamOf('7', 'normal'));
    const values = Array.from({ length: 100_000 }, () => draw.normalMillionths());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    expect(Math.abs(mean)).toBeLessThan(10_000);
    expect(Math.abs(deviation - 1_000_000)).toBeLessThan(10_000);
  });

  test('the normal draw is the sum of twelve draws', () => {
    const [draw, twelve] = [new Draw(streamOf('7', 'normal')), new Draw(streamOf('7', 'normal'))];
    for (let round = 0; round < 1_000; round += 1) {
      let sum = -5_999_994;
      for (let term = 0; term < 12; term += 1) sum += twelve.between(0, 999_999);
      expect(draw.normalMillionths()).toBe(sum);
      expect(draw.stream()).toEqual(twelve.stream());
    }
  });
});

describe('draws of other distributions', () => {
  const DRAWS = 40_000;
  const drawn = (draw: (from: Draw) => number): number[] => {
    const from = new Draw(streamOf('7', 'distributions'));
    return Array.from({ length: DRAWS }, () => draw(from));
  };
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const shareAbove = (values: readonly number[], bound: number): number =>
    values.filter((value) => value > bound).length / values.length;

  test('are the same on every machine', () => {
    const from = new Draw(streamOf('7', 'distributions'));
    expect([
      from.exponential(1_000_000),
      from.pareto(10, 10_000, 1_500_000),
      from.logNormal(1_000_000, 900_000),
    ]).toEqual([1_084_698, 16, 2_140_249]);
  });

  test('exponential gaps have the mean and the deviation asked for', () => {
    const gaps = drawn((from) => from.exponential(5_000));
    expect(mean(gaps)).toBeGreaterThan(4_930);
    expect(mean(gaps)).toBeLessThan(5_070);
    // 1 / e and 1 / e^3.
    expect(Math.abs(shareAbove(gaps, 5_000) - 0.3679)).toBeLessThan(0.008);
    expect(Math.abs(shareAbove(gaps, 15_000) - 0.0498)).toBeLessThan(0.004);
  });

  test('Pareto sizes fall with the exponent asked for, between both ends', () => {
    const sizes = drawn((from) => from.pareto(100, 100_000, 1_500_000));
    expect(Math.min(...sizes)).toBe(100);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
    // 4^-1.5 and 25^-1.5.
    expect(Math.abs(shareAbove(sizes, 400) - 0.125)).toBeLessThan(0.006);
    expect(Math.abs(shareAbove(sizes, 2_500) - 0.008)).toBeLessThan(0.0015);
    expect(new Set(drawn((from) => from.pareto(7, 7, 500_000)))).toEqual(new Set([7]));
  });

  test('log-normal sizes have the median and the deviation asked for', () => {
    const sizes = drawn((from) => from.logNormal(1_000, 1_000_000));
    expect(Math.abs(shareAbove(sizes, 1_000) - 0.5)).toBeLessThan(0.01);
    // The logarithm of 2,718 is one deviation above that of the median.
    expect(Math.abs(shareAbove(sizes, 2_718) - 0.1587)).toBeLessThan(0.008);
  });
});
