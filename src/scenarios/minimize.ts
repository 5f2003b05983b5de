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

/**
 * Delta debugging: cuts the list into `parts`, keeps one part alone where that fails, otherwise leaves one part out where
 * that fails, otherwise cuts twice as fine, until the parts are single items.
 */
async function reduceByChunks<Item>(items: readonly Item[], tries: Tries<Item>): Promise<readonly Item[]> {
  let shortest = items;
  let parts = 2;
  while (shortest.length >= 2) {
    const chunks = chunksOf(shortest, parts);
    const chunk = await firstFailing(chunks, tries);
    if (chunk !== undefined) {
      shortest = chunk;
      parts = 2;
      continue;
    }
    const complements = chunks.map((_, left) => chunks.flatMap((part, index) => (index === left ? [] : part)));
    const complement = await firstFailing(complements.toReversed(), tries);
    if (complement !== undefined) {
      shortest = complement;
      parts = Math.max(parts - 1, 2);
    } else if (parts < shortest.length) parts = Math.min(parts * 2, shortest.length);
    else break;
    if (tries.isOver) break;
  }
  return shortest;
}

async function firstFailing<Item>(
  lists: readonly (readonly Item[])[],
  tries: Tries<Item>,
): Promise<readonly Item[] | undefined> {
  for (const list of lists) if (await tries.fails(list)) return list;
  return undefined;
}

/** The list in as many parts of nearly equal length; `parts` is at most its length. */
function chunksOf<Item>(items: readonly Item[], parts: number): readonly (readonly Item[])[] {
  const bound = (part: number): number => Math.floor((items.length * part) / parts);
  return Array.from({ length: parts }, (_, part) => items.slice(bound(part), bound(part + 1)));
}

/** Returns true when the list still shows the failure that is being shrunk. */
type Fails<Item> = (items: readonly Item[]) => Promise<boolean>;

interface Limits {
  readonly maxTries: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: { readonly tries: number; readonly length: number }) => void) | undefined;
}

/** The predicate with a memory: no list is tried twice, and none once the tries are used up or the signal has come. */
class Tries<Item> {
  readonly #fails: Fails<Item>;
  readonly #limits: Limits;
  readonly #verdicts = new Map<string, boolean>();
  readonly #numbers = new Map<Item, number>();
  #shortest = Number.POSITIVE_INFINITY;
  #count = 0;
  #wasRefused = false;

  constructor(fails: Fails<Item>, limits: Limits) {
    this.#fails = fails;
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** True once a list was not tried because of the limits. */
  get isOver(): boolean {
    return this.#wasRefused;
  }

  async fails(items: readonly Item[]): Promise<boolean> {
    const key = items.map((item) => this.#numberOf(item)).join(',');
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    if (this.#wasRefused || this.#count >= this.#limits.maxTries || this.#limits.signal?.aborted === true) {
      this.#wasRefused = true;
      return false;
    }
    this.#count += 1;
    const verdict = await this.#fails(items);
    this.#verdicts.set(key, verdict);
    if (verdict) this.#shortest = Math.min(this.#shortest, items.length);
    this.#limits.onProgress?.({ tries: this.#count, length: this.#shortest });
    return verdict;
  }

  #numberOf(item: Item): number {
    const known = this.#numbers.get(item);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(item, number);
    return number;
  }
}
