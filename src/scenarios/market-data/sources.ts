import { messageOf } from '../../kernel/thrown.ts';
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse';
import type { Compressors, FileMetaData } from 'hyparquet';
import { timeOf } from './columns.ts';
import { wordOf } from './row-checks.ts';
import { MarketDataError, type ProblemKind, type RawRow, type RawSource } from './rows.ts';
import { zipEntryOf } from './zip.ts';
import { isRecord } from '../../kernel/entries.ts';

/**
 * Opens a data file by the end of its name: `.csv`, `.jsonl` or `.ndjson`, each also with `.gz` or alone in a `.zip`, or `.parquet`.
 * Rows that hold a whole book are rows of depth. Throws MarketDataError for a file that is not there or has another name, or is broken at
 * its beginning.
 */
export async function openSource(file: string, options: SourceOptions = {}): Promise<RawSource> {
  return unfolded(await packedSource(file, options));
}

export interface SourceOptions {
  /** What the prices of a message file without a header are multiplied by; 10,000 where nothing is said. */
  readonly priceScale?: number;
}

async function packedSource(file: string, options: SourceOptions): Promise<RawSource> {
  if (!existsSync(file)) throw refusal(file, 'line', 0, 'format', 'there is no such file');
  const text = packedText(file);
  const plain = text.name.toLowerCase();
  if (plain.endsWith('.csv')) return messageSource(await csvSource(text), options);
  if (plain.endsWith('.jsonl') || plain.endsWith('.ndjson')) return jsonSource(text);
  if (file.toLowerCase().endsWith('.parquet')) return parquetSource(file);
  const known = '.csv, .jsonl, .ndjson (each also with .gz or .zip) or .parquet';
  const inside = file.toLowerCase().endsWith('.zip') ? `, and the file in a .zip as well (got ${text.name})` : '';
  throw refusal(file, 'line', 0, 'format', `the name of a data file must end in ${known}${inside}`);
}

/** The text of a file, and the name that says what it is: without `.gz`, or that of the file in an archive. */
interface PackedText {
  readonly file: string;
  readonly name: string;
  readonly open: () => Readable;
}

function packedText(file: string): PackedText {
  const lower = file.toLowerCase();
  if (!lower.endsWith('.zip')) {
    return { file, name: lower.endsWith('.gz') ? file.slice(0, -3) : file, open: () => textOf(file) };
  }
  try {
    return { file, ...zipEntryOf(file) };
  } catch (error) {
    throw refusal(file, 'line', 0, 'format', messageOf(error));
  }
}

export const refusal = (
  file: string,
  unit: 'line' | 'row',
  at: number,
  kind: ProblemKind,
  message: string,
): MarketDataError => new MarketDataError([{ file, unit, at, kind, message }]);

function textOf(file: string): Readable {
  const bytes = createReadStream(file);
  if (!file.toLowerCase().endsWith('.gz')) return bytes;
  const unpacked = createGunzip();
  bytes.on('error', (error) => unpacked.destroy(error));
  return bytes.pipe(unpacked);
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** How the cells of a row are told apart. */
interface Cells {
  readonly delimiter: string;
  readonly quote?: false;
}

async function* csvRecords({ file, open }: PackedText, cells: Cells): AsyncIterable<CsvRecord> {
  const text = open();
  const options = {
    bom: true,
    ...cells,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: 1_000_000,
  };
  const parser = parse(options);
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  try {
    // With these options every record is of this form, which the type of the package leaves open.
    const records: AsyncIterable<CsvRecord> = parser;
    yield* records;
  } catch (error) {
    throw refusal(file, 'line', linesIn(error), 'format', `is no CSV: ${messageOf(error)}`);
  } finally {
    text.destroy();
  }
}

/** What stands between the fields of a row. */
const DELIMITERS = [',', ';', '\t', '|'];

/** A row as one cell, quotes and all. */
const WHOLE_LINE: Cells = { delimiter: '\u0000', quote: false };

async function csvSource(text: PackedText): Promise<RawSource> {
  const { file } = text;
  const [line = ''] = (await firstOf(csvRecords(text, WHOLE_LINE)))?.record ?? [];
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((each) => unquoted.split(each).length);
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
  const first = (await firstOf(csvRecords(text, { delimiter })))?.record ?? [];
  const unnamed = namesWithoutHeader(first);
  if (unnamed === null) {
    const message = `the file has no header row, and its ${first.length} columns are none of: ${SHAPES_WITHOUT_HEADER}. Add a header row`;
    throw refusal(file, 'line', 1, 'column', message);
  }
  const names = unnamed ?? first;
  if (names.length === 0)
    throw refusal(file, 'line', 1, 'format', 'the file is empty; it must begin with a header row');
  async function* rows(columns: readonly string[]): AsyncIterable<RawRow> {
    const places = new Map(columns.map((name) => [name, names.indexOf(name)]));
    let isHeader = unnamed === undefined;
    for await (const { record, info } of csvRecords(text, { delimiter })) {
      const at = info.lines;
      if (isHeader) isHeader = false;
      else if (record.length !== names.length) {
        yield {
          at,
          values: undefined,
          problem: `has ${record.length} fields where the ${unnamed ? 'first row' : 'header'} has ${names.length}`,
        };
      } else yield { at, values: (name) => record[places.get(name) ?? -1] };
    }
  }
  return { file, unit: 'line', names, rows };
}

async function* jsonLines({
  file,
  open,
}: PackedText): AsyncIterable<RawRow & { readonly record?: Readonly<Record<string, unknown>> }> {
  const text = open();
  let at = 0;
  const lines = createInterface({ input: text, crlfDelay: Infinity });
  // An error of the stream reaches no loop over the lines by itself.
  const failed = new Promise<never>((_resolve, reject) => text.on('error', reject));
  failed.catch(() => undefined);
  const iterator = lines[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), failed]);
      if (next.done) return;
      at += 1;
      const line = next.value.trim();
      if (line !== '') yield readJson(at, line);
    }
  } catch (error) {
    throw refusal(file, 'line', at, 'format', `cannot be read: ${messageOf(error)}`);
  } finally {
    lines.close();
    text.destroy();
  }
}

/** Where the parser of CSV stopped, as its errors say it; 0 for an error of something else. */
function linesIn(error: unknown): number {
  const lines = isRecord(error) ? error['lines'] : undefined;
  return typeof lines === 'number' ? lines : 0;
}

function readJson(at: number, line: string): RawRow & { readonly record?: Readonly<Record<string, unknown>> } {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value)) {
      return { at, values: undefined, problem: 'must be a JSON object' };
    }
    const record = value;
    return { at, values: (name) => (Object.hasOwn(record, name) ? record[name] : undefined), record };
  } catch {
    return { at, values: undefined, problem: 'is not JSON' };
  }
}

async function jsonSource(text: PackedText): Promise<RawSource> {
  const { file } = text;
  const first = await firstOf(jsonLines(text));
  if (!first) throw refusal(file, 'line', 1, 'format', 'the file is empty');
  const { record, at, problem } = first;
  if (!record) throw refusal(file, 'line', at, 'format', problem ?? 'is not JSON');
  return { file, unit: 'line', names: Object.keys(record), rows: () => jsonLines(text) };
}

const COMPRESSORS: Compressors = {
  GZIP: (input) => new Uint8Array(gunzipSync(input)),
  BROTLI: (input) => new Uint8Array(brotliDecompressSync(input)),
};

async function parquetSource(file: string): Promise<RawSource> {
  const parquet = await import('hyparquet');
  const buffer = await parquet.asyncBufferFromFile(file);
  let metadata: FileMetaData;
  try {
    metadata = await parquet.parquetMetadataAsync(buffer);
  } catch (error) {
    throw refusal(file, 'row', 0, 'format', `is no Parquet file: ${messageOf(error)}`);
  }
  const names = parquet.parquetSchema(metadata).children.map(({ element }) => element.name);
  async function* rows(columns: readonly string[]): AsyncIterable<RawRow> {
    let start = 0;
    for (const group of metadata.row_groups) {
      const end = start + Number(group.num_rows);
      const range = { rowStart: start, rowEnd: end, columns: [...columns], compressors: COMPRESSORS };
      const read = await parquet.parquetReadObjects({ file: buffer, metadata, ...range }).catch((error: unknown) => {
        throw refusal(file, 'row', start + 1, 'format', `the row group cannot be read: ${messageOf(error)}`);
      });
      for (const [place, record] of read.entries())
        yield { at: start + place + 1, values: (name): unknown => record[name] };
      start = end;
    }
  }
  return { file, unit: 'row', names, rows };
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const next = await iterator.next();
  await iterator.return?.();
  return next.done ? undefined : next.value;
}

/** Cells of a row without a header: numbers, times, true and false, sides. */
const VALUE = /^(?:-?[0-9.]+(?:e[+-]?[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}[TD ][0-9:.]+Z?|true|false|buy|sell)?$/i;
const FLAG = /^(?:true|false)$/i;

const TRADE = ['id', 'price', 'quantity', 'quote_quantity', 'time', 'is_buyer_maker', 'is_best_match'];
const SUMMED = ['agg_trade_id', 'price', 'quantity', 'first_id', 'last_id', 'time', 'is_buyer_maker', 'is_best_match'];
const CANDLE = ['open_time', 'open', 'high', 'low', 'close', 'volume'];
const LONG_CANDLE = [...CANDLE, 'close_time', 'quote_volume', 'trades', 'taker_volume', 'taker_quote_volume', 'unused'];
const SIDED = ['time', 'price', 'quantity', 'side'];
const NUMBERED = ['id', ...SIDED];

/** Seconds after midnight, what happened (1 to 7), order, lots, scaled price, and 1 for a bid or -1 for an ask. */
const MESSAGE = ['seconds', 'type', 'order_id', 'size', 'scaled_price', 'direction'];
const DAY_SECONDS = 86_400;

function isMessage(cells: readonly string[]): boolean {
  const [seconds = '', type = '', , , , direction = ''] = cells;
  return (
    cells.length === MESSAGE.length && Number(seconds) < DAY_SECONDS && /^[1-7]$/.test(type) && /^-?1$/.test(direction)
  );
}

/**
 * The names of the columns of a file whose first row is data already, by how many there are and where true and false stand; undefined
 * for a row that is a header, null for one that is data of no known shape.
 */
function namesWithoutHeader(first: readonly string[]): readonly string[] | null | undefined {
  const cells = first.map((cell) => cell.trim());
  if (!cells.every((cell) => VALUE.test(cell)) || !/^[0-9]/.test(cells[0] ?? '')) return undefined;
  const flags = cells.filter((cell) => FLAG.test(cell)).length;
  const isLast = flags > 0 && cells.slice(-flags).every((cell) => FLAG.test(cell));
  const count = cells.length;
  if (isLast && flags <= 2 && count - flags === 5) return TRADE.slice(0, count);
  if (isLast && flags <= 2 && count - flags === 6) return SUMMED.slice(0, count);
  if (flags > 0) return null;
  const isSided = /^(?:buy|sell)$/i.test(cells.at(-1) ?? '');
  if (isSided && count === SIDED.length) return SIDED;
  if (isSided && count === NUMBERED.length) return NUMBERED;
  if (cells.some((cell) => /^(?:buy|sell)$/i.test(cell))) return null;
  if (isMessage(cells)) return MESSAGE;
  if (count === 6 || count === 7) return [...CANDLE, 'trades'].slice(0, count);
  return count === 12 ? LONG_CANDLE : null;
}

/** What a file without a header may look like, for whoever has another. */
const SHAPES_WITHOUT_HEADER = `${TRADE.join(', ')} (the last may be missing); ${SUMMED.join(', ')} (the last may be missing); ${SIDED.join(', ')}, with or without an id before them; ${LONG_CANDLE.join(', ')}, or the first six or seven of them; ${MESSAGE.join(', ')} (a message file, with its date in its name)`;

/**
 * A message file without a header, as rows of orders: the date of its name and the seconds after midnight (UTC) are the time, and
 * the price is divided by its scale. Quantities count lots. Other files are returned as they are.
 */
function messageSource(source: RawSource, { priceScale = 10_000 }: SourceOptions): RawSource {
  if (source.names !== MESSAGE) return source;
  const { file } = source;
  const [day] = /[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(file.split(/[/\\]/).at(-1) ?? '') ?? [];
  const midnight = Date.parse(`${day ?? ''}T00:00:00Z`);
  if (Number.isNaN(midnight)) {
    const message = 'the name of a message file must hold its date, such as BTC-USDT_2026-01-05_message_10.csv';
    throw refusal(file, 'line', 0, 'format', message);
  }
  async function* rows(): AsyncIterable<RawRow> {
    for await (const row of source.rows(MESSAGE)) {
      if (!row.values) {
        yield row;
        continue;
      }
      const { values } = row;
      const made = messageRow((name) => wordOf(values(name)), midnight, priceScale);
      yield { at: row.at, values: (name) => made[name] };
    }
  }
  return { ...source, names: ['time_ms', 'event', 'order_id', 'side', 'price', 'lots'], rows };
}

function messageRow(
  cell: (name: string) => string,
  midnight: number,
  priceScale: number,
): Readonly<Record<string, unknown>> {
  const seconds = cell('seconds');
  const [, whole, fraction = ''] = /^([0-9]{1,5})(?:[.]([0-9]*))?$/.exec(seconds) ?? [];
  const price = cell('scaled_price');
  const type = cell('type');
  return {
    time_ms:
      whole === undefined ? seconds : midnight + Number(whole) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3)),
    // -1 stands for a halt; 0 and 1 for quotes and trades that go on.
    event: type === '7' ? (price === '-1' ? 'halt' : 'resume') : type,
    order_id: cell('order_id'),
    side: cell('direction'),
    price: /^[0-9]{1,18}$/.test(price) ? unscaled(BigInt(price), priceScale) : price,
    lots: cell('size'),
  };
}

/** A price divided by a power of ten. */
const unscaled = (price: bigint, scale: number): string => {
  const digits = String(scale).length - 1;
  const text = String(price).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

interface Level {
  readonly side: 'bid' | 'ask';
  readonly price: string;
  readonly quantity: string;
}

const QUANTITIES = ['amount', 'quantity', 'qty', 'size', 'volume'];

/** The levels of a row that holds a whole book, best first, such as `asks[0].price` and `asks[0].amount`; none for other files. */
function levelsOf(names: readonly string[]): readonly Level[] {
  const found = new Map<string, { side: 'bid' | 'ask'; level: number; price?: string; quantity?: string }>();
  for (const name of names) {
    const words = name
      .toLowerCase()
      .split(/[^a-z0-9]+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])/)
      .filter((word) => word !== '');
    const side =
      words.includes('bids') || words.includes('bid') ? 'bid' : /^asks?$/.test(words[0] ?? '') ? 'ask' : null;
    const level = words.find((word) => /^[0-9]{1,4}$/.test(word));
    if (side === null || level === undefined || words.length !== 3) continue;
    const key = `${side} ${level}`;
    const entry = found.get(key) ?? { side, level: Number(level) };
    if (words.includes('price') || words.includes('px')) entry.price = name;
    else if (QUANTITIES.some((word) => words.includes(word))) entry.quantity = name;
    found.set(key, entry);
  }
  return [...found.values()]
    .sort((a, b) => a.level - b.level)
    .flatMap(({ side, price, quantity }) =>
      price === undefined || quantity === undefined ? [] : [{ side, price, quantity }],
    );
}

const UNITS = ['s', 'ms', 'us', 'ns'] as const;
const TIMES = /^(?:timestamp|time|ts|exchange_?timestamp|transact_?time|event_?time|datetime)(?:_(?:s|ms|us|ns))?$/i;

/**
 * A file whose rows are whole books, as rows of depth that each begin the book anew. Other files are returned as they are. Of
 * several rows of one millisecond the last counts: the book of a time is one book.
 */
function unfolded(source: RawSource): RawSource {
  const levels = levelsOf(source.names);
  const time = source.names.find((name) => TIMES.test(name));
  if (levels.length === 0 || time === undefined) return source;
  const [, unit] = /_(s|ms|us|ns)$/i.exec(time) ?? [];
  const timeUnit = UNITS.find((known) => known === unit?.toLowerCase()) ?? null;
  const columns = [time, ...levels.flatMap(({ price, quantity }) => [price, quantity])];
  function* rowsOf({ at, values }: RawRow): Iterable<RawRow> {
    if (!values) return;
    for (const { side, price, quantity } of levels) {
      const [at_, amount] = [values(price), values(quantity)];
      if (isEmpty(at_) || isEmpty(amount)) continue;
      const row: Readonly<Record<string, unknown>> = {
        ...{ [time ?? '']: values(time ?? ''), side, price: at_, quantity: amount, snapshot: 'true' },
      };
      yield { at, values: (name) => row[name] };
    }
  }
  async function* rows(): AsyncIterable<RawRow> {
    let held: RawRow | null = null;
    for await (const row of source.rows(columns)) {
      if (!row.values) {
        yield row;
        continue;
      }
      const isSame =
        held?.values && timeOf(held.values(time ?? ''), timeUnit) === timeOf(row.values(time ?? ''), timeUnit);
      if (held && !isSame) yield* rowsOf(held);
      held = row;
    }
    if (held) yield* rowsOf(held);
  }
  return { ...source, names: [time, 'side', 'price', 'quantity', 'snapshot'], rows };
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
