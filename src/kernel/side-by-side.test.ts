import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('every item gets its task, begun in order and no more than so many at a time', async () => {
  const begun: number[] = [];
  let [running, most] = [0, 0];
  await sideBySide(3, [0, 1, 2, 3, 4, 5, 6], async (item, index) => {
    expect(item).toBe(index);
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await later();
    running -= 1;
  });
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
});

test('a task that fails ends it once the others are done, and no further one begins', async () => {
  const ended: number[] = [];
  const all = sideBySide(2, [0, 1, 2, 3], async (item) => {
    if (item === 0) throw new Error('first');
    await later();
    ended.push(item);
  });
  await expect(all).rejects.toThrow('first');
  expect(ended).toEqual([1]);
});
