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
