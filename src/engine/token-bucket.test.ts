import { describe, expect, test } from 'vitest';
import { type Buckets, emptyTable, spend, tokensLeft } from './token-bucket.ts';

const T = 1_767_571_200_000;
/** 1,000 tokens in 10 s: one token in 10 ms. */
const TIER_0 = { cap: 1_000, windowMs: 10_000 };

const bucketsWith = (tokens: number): Buckets<string> => {
  const buckets: Buckets<string> = emptyTable(T);
  spend(buckets, 'a', TIER_0, tokens, T);
  return buckets;
};

describe('a token bucket', () => {
  test('is full until something is taken out of it', () => {
    expect(tokensLeft(emptyTable<string, never>(T), 'a', TIER_0, T)).toBe(1_000);
    expect(tokensLeft(bucketsWith(1), 'a', TIER_0, T)).toBe(999);
    expect(tokensLeft(bucketsWith(1), 'b', TIER_0, T)).toBe(1_000);
  });

  test.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [19, 1],
    [20, 2],
    [5_000, 500],
    [9_999, 999],
    [10_000, 1_000],
    [10_001, 1_000],
    [31_536_000_000, 1_000],
  ])('that is empty has after %i ms %i tokens', (ms, tokens) => {
    expect(tokensLeft(bucketsWith(1_000), 'a', TIER_0, T + ms)).toBe(tokens);
  });

  test('loses no part of a token when it is taken from again and again', () => {
    const buckets = bucketsWith(1_000);
    // 3 ms bring 0.3 tokens; after ten times 3 ms there are three, of which one was taken each time it was whole.
    const left = Array.from({ length: 10 }, (_, index) => {
      const now = T + (index + 1) * 3;
      const before = tokensLeft(buckets, 'a', TIER_0, now);
      if (before > 0) spend(buckets, 'a', TIER_0, 1, now);
      return before;
    });
    expect(left).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  test('counts in a window and a cap that have no common measure', () => {
    const odd = { cap: 7, windowMs: 1_003 };
    const buckets: Buckets<string> = emptyTable(T);
    spend(buckets, 'a', odd, 7, T);
    expect([143, 144, 286, 287, 1_002, 1_003].map((ms) => tokensLeft(buckets, 'a', odd, T + ms))).toEqual([
      0, 1, 1, 2, 6, 7,
    ]);
  });

  test('is never emptier than empty, and no fuller than full', () => {
    const buckets = bucketsWith(5_000);
    expect(tokensLeft(buckets, 'a', TIER_0, T)).toBe(0);
    expect(tokensLeft(buckets, 'a', TIER_0, T + 10)).toBe(1);
  });

  test('of a smaller size keeps what is missing, down to nothing', () => {
    const buckets: Buckets<string> = emptyTable(T);
    spend(buckets, 'a', { cap: 5_000, windowMs: 10_000 }, 3_000, T);
    expect(tokensLeft(buckets, 'a', { cap: 5_000, windowMs: 10_000 }, T)).toBe(2_000);
    expect(tokensLeft(buckets, 'a', TIER_0, T)).toBe(0);
    expect(tokensLeft(buckets, 'a', TIER_0, T + 5_000)).toBe(500);
  });
});

// Goal: the table stays small without ever giving tokens back early (SEC-31). Method: one bucket that is watched
// while others come and go by the thousand.
describe('the table of buckets', () => {
  test('forgets what is full again, and only that', () => {
    const buckets = bucketsWith(1_000);
    for (let ms = 1; ms <= 9_999; ms += 1) spend(buckets, `other ${ms}`, TIER_0, 1, T + ms);
    expect(tokensLeft(buckets, 'a', TIER_0, T + 9_999)).toBe(999);
    spend(buckets, 'b', TIER_0, 1, T + 10_000);
    expect(tokensLeft(buckets, 'a', TIER_0, T + 10_000)).toBe(1_000);
    expect(tokensLeft(buckets, 'other 9999', TIER_0, T + 10_000)).toBe(999);
    spend(buckets, 'b', TIER_0, 1, T + 20_000);
    expect([buckets.young.size, buckets.old.size]).toEqual([1, 0]);
    expect(tokensLeft(buckets, 'b', TIER_0, T + 20_000)).toBe(999);
  });

  test('holds no more than two windows of a million addresses', () => {
    const buckets: Buckets<string> = emptyTable(T);
    let most = 0;
    for (let address = 0; address < 1_000_000; address += 1) {
      spend(buckets, String(address), TIER_0, 1, T + address);
      most = Math.max(most, buckets.young.size + buckets.old.size);
    }
    expect(most).toBe(20_000);
  });
});
