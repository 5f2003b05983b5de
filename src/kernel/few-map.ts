/**
 * A Map that mostly has one entry or none. The one entry is a plain field, so that reading it touches no hash table; the
 * table of the Map itself is used from the second entry on, until the map is empty again. It has the order of a Map. An
 * iterator that was made over one entry does not visit entries that are added later.
 */
export class FewMap<K, V> extends Map<K, V> {
  /** How many entries there are; 2 says that the table has them. */
  #few: 0 | 1 | 2 = 0;
  #key: K | undefined;
  #value: V | undefined;

  override get size(): number {
    return this.#few === 2 ? super.size : this.#few;
  }

  override get(key: K): V | undefined {
    if (this.#few === 1) return key === this.#key ? this.#value : undefined;
    return this.#few === 0 ? undefined : super.get(key);
  }

  override has(key: K): boolean {
    if (this.#few === 1) return key === this.#key;
    return this.#few === 2 && super.has(key);
  }

  override set(key: K, value: V): this {
    if (this.#few === 2) return super.set(key, value);
    if (this.#few === 1 && key !== this.#key) {
      super.set(this.#key as K, this.#value as V);
      this.#keep(2, undefined, undefined);
      return super.set(key, value);
    }
    this.#keep(1, key, value);
    return this;
  }

  override delete(key: K): boolean {
    if (this.#few === 2) {
      const isGone = super.delete(key);
      if (super.size === 0) this.#few = 0;
      return isGone;
    }
    if (this.#few === 0 || key !== this.#key) return false;
    this.#keep(0, undefined, undefined);
    return true;
  }

  override clear(): void {
    this.#keep(0, undefined, undefined);
    super.clear();
  }

  override keys(): MapIterator<K> {
    return this.#few === 1 ? [this.#key as K].values() : super.keys();
  }

  override values(): MapIterator<V> {
    return this.#few === 1 ? [this.#value as V].values() : super.values();
  }

  override entries(): MapIterator<[K, V]> {
    return this.#few === 1 ? [[this.#key, this.#value] as [K, V]].values() : super.entries();
  }

  override [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  override forEach(callback: (value: V, key: K, map: Map<K, V>) => void, thisArg?: unknown): void {
    for (const [key, value] of this.entries()) callback.call(thisArg, value, key, this);
  }

  #keep(few: 0 | 1 | 2, key: K | undefined, value: V | undefined): void {
    this.#few = few;
    this.#key = key;
    this.#value = value;
  }
}
