import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../kernel/errors.ts';
import { cappedWeekWindow, foldAliases, weekWindow } from './time-window.ts';

const NOW = 10_000_000_000;
const WEEK = 604_800_000;
const MONTH = 2_592_000_000;
const said = (response: unknown): unknown =>
  isRefusal(response) ? [response.http, response.code, response.message] : response;
const invalid = (message: string) => [400, 'VALIDATION_ERROR', message];
const week = (startTime?: number, endTime?: number) => said(weekWindow({ startTime, endTime }, NOW));
const capped = (startTime?: number, endTime?: number) => said(cappedWeekWindow({ startTime, endTime }, NOW));

describe('a window of seven days', () => {
  test('missing bounds are derived and the end never passes now', () => {
    expect(week()).toEqual({ from: NOW - WEEK, to: NOW });
    expect(week(1_000)).toEqual({ from: 1_000, to: 1_000 + WEEK });
    expect(week(NOW - 5)).toEqual({ from: NOW - 5, to: NOW });
    expect(week(undefined, NOW - 5)).toEqual({ from: NOW - 5 - WEEK, to: NOW - 5 });
    expect(week(undefined, NOW + 5)).toEqual({ from: NOW - WEEK, to: NOW });
    expect(week(NOW - 5, NOW + 5)).toEqual({ from: NOW - 5, to: NOW });
    expect(week(7, 7)).toEqual({ from: 7, to: 7 });
    expect(week(0, WEEK)).toEqual({ from: 0, to: WEEK });
  });

  test('impossible ranges', () => {
    expect(week(8, 7)).toEqual(invalid('startTime must be before endTime'));
    expect(week(0, WEEK + 1)).toEqual(invalid('time range cannot exceed 7 days'));
    expect(week(-1)).toEqual(invalid('startTime must be non-negative'));
    expect(week(undefined, -1)).toEqual(invalid('endTime must be non-negative'));
  });
});

describe('the same within thirty days', () => {
  test('the floor is inside', () => {
    expect(capped(NOW - MONTH)).toEqual({ from: NOW - MONTH, to: NOW - MONTH + WEEK });
    expect(capped(NOW - MONTH - 1)).toEqual(invalid('startTime cannot be more than 30 days in the past'));
  });

  test('a derived start is cut, a lone end before the floor refused', () => {
    expect(capped(undefined, NOW - MONTH + 1)).toEqual({ from: NOW - MONTH, to: NOW - MONTH + 1 });
    expect(capped(undefined, NOW - MONTH - 1)).toEqual(invalid('endTime is older than the 30-day historical data cap'));
  });
});

test('old and new spellings of a bound agree or are refused', () => {
  const none = { startTime: undefined, endTime: undefined, fromTime: undefined, toTime: undefined };
  expect(foldAliases({ ...none, fromTime: 1, toTime: 2 })).toEqual({ startTime: 1, endTime: 2 });
  expect(foldAliases({ ...none, startTime: 1, fromTime: 1 })).toEqual({ startTime: 1, endTime: undefined });
  expect(said(foldAliases({ ...none, startTime: 1, fromTime: 2 }))).toEqual(
    invalid('cannot specify both startTime and fromTime with different values'),
  );
  expect(said(foldAliases({ ...none, endTime: 1, toTime: 2 }))).toEqual(
    invalid('cannot specify both endTime and toTime with different values'),
  );
});
