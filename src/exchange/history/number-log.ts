import { invariant } from '../../kernel/errors.ts';

/** Rows of a segment. */
const SEGMENT = 1_024;
const FIRST_ROWS = 16;

/** Stands for an integer beyond 32 bits, which is kept beside the row. */
const BESIDE = -2_147_483_648;

/** Rows that are kept and dropped together. */
interface Segment {
  ints: Int32Array;
  numbers: Float64Array;
  /** What the columns have no room for, by row and column; null while there is nothing. */
  beside: Map<number, number | bigint> | null;
}

/**
 * Rows of numbers, only ever added at the end and dropped at the front. A row is known by its place: how many came before it since the
 * beginning. Some columns are meant for integers of 32 bits and others for any number; each takes what it has no room for as well,
 * at a higher price. Nothing of it is an object of its own, so that neither a row nor a million of them cost the garbage collector anything.
 */
export class NumberLog {
  readonly #ints: number;
  readonly #numbers: number;
  readonly #segments: Segment[] = [];
  /** Segments that are gone. */
  #gone = 0;
  #count = 0;

  constructor(columns: { readonly ints: number; readonly numbers: number }) {
    this.#ints = columns.ints;
    this.#numbers = columns.numbers;
  }

  /** Rows ever added: the place of the next one. */
  get count(): number {
    return this.#count;
  }

  /** Adds a row of zeros and returns its place. */
  add(): number {
    const place = this.#count;
    const row = place % SEGMENT;
    if (row === 0) this.#segments.push(this.#segmentOf(place === 0 ? FIRST_ROWS : SEGMENT));
    else if (place < SEGMENT) this.#growFirst(row);
    this.#count += 1;
    return place;
  }

  setInt(place: number, column: number, value: number): void {
    const segment = this.#at(place);
    const row = place % SEGMENT;
    // An integer of 32 bits comes out of this as it went in.
    if ((value | 0) === value && value !== BESIDE) segment.ints[row * this.#ints + column] = value;
    else {
      segment.ints[row * this.#ints + column] = BESIDE;
      this.#putBeside(segment, row, column, value);
    }
  }

  int(place: number, column: number): number {
    const segment = this.#at(place);
    const row = place % SEGMENT;
    const value = segment.ints[row * this.#ints + column] ?? 0;
    return value === BESIDE ? Number(this.#beside(segment, row, column)) : value;
  }

  setNumber(place: number, column: number, value: number): void {
    this.#at(place).numbers[(place % SEGMENT) * this.#numbers + column] = value;
  }

  number(place: number, column: number): number {
    return this.#at(place).numbers[(place % SEGMENT) * this.#numbers + column] ?? 0;
  }

  setBig(place: number, column: number, value: bigint): void {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return this.setNumber(place, column, number);
    const segment = this.#at(place);
    const row = place % SEGMENT;
    segment.numbers[row * this.#numbers + column] = Number.NaN;
    return this.#putBeside(segment, row, this.#ints + column, value);
  }

  big(place: number, column: number): bigint {
    const number = this.number(place, column);
    if (!Number.isNaN(number)) return BigInt(number);
    return BigInt(this.#beside(this.#at(place), place % SEGMENT, this.#ints + column));
  }

  /** Drops segments whose rows all came before a place. `onDrop` is told each place while its row can still be read. */
  dropBefore(place: number, onDrop: (place: number) => void): void {
    while ((this.#gone + 1) * SEGMENT <= place) {
      const first = this.#gone * SEGMENT;
      for (let row = 0; row < SEGMENT; row += 1) onDrop(first + row);
      this.#segments.shift();
      this.#gone += 1;
    }
  }

  #at(place: number): Segment {
    const segment = this.#segments[Math.floor(place / SEGMENT) - this.#gone];
    invariant(segment, () => `row ${place} is kept`);
    return segment;
  }

  #putBeside(segment: Segment, row: number, column: number, value: number | bigint): void {
    segment.beside ??= new Map<number, number | bigint>();
    segment.beside.set(row * (this.#ints + this.#numbers) + column, value);
  }

  #beside(segment: Segment, row: number, column: number): number | bigint {
    const value = segment.beside?.get(row * (this.#ints + this.#numbers) + column);
    invariant(value !== undefined, 'what a column has no room for is beside it');
    return value;
  }

  #segmentOf(rows: number): Segment {
    return { ints: new Int32Array(rows * this.#ints), numbers: new Float64Array(rows * this.#numbers), beside: null };
  }

  /** A small exchange has a few rows: the first segment begins with room for those. */
  #growFirst(rows: number): void {
    const first = this.#at(0);
    if (first.numbers.length > rows * this.#numbers) return;
    const larger = this.#segmentOf(rows * 2);
    larger.ints.set(first.ints);
    larger.numbers.set(first.numbers);
    first.ints = larger.ints;
    first.numbers = larger.numbers;
  }
}

/** Places of rows, rising: one list. */
export class Places {
  #items = new Float64Array(4);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  at(index: number): number {
    const item = this.#items[this.#start + index];
    invariant(item !== undefined, 'a list of places is read within its length');
    return item;
  }

  add(place: number): void {
    if (this.#end === this.#items.length) {
      const larger = new Float64Array(Math.max(4, this.length * 2));
      larger.set(this.#items.subarray(this.#start, this.#end));
      this.#items = larger;
      this.#end -= this.#start;
      this.#start = 0;
    }
    this.#items[this.#end] = place;
    this.#end += 1;
  }

  /** Drops the first place. */
  shift(): void {
    this.#start += 1;
  }

  /** Index of the first place of which a test is true, where it is true of all later ones; the length where it is true of none. */
  firstThat(test: (place: number) => boolean): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (test(this.at(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const NONE = new Places();

/** Lists of places by a number. */
export class Postings {
  readonly #lists = new Map<number, Places>();

  of(key: number): Places {
    return this.#lists.get(key) ?? NONE;
  }

  add(key: number, place: number): void {
    let list = this.#lists.get(key);
    if (!list) this.#lists.set(key, (list = new Places()));
    list.add(place);
  }

  /** Drops the first place of a list. */
  shift(key: number): void {
    const list = this.#lists.get(key);
    invariant(list, 'a place that is dropped was listed');
    list.shift();
    if (list.length === 0) this.#lists.delete(key);
  }
}
