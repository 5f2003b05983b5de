import type { RawRow, RawSource } from './rows.ts';
import { timeOf } from './times.ts';

/** Cells of a row without a header: numbers, times, true and false, sides. */
const VALUE = /^(?:-?[0-9.]+(?:e[+-]?[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}[TD ][0-9:.]+Z?|true|false|buy|sell)?$/i;
const FLAG = /^(?:true|false)$/i;

const TRADE = ['id', 'price', 'quantity', 'quote_quantity', 'time', 'is_buyer_maker', 'is_best_match'];
const SUMMED = ['agg_trade_id', 'price', 'quantity', 'first_id', 'last_id', 'time', 'is_buyer_maker', 'is_best_match'];
const CANDLE = ['open_time', 'open', 'high', 'low', 'close', 'volume'];
const LONG_CANDLE = [...CANDLE, 'close_time', 'quote_volume', 'trades', 'taker_volume', 'taker_quote_volume', 'unused'];
const SIDED = ['time', 'price', 'quantity', 'side'];
const NUMBERED = ['id', ...SIDED];

/**
 * The names of the columns of a file whose first row is data already, by how many there are and where true and false stand; undefined
 * for a row that is a header, null for one that is data of no known shape.
 */
export function namesWithoutHeader(first: readonly string[]): readonly string[] | null | undefined {
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
  if (count === 6 || count === 7) return [...CANDLE, 'trades'].slice(0, count);
  return count === 12 ? LONG_CANDLE : null;
}

/** What a file without a header may look like, for whoever has another. */
export const SHAPES_WITHOUT_HEADER = `${TRADE.join(', ')} (the last may be missing); ${SUMMED.join(', ')} (the last may be missing); ${SIDED.join(', ')}, with or without an id before them; ${LONG_CANDLE.join(', ')}, or the first six or seven of them`;

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

const TIMES = /^(?:timestamp|time|ts|exchange_?timestamp|transact_?time|event_?time|datetime)(?:_(?:s|ms|us|ns))?$/i;

/**
 * A file whose rows are whole books, as rows of depth that each begin the book anew. Other files are returned as they are. Of
 * several rows of one millisecond the last counts: the book of a time is one book.
 */
export function unfolded(source: RawSource): RawSource {
  const levels = levelsOf(source.names);
  const time = source.names.find((name) => TIMES.test(name));
  if (levels.length === 0 || time === undefined) return source;
  const [, unit = null] = /_(s|ms|us|ns)$/i.exec(time) ?? [];
  const timeUnit = unit?.toLowerCase() as 's' | 'ms' | 'us' | 'ns' | null;
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
