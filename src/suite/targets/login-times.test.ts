import { expect, test } from 'vitest';
import { LoginTimes } from './lanes.ts';

test('a time that a wallet has signed is followed by the millisecond before it', () => {
  const times = new LoginTimes();
  expect(times.take('0xAb', 1_000)).toBe(1_000);
  expect(times.take('0xab', 1_000)).toBe(999);
  expect(times.take('0xAB', 1_001)).toBe(1_001);
  expect(times.take('0xab', 1_001)).toBe(998);
});

test('wallets do not take times from each other', () => {
  const times = new LoginTimes();
  expect(times.take('0xab', 1_000)).toBe(1_000);
  expect(times.take('0xcd', 1_000)).toBe(1_000);
});
