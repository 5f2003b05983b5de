/** The latest entries of a map, up to a maximum: a new entry removes the oldest. */
export class Ring<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Adds an entry, or replaces one where it stands. */
  set(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Oldest first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
