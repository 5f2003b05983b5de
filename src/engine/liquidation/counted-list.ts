import { invariant } from '../../kernel/errors.ts';

/** Neighbours in a list, in order. */
interface Block<T> {
  /** Place among the blocks of its list. */
  at: number;
  readonly items: T[];
}

/** An item that knows its block, so that its place is found without a comparison. */
export interface Listed<T> {
  /** Null while it is in no list. */
  block: Block<T> | null;
}

/** A full block becomes two. Within one, shifting and searching are as cheap as following a few pointers. */
const MOST = 512;
/** A block of fewer goes into a neighbour that has room. */
const FEW = MOST / 8;

/**
 * A sorted collection that counts the items before a place. Its items are in blocks that are each in one piece of memory: where there are
 * 100,000 items, the place of one is a look into one block and a sum over some hundred sizes, and no other item is touched.
 */
export class CountedList<T extends Listed<T>> {
  readonly #compare: (a: T, b: T) => number;
  /** None of them is empty. */
  #blocks: Block<T>[] = [];
  /** Of the blocks, in one piece of memory too. */
  #sizes: number[] = [];
  #size = 0;

  /** @param compare a total order: no two items that are in the list together are equal */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  add(item: T): void {
    invariant(item.block === null, 'what is added is in no list');
    const isBefore = (other: T): boolean => this.#compare(other, item) < 0;
    const at = Math.max(this.#blockBefore(isBefore), 0);
    const block = this.#blocks[at] ?? this.#insert(0, []);
    block.items.splice(firstNot(block.items, isBefore), 0, item);
    item.block = block;
    this.#size += 1;
    if (block.items.length > MOST) this.#split(block);
    else this.#sizes[at] = block.items.length;
  }

  /** Fills an empty list, for less than adding the items one by one. */
  fill(items: readonly T[]): void {
    invariant(this.#size === 0, 'what is filled is empty');
    const sorted = [...items].sort(this.#compare);
    // Half full, so that the next items find room.
    for (let from = 0; from < sorted.length; from += MOST / 2) {
      this.#insert(this.#blocks.length, sorted.slice(from, from + MOST / 2));
    }
    this.#size = sorted.length;
  }

  remove(item: T): void {
    const { block } = item;
    invariant(block && this.#blocks[block.at] === block, 'what is removed is in the list');
    block.items.splice(block.items.indexOf(item), 1);
    item.block = null;
    this.#size -= 1;
    this.#sizes[block.at] = block.items.length;
    if (block.items.length < FEW) this.#shrink(block);
  }

  /** The items in order; the list must not change meanwhile. */
  *items(): Generator<T, undefined> {
    for (const { items } of this.#blocks) yield* items;
  }

  /** How many items come before this one, which need not be in the list. */
  placeOf(item: T): number {
    const { block } = item;
    if (block) return this.#sizeBefore(block.at) + block.items.indexOf(item);
    return this.countBefore((other) => this.#compare(other, item) < 0);
  }

  /** How many items come first of which `isBefore` holds; it holds for none that comes after one for which it does not. */
  countBefore(isBefore: (item: T) => boolean): number {
    const block = this.#blocks[this.#blockBefore(isBefore)];
    return block ? this.#sizeBefore(block.at) + firstNot(block.items, isBefore) : 0;
  }

  /** The last block of whose first item it holds; -1 when there is none. */
  #blockBefore(isBefore: (item: T) => boolean): number {
    return firstNot(this.#blocks, ({ items: [first] }) => first !== undefined && isBefore(first)) - 1;
  }

  #sizeBefore(at: number): number {
    const sizes = this.#sizes;
    let sum = 0;
    for (let index = 0; index < at; index += 1) sum += sizes[index] ?? 0;
    return sum;
  }

  #insert(at: number, items: T[]): Block<T> {
    const block = { at, items };
    for (const item of items) item.block = block;
    this.#blocks.splice(at, 0, block);
    this.#sizes.splice(at, 0, items.length);
    this.#number(at + 1);
    return block;
  }

  #split({ at, items }: Block<T>): void {
    const half = items.splice(MOST / 2);
    this.#sizes[at] = items.length;
    this.#insert(at + 1, half);
  }

  /** Keeps blocks from becoming many and small. */
  #shrink(block: Block<T>): void {
    const { at, items } = block;
    const before = this.#blocks[at - 1];
    if (items.length > 0 && (!before || before.items.length > MOST / 2)) return;
    for (const item of items) item.block = before ?? null;
    before?.items.push(...items);
    if (before) this.#sizes[at - 1] = before.items.length;
    this.#blocks.splice(at, 1);
    this.#sizes.splice(at, 1);
    this.#number(at);
  }

  /** Says again where the blocks from this one on are. */
  #number(from: number): void {
    for (let at = from; at < this.#blocks.length; at += 1) {
      const block = this.#blocks[at];
      if (block) block.at = at;
    }
  }
}

/** How many items come first of which it holds, by halves. */
function firstNot<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) from = middle + 1;
    else to = middle;
  }
  return from;
}
