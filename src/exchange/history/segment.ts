/** Rows of a segment. */
export const SEGMENT = 1_024;

/** How many columns of each kind a row has. */
export interface ColumnCounts {
  /** For times and the like, which are never below those of the row before: they take 32 bits, too. */
  readonly rising?: number;
  readonly ints: number;
  readonly numbers: number;
  readonly texts?: number;
}

/** What a file has of a segment. */
export interface Page {
  /** Rows that it has. */
  readonly rows: number;
  /** The bytes, which are checked. Throws an error that names the file. */
  read(): Uint8Array;
  /** Takes note of a segment that was read from its page, which may be released later. */
  keep(segment: Segment): void;
}

/** Rows that are kept and dropped together. */
export interface Segment {
  /** What the rising columns count from: the numbers of the first row. */
  base: Float64Array;
  /** Columns of 32 bits: integers, and behind them the rising ones. */
  ints: Int32Array;
  numbers: Float64Array;
  /** What the columns have no room for, by row and column; null while there is nothing. */
  beside: Map<number, number | bigint> | null;
  /** By row and column; null while there is none. */
  texts: (string | null | undefined)[] | null;
  /** Another log may have it, too, so that it stays as it is for good. */
  isShared: boolean;
  /** Where a file has it as it is; null while none does. */
  page: Page | null;
  /** Only its page has the rows. */
  isAway: boolean;
}

/** Returns a segment with room for so many rows. */
export function newSegment({ rising = 0, ints, numbers }: ColumnCounts, rows: number): Segment {
  return {
    base: new Float64Array(rising),
    ints: new Int32Array(rows * (ints + rising)),
    numbers: new Float64Array(rows * numbers),
    beside: null,
    texts: null,
    isShared: false,
    page: null,
    isAway: false,
  };
}

/** Returns a segment with the same rows that is nobody else's. */
export const copyOf = ({ base, ints, numbers, beside, texts }: Segment): Segment => ({
  base: base.slice(),
  ints: ints.slice(),
  numbers: numbers.slice(),
  beside: beside && new Map(beside),
  texts: texts && texts.slice(),
  isShared: false,
  page: null,
  isAway: false,
});

const NO_NUMBERS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/** Returns a segment whose rows only a page has. */
export const segmentOf = (page: Page): Segment => ({
  base: NO_NUMBERS,
  ints: NO_INTS,
  numbers: NO_NUMBERS,
  beside: null,
  texts: null,
  isShared: true,
  page,
  isAway: true,
});

/** Gives the memory of a segment back that a page has. */
export function release(segment: Segment): void {
  segment.base = NO_NUMBERS;
  segment.ints = NO_INTS;
  segment.numbers = NO_NUMBERS;
  segment.beside = null;
  segment.texts = null;
  segment.isAway = true;
}

/** Order of the bytes of a number in pages: that of the machine, which reads them as they are. */
export const BYTE_ORDER: 'LE' | 'BE' = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 'LE' : 'BE';

/** What columns have no room for, and texts, by row and column. */
interface Rare {
  readonly beside: readonly (readonly [place: number, value: number | string])[];
  readonly texts: readonly (string | null)[];
}

/** Returns the first rows of a segment as bytes: numbers as they are, and behind them what is rare as JSON. */
export function pageBytes(
  { base, ints, numbers, beside, texts }: Segment,
  rows: number,
  counts: ColumnCounts,
): Uint8Array {
  const { floats, integers } = sizesOf(rows, counts);
  const rare = rareText(beside, texts, rows * (counts.texts ?? 0));
  const bytes = new Uint8Array(floats * 8 + integers * 4 + rare.length);
  const wide = new Float64Array(bytes.buffer, 0, floats);
  wide.set(base);
  wide.set(numbers.subarray(0, rows * counts.numbers), base.length);
  new Int32Array(bytes.buffer, floats * 8, integers).set(ints.subarray(0, integers));
  bytes.set(rare, floats * 8 + integers * 4);
  return bytes;
}

function rareText(beside: Segment['beside'], texts: Segment['texts'], most: number): Uint8Array {
  if (!beside && !texts) return new Uint8Array(0);
  const rare: Rare = {
    // Amounts are bigint, and integers beyond 32 bits are numbers.
    beside: Array.from(beside ?? [], ([place, value]) => [place, typeof value === 'bigint' ? String(value) : value]),
    texts: Array.from({ length: Math.min(most, texts?.length ?? 0) }, (_, place) => texts?.[place] ?? null),
  };
  return Buffer.from(JSON.stringify(rare));
}

/** Puts the rows of a page into a segment, with room for a full one. The segment takes over the bytes where they are all of it. */
export function fillSegment(segment: Segment, bytes: Uint8Array, rows: number, counts: ColumnCounts): void {
  const { rising = 0, ints, numbers } = counts;
  const { floats, integers } = sizesOf(rows, counts);
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const wide = new Float64Array(own.buffer, own.byteOffset, floats);
  const narrow = new Int32Array(own.buffer, own.byteOffset + floats * 8, integers);
  segment.base = wide.subarray(0, rising);
  if (rows === SEGMENT) {
    segment.numbers = wide.subarray(rising);
    segment.ints = narrow;
  } else {
    segment.numbers = new Float64Array(SEGMENT * numbers);
    segment.numbers.set(wide.subarray(rising));
    segment.ints = new Int32Array(SEGMENT * (ints + rising));
    segment.ints.set(narrow);
  }
  const rest = own.subarray(floats * 8 + integers * 4);
  const rare = rest.length > 0 ? (JSON.parse(Buffer.from(rest).toString()) as Rare) : null;
  segment.beside =
    rare && rare.beside.length > 0
      ? new Map(rare.beside.map(([place, value]) => [place, typeof value === 'string' ? BigInt(value) : value]))
      : null;
  segment.texts = rare && rare.texts.length > 0 ? [...rare.texts] : null;
  segment.isAway = false;
}

/** Numbers of 64 and of 32 bits in a page of so many rows. */
const sizesOf = (rows: number, { rising = 0, ints, numbers }: ColumnCounts) => ({
  floats: rising + rows * numbers,
  integers: rows * (ints + rising),
});
