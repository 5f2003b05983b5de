import { expect, test } from 'vitest';
import { Progress, roundsOf, secondsLeft, timeText } from './progress.ts';
import type { Part } from './run.ts';

const part = (name: string, rounds: number, roundSeconds: number): Part => ({
  name,
  about: '',
  rounds,
  roundSeconds,
  fixedSeconds: 10,
  measure: () => Promise.resolve([]),
});

test('times are read at a glance', () => {
  expect([0, 59.4, 60, 75, 754].map(timeText)).toEqual(['0s', '59s', '1m00s', '1m15s', '12m34s']);
});

test('the time left follows the pace of what is finished', () => {
  expect(secondsLeft({ done: 0, all: 100 }, 5)).toBe(100);
  expect(secondsLeft({ done: 50, all: 100 }, 100)).toBe(100);
  expect(secondsLeft({ done: 120, all: 100 }, 100)).toBe(0);
});

test('a quick run has at most two rounds', () => {
  expect(roundsOf(part('a', 5, 1), true)).toBe(2);
  expect(roundsOf(part('a', 1, 1), true)).toBe(1);
  expect(roundsOf(part('a', 5, 1), false)).toBe(5);
});

test('each round says where it is and how long the rest takes', () => {
  const parts = [part('first', 2, 20), part('second', 1, 40)] as const;
  const lines: string[] = [];
  let now = 1_000;
  const progress = new Progress(
    parts,
    false,
    () => now,
    (line) => lines.push(line),
  );
  expect(progress.estimatedSeconds).toBe(100);
  progress.round(parts[0], 0, 2);
  // Half as fast as estimated: 60 s for the 30 s of the first round.
  now += 60_000;
  progress.round(parts[0], 1, 2);
  now += 40_000;
  progress.finished(parts[0]);
  progress.round(parts[1], 0, 1);
  expect(lines).toEqual([
    '[1/2] first: round 1 of 2, 0s so far, about 1m40s left',
    '[1/2] first: round 2 of 2, 1m00s so far, about 2m20s left',
    '[2/2] second: round 1 of 1, 1m40s so far, about 1m40s left',
  ]);
});
