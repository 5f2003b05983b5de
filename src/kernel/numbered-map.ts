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
