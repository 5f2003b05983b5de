import { describe, expect, test } from 'vitest';
import { CANDLE_INTERVALS, type CandleInterval } from '../../contract/views.ts';
import { FRAMES } from './candle.ts';

const at = (text: string): number => Date.parse(text);
const shown = (time: number): string => new Date(time).toISOString().slice(0, 19);

describe('the candle that holds 2026-08-13T14:38:27 (a Thursday)', () => {
  test.each<[CandleInterval, string, string]>([
    ['1m', '2026-08-13T14:38:00', '2026-08-13T14:39:00'],
    ['5m', '2026-08-13T14:35:00', '2026-08-13T14:40:00'],
    ['15m', '2026-08-13T14:30:00', '2026-08-13T14:45:00'],
    ['30m', '2026-08-13T14:30:00', '2026-08-13T15:00:00'],
    ['1h', '2026-08-13T14:00:00', '2026-08-13T15:00:00'],
    ['4h', '2026-08-13T12:00:00', '2026-08-13T16:00:00'],
    ['8h', '2026-08-13T08:00:00', '2026-08-13T16:00:00'],
    ['12h', '2026-08-13T12:00:00', '2026-08-14T00:00:00'],
    ['1d', '2026-08-13T00:00:00', '2026-08-14T00:00:00'],
    // 20,676 days after 1970-01-01, a multiple of three.
    ['3d', '2026-08-11T00:00:00', '2026-08-14T00:00:00'],
    ['1w', '2026-08-10T00:00:00', '2026-08-17T00:00:00'],
    ['1M', '2026-08-01T00:00:00', '2026-09-01T00:00:00'],
    ['3M', '2026-07-01T00:00:00', '2026-10-01T00:00:00'],
  ])('of %s opens %s and closes %s', (interval, open, close) => {
    const frame = FRAMES[interval];
    const start = frame.start(at('2026-08-13T14:38:27Z'));
    expect([shown(start), shown(frame.next(start))]).toEqual([open, close]);
  });
});

test.each<[CandleInterval, string, string]>([
  ['1M', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00'],
  ['1M', '2028-02-10T00:00:00Z', '2028-03-01T00:00:00'],
  ['3M', '2026-11-30T00:00:00Z', '2027-01-01T00:00:00'],
  ['1w', '2026-01-04T23:59:59.999Z', '2026-01-05T00:00:00'],
])('%s goes over the end of a year, a February or a Sunday', (interval, time, close) => {
  const frame = FRAMES[interval];
  expect(shown(frame.next(frame.start(at(time))))).toBe(close);
});

test.each(CANDLE_INTERVALS)('%s: a candle holds its first millisecond and its last, and no other', (interval) => {
  const frame = FRAMES[interval];
  const open = frame.start(at('2026-08-13T14:38:27Z'));
  const close = frame.next(open);
  expect([frame.start(open), frame.start(close - 1), frame.start(close)]).toEqual([open, open, close]);
  expect(frame.next(frame.start(open - 1))).toBe(open);
});
