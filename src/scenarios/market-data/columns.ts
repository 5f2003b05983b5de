import type { TimeUnit } from './times.ts';

export type DataKind = 'trades' | 'tops' | 'depth' | 'candles';

export const DATA_KINDS: readonly DataKind[] = ['trades', 'tops', 'depth', 'candles'];

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
  return missing.length > 0 ? { missing } : { fields, timeUnit };
}

/** Returns the kind that a file's name or its columns speak for; undefined when neither does. */
export function kindOf(file: string, names: readonly string[]): DataKind | undefined {
  const base = (file.split(/[/\\]/).at(-1) ?? '').toLowerCase();
  const named = NAMED.find(([, words]) => words.some((word) => base.includes(word)))?.[0];
  if (named && !('missing' in layoutOf(named, names))) return named;
  return (['candles', 'tops'] as const).find((kind) => !('missing' in layoutOf(kind, names))) ?? byRows(names);
}

/** Depth and trades have the same columns, apart from a snapshot column and what only trades have. */
function byRows(names: readonly string[]): DataKind | undefined {
  if ('missing' in layoutOf('depth', names)) return 'missing' in layoutOf('trades', names) ? undefined : 'trades';
  const layout = layoutOf('depth', names);
  return 'fields' in layout && layout.fields.has('snapshot') ? 'depth' : 'trades';
}

const NAMED: readonly (readonly [DataKind, readonly string[]])[] = [
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
