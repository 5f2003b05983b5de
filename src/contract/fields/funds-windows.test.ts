import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../kernel/errors.ts';
import { balanceWindow, transferWindow } from './funds.ts';

const NOW = 1_767_571_200_000;
const DAY = 86_400_000;

/** A window as offsets from now, or what is wrong: the text and its detail. */
function seen(window: ReturnType<typeof balanceWindow>): unknown {
  return isRefusal(window) ? [window.message, window.details?.error] : [window.from - NOW, window.to - NOW];
}

describe('balance updates', () => {
  test.each<[string, number | undefined, number | undefined, unknown]>([
    ['no bounds', undefined, undefined, [-7 * DAY, 0]],
    ['a start', NOW - 30 * DAY, undefined, [-30 * DAY, -23 * DAY]],
    ['a start close to now', NOW - DAY, undefined, [-DAY, 0]],
    ['an end', undefined, NOW - 30 * DAY, [-37 * DAY, -30 * DAY]],
    ['an end ahead', undefined, NOW + DAY, [-7 * DAY, 0]],
    ['an end just after the beginning of time', undefined, 5, [1 - NOW, 5 - NOW]],
    ['a year', NOW - 365 * DAY, NOW, [-365 * DAY, 0]],
    [
      'a year and a millisecond',
      NOW - 365 * DAY - 1,
      NOW,
      ['invalid request parameters', 'balanceUpdates time range cannot exceed 31536000 seconds'],
    ],
    ['backwards', NOW, NOW - 1, ['invalid request parameters', 'balanceUpdates startTime must be before endTime']],
    ['negative', -1, undefined, ['invalid request parameters', 'balanceUpdates startTime must be non-negative']],
    ['negative end', undefined, -1, ['invalid request parameters', 'balanceUpdates endTime must be non-negative']],
  ])('%s', (_what, startTime, endTime, window) => {
    expect(seen(balanceWindow({ startTime, endTime }, NOW))).toEqual(window);
  });
});

describe('transfers', () => {
  const range = ['invalid request parameters', 'transfers time range cannot exceed 2592000 seconds'];
  const start = ['startTime cannot be more than 30 days in the past', undefined];
  const end = ['endTime is older than the 30-day historical data cap', undefined];

  test.each<[string, number | undefined, number | undefined, unknown]>([
    ['no bounds', undefined, undefined, [-30 * DAY, 0]],
    ['a start', NOW - DAY, undefined, [-DAY, 0]],
    ['an end', undefined, NOW - DAY, [-30 * DAY, -DAY]],
    ['an end ahead', NOW - DAY, NOW + DAY, [-DAY, 0]],
    ['thirty days', NOW - 30 * DAY, NOW, [-30 * DAY, 0]],
    ['thirty days and a millisecond', NOW - 30 * DAY - 1, NOW, range],
    ['a start thirty days and a millisecond ago', NOW - 30 * DAY - 1, undefined, start],
    ['a day of last month', NOW - 40 * DAY, NOW - 39 * DAY, start],
    ['an end thirty days ago', undefined, NOW - 30 * DAY, [-30 * DAY, -30 * DAY]],
    ['an end before that', undefined, NOW - 30 * DAY - 1, end],
  ])('%s', (_what, startTime, endTime, window) => {
    expect(seen(transferWindow({ startTime, endTime }, NOW))).toEqual(window);
  });
});
