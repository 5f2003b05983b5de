import { expect, test } from 'vitest';
import { countsText, momentAt, nextEvent, placeText, zoomedAround } from './spans.ts';
import type { TimelineRead } from './timeline-data.ts';

const START = Date.UTC(2026, 0, 5);
const READ: TimelineRead = {
  ...{ start: START, now: START + 60_000, inputs: 9, countedFrom: 1, from: START, to: START + 60_000, width: 1_000 },
  buckets: [
    { at: START + 10_000, fill: 2, refusal: 1 },
    { at: START + 30_000, liquidation: 1 },
  ],
  snapshots: [{ name: 'before', inputs: 3, time: START + 20_000 }],
  reach: { input: 0, reason: '' },
};

test('a place of the bar is described with what happened there', () => {
  expect(placeText(READ, START + 10_500)).toBe('05 Jan 2026, 00:00:10 · 2 fills, 1 refusal');
  expect(placeText(READ, START + 20_100)).toBe('05 Jan 2026, 00:00:20 · snapshot before');
  expect(placeText(READ, START + 40_000)).toBe('05 Jan 2026, 00:00:40');
  expect(countsText({ at: 0, price: 2, fault: 1, funding: 1 })).toBe('1 funding payment, 2 price controls, 1 fault');
});

test('a click leads behind what happened, and never beyond now', () => {
  expect(momentAt(READ, START + 10_001)).toBe(START + 10_999);
  expect(momentAt(READ, START + 12_345)).toBe(START + 12_345);
  expect(momentAt({ ...READ, now: START + 30_200 }, START + 30_100)).toBe(START + 30_200);
});

test('the next event is that of another bucket', () => {
  expect(nextEvent(READ, START, 1)).toBe(START + 10_000);
  expect(nextEvent(READ, START + 10_500, 1)).toBe(START + 30_000);
  expect(nextEvent(READ, START + 30_500, 1)).toBe(READ.to);
  expect(nextEvent(READ, START + 30_500, -1)).toBe(START + 10_000);
  expect(nextEvent(READ, START + 5, -1)).toBe(START);
});

test('a zoom stays inside the run, keeps the place of its time, and ends with the whole', () => {
  const whole = { from: 0, to: 100_000 };
  expect(zoomedAround(whole, whole, 50_000, 0.5)).toEqual({ from: 25_000, to: 75_000 });
  expect(zoomedAround(whole, whole, 100_000, 0.5)).toEqual({ from: 50_000, to: 100_000 });
  expect(zoomedAround({ from: 25_000, to: 75_000 }, whole, 50_000, 2)).toBeNull();
  expect(zoomedAround({ from: 0, to: 1_500 }, whole, 0, 0.1)).toEqual({ from: 0, to: 1_000 });
});
