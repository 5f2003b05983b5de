export type DataKind = 'trades' | 'tops' | 'depth' | 'candles' | 'orders';

export const DATA_KINDS: readonly DataKind[] = ['trades', 'tops', 'depth', 'candles', 'orders'];

interface ColumnNames {
  /** Names as `keyOf` writes them, the preferred one first. */
  readonly names: readonly string[];
  readonly optional?: true;
}

const TIME = [
  'time',
  'timestamp',
  'ts',
  'datetime',
  'date',
  'transacttime',
  'createdtime',
  'tradetime',
  'eventtime',
  'exchangetimestamp',
];
const PRICE = ['price', 'px', 'tradeprice', 'p'];
const QUANTITY = ['quantity', 'qty', 'size', 'amount', 'volume', 'sz', 'q', 'baseqty'];
const SNAPSHOT = ['snapshot', 'issnapshot'];

/** What each column of each kind of data may be called. `docs/market-data.md` lists the same names. */
export const COLUMNS: Readonly<Record<DataKind, Readonly<Record<string, ColumnNames>>>> = {
  trades: {
    time: { names: TIME },
    price: { names: PRICE },
    quantity: { names: QUANTITY },
    side: { names: ['side', 'takerside', 'aggressorside', 'aggressor', 'direction'], optional: true },
    buyerMaker: { names: ['buyermaker', 'isbuyermaker'], optional: true },
    id: { names: ['id', 'tradeid', 'tid', 'aggtradeid'], optional: true },
  },
  tops: {
    time: { names: TIME },
    bidPrice: { names: ['bidprice', 'bid', 'bestbidprice', 'bestbid', 'bidpx'] },
    bidQuantity: { names: ['bidquantity', 'bidqty', 'bidsize', 'bidamount', 'bestbidqty', 'bestbidsize', 'bidvolume'] },
    askPrice: { names: ['askprice', 'ask', 'bestaskprice', 'bestask', 'askpx'] },
    askQuantity: { names: ['askquantity', 'askqty', 'asksize', 'askamount', 'bestaskqty', 'bestasksize', 'askvolume'] },
  },
  depth: {
    time: { names: TIME },
    side: { names: ['side', 'bookside', 'type'] },
    price: { names: PRICE },
    quantity: { names: QUANTITY },
    snapshot: { names: SNAPSHOT, optional: true },
  },
  candles: {
    time: { names: ['opentime', 'start', 'starttime', ...TIME] },
    open: { names: ['open', 'o', 'openprice'] },
    high: { names: ['high', 'h', 'highprice'] },
    low: { names: ['low', 'l', 'lowprice'] },
    close: { names: ['close', 'c', 'closeprice'] },
    volume: { names: ['volume', 'v', 'vol', 'basevolume', 'quantity'] },
  },
  orders: {
    time: { names: TIME },
    event: { names: ['event', 'action', 'eventtype', 'messagetype', 'type'] },
    id: { names: ['orderid', 'id', 'oid', 'orderref'] },
    side: { names: ['side', 'bookside', 'direction'] },
    price: { names: PRICE },
    quantity: { names: QUANTITY, optional: true },
    lots: { names: ['lots'], optional: true },
  },
};

/** Where the fields of a row are, by their names in the file. */
export interface Layout {
  readonly fields: ReadonlyMap<string, string>;
  readonly timeUnit: TimeUnit | null;
}

const UNITS: ReadonlyMap<string, TimeUnit> = new Map([
  ['s', 's'],
  ['sec', 's'],
  ['seconds', 's'],
  ['ms', 'ms'],
  ['millis', 'ms'],
  ['milliseconds', 'ms'],
  ['us', 'us'],
  ['micros', 'us'],
  ['microseconds', 'us'],
  ['ns', 'ns'],
  ['nanos', 'ns'],
  ['nanoseconds', 'ns'],
]);

/** Finds the columns of a kind among the names of a file. The result names every column that is missing. */
export function layoutOf(kind: DataKind, given: readonly string[]): Layout | { readonly missing: readonly string[] } {
  const byKey = new Map<string, { readonly name: string; readonly unit: TimeUnit | null }>();
  for (const name of given) {
    const { key, unit } = keyOf(name);
    if (!byKey.has(key)) byKey.set(key, { name, unit });
    // A unit belongs to a time only: `price_s` is not a price.
    const whole = wordsOf(name).join('');
    if (!byKey.has(whole)) byKey.set(whole, { name, unit: null });
  }
  const fields = new Map<string, string>();
  const missing: string[] = [];
  let timeUnit: TimeUnit | null = null;
  for (const [field, { names, optional }] of Object.entries(COLUMNS[kind])) {
    const found = names.map((name) => byKey.get(name)).find((each) => each && (field === 'time' || each.unit === null));
    if (found) fields.set(field, found.name);
    else if (!optional) missing.push(field);
    if (field === 'time' && found) timeUnit = found.unit;
  }
  if (kind === 'trades' && !fields.has('side') && !fields.has('buyerMaker')) missing.push('side');
  if (kind === 'orders' && !fields.has('quantity') && !fields.has('lots')) missing.push('quantity');
  return missing.length > 0 ? { missing } : { fields, timeUnit };
}

/** Returns the kind that a file's name or its columns speak for; undefined when neither does. */
export function kindOf(file: string, names: readonly string[]): DataKind | undefined {
  const base = (file.split(/[/\\]/).at(-1) ?? '').toLowerCase();
  const named = NAMED.find(([, words]) => words.some((word) => base.includes(word)))?.[0];
  if (named && !('missing' in layoutOf(named, names))) return named;
  return (['candles', 'tops'] as const).find((kind) => !('missing' in layoutOf(kind, names))) ?? byRows(names);
}

/** Trades have an id and a side too; what happened to an order has a column of its own. `type` may be that of an order. */
function isOrders(names: readonly string[]): boolean {
  const layout = layoutOf('orders', names);
  return 'fields' in layout && layout.fields.get('event')?.toLowerCase() !== 'type';
}

/** Depth and trades have the same columns, apart from a snapshot column and what only trades have. */
function byRows(names: readonly string[]): DataKind | undefined {
  if (isOrders(names)) return 'orders';
  if ('missing' in layoutOf('depth', names)) return 'missing' in layoutOf('trades', names) ? undefined : 'trades';
  const layout = layoutOf('depth', names);
  return 'fields' in layout && layout.fields.has('snapshot') ? 'depth' : 'trades';
}

const NAMED: readonly (readonly [DataKind, readonly string[]])[] = [
  ['orders', ['orders', 'message', 'l3', 'mbo']],
  ['trades', ['trade']],
  ['tops', ['tops', 'quote', 'bbo', 'ticker']],
  ['depth', ['depth', 'book', 'l2']],
  ['candles', ['candle', 'kline', 'ohlc', 'bars']],
];

/** The words of a name: `openTime_ms`, `Open Time (ms)` and `open_time_ms` have the same. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

function keyOf(name: string): { readonly key: string; readonly unit: TimeUnit | null } {
  const words = wordsOf(name);
  const unit = words.length > 1 ? (UNITS.get(words.at(-1) ?? '') ?? null) : null;
  return { key: (unit ? words.slice(0, -1) : words).join(''), unit };
}

/** Unit of the times of a column; null finds it out value by value. */
type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/** Unix times below these are seconds, milliseconds and microseconds: each covers the years 1973 to 5138. */
const SECONDS_BELOW = 100_000_000_000n;
const MS_BELOW = SECONDS_BELOW * 1_000n;
const US_BELOW = MS_BELOW * 1_000n;

const WHOLE = /^[0-9]{1,20}(?:\.0*)?$/;
const DECIMAL_SECONDS = /^([0-9]{1,11})\.([0-9]+)$/;
const ISO =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[TD ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?$/i;
const ZONE = /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i;

/**
 * Returns a time of a data file in Unix ms, or undefined when it is none. Parts of a millisecond are dropped. A text with
 * dashes is ISO 8601, in UTC when it names no zone; a D may stand between day and time, as some databases write it. A number has the unit of its column or, without one, the unit that its
 * size gives.
 */
export function timeOf(value: unknown, unit: TimeUnit | null): number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  if (typeof value === 'bigint') return fromWhole(value, unit);
  if (typeof value === 'number') return fromNumber(value, unit);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (WHOLE.test(text)) return fromWhole(BigInt(text.split('.', 1)[0] ?? ''), unit);
  const [, seconds, fraction = ''] = DECIMAL_SECONDS.exec(text) ?? [];
  if (seconds !== undefined && (unit ?? 's') === 's') return Number(seconds) * 1_000 + msOf(fraction);
  return ISO.test(text) ? fromIso(text) : undefined;
}

function fromNumber(value: number, unit: TimeUnit | null): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  if (Number.isInteger(value)) return fromWhole(BigInt(value), unit);
  const isSeconds = unit === 's' || (unit === null && value < Number(SECONDS_BELOW));
  // Seconds in binary floating point are exact to less than a microsecond; a millisecond is rounded, not cut.
  return isSeconds ? Math.floor(Math.round(value * 1_000_000) / 1_000) : fromWhole(BigInt(Math.floor(value)), unit);
}

function fromWhole(value: bigint, unit: TimeUnit | null): number | undefined {
  if (value < 0n) return undefined;
  const known = unit ?? (value < SECONDS_BELOW ? 's' : value < MS_BELOW ? 'ms' : value < US_BELOW ? 'us' : 'ns');
  const ms = known === 's' ? value * 1_000n : known === 'ms' ? value : value / (known === 'us' ? 1_000n : 1_000_000n);
  return ms <= 8_640_000_000_000_000n ? Number(ms) : undefined;
}

function fromIso(text: string): number | undefined {
  const day = text.length === 10 ? `${text}T00:00:00Z` : text.replace(/[D ]/i, 'T').replace(',', '.');
  const ms = Date.parse(ZONE.test(day.slice(10)) ? day : `${day}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

const msOf = (fraction: string): number => Number(fraction.slice(0, 3).padEnd(3, '0'));
