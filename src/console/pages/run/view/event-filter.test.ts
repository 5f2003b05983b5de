import { expect, test } from 'vitest';
import type { RunEvent } from '../../../../scenarios/run-result.ts';
import { filteredEvents, NO_FILTER, tally } from './event-filter.ts';

const EVENTS: readonly RunEvent[] = [
  { time: 1, kind: 'request', account: 'alice', symbol: 'BTC-USDT', text: 'placeOrders: 1 accepted' },
  { time: 2, kind: 'refusal', account: 'alice', symbol: null, text: 'INSUFFICIENT_MARGIN' },
  { time: 3, kind: 'note', account: null, symbol: null, text: 'The maker has gone.' },
];
const timesOf = (events: readonly RunEvent[]): number[] => events.map(({ time }) => time);

test('every part of a filter must hold', () => {
  expect(timesOf(filteredEvents(EVENTS, NO_FILTER))).toEqual([1, 2, 3]);
  expect(timesOf(filteredEvents(EVENTS, { ...NO_FILTER, kinds: ['note', 'refusal'] }))).toEqual([2, 3]);
  expect(timesOf(filteredEvents(EVENTS, { ...NO_FILTER, account: 'alice' }))).toEqual([1, 2]);
  expect(timesOf(filteredEvents(EVENTS, { ...NO_FILTER, account: 'alice', kinds: ['note'] }))).toEqual([]);
});

test('all words of a search occur in an event, in any order and case', () => {
  expect(timesOf(filteredEvents(EVENTS, { ...NO_FILTER, text: 'btc ALICE' }))).toEqual([1]);
  expect(timesOf(filteredEvents(EVENTS, { ...NO_FILTER, text: ' gone  maker ' }))).toEqual([3]);
});

test('events are counted by a key', () => {
  expect([...tally(EVENTS, ({ account }) => account)]).toEqual([
    ['alice', 2],
    [null, 1],
  ]);
});
