import { type Codec, CodecError, count, int, nullable, oneOf, text } from '../../kernel/codec/codec.ts';
import { entriesOf } from '../../kernel/entries.ts';
import { invariant, itemAt } from '../../kernel/errors.ts';
import { NumberLog, type Places, Postings, type SavedLog } from './number-log.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { KnownMarket } from './row-sink.ts';
import type { Cell } from './schema.sql.ts';

/** Markets that one account may have lists of. */
const MARKETS_MAX = 4_096;
/** Stands for every market. */
export const ALL_MARKETS = 0;
/** No market has it. */
const NO_MARKET = MARKETS_MAX - 1;

/** The number of the list of an account in a market. */
export const listOf = (account: AccountNo, market: number): number => account * MARKETS_MAX + market;

/** The number of a market that rows refer to; `ALL_MARKETS` where none is asked for, and one that no row has where it is unknown. */
export function marketNo(markets: readonly KnownMarket[], symbol: string | undefined): number {
  if (symbol === undefined) return ALL_MARKETS;
  return markets.find(({ spec }) => spec.symbol === symbol)?.row ?? NO_MARKET;
}

/** The number in a cell that has one. */
export function rowNo(cell: Cell | undefined): number {
  invariant(typeof cell === 'number', 'rows of the history are numbered');
  return cell;
}

/** How the values of a column are kept in numbers, and what a saved row has of them. */
export interface Column<T> {
  /** What a value takes: a kind of number, or a text. */
  readonly room: 'rising' | 'ints' | 'numbers' | 'texts';
  put(log: NumberLog, place: number, column: number, value: T): void;
  take(log: NumberLog, place: number, column: number): T;
  /** The texts that the numbers of a column stand for, where it keeps them itself. */
  readonly words?: readonly string[];
  /** The same column with these texts, for a log that goes its own way from here on. */
  with?(words: readonly string[]): Column<T>;
  saved(value: T): Cell;
  /** Checks a saved cell. */
  readonly cell: Pick<Codec<Cell>, 'decode'>;
  /** The value of a cell that was checked. */
  from(cell: Cell): T;
}

/** The columns of a kind of row, by the names of their values and in the order of its saved cells. */
export type Columns<R extends object> = { readonly [Name in keyof R & string]: Column<R[Name]> };

const asIs = { saved: (value: number): Cell => value, from: Number };

/** Times and numbers that are never below those of the row before. */
export const rising: Column<number> = {
  room: 'rising',
  put: (log, place, column, value) => log.setRising(place, column, value),
  take: (log, place, column) => log.rising(place, column),
  cell: count,
  ...asIs,
};

/** Integers that mostly fit into 32 bits. */
export const small: Column<number> = {
  room: 'ints',
  put: (log, place, column, value) => log.setInt(place, column, value),
  take: (log, place, column) => log.int(place, column),
  cell: int,
  ...asIs,
};

/** Integers of any size up to 53 bits, or nothing. */
export const largeOrNone: Column<number | null> = {
  room: 'numbers',
  put: (log, place, column, value) => log.setNumber(place, column, value ?? Number.NaN),
  take: (log, place, column) => {
    const value = log.number(place, column);
    return Number.isNaN(value) ? null : value;
  },
  saved: (value) => value,
  cell: nullable(int),
  from: (cell) => (cell === null ? null : Number(cell)),
};

/** The same where there always is one. */
export const large: Column<number> = {
  room: 'numbers',
  put: (log, place, column, value) => log.setNumber(place, column, value),
  take: (log, place, column) => log.number(place, column),
  cell: int,
  ...asIs,
};

/** Reads a text of one form, or throws a CodecError that says what it takes. */
export function textLike(form: RegExp, what: string): Codec<string> {
  const decode = (plain: unknown): string => {
    const given = text.decode(plain);
    if (!form.test(given)) throw new CodecError('', `takes ${what}`);
    return given;
  };
  return { encode: (value) => value, decode };
}

/** A large number, as text. */
export const bigText: Codec<string> = textLike(/^(?:0|-?[1-9]\d*)$/, 'a whole number as text');

/** Amounts. */
export const amount: Column<bigint> = {
  room: 'numbers',
  put: (log, place, column, value) => log.setBig(place, column, value),
  take: (log, place, column) => log.big(place, column),
  saved: String,
  cell: bigText,
  from: (cell) => BigInt(cell ?? 0),
};

/** One of some words. */
export const wordOf = <const T extends string>(...words: readonly T[]): Column<T> => ({
  room: 'ints',
  put: (log, place, column, value) => log.setInt(place, column, words.indexOf(value)),
  take: (log, place, column) => itemAt(words, log.int(place, column)),
  saved: (value) => value,
  cell: oneOf(...words),
  from: (cell) =>
    itemAt(
      words,
      words.findIndex((word) => word === cell),
    ),
});

/** Texts of which there are few. */
export function fewTexts(texts: string[] = []): Column<string> {
  const numberOf = (value: string): number => {
    const known = texts.indexOf(value);
    return known >= 0 ? known : texts.push(value) - 1;
  };
  return {
    room: 'ints',
    put: (log, place, column, value) => log.setInt(place, column, numberOf(value)),
    take: (log, place, column) => itemAt(texts, log.int(place, column)),
    words: texts,
    with: (words) => fewTexts([...words]),
    saved: (value) => value,
    cell: text,
    from: String,
  };
}

/** Texts that few rows have. */
export const rareText: Column<string | null> = {
  room: 'texts',
  put: (log, place, column, value) => log.setText(place, column, value),
  take: (log, place, column) => log.text(place, column),
  saved: (value) => value,
  cell: nullable(text),
  from: (cell) => (cell === null ? null : String(cell)),
};

/** One of the markets that are named so far. */
export const marketOf = (markets: readonly KnownMarket[]): Column<KnownMarket> => ({
  room: 'ints',
  put: (log, place, column, { row }) => log.setInt(place, column, row),
  take: (log, place, column) => itemAt(markets, log.int(place, column) - 1),
  saved: ({ row }) => row,
  cell: count,
  from: (cell) => itemAt(markets, Number(cell) - 1),
});

/** A column of a row and which of those of its kind in the log it has. */
interface Placed<R extends object> {
  readonly name: keyof R & string;
  readonly column: Column<unknown>;
  readonly at: number;
}

const byName = <R extends object>(placed: readonly Placed<R>[]): ReadonlyMap<string, Placed<R>> =>
  new Map(placed.map((each) => [each.name, each]));

/** A part of a list: from one index up to before another. */
interface Window {
  readonly list: Places;
  readonly from: number;
  readonly to: number;
}

interface RowLogOptions<R extends object> {
  readonly columns: Columns<R>;
  /** Rows that are kept: the latest. */
  readonly kept: number;
  /** The column by which reads limit their window. */
  readonly time: keyof R & string;
  /** What says which lists a row is in. */
  readonly listedBy: readonly (keyof R & string)[];
  /** The numbers of the lists that a row is in, each once. It is given the columns of `listedBy` at least. */
  readonly listsOf: (row: R) => readonly number[];
  /** Takes each row that is dropped, some time after it was the oldest that is kept. */
  readonly onDrop?: (row: R) => void;
}

/** What a log has beside its segments. */
export interface AboutRows {
  /** The place of the oldest row that is kept. */
  readonly first: number;
  /** Texts of each column, in the order of its columns. */
  readonly words: readonly (readonly string[])[];
}

/** The rows of a log as they were at one moment. */
export interface SavedRowLog {
  readonly log: SavedLog;
  readonly about: AboutRows;
}

/** Rows of one kind as numbers, the latest ones, and lists of them. */
export class RowLog<R extends object> {
  readonly #options: RowLogOptions<R>;
  #placed: readonly Placed<R>[];
  #byName: ReadonlyMap<string, Placed<R>>;
  #log: NumberLog;
  #lists = new Postings();
  /** The place before which nothing is kept, however much there is room for: what these rows were copied from had dropped it. */
  #firstKept = 0;

  constructor(options: RowLogOptions<R>) {
    this.#options = options;
    const counts = { rising: 0, ints: 0, numbers: 0, texts: 0 };
    this.#placed = entriesOf(options.columns).map(([name, column]) => {
      const at = counts[column.room];
      counts[column.room] += 1;
      return { name, column, at };
    });
    this.#byName = byName(this.#placed);
    this.#log = new NumberLog(counts);
  }

  /** Gives its rows to a log of the same columns that has none; each goes its own way from here on. */
  copyTo(log: RowLog<R>): void {
    log.#take(this.save());
    log.#lists = this.#lists.copy();
  }

  /** Returns the rows as they are, which stay so. */
  save(): SavedRowLog {
    const words = this.#placed.map(({ column }) => column.words ?? []);
    return { log: this.#log.save(), about: { first: this.#oldest, words: words.map((texts) => [...texts]) } };
  }

  /** Takes over saved rows; it has none of its own. */
  restoreLog(saved: SavedRowLog): void {
    this.#take(saved);
    const listed = this.#options.listedBy.map((name) => this.#placedAs(name));
    const log = this.#log;
    const row: Record<string, unknown> = {};
    for (let place = log.first; place < log.count; place += 1) {
      for (const { name, column, at } of listed) row[name] = column.take(log, place, at);
      // It has what its lists follow from.
      for (const list of this.#options.listsOf(row as R)) this.#lists.add(list, place);
    }
  }

  #take({ log, about }: SavedRowLog): void {
    this.#placed = this.#placed.map((each, place) => ({
      ...each,
      column: each.column.with?.(about.words[place] ?? []) ?? each.column,
    }));
    this.#byName = byName(this.#placed);
    this.#log = NumberLog.from(log);
    this.#firstKept = about.first;
  }

  add(row: R): void {
    const log = this.#log;
    const place = log.add();
    for (const { name, column, at } of this.#placed) column.put(log, place, at, row[name]);
    for (const list of this.#options.listsOf(row)) this.#lists.add(list, place);
    log.dropBefore(this.#oldest, (old) => this.#drop(old));
  }

  /** Rows of a list between two moments, both inclusive. */
  window(list: number, from: number, to: number): Window {
    const places = this.#lists.of(list);
    const time = this.#placedAs(this.#options.time);
    const timeAt = (place: number): number => Number(time.column.take(this.#log, place, time.at));
    const oldest = this.#oldest;
    return {
      list: places,
      from: places.firstThat((place) => place >= oldest && timeAt(place) >= from),
      to: places.firstThat((place) => place >= oldest && timeAt(place) > to),
    };
  }

  /** A page of a window, newest first; only its own rows are read in full. */
  page({ list, from, to }: Window, limit = Number.POSITIVE_INFINITY, offset = 0): R[] {
    const rows: R[] = [];
    const newest = to - 1 - offset;
    for (let index = newest; index >= from && index > newest - limit; index -= 1) rows.push(this.at(list.at(index)));
    return rows;
  }

  /** The row before a window in its list that is kept. */
  before({ list, from }: Window): R | null {
    const place = from > 0 ? list.at(from - 1) : this.#oldest - 1;
    return place >= this.#oldest ? this.at(place) : null;
  }

  /** Places of a window, newest first. */
  *places({ list, from, to }: Window): Iterable<number> {
    for (let index = to - 1; index >= from; index -= 1) yield list.at(index);
  }

  /** One value of a row. */
  value<Name extends keyof R & string>(place: number, name: Name): R[Name] {
    const { column, at } = this.#placedAs(name);
    return column.take(this.#log, place, at) as R[Name];
  }

  at(place: number): R {
    const row: Record<string, unknown> = {};
    for (const { name, column, at } of this.#placed) row[name] = column.take(this.#log, place, at);
    // Its columns are those of `R`, each with its value.
    return row as R;
  }

  /** The oldest row that is kept. */
  get first(): R | null {
    return this.#oldest < this.#log.count ? this.at(this.#oldest) : null;
  }

  /** Every row that is kept, the oldest first. */
  *rows(): Iterable<R> {
    for (let place = this.#oldest; place < this.#log.count; place += 1) yield this.at(place);
  }

  /** The same as they are saved. */
  *saved(): Iterable<readonly Cell[]> {
    for (let place = this.#oldest; place < this.#log.count; place += 1)
      yield this.#placed.map(({ column, at }) => column.saved(column.take(this.#log, place, at)));
  }

  /** Adds a row from its saved cells. */
  restore(cells: readonly Cell[]): void {
    const row: Record<string, unknown> = {};
    for (const [place, { name, column }] of this.#placed.entries()) row[name] = column.from(cells[place] ?? null);
    this.add(row as R);
  }

  get #oldest(): number {
    return Math.max(this.#firstKept, this.#log.count - this.#options.kept);
  }

  #drop(place: number): void {
    const row = this.at(place);
    for (const list of this.#options.listsOf(row)) this.#lists.shift(list);
    this.#options.onDrop?.(row);
  }

  #placedAs(name: keyof R & string): Placed<R> {
    const placed = this.#byName.get(name);
    invariant(placed, () => `a row has the column ${name}`);
    return placed;
  }
}
