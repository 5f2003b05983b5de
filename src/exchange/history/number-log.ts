import { invariant, itemAt } from '../../kernel/errors.ts';
import { type ColumnCounts, copyOf, fillSegment, newSegment, SEGMENT, type Segment } from './segment.ts';

const FIRST_ROWS = 16;

/** Stands for an integer beyond 32 bits, which is kept beside the row. */
const BESIDE = -2_147_483_648;

/** The segments of a log as it was at one moment, which stay as they are. */
export interface SavedLog {
  readonly counts: ColumnCounts;
  /** Segments that are gone before the first of these. */
  readonly gone: number;
  /** Rows ever added. */
  readonly count: number;
  readonly segments: readonly Segment[];
}

/** Returns how many rows of a saved log are in one of its segments. */
export const rowsIn = ({ gone, count }: SavedLog, index: number): number =>
  Math.min(SEGMENT, count - (gone + index) * SEGMENT);

/**
 * Rows of numbers, only ever added at the end and dropped at the front. A row is known by its place: how many came before it since the
 * beginning. Some columns are meant for integers of 32 bits and others for any number; each takes what it has no room for as well,
 * at a higher price. Nothing of it is an object of its own, so that neither a row nor a million of them cost the garbage collector anything.
 *
 * Logs that come from one another share their segments, and a log that changes a row of a shared one gets a copy of that segment first.
 * A segment that a file has may be away: it is read when a row of it is.
 */
export class NumberLog {
  readonly #counts: ColumnCounts;
  /** Columns of 32 bits: integers, and behind them the rising ones. */
  readonly #ints: number;
  readonly #firstRising: number;
  readonly #numbers: number;
  readonly #texts: number;
  readonly #segments: Segment[] = [];
  /** Segments that are gone. */
  #gone = 0;
  /** One that is gone and serves again: a log that is full makes no garbage, which would wait for a collection of everything. */
  #spare: Segment | null = null;
  #count = 0;

  constructor(counts: ColumnCounts) {
    const { rising = 0, ints, numbers, texts = 0 } = counts;
    this.#counts = counts;
    this.#ints = ints + rising;
    this.#firstRising = ints;
    this.#numbers = numbers;
    this.#texts = texts;
  }

  /** Returns a log of these segments, which stay as they are. */
  static from({ counts, gone, count, segments }: SavedLog): NumberLog {
    const log = new NumberLog(counts);
    log.#segments.push(...segments);
    log.#gone = gone;
    log.#count = count;
    return log;
  }

  /** Returns the segments as they are; what this log changes later, it changes in copies. */
  save(): SavedLog {
    for (const segment of this.#segments) segment.isShared = true;
    return { counts: this.#counts, gone: this.#gone, count: this.#count, segments: [...this.#segments] };
  }

  /** Returns a log with the rows of this one, which goes its own way from here on. */
  copy(): NumberLog {
    return NumberLog.from(this.save());
  }

  /** Rows ever added: the place of the next one. */
  get count(): number {
    return this.#count;
  }

  /** Adds a row of zeros and returns its place. */
  add(): number {
    const place = this.#count;
    const row = place % SEGMENT;
    if (row === 0) this.#segments.push(this.#taken() ?? newSegment(this.#counts, place === 0 ? FIRST_ROWS : SEGMENT));
    else if (place < SEGMENT) this.#growFirst(row);
    this.#count += 1;
    return place;
  }

  setInt(place: number, column: number, value: number): void {
    const segment = this.#own(place);
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

  setRising(place: number, column: number, value: number): void {
    const { base } = this.#own(place);
    if (place % SEGMENT === 0) base[column] = value;
    this.setInt(place, this.#firstRising + column, value - (base[column] ?? 0));
  }

  rising(place: number, column: number): number {
    return (this.#at(place).base[column] ?? 0) + this.int(place, this.#firstRising + column);
  }

  /** The first place from `from` on that has at least this value in a rising column; `count` where there is none. */
  firstFrom(from: number, column: number, value: number): number {
    let low = from;
    let high = this.#count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.rising(middle, column) >= value) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  setNumber(place: number, column: number, value: number): void {
    this.#own(place).numbers[(place % SEGMENT) * this.#numbers + column] = value;
  }

  number(place: number, column: number): number {
    return this.#at(place).numbers[(place % SEGMENT) * this.#numbers + column] ?? 0;
  }

  setBig(place: number, column: number, value: bigint): void {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return this.setNumber(place, column, number);
    const segment = this.#own(place);
    const row = place % SEGMENT;
    segment.numbers[row * this.#numbers + column] = Number.NaN;
    return this.#putBeside(segment, row, this.#ints + column, value);
  }

  big(place: number, column: number): bigint {
    const number = this.number(place, column);
    if (!Number.isNaN(number)) return BigInt(number);
    return BigInt(this.#beside(this.#at(place), place % SEGMENT, this.#ints + column));
  }

  setText(place: number, column: number, value: string | null): void {
    const segment = this.#own(place);
    if (value === null && !segment.texts) return;
    segment.texts ??= [];
    segment.texts[(place % SEGMENT) * this.#texts + column] = value;
  }

  text(place: number, column: number): string | null {
    return this.#at(place).texts?.[(place % SEGMENT) * this.#texts + column] ?? null;
  }

  /** The first place whose row is there. */
  get first(): number {
    return this.#gone * SEGMENT;
  }

  /** Drops segments whose rows all came before a place. `onDrop` is told each place while its row can still be read. */
  dropBefore(place: number, onDrop?: (place: number) => void): void {
    while ((this.#gone + 1) * SEGMENT <= place) {
      const { first } = this;
      if (onDrop) for (let row = 0; row < SEGMENT; row += 1) onDrop(first + row);
      const segment = this.#segments.shift();
      if (segment && !segment.isShared) this.#spare = segment;
      this.#gone += 1;
    }
  }

  /** The segment that serves again, as a new one. */
  #taken(): Segment | null {
    const segment = this.#spare;
    if (!segment) return null;
    this.#spare = null;
    segment.ints.fill(0);
    segment.numbers.fill(0);
    segment.beside = null;
    segment.texts = null;
    return segment;
  }

  #at(place: number): Segment {
    const segment = this.#segments[Math.floor(place / SEGMENT) - this.#gone];
    invariant(segment, () => `row ${place} is kept`);
    if (segment.isAway) this.#fetch(segment);
    return segment;
  }

  /** The same to be changed: one that another log has is copied first. */
  #own(place: number): Segment {
    const segment = this.#at(place);
    if (!segment.isShared) return segment;
    const own = copyOf(segment);
    this.#segments[Math.floor(place / SEGMENT) - this.#gone] = own;
    return own;
  }

  #fetch(segment: Segment): void {
    const { page } = segment;
    invariant(page, 'a segment that is away is in a file');
    fillSegment(segment, page.read(), page.rows, this.#counts);
    page.keep(segment);
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

  /** A small exchange has a few rows: the first segment begins with room for those. */
  #growFirst(rows: number): void {
    if (this.#at(0).ints.length > rows * this.#ints) return;
    const first = this.#own(0);
    const larger = newSegment(this.#counts, rows * 2);
    larger.ints.set(first.ints);
    larger.numbers.set(first.numbers);
    first.ints = larger.ints;
    first.numbers = larger.numbers;
  }
}

/** Drops rows that are beside others and rise with their places, as far as those are gone. */
export const dropBeside = (rows: NumberLog, column: number, first: number): void =>
  rows.dropBefore(rows.firstFrom(rows.first, column, first));

/** Places of a block. */
const BLOCK = 512;
const FIRST_PLACES = 4;

/** Places of a list that are kept and dropped together. */
interface Block {
  /** The first of them, which the others count from. */
  base: number;
  places: Uint32Array;
  /** Kinds of the rows at its places, those that are gone among them: a bit for each. */
  kinds: number;
  /** Another list has it, too, so that it stays as it is for good. */
  isShared: boolean;
}

/** Places of rows, rising: one list, in blocks of 32 bits a place. */
export class Places {
  readonly #blocks: Block[] = [];
  /** One that is gone and serves again. */
  #spare: Block | null = null;
  /** Places of the first block that are gone. */
  #start = 0;
  #end = 0;

  /** Returns a list with the places of this one, which goes its own way from here on. Full blocks are in both. */
  copy(): Places {
    const copy = new Places();
    const full = Math.floor(this.#end / BLOCK);
    for (const [place, block] of this.#blocks.entries()) {
      if (place < full) block.isShared = true;
      copy.#blocks.push(place < full ? block : { ...block, places: block.places.slice() });
    }
    copy.#start = this.#start;
    copy.#end = this.#end;
    return copy;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  at(index: number): number {
    const item = this.#start + index;
    const block = this.#blocks[Math.floor(item / BLOCK)];
    invariant(block && item < this.#end, 'a list of places is read within its length');
    return block.base + (block.places[item % BLOCK] ?? 0);
  }

  /** Adds a place behind all others. `kinds` has a bit for each kind of its row, where reads look for some kinds only. */
  add(place: number, kinds = 0): void {
    const item = this.#end % BLOCK;
    if (item === 0) this.#blocks.push(this.#blockAt(place));
    const block = itemAt(this.#blocks, this.#blocks.length - 1);
    // A short list, of which there may be one for each account and market, has room for a few.
    if (item === block.places.length) {
      const larger = new Uint32Array(item * 2);
      larger.set(block.places);
      block.places = larger;
    }
    block.places[item] = place - block.base;
    block.kinds |= kinds;
    this.#end += 1;
  }

  /** The last index up to this one that may have a row of some kinds; less than 0 where none has. It looks at blocks, not at rows. */
  lastOf(index: number, hasKinds: (kinds: number) => boolean): number {
    let item = this.#start + index;
    while (item >= this.#start && !hasKinds(itemAt(this.#blocks, Math.floor(item / BLOCK)).kinds))
      item -= (item % BLOCK) + 1;
    return item - this.#start;
  }

  /** Drops the first place. */
  shift(): void {
    this.#start += 1;
    if (this.#start < BLOCK) return;
    const block = this.#blocks.shift();
    if (block && !block.isShared) this.#spare = block;
    this.#start -= BLOCK;
    this.#end -= BLOCK;
  }

  #blockAt(base: number): Block {
    const block = this.#spare;
    const places = (): Uint32Array => new Uint32Array(this.#end === 0 ? FIRST_PLACES : BLOCK);
    if (!block) return { base, places: places(), kinds: 0, isShared: false };
    this.#spare = null;
    block.base = base;
    block.kinds = 0;
    return block;
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

  /** Returns lists with the places of these, which go their own way from here on. */
  copy(): Postings {
    const copy = new Postings();
    for (const [key, list] of this.#lists) copy.#lists.set(key, list.copy());
    return copy;
  }

  of(key: number): Places {
    return this.#lists.get(key) ?? NONE;
  }

  /** Adds a place to a list; see `Places.add`. */
  add(key: number, place: number, kinds = 0): void {
    let list = this.#lists.get(key);
    if (!list) this.#lists.set(key, (list = new Places()));
    list.add(place, kinds);
  }

  /** Drops the first place of a list. */
  shift(key: number): void {
    const list = this.#lists.get(key);
    invariant(list, 'a place that is dropped was listed');
    list.shift();
    if (list.length === 0) this.#lists.delete(key);
  }
}

const EMPTY = -1;
const FIRST_ITEMS = 16;
const TWO_TO_32 = 4_294_967_296;
/** The golden ratio in 32 bits, whose multiples are spread evenly. */
const SPREAD = 2_654_435_769;

/** Finds items by a number that each of them has, as a hash table of nothing but the items: small integers from 0. */
export class NumberIndex {
  readonly #keyOf: (item: number) => number;
  #table = new Int32Array(FIRST_ITEMS).fill(EMPTY);
  #size = 0;

  /** `keyOf` says the number of an item that is in the index or is being put there. */
  constructor(keyOf: (item: number) => number) {
    this.#keyOf = keyOf;
  }

  /** Returns an index of the same items in another place, where `keyOf` says their numbers. */
  copy(keyOf: (item: number) => number): NumberIndex {
    const copy = new NumberIndex(keyOf);
    copy.#table = this.#table.slice();
    copy.#size = this.#size;
    return copy;
  }

  get(key: number): number | undefined {
    const item = this.#table[this.#placeOf(key)] ?? EMPTY;
    return item === EMPTY ? undefined : item;
  }

  add(item: number): void {
    this.#table[this.#placeOf(this.#keyOf(item))] = item;
    this.#size += 1;
    // At most three quarters are taken, so that a search soon meets an empty place.
    if (this.#size * 4 <= this.#table.length * 3) return;
    const items = this.items();
    this.#table = new Int32Array(this.#table.length * 2).fill(EMPTY);
    for (const each of items) this.#table[this.#placeOf(this.#keyOf(each))] = each;
  }

  /** Removes an item whose number can still be asked for. */
  delete(item: number): void {
    const last = this.#table.length - 1;
    let gap = this.#placeOf(this.#keyOf(item));
    this.#table[gap] = EMPTY;
    this.#size -= 1;
    // Items that had gone on past this place move up, or a search for them would end at the gap.
    for (let place = (gap + 1) & last; ; place = (place + 1) & last) {
      const next = this.#table[place] ?? EMPTY;
      if (next === EMPTY) return;
      const home = this.#homeOf(this.#keyOf(next));
      if (((place - home) & last) < ((place - gap) & last)) continue;
      this.#table[gap] = next;
      this.#table[place] = EMPTY;
      gap = place;
    }
  }

  /** All items, in no order. */
  items(): Int32Array {
    return this.#table.filter((item) => item !== EMPTY);
  }

  /** Where an item with this number is, or where it would go. */
  #placeOf(key: number): number {
    const last = this.#table.length - 1;
    let place = this.#homeOf(key);
    for (;;) {
      const item = this.#table[place] ?? EMPTY;
      if (item === EMPTY || this.#keyOf(item) === key) return place;
      place = (place + 1) & last;
    }
  }

  /** Numbers that follow one another, as most do, get places far apart: a search for one that is not there soon ends. */
  #homeOf(key: number): number {
    return Math.imul(key % TWO_TO_32, SPREAD) >>> (1 + Math.clz32(this.#table.length));
  }
}
