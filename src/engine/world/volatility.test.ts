import { describe, expect, test } from 'vitest';
import { Draw, streamOf } from '../../kernel/random.ts';
import type { StochasticSpec, VolatilitySpec, VolatilityState } from './dynamics-spec.ts';
import { FLAT, STILL, stochastic, VOLATILITY } from './dynamics.test-helper.ts';
import { activityPpm, livelinessOf, MEAN_VOLATILITY, stepVolatility, variances, volatilityPpm } from './dynamics.ts';

const HOUR_MS = 3_600_000;
/** Monday, 00:00 UTC. */
const START = 1_767_571_200_000;

interface Step {
  readonly returnPpb: number;
  readonly volatility: VolatilityState;
}

function steps(spec: VolatilitySpec, count: number): Step[] {
  const draw = new Draw(streamOf('7', 'volatility'));
  let volatility = MEAN_VOLATILITY;
  return Array.from({ length: count }, () => {
    const step = stepVolatility(spec, volatility, START, draw);
    ({ volatility } = step);
    return step;
  });
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const rootOf = (values: readonly number[]): number => Math.sqrt(meanOf(values.map((value) => value ** 2)));

describe('volatility', () => {
  // Parts that forget within steps, so that a short run shows their distribution.
  const short: VolatilitySpec = { ...VOLATILITY, intensityPpb: 0, fastDecayPpb: 200_000_000, slowDecayPpb: 50_000_000 };

  test('has the root mean square that the world says', () => {
    const root = rootOf(steps(short, 60_000).map(({ returnPpb }) => returnPpb));
    expect(root).toBeGreaterThan(63_500);
    expect(root).toBeLessThan(67_500);
  });

  test('has parts with the deviations that the world says', () => {
    const run = steps(short, 60_000);
    expect(Math.abs(rootOf(run.map(({ volatility }) => volatility.fast)) - 500_000)).toBeLessThan(10_000);
    expect(Math.abs(rootOf(run.map(({ volatility }) => volatility.slow)) - 300_000)).toBeLessThan(12_000);
  });

  test('is e to the power of its parts, in the hours that the profile says', () => {
    // The variance of the parts is 0.34.
    expect(volatilityPpm(VOLATILITY, { fast: 340_000, slow: 0 }, 1_000_000)).toBe(1_000_000);
    expect(volatilityPpm(VOLATILITY, { fast: 1_000_000, slow: 340_000 }, 500_000)).toBe(1_359_141);
    expect(volatilityPpm(VOLATILITY, { fast: 9_000_000, slow: 9_000_000 }, 1_000_000)).toBe(8_000_004);
    expect(volatilityPpm(VOLATILITY, { fast: -9_000_000, slow: 0 }, 1_000_000)).toBe(125_000);
  });

  test('is zero where the world says so', () => {
    expect(steps(STILL, 100).every(({ returnPpb }) => returnPpb === 0)).toBe(true);
  });

  test('has more jumps in lively hours', () => {
    const jumps = { ...STILL, intensityPpb: 10_000_000, branchingPpb: 0 };
    const lively = { ...jumps, profile: { ...FLAT, weekdays: new Array<number>(7).fill(2_000_000) } };
    const counted = [jumps, lively].map(
      (spec) => steps(spec, 40_000).filter(({ returnPpb }) => returnPpb !== 0).length,
    );
    expect(Math.abs((counted[0] ?? 0) - 400)).toBeLessThan(60);
    expect(Math.abs((counted[1] ?? 0) - 800)).toBeLessThan(90);
  });
});

describe('liveliness', () => {
  const of = (spec: StochasticSpec, volatility: VolatilityState): number =>
    livelinessOf(spec, variances(spec, volatility, START), null, START);

  test('is one in the mean and stays between a fifth and five', () => {
    const spec = stochastic({ fastDecayPpb: 200_000_000, slowDecayPpb: 50_000_000 });
    const values = steps(spec, 20_000).map(({ volatility }) => of(spec, volatility));
    expect(Math.abs(meanOf(values) - 1_000_000)).toBeLessThan(50_000);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(200_000);
    expect(Math.max(...values)).toBeLessThanOrEqual(5_000_000);
    // Without jumps there is nothing else that could move.
    const smooth = stochastic({ intensityPpb: 0 });
    const extreme = [-9_000_000, 9_000_000].map((fast) => of(smooth, { ...MEAN_VOLATILITY, fast }));
    expect(extreme).toEqual([200_000, 5_000_000]);
  });

  test('rises after a jump, because more may follow', () => {
    const excited = { ...MEAN_VOLATILITY, excitation: 8_264_273_000_000_000n };
    expect(of(stochastic(), excited)).toBeGreaterThan(of(stochastic(), MEAN_VOLATILITY) + 500_000);
  });

  test('counts the common factor by beta', () => {
    const fast = { ...MEAN_VOLATILITY, fast: 693_147 };
    const smooth = { ...VOLATILITY, intensityPpb: 0 };
    const livelinessAt = (betaPpm: number, factor: VolatilityState): number => {
      const spec = stochastic({ ...STILL, betaPpm });
      return livelinessOf(spec, variances(spec, MEAN_VOLATILITY, START), variances(smooth, factor, START), START);
    };
    const still = livelinessAt(1_000_000, MEAN_VOLATILITY);
    expect(Math.abs(livelinessAt(1_000_000, fast) / still - 2)).toBeLessThan(0.00001);
    expect(livelinessAt(2_000_000, fast)).toBe(livelinessAt(1_000_000, fast));
    expect(livelinessAt(0, fast)).toBe(1_000_000);
  });
});

describe('the profile of hours and weekdays', () => {
  const profile = {
    hours: [2_000_000, ...new Array<number>(22).fill(1_000_000), 500_000],
    weekdays: [1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 500_000],
  };

  test.each([
    { when: 'in the middle of the first hour of Monday', at: START + HOUR_MS / 2, is: 2_000_000 },
    { when: 'half an hour later', at: START + HOUR_MS, is: 1_500_000 },
    { when: 'at noon', at: START + 12 * HOUR_MS, is: 1_000_000 },
    { when: 'at midnight, between 0.5 and 2', at: START, is: 1_250_000 },
    { when: 'at noon of Saturday', at: START + 132 * HOUR_MS, is: 500_000 },
    { when: 'at midnight before Saturday, between 0.5 and 1', at: START + 120 * HOUR_MS, is: 750_000 },
    { when: 'at noon of Sunday', at: START + 156 * HOUR_MS, is: 1_000_000 },
  ])('is $is $when', ({ at, is }) => {
    expect(activityPpm(profile, at)).toBe(is);
  });
});
