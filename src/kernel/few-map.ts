/**
 * A Map that mostly has one entry or none. The one entry is a plain field, so that reading it needs no hash table; the
 * table of the Map itself is used from the second entry on, until the map is empty again. It has the order of a Map. An
 * iterator that was made over one entry does not visit entries that are added later.
 */
export class FewMap<K, V> extends Map<K, V> {
  #key: K | undefined;
  #value: V | undefined;
  #isOne = false;

  override get size(): number {
    return this.#isOne ? 1 : super.size;
  }

  override get(key: K): V | undefined {
    if (this.#isOne) return key === this.#key ? this.#value : undefined;
    return super.size === 0 ? undefined : super.get(key);
  }

  override has(key: K): boolean {
    if (this.#isOne) return key === this.#key;
    return super.size > 0 && super.has(key);
  }

  override set(key: K, value: V): this {
    if (this.#isOne && key !== this.#key) {
      super.set(this.#key as K, this.#value as V);
      this.#forget();
    }
    if (super.size > 0) return super.set(key, value);
    this.#isOne = true;
    this.#key = key;
    this.#value = value;
    return this;
  }

  override delete(key: K): boolean {
    if (!this.#isOne) return super.delete(key);
    if (key !== this.#key) return false;
    this.#forget();
    return true;
  }

  override clear(): void {
    this.#forget();
    super.clear();
  }

  override keys(): MapIterator<K> {
    return this.#isOne ? [this.#key as K].values() : super.keys();
  }

  override values(): MapIterator<V> {
    return this.#isOne ? [this.#value as V].values() : super.values();
  }

  override entries(): MapIterator<[K, V]> {
    return this.#isOne ? [[this.#key, this.#value] as [K, V]].values() : super.entries();
  }

  override [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  override forEach(callback: (value: V, key: K, map: Map<K, V>) => void, thisArg?: unknown): void {
    for (const [key, value] of this.entries()) callback.call(thisArg, value, key, this);
  }

  #forget(): void {
    this.#isOne = false;
    this.#key = undefined;
    this.#value = undefined;
  }
}
