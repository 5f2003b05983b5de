/**
 * A table that mostly has one entry or none. The one entry is a plain object, so that reading it touches no hash table; a Map is made
 * for the second entry, and kept until the table is empty again. Entries come in the order in which their keys came. An iterator
 * that was made over one entry does not visit entries that are added later.
 */
export class FewMap<K, V> implements Iterable<[K, V]> {
  /** The only entry, while there is no table. */
  #only: { readonly key: K; value: V } | null = null;
  #table: Map<K, V> | null = null;

  constructor(entries?: Iterable<readonly [K, V]>) {
    if (entries) for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    if (this.#table !== null) return this.#table.size;
    return this.#only === null ? 0 : 1;
  }

  get(key: K): V | undefined {
    if (this.#table !== null) return this.#table.get(key);
    const only = this.#only;
    return only !== null && only.key === key ? only.value : undefined;
  }

  has(key: K): boolean {
    return this.#table === null ? this.#only?.key === key : this.#table.has(key);
  }

  set(key: K, value: V): this {
    const only = this.#only;
    if (this.#table !== null) this.#table.set(key, value);
    else if (only === null) this.#only = { key, value };
    else if (only.key === key) only.value = value;
    else {
      this.#table = new Map([
        [only.key, only.value],
        [key, value],
      ]);
      this.#only = null;
    }
    return this;
  }

  /** Returns true if the key had an entry. */
  delete(key: K): boolean {
    const table = this.#table;
    if (table !== null) {
      const isGone = table.delete(key);
      if (table.size === 0) this.#table = null;
      return isGone;
    }
    if (this.#only?.key !== key) return false;
    this.#only = null;
    return true;
  }

  keys(): IterableIterator<K> {
    if (this.#table !== null) return this.#table.keys();
    return (this.#only === null ? [] : [this.#only.key]).values();
  }

  values(): IterableIterator<V> {
    if (this.#table !== null) return this.#table.values();
    return (this.#only === null ? [] : [this.#only.value]).values();
  }

  [Symbol.iterator](): IterableIterator<[K, V]> {
    if (this.#table !== null) return this.#table.entries();
    const entries: [K, V][] = this.#only === null ? [] : [[this.#only.key, this.#only.value]];
    return entries.values();
  }

  /** Returns the canonical form, which is that of a Map with the same entries. */
  toCanonical(): ReadonlyMap<K, V> {
    return this.#table ?? new Map(this);
  }
}

/** So many members are found one by one faster than in a table, and take a quarter of its memory. */
const FEW = 16;

/**
 * A table of members that mostly has few, in the order in which they came. These are a plain list; a Set is made for the seventeenth,
 * and kept until the table is empty again.
 */
export class FewSet<T> implements Iterable<T> {
  /** The members, while there is no table. */
  #list: T[] = [];
  #table: Set<T> | null = null;

  get size(): number {
    return this.#table === null ? this.#list.length : this.#table.size;
  }

  has(member: T): boolean {
    return this.#table === null ? this.#list.includes(member) : this.#table.has(member);
  }

  add(member: T): this {
    const list = this.#list;
    if (this.#table !== null) this.#table.add(member);
    else if (list.includes(member)) return this;
    else if (list.length < FEW) list.push(member);
    else {
      this.#table = new Set(list).add(member);
      this.#list = [];
    }
    return this;
  }

  /** Returns true if it was a member. */
  delete(member: T): boolean {
    const table = this.#table;
    if (table !== null) {
      const isGone = table.delete(member);
      if (table.size === 0) this.#table = null;
      return isGone;
    }
    const list = this.#list;
    const place = list.indexOf(member);
    if (place < 0) return false;
    // Removing one place of a list by `splice` makes a second list.
    list.copyWithin(place, place + 1);
    list.pop();
    return true;
  }

  /** Visits the members of now where they are a list: one that is deleted later is visited all the same. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#table === null ? [...this.#list].values() : this.#table.values();
  }

  /** Returns the canonical form, which is that of a Set with the same members. */
  toCanonical(): ReadonlySet<T> {
    return this.#table ?? new Set(this.#list);
  }
}

/** Keys of a page, and pages of a chunk, as powers of two. */
const PAGE_BITS = 5;
const CHUNK_BITS = 11;
const PAGE = 1 << PAGE_BITS;
const PAGES = 1 << (CHUNK_BITS - PAGE_BITS);

/** A long run of keys, in pages of short runs. */
interface Chunk<V> {
  /** Pages that have values. */
  live: number;
  readonly pages: ((V | undefined)[] | null)[];
  /** Values of each page. */
  readonly counts: Uint8Array;
}

/**
 * A table whose keys count up, like the numbers of orders, and most of whose values are gone again soon. Values are in
 * short lists by their keys, so that reading, adding and deleting hash nothing, and no table is compacted while most of
 * what was in it is gone. Pages and chunks are dropped with their last value: one old value keeps a kilobyte.
 *
 * It is walked by key, which is the order in which such keys come, over the values of the moment in which the walk began.
 * Keys from 2 ** 32 on are in a Map.
 */
export class AscendingMap<V> implements Iterable<[number, V]> {
  readonly #chunks: (Chunk<V> | null)[] = [];
  #count = 0;
  readonly #others = new Map<number, V>();

  get size(): number {
    return this.#count + this.#others.size;
  }

  get(key: number): V | undefined {
    const index = key >>> 0;
    if (index !== key) return this.#others.get(key);
    return this.#pageOf(index)?.[index & (PAGE - 1)];
  }

  has(key: number): boolean {
    return key >>> 0 === key ? this.get(key) !== undefined : this.#others.has(key);
  }

  set(key: number, value: V): this {
    if (key >>> 0 !== key) {
      this.#others.set(key, value);
      return this;
    }
    const chunk = this.#chunkFor(key);
    const own = (key >>> PAGE_BITS) & (PAGES - 1);
    let page = chunk.pages[own] ?? null;
    if (page === null) {
      page = new Array<V | undefined>(PAGE).fill(undefined);
      chunk.pages[own] = page;
      chunk.live += 1;
    }
    if (page[key & (PAGE - 1)] === undefined) {
      chunk.counts[own] = (chunk.counts[own] ?? 0) + 1;
      this.#count += 1;
    }
    page[key & (PAGE - 1)] = value;
    return this;
  }

  delete(key: number): boolean {
    if (key >>> 0 !== key) return this.#others.delete(key);
    const chunk = this.#chunks[key >>> CHUNK_BITS];
    const own = (key >>> PAGE_BITS) & (PAGES - 1);
    const page = chunk?.pages[own];
    if (!chunk || !page || page[key & (PAGE - 1)] === undefined) return false;
    page[key & (PAGE - 1)] = undefined;
    this.#count -= 1;
    const left = (chunk.counts[own] ?? 0) - 1;
    chunk.counts[own] = left;
    if (left > 0) return true;
    chunk.pages[own] = null;
    chunk.live -= 1;
    if (chunk.live === 0) this.#chunks[key >>> CHUNK_BITS] = null;
    return true;
  }

  keys(): IterableIterator<number> {
    return this.#seen((key) => key, this.#others.keys());
  }

  values(): IterableIterator<V> {
    return this.#seen((_, value) => value, this.#others.values());
  }

  [Symbol.iterator](): IterableIterator<[number, V]> {
    return this.#seen((key, value): [number, V] => [key, value], this.#others);
  }

  /** Returns the canonical form, which is that of a Map with the same entries. */
  toCanonical(): ReadonlyMap<number, V> {
    return new Map(this);
  }

  #pageOf(key: number): (V | undefined)[] | null | undefined {
    return this.#chunks[key >>> CHUNK_BITS]?.pages[(key >>> PAGE_BITS) & (PAGES - 1)];
  }

  #chunkFor(key: number): Chunk<V> {
    const chunks = this.#chunks;
    while (chunks.length <= key >>> CHUNK_BITS) chunks.push(null);
    return (chunks[key >>> CHUNK_BITS] ??= {
      live: 0,
      pages: new Array<(V | undefined)[] | null>(PAGES).fill(null),
      counts: new Uint8Array(PAGES),
    });
  }

  #seen<T>(of: (key: number, value: V) => T, others: Iterable<T>): IterableIterator<T> {
    const list: T[] = [];
    for (let at = 0; at < this.#chunks.length; at += 1) {
      const chunk = this.#chunks[at];
      if (!chunk) continue;
      for (let own = 0; own < PAGES; own += 1) {
        const page = chunk.pages[own];
        if (!page) continue;
        const first = (at * PAGES + own) * PAGE;
        for (let index = 0; index < PAGE; index += 1) {
          const value = page[index];
          if (value !== undefined) list.push(of(first + index, value));
        }
      }
    }
    if (this.#others.size > 0) list.push(...others);
    return list.values();
  }
}

/**
 * A table whose keys count up from 0, like the numbers of accounts. Values of such keys are in a list beside the Map of all, so
 * that reading one hashes nothing. Entries come in the order in which their keys came.
 */
export class NumberedMap<V> implements Iterable<[number, V]> {
  readonly #list: (V | undefined)[] = [];
  readonly #all = new Map<number, V>();

  get size(): number {
    return this.#all.size;
  }

  get(key: number): V | undefined {
    return (key < this.#list.length ? this.#list[key] : undefined) ?? this.#all.get(key);
  }

  has(key: number): boolean {
    return (key < this.#list.length && this.#list[key] !== undefined) || this.#all.has(key);
  }

  set(key: number, value: V): this {
    if (key === this.#list.length) this.#list.push(value);
    else if (key >= 0 && key < this.#list.length) this.#list[key] = value;
    this.#all.set(key, value);
    return this;
  }

  /** Returns true if the key had an entry. */
  delete(key: number): boolean {
    if (key >= 0 && key < this.#list.length) this.#list[key] = undefined;
    return this.#all.delete(key);
  }

  keys(): IterableIterator<number> {
    return this.#all.keys();
  }

  values(): IterableIterator<V> {
    return this.#all.values();
  }

  [Symbol.iterator](): IterableIterator<[number, V]> {
    return this.#all.entries();
  }

  /** Returns the canonical form, which is that of a Map with the same entries. */
  toCanonical(): ReadonlyMap<number, V> {
    return this.#all;
  }
}
