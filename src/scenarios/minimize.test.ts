import { describe, expect, it } from 'vitest';
import { minimize } from './minimize.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Fails with all of the needed items, in the order of the list. */
const needs =
  (...needed: number[]) =>
  (items: readonly number[]): Promise<boolean> =>
    Promise.resolve(needed.every((item) => items.includes(item)));

describe('minimize', () => {
  it('leaves exactly the items that the failure needs, in their order', async () => {
    const result = await minimize(upTo(1_000), needs(3, 500, 501, 998));
    expect(result?.items).toEqual([3, 500, 501, 998]);
    expect(result?.isMinimal).toBe(true);
  });

  it('finds one item among a thousand in about twice the logarithm of tries', async () => {
    const result = await minimize(upTo(1_024), needs(700));
    expect(result?.items).toEqual([700]);
    expect(result?.tries).toBeLessThan(30);
  });

  it('reaches a list from which no single item can be removed when the failure is not monotonic', async () => {
    // Fails with an even number of items above 4 that include 7; chunks alone get stuck on such a condition.
    const fails = (items: readonly number[]): Promise<boolean> =>
      Promise.resolve(items.includes(7) && (items.length < 5 || items.length % 2 === 0));
    const result = await minimize(upTo(40), fails);
    expect(result?.items).toEqual([7]);
  });

  it('returns the empty list when nothing is needed, and null when the whole list does not fail', async () => {
    expect((await minimize(upTo(9), () => Promise.resolve(true)))?.items).toEqual([]);
    expect(await minimize(upTo(9), () => Promise.resolve(false))).toBeNull();
    expect((await minimize<number>([], () => Promise.resolve(true)))?.items).toEqual([]);
  });

  it('never tries the same list twice', async () => {
    const seen = new Set<string>();
    let repeats = 0;
    await minimize(upTo(64), (items) => {
      const text = items.join(',');
      if (seen.has(text)) repeats += 1;
      seen.add(text);
      return needs(1, 20, 21, 40, 63)(items);
    });
    expect(repeats).toBe(0);
    expect(seen.size).toBeGreaterThan(10);
  });

  it('makes the same tries in the same order every time', async () => {
    const triesOf = async (): Promise<string[]> => {
      const lists: string[] = [];
      await minimize(upTo(100), (items) => {
        lists.push(items.join(','));
        return needs(2, 50, 97)(items);
      });
      return lists;
    };
    expect(await triesOf()).toEqual(await triesOf());
  });

  it('stops after maxTries with the shortest failing list so far', async () => {
    const result = await minimize(upTo(256), needs(0, 100, 200, 255), { maxTries: 12 });
    expect(result?.tries).toBe(12);
    expect(result?.isMinimal).toBe(false);
    expect(result?.items).toEqual(expect.arrayContaining([0, 100, 200, 255]));
    expect(result?.items.length).toBeLessThanOrEqual(256);
  });

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController();
    let calls = 0;
    const result = await minimize(
      upTo(256),
      (items) => {
        calls += 1;
        if (calls === 5) controller.abort();
        return needs(0, 255)(items);
      },
      { signal: controller.signal },
    );
    expect(calls).toBe(5);
    expect(result?.isMinimal).toBe(false);
  });

  it('reports tries and the length of the shortest failing list', async () => {
    const lengths: number[] = [];
    const result = await minimize(upTo(64), needs(5, 6), {
      onProgress: ({ tries, length }) => {
        expect(tries).toBe(lengths.length + 1);
        lengths.push(length);
      },
    });
    expect(lengths[0]).toBe(64);
    expect(lengths.at(-1)).toBe(2);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(result?.tries).toBe(lengths.length);
  });

  it('replaces items by the simplest form that still fails, and removes what that makes unnecessary', async () => {
    const halves = (item: number): readonly number[] => (item > 1 ? [1, Math.floor(item / 2)] : []);
    // Fails with a sum of at least 9 in items of at least 3.
    const fails = (items: readonly number[]): Promise<boolean> =>
      Promise.resolve(items.filter((item) => item >= 3).reduce((sum, item) => sum + item, 0) >= 9);
    const result = await minimize([40, 1, 2, 8], fails, { simplify: halves });
    expect(result?.items).toEqual([10]);
  });

  it('passes on an error of the predicate', async () => {
    await expect(minimize(upTo(4), () => Promise.reject(new Error('the target is gone')))).rejects.toThrow(
      'the target is gone',
    );
  });
});
