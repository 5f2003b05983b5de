/**
 * Runs a task for each item, at most so many at a time, and begins them in order. Resolves when all have ended.
 *
 * @throws what a task threw first, once those that had begun have ended; no further one is begun then
 */
export async function sideBySide<T>(
  most: number,
  items: readonly T[],
  task: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next;
      next += 1;
      await task(items[index] as T, index).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: most }, work));
  if (failures.length > 0) throw failures[0];
}
