import { describe, expect, test } from 'vitest';
import { TokenAccount } from './token-account.ts';

const snapshot = (remainingTokens: number, timestamp: number, requestsCap = 1_200) => ({
  rateLimit: { requestsCap, remainingTokens },
  timestamp,
});

describe('a bucket that was full', () => {
  test('shows to the token what a request has taken', () => {
    const account = new TokenAccount();
    expect(account.problem(snapshot(1_150, 1_000), 50, 0)).toBeUndefined();
    account.full();
    expect(account.problem(snapshot(1_151, 1_000), 50, 0)).toBe(
      'a request of 50 tokens should leave 1150 of 1200, and leaves 1151',
    );
  });

  test('may take in what comes back while the request is under way: 3 tokens of 1,200 in 25 ms', () => {
    const after = (left: number): string | undefined => new TokenAccount().problem(snapshot(left, 1_000), 50, 25);
    expect(after(1_153)).toBeUndefined();
    expect(after(1_154)).toBe('a request of 50 tokens should leave 1150 to 1153 of 1200, and leaves 1154');
  });

  test('is looked at too late to count to the token when a token comes back in between', () => {
    const isLoose = (took: number): boolean => {
      const account = new TokenAccount();
      account.problem(snapshot(1_150, 1_000), 50, took);
      return account.isLoose;
    };
    expect([isLoose(8), isLoose(9)]).toEqual([false, true]);
    const later = new TokenAccount();
    later.received(snapshot(600, 1_000));
    later.problem(snapshot(640, 2_000), 50, 9);
    expect(later.isLoose).toBe(false);
  });

  test('may have any size', () => {
    expect(new TokenAccount().problem(snapshot(4_990, 1_000, 5_000), 10, 0)).toBeUndefined();
  });
});

describe('a bucket after another response', () => {
  const after = (ms: number, left: number): string | undefined => {
    const account = new TokenAccount();
    account.received(snapshot(600, 10_000));
    return account.problem(snapshot(left, 10_000 + ms), 10, 0);
  };

  test('holds what has come back since: 120 tokens of 1,200 in a second', () => {
    expect([708, 709, 710, 711, 712].map((left) => after(1_000, left) === undefined)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('is wrong by what comes back in nine seconds instead of ten', () => {
    expect(after(1_000, 723)).toBe('a request of 10 tokens should leave 709 to 711 of 1200, and leaves 723');
  });

  test('never holds more than its size', () => {
    expect(after(20_000, 1_190)).toBeUndefined();
    expect(after(20_000, 1_191)).toBe('a request of 10 tokens should leave 1190 of 1200, and leaves 1191');
  });
});

test('a response without a snapshot is no response to the question', () => {
  expect(() => new TokenAccount().problem({ status: 'ok', timestamp: 1 }, 10, 0)).toThrow(
    'the response does not report what the bucket holds, and when: {"status":"ok","timestamp":1}',
  );
});
