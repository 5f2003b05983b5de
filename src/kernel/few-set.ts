/** So many members are found one by one faster than in a table, and take a quarter of its memory. */
const FEW = 16;

/**
 * A Set that mostly has few members, in the order in which they came. These are a plain list; the table of the Set itself is used
 * from the seventeenth on, until the set is empty again.
 */
export class FewSet<T> extends Set<T> {
  /** Null while the table is used. */
  #list: T[] | null = [];

  override get size(): number {
    return this.#list === null ? super.size : this.#list.length;
  }

  override has(member: T): boolean {
    return this.#list === null ? super.has(member) : this.#list.includes(member);
  }

  override add(member: T): this {
    const list = this.#list;
    if (list === null) return super.add(member);
    if (list.includes(member)) return this;
    if (list.length < FEW) {
      list.push(member);
      return this;
    }
    this.#list = null;
    for (const known of list) super.add(known);
    return super.add(member);
  }

  override delete(member: T): boolean {
    const list = this.#list;
    if (list === null) {
      const isGone = super.delete(member);
      if (super.size === 0) this.#list = [];
      return isGone;
    }
    const place = list.indexOf(member);
    if (place < 0) return false;
    // Removing one place of a list by `splice` makes a second list.
    for (let index = place + 1; index < list.length; index += 1) list[index - 1] = list[index] as T;
    list.pop();
    return true;
  }

  override clear(): void {
    this.#list = [];
    super.clear();
  }

  /** Over the members of now where they are a list: one that is deleted later is visited all the same. */
  override values(): SetIterator<T> {
    return this.#list === null ? super.values() : [...this.#list].values();
  }

  override keys(): SetIterator<T> {
    return this.values();
  }

  override entries(): SetIterator<[T, T]> {
    return this.#list === null ? super.entries() : this.#list.map((member): [T, T] => [member, member]).values();
  }

  override [Symbol.iterator](): SetIterator<T> {
    return this.values();
  }

  override forEach(callback: (value: T, key: T, set: Set<T>) => void, thisArg?: unknown): void {
    for (const member of this.values()) callback.call(thisArg, member, member, this);
  }
}
