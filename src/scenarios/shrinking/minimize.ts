import { reduceByChunks } from './reduce-by-chunks.ts';
import { type Fails, Tries } from './tries.ts';

export interface MinimizeOptions<Item> {
  /** Ends the search after the running try; the shortest list so far is the result. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MinimizeProgress) => void;
  /** Calls of the predicate at most; 2,000 when left out. */
  readonly maxTries?: number;
  /** Simpler forms of an item, the simplest first. They replace it where the list still fails. */
  readonly simplify?: (item: Item) => readonly Item[];
}

export interface MinimizeProgress {
  /** Calls of the predicate so far. */
  readonly tries: number;
  /** Items of the shortest list that fails. */
  readonly length: number;
}

export interface Minimized<Item> {
  readonly items: readonly Item[];
  readonly tries: number;
  /** True when no single item can be left out; false when the tries or the signal ended the search before that. */
  readonly isMinimal: boolean;
}

const DEFAULT_TRIES = 2_000;

/**
 * Returns the shortest list that still fails and that leaving items out of `items` leads to, in their order. First delta
 * debugging removes chunks (Zeller's ddmin), then single items are removed until none can be, then items are simplified.
 * Each list is tried once. Equal predicates lead to equal results. Null when the whole list does not fail.
 */
export async function minimize<Item>(
  items: readonly Item[],
  fails: Fails<Item>,
  options: MinimizeOptions<Item> = {},
): Promise<Minimized<Item> | null> {
  const tries = new Tries(fails, {
    maxTries: options.maxTries ?? DEFAULT_TRIES,
    signal: options.signal,
    onProgress: options.onProgress,
  });
  if (!(await tries.fails(items))) return null;
  let shortest = await removeSingles(await reduceByChunks(items, tries), tries);
  if (options.simplify !== undefined) shortest = await simplified(shortest, options.simplify, tries);
  return { items: shortest, tries: tries.count, isMinimal: !tries.isOver };
}

/** Removes one item at a time, the last first, until every item is needed. */
async function removeSingles<Item>(items: readonly Item[], tries: Tries<Item>): Promise<readonly Item[]> {
  let shortest = items;
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    for (let index = shortest.length - 1; index >= 0; index -= 1) {
      const shorter = shortest.toSpliced(index, 1);
      if (!(await tries.fails(shorter))) continue;
      shortest = shorter;
      isShorter = true;
    }
  }
  return shortest;
}

/** Replaces items by simpler forms until none helps, and removes items that simpler neighbours made unnecessary. */
async function simplified<Item>(
  items: readonly Item[],
  formsOf: (item: Item) => readonly Item[],
  tries: Tries<Item>,
): Promise<readonly Item[]> {
  let simplest = items;
  for (let isSimpler = true; isSimpler && !tries.isOver;) {
    isSimpler = false;
    for (let index = 0; index < simplest.length; index += 1) {
      const form = await firstForm(simplest, index, formsOf, tries);
      if (form === undefined) continue;
      simplest = form;
      isSimpler = true;
    }
    if (isSimpler) simplest = await removeSingles(simplest, tries);
  }
  return simplest;
}

async function firstForm<Item>(
  items: readonly Item[],
  index: number,
  formsOf: (item: Item) => readonly Item[],
  tries: Tries<Item>,
): Promise<readonly Item[] | undefined> {
  const item = items[index];
  if (item === undefined) return undefined;
  for (const form of formsOf(item)) {
    const changed = items.with(index, form);
    if (await tries.fails(changed)) return changed;
  }
  return undefined;
}
