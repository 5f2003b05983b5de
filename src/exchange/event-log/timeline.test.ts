import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

const START = Date.UTC(2026, 0, 5);

test('counts stand in the bucket of their time', () => {
  const timeline = new Timeline(START);
  timeline.add('fill', START + 1_500);
  timeline.add('fill', START + 1_999);
  timeline.add('refusal', START + 1_000);
  timeline.add('fault', START + 9_000);
  expect(timeline.read({ from: START, to: START + 10_000, most: 100 })).toEqual({
    width: 1_000,
    buckets: [
      { at: START + 1_000, fill: 2, refusal: 1 },
      { at: START + 9_000, fault: 1 },
    ],
  });
});

test('a long run has wider buckets, and loses no count', () => {
  const timeline = new Timeline(START);
  const hour = 3_600_000;
  for (let at = 0; at < 48; at += 1) timeline.add('funding', START + at * hour);
  timeline.add('fill', START + 47 * hour);
  // 1,024 buckets of 256 s are three days, of 128 s a day and a half.
  expect(timeline.width).toBe(256_000);
  const { buckets } = timeline.read({ from: START, to: START + 48 * hour, most: 1_000 });
  expect(buckets.reduce((sum, { funding = 0 }) => sum + funding, 0)).toBe(48);
  expect(buckets.at(-1)).toMatchObject({ fill: 1, funding: 1 });
});

test('a window has at most the buckets that were asked for, and none from outside', () => {
  const timeline = new Timeline(START);
  for (let second = 0; second < 1_000; second += 1) timeline.add('fill', START + second * 1_000);
  const all = timeline.read({ from: START, to: START + 1_000_000, most: 100 });
  expect(all.width).toBe(10_000);
  expect(all.buckets.map(({ fill }) => fill)).toEqual(Array.from({ length: 100 }, () => 10));
  const part = timeline.read({ from: START + 500_000, to: START + 509_999, most: 100 });
  expect(part.buckets.map(({ at }) => at - START)).toEqual(
    Array.from({ length: 10 }, (_, place) => 500_000 + place * 1_000),
  );
});
