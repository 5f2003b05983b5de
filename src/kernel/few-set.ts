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
