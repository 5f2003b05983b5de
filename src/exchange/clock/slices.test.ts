import { expect, test } from 'vitest';
import { HandWall } from './hand-wall.test-helper.ts';
import { runSlice } from './slices.ts';

/** Steps of a second. */
const driver = () => {
  let now = 0;
  return {
    stateTime: () => now,
    stepTo: (to: number) => {
      now = Math.min(to, now + 1_000);
    },
  };
};

test.each([
  // Each look at the wall takes so long, and a step takes one look.
  [0, 60_000, true],
  [1, 20_000, false],
  [6, 3_000, false],
  [10, 2_000, false],
  [11, 1_000, false],
  [500, 1_000, false],
])('with steps of %d ms a slice comes to %d', (stepMs, reached, isThere) => {
  const steps = driver();
  expect(runSlice(steps, 60_000, new HandWall(stepMs))).toBe(isThere);
  expect(steps.stateTime()).toBe(reached);
});

test('a slice ends where it is told that enough is collected, after one step at least', () => {
  const steps = driver();
  expect(runSlice(steps, 60_000, new HandWall(), () => true)).toBe(false);
  expect(steps.stateTime()).toBe(1_000);
});

test('a slice that comes to the end says so, also on its last step', () => {
  const steps = driver();
  expect(runSlice(steps, 900, new HandWall(500))).toBe(true);
  expect(runSlice(steps, 900, new HandWall(500))).toBe(true);
  expect(steps.stateTime()).toBe(900);
});
