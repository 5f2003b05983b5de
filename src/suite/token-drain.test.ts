import { describe, expect, test } from 'vitest';
import { drainProblem, type Spent, wasDrained } from './token-account.ts';

/** One after the other: cost, served or not, and when it was sent and its response received. */
function requests(...rows: readonly (readonly [cost: number, served: boolean, sent: number, came: number])[]): Spent[] {
  return rows.map(([cost, served, sent, came], index) => ({
    cost,
    served,
    sent: { at: sent, order: 2 * index },
    came: { at: came, order: 2 * index + 1 },
  }));
}

const FORTY_NINE = Array.from({ length: 49 }, () => [200, true, 0, 0] as const);

describe('an address of 10,000 tokens, while time stands still', () => {
  test('pays fifty requests of 200 tokens and not one more', () => {
    expect(drainProblem(requests(...FORTY_NINE, [200, true, 0, 0], [200, false, 0, 0]), 0)).toBeUndefined();
    expect(drainProblem(requests(...FORTY_NINE, [200, false, 0, 0]), 0)).toBe(
      'a request of 200 tokens was refused, and at least 200 should have been left',
    );
    expect(drainProblem(requests(...FORTY_NINE, [200, true, 0, 0], [1, true, 0, 0]), 0)).toBe(
      'a request of 1 tokens was served, and no more than 0 can have been left',
    );
  });

  test('pays the next one in the very millisecond in which it has the tokens again', () => {
    const spent = [...FORTY_NINE, [200, true, 0, 0]] as const;
    expect(drainProblem(requests(...spent, [50, false, 49, 49], [50, true, 50, 50]), 0)).toBeUndefined();
    expect(drainProblem(requests(...spent, [50, true, 49, 49]), 0)).toBe(
      'a request of 50 tokens was served, and no more than 49 can have been left',
    );
    expect(drainProblem(requests(...spent, [50, false, 50, 50]), 0)).toBe(
      'a request of 50 tokens was refused, and at least 50 should have been left',
    );
  });
});

describe('where time goes by', () => {
  test('whatever could have been between a request and its response is right', () => {
    const first = [200, true, 0, 2] as const;
    const spent = [first, ...FORTY_NINE.map(() => [200, true, 3, 4] as const)];
    expect(drainProblem(requests(...spent, [50, false, 50, 54]), 1)).toBeUndefined();
    expect(drainProblem(requests(...spent, [50, true, 50, 54]), 1)).toBeUndefined();
    expect(drainProblem(requests(...spent, [50, false, 53, 54]), 1)).toBe(
      'a request of 50 tokens was refused, and at least 50 should have been left',
    );
    expect(drainProblem(requests(...spent, [50, true, 47, 48]), 1)).toBe(
      'a request of 50 tokens was served, and no more than 49 can have been left',
    );
  });

  test('requests that were under way together may have been paid in any order', () => {
    const spent = [...FORTY_NINE, [150, true, 0, 0]] as const;
    const before = requests(...spent);
    const together = (served: boolean, order: number): Spent => ({
      cost: 50,
      served,
      sent: { at: 0, order: 200 + order },
      came: { at: 0, order: 210 - order },
    });
    expect(drainProblem([...before, together(false, 0), together(true, 1)], 0)).toBeUndefined();
    expect(drainProblem([...before, together(true, 0), together(false, 1)], 0)).toBeUndefined();
    expect(drainProblem([...before, together(false, 0), together(false, 1)], 0)).toBe(
      'a request of 50 tokens was refused, and at least 50 should have been left',
    );
  });

  test('a bucket that was full again after the first request proves nothing', () => {
    expect(wasDrained(requests([250, true, 0, 2], [250, true, 100, 249]))).toBe(true);
    expect(wasDrained(requests([250, true, 0, 2], [250, true, 100, 250]))).toBe(false);
    expect(wasDrained(requests([250, true, 0, 2], [10, true, 10, 20], [10, true, 20, 260]))).toBe(false);
    expect(wasDrained(requests([250, true, 0, 2], [10, true, 10, 20], [10, true, 20, 259]))).toBe(true);
  });
});
