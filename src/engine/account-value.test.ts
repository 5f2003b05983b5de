import { expect, test } from 'vitest';
import { unitsOf } from '../kernel/decimal.ts';
import { PART } from './account-value.ts';
import { stateDigest } from './canonical-state.ts';
import { testConfig } from './config.test-helper.ts';
import type { EngineEvent } from './event.ts';
import { TestVenue } from './venue.test-helper.ts';

const HOUR = 3_600_000;
const START = 1_767_571_200_000;

function cross(venue: TestVenue, ms: number): EngineEvent[] {
  const { engine } = venue;
  return [...engine.apply({ kind: 'clock', at: engine.state.now + ms }).events];
}

const sampled = (events: EngineEvent[]): unknown[] =>
  events.flatMap((event) =>
    event.type === 'ValuesSampled' ? [[event.at, event.values.map(({ value }) => value)]] : [],
  );

const MILLION = unitsOf('1000000');

test('the value of each user subaccount is sampled on the full hour, and not again while nothing moves', () => {
  const venue = new TestVenue();
  expect(sampled(cross(venue, HOUR - 1))).toEqual([]);
  expect(sampled(cross(venue, 1))).toEqual([[START + HOUR, [MILLION, MILLION, MILLION, MILLION]]]);
  expect(sampled(cross(venue, 365 * 24 * HOUR))).toEqual([]);
});

test('a deposit is seen on the next full hour', () => {
  const venue = new TestVenue();
  cross(venue, 10 * HOUR + 5);
  venue.run({ type: 'Deposit', account: 1, asset: 'USDT', amount: unitsOf('7') });
  expect(sampled(cross(venue, 3 * HOUR))).toEqual([
    [START + 11 * HOUR, [MILLION, unitsOf('1000007'), MILLION, MILLION]],
  ]);
});

test('a move of the price is sampled on the next full hour, with unrealized PnL', () => {
  const venue = new TestVenue();
  venue.place(1, 'sell', '1', '95000');
  venue.place(0, 'buy', '1', '95000');
  cross(venue, 2 * HOUR);
  venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_600_000_000_000 });
  const [[, values]] = sampled(cross(venue, HOUR)) as [[number, bigint[]]];
  // 1,000 USDT of open profit beside what is held; fees and funding are in the balances already.
  const held = [0, 1].map((no) => venue.account(no).balances.get('USDT') ?? 0n);
  expect(values.slice(0, 2)).toEqual([(held[0] ?? 0n) + unitsOf('1000'), (held[1] ?? 0n) - unitsOf('1000')]);
});

/** An exchange with more subaccounts than one part of a sample has: those of a venue, and empty ones. */
function crowd(more: number): TestVenue {
  const config = testConfig();
  const [first] = config.devAccounts;
  if (!first) throw new Error('there are accounts');
  const empty = Array.from({ length: more }, (_, no) => ({
    ...first,
    address: `0x${(no + 1).toString(16).padStart(40, '0')}`,
    balances: [],
  }));
  return new TestVenue({ ...config, devAccounts: [...config.devAccounts, ...empty] });
}

const parts = (events: EngineEvent[]): unknown[] =>
  events.flatMap((event) =>
    event.type === 'ValuesSampled'
      ? [{ at: event.at - START, hour: event.hour, from: event.values[0]?.account, count: event.values.length }]
      : [],
  );

test('many subaccounts are sampled in parts, each a millisecond after the one before it', () => {
  const venue = crowd(2 * PART);
  expect(parts(cross(venue, HOUR))).toEqual([{ at: HOUR, hour: undefined, from: 0, count: PART }]);
  expect(parts(cross(venue, 1))).toEqual([{ at: HOUR + 1, hour: START + HOUR, from: PART, count: PART }]);
  // What moves now is for the next hour, which the first part of this one has not seen.
  venue.run({ type: 'Deposit', account: 1, asset: 'USDT', amount: unitsOf('7') });
  expect(parts(cross(venue, HOUR - 2))).toEqual([{ at: HOUR + 2, hour: START + HOUR, from: 2 * PART, count: 4 }]);
  expect(parts(cross(venue, HOUR))).toHaveLength(3);
  expect(parts(cross(venue, 24 * HOUR))).toEqual([]);
});

// Goal: how time is crossed never shows (DET-10). Method: the same commands and moments, in one leap and in small steps.
test('one long advance and many short ones give the same state', () => {
  const run = (steps: number, venue: TestVenue): string => {
    const pass = (ms: number): void => {
      for (let step = 0; step < steps; step += 1) venue.advance(ms / steps);
    };
    pass(HOUR / 2);
    venue.place(1, 'sell', '1', '95000');
    venue.place(0, 'buy', '1', '95000');
    pass(6 * HOUR);
    const { inputSeq: _inputs, eventSeq: _events, ...rest } = venue.engine.state;
    return stateDigest({ ...rest, inputSeq: 0, eventSeq: 0 });
  };
  expect(run(7_200, new TestVenue())).toBe(run(1, new TestVenue()));
  expect(run(7_200, crowd(PART))).toBe(run(1, crowd(PART)));
});
