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
 * A Map whose keys count up, like the numbers of orders, and most of whose values are gone again soon. Values are in
 * short lists by their keys, so that reading, adding and deleting hash nothing, and no table is compacted while most of
 * what was in it is gone. Pages and chunks are dropped with their last value: one old value keeps a kilobyte.
 *
 * It is walked by key, which is the order in which such keys come, over the values of the moment in which the walk began.
 * Keys from 2 ** 32 on are in the Map itself.
 */
export class AscendingMap<V> extends Map<number, V> {
  readonly #chunks: (Chunk<V> | null)[] = [];
  #count = 0;

  override get size(): number {
    return this.#count + super.size;
  }

  override get(key: number): V | undefined {
    const index = key >>> 0;
    if (index !== key) return super.get(key);
    return this.#pageOf(index)?.[index & (PAGE - 1)];
  }

  override has(key: number): boolean {
    return key >>> 0 === key ? this.get(key) !== undefined : super.has(key);
  }

  override set(key: number, value: V): this {
    if (key >>> 0 !== key) return super.set(key, value);
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

  override delete(key: number): boolean {
    if (key >>> 0 !== key) return super.delete(key);
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

  override clear(): void {
    this.#chunks.length = 0;
    this.#count = 0;
    super.clear();
  }

  override keys(): MapIterator<number> {
    return this.#seen((key) => key, super.keys());
  }

  override values(): MapIterator<V> {
    return this.#seen((_, value) => value, super.values());
  }

  override entries(): MapIterator<[number, V]> {
    return this.#seen((key, value): [number, V] => [key, value], super.entries());
  }

  override [Symbol.iterator](): MapIterator<[number, V]> {
    return this.entries();
  }

  override forEach(callback: (value: V, key: number, map: Map<number, V>) => void, thisArg?: unknown): void {
    for (const [key, value] of this.entries()) callback.call(thisArg, value, key, this);
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

  #seen<T>(of: (key: number, value: V) => T, others: Iterable<T>): MapIterator<T> {
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
    if (super.size > 0) list.push(...others);
    return list.values();
  }
}

/**
 * A Map whose keys count up from 0, like the numbers of accounts. Values of such keys are in a list as well, so that
 * reading one hashes nothing. Other keys are welcome, and are looked up in the Map itself.
 */
export class NumberedMap<V> extends Map<number, V> {
  readonly #list: (V | undefined)[] = [];

  override get(key: number): V | undefined {
    return (key < this.#list.length ? this.#list[key] : undefined) ?? super.get(key);
  }

  override has(key: number): boolean {
    return (key < this.#list.length && this.#list[key] !== undefined) || super.has(key);
  }

  override set(key: number, value: V): this {
    if (key === this.#list.length) this.#list.push(value);
    else if (key >= 0 && key < this.#list.length) this.#list[key] = value;
    return super.set(key, value);
  }

  override delete(key: number): boolean {
    if (key >= 0 && key < this.#list.length) this.#list[key] = undefined;
    return super.delete(key);
  }

  override clear(): void {
    this.#list.length = 0;
    super.clear();
  }
}
