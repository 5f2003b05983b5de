import { divHalfEven, formatUnits } from '../../kernel/decimal.ts';
import { UNIT_DECIMALS } from '../../kernel/units.ts';
import type { DataKind } from './columns.ts';
import type { CandleRow, DepthRow, OrderRow, ProblemKind, TopRow, TradeRow } from './rows.ts';
import { recordOf } from '../../kernel/entries.ts';

/** A value of a row by the name of its field; undefined for a column that the file has not got. */
export type Values = (field: string) => unknown;

/** A fault in one row; thrown by the functions that read its values. */
export class BadRow extends Error {
  override readonly name = 'BadRow';
  readonly kind: ProblemKind;

  constructor(kind: ProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface RowsByKind {
  readonly trades: TradeRow;
  readonly tops: TopRow;
  readonly depth: DepthRow;
  readonly candles: CandleRow;
  readonly orders: OrderRow;
}

/** Reads a row of each kind whose time is known. Throws BadRow. */
export const ROW_READERS: { readonly [K in DataKind]: (time: number, values: Values) => RowsByKind[K] } = {
  trades: (time, values) => ({
    time,
    price: positive(values, 'price'),
    quantity: positive(values, 'quantity'),
    side: takerSide(values),
  }),
  tops: (time, values) => {
    const bid = level(values, 'bidPrice', 'bidQuantity');
    const ask = level(values, 'askPrice', 'askQuantity');
    if (bid && ask && compare(bid[0], ask[0]) >= 0) {
      throw new BadRow('crossed', `the bid ${bid[0]} is not below the ask ${ask[0]}`);
    }
    return { time, bid, ask };
  },
  depth: (time, values) => ({
    time,
    side: bookSide(values('side')),
    price: positive(values, 'price'),
    quantity: atLeastZero(values, 'quantity'),
    snapshot: snapshotOf(values('snapshot')),
  }),
  candles: (time, values) => {
    const candle = recordOf(['open', 'high', 'low', 'close'], (field) => positive(values, field));
    for (const field of ['open', 'close'] as const) {
      if (compare(candle[field], candle.low) < 0 || compare(candle[field], candle.high) > 0) {
        throw new BadRow('range', `${field} ${candle[field]} is not from low ${candle.low} to high ${candle.high}`);
      }
    }
    return { time, ...candle, volume: atLeastZero(values, 'volume') };
  },
  orders: orderRow,
};

function orderRow(time: number, values: Values): OrderRow {
  const event = orderEvent(values('event'));
  // A halt is of no order: its other columns may hold anything.
  if (event === 'halt' || event === 'resume') {
    return { time, event, id: '', side: 'buy', price: '0', quantity: '0', inLots: false };
  }
  const id = wordOf(values('id') ?? '');
  if (event !== 'hidden' && (id === '' || id.length > ID_MAX)) {
    throw new BadRow('range', `id must have 1 to ${ID_MAX} characters (got ${shown(values('id'))})`);
  }
  const inLots = values('lots') !== undefined;
  return {
    time,
    event,
    id: event === 'hidden' ? '' : id,
    side: bookSide(values('side')),
    price: positive(values, 'price'),
    quantity: positive(values, inLots ? 'lots' : 'quantity'),
    inLots,
  };
}

const ID_MAX = 64;

const EVENTS: ReadonlyMap<string, OrderRow['event']> = new Map([
  ['add', 'add'],
  ['a', 'add'],
  ['new', 'add'],
  ['1', 'add'],
  ['reduce', 'reduce'],
  ['cancel', 'reduce'],
  ['c', 'reduce'],
  ['2', 'reduce'],
  ['remove', 'remove'],
  ['delete', 'remove'],
  ['d', 'remove'],
  ['3', 'remove'],
  ['execute', 'execute'],
  ['execution', 'execute'],
  ['fill', 'execute'],
  ['f', 'execute'],
  ['e', 'execute'],
  ['4', 'execute'],
  ['hidden', 'hidden'],
  ['5', 'hidden'],
  ['6', 'hidden'],
  ['halt', 'halt'],
  ['resume', 'resume'],
]);

function orderEvent(value: unknown): OrderRow['event'] {
  const event = EVENTS.get(wordOf(value ?? '').toLowerCase());
  if (event) return event;
  const known = 'add, reduce, remove, execute, hidden, halt or resume';
  throw new BadRow('range', `event must be ${known}; a changed order is a remove and an add (got ${shown(value)})`);
}

/** Compares two decimal texts that a reader has normalized. */
export function compare(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}

function number(values: Values, field: string): string {
  const value = values(field);
  const text = decimalOf(value);
  if (text === undefined) throw new BadRow('number', `${field} is no number (got ${shown(value)})`);
  return text;
}

function atLeastZero(values: Values, field: string): string {
  const text = number(values, field);
  if (text.startsWith('-')) throw new BadRow('negative', `${field} is below 0 (got ${shown(values(field))})`);
  return text;
}

function positive(values: Values, field: string): string {
  const text = number(values, field);
  if (text === '0' || text.startsWith('-')) {
    throw new BadRow('negative', `${field} must be above 0 (got ${shown(values(field))})`);
  }
  return text;
}

/** One side of a top; null where price or quantity is empty or 0. */
function level(values: Values, price: string, quantity: string): readonly [string, string] | null {
  if (isEmpty(values(price)) || isEmpty(values(quantity))) return null;
  const amount = atLeastZero(values, quantity);
  const at = atLeastZero(values, price);
  return amount === '0' || at === '0' ? null : [at, amount];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const SIDES: ReadonlyMap<string, 'buy' | 'sell'> = new Map([
  ['buy', 'buy'],
  ['b', 'buy'],
  ['bid', 'buy'],
  ['bids', 'buy'],
  ['buyer', 'buy'],
  ['1', 'buy'],
  ['sell', 'sell'],
  ['s', 'sell'],
  ['a', 'sell'],
  ['ask', 'sell'],
  ['asks', 'sell'],
  ['seller', 'sell'],
  ['-1', 'sell'],
]);

function bookSide(value: unknown): 'buy' | 'sell' {
  const side = SIDES.get(wordOf(value).toLowerCase());
  if (side) return side;
  throw new BadRow('side', `side must be buy, sell, bid or ask (got ${shown(value)})`);
}

/** The taker's side, or the one that follows from whether the buyer was the maker. */
function takerSide(values: Values): 'buy' | 'sell' {
  const side = values('side');
  if (side !== undefined) return bookSide(side);
  const word = wordOf(values('buyerMaker')).toLowerCase();
  if (word === 'true' || word === '1' || word === 't') return 'sell';
  if (word === 'false' || word === '0' || word === 'f') return 'buy';
  throw new BadRow('side', `buyerMaker must be true or false (got ${shown(values('buyerMaker'))})`);
}

const SNAPSHOTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['snapshot', true],
  ['false', false],
  ['f', false],
  ['0', false],
  ['update', false],
  ['', false],
]);

function snapshotOf(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  const is = SNAPSHOTS.get(wordOf(value).toLowerCase());
  if (is === undefined) throw new BadRow('range', `snapshot must be true or false (got ${shown(value)})`);
  return is;
}

/** A value of a file as text without blanks around it. */
export function wordOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value === undefined ? '' : JSON.stringify(value);
}

/** A value of a file in a message, short enough for one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? `"${value}"` : wordOf(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

const NUMBER = /^([+-]?)([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,3}))?$/;
const PLAIN = /^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{0,7}[1-9])?$/;

/**
 * Returns a number of a data file as normalized decimal text, or undefined when it is none. Exponents are read. Binary
 * floating point and text of more than eight decimals are rounded half to even to eight.
 */
function decimalOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (PLAIN.test(text)) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  const shift = Number(exponent) - fraction.length + UNIT_DECIMALS;
  // Beyond any price or quantity: 10^400 would only cost time.
  if (shift > 60) return undefined;
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : divHalfEven(digits, 10n ** BigInt(-shift));
  return formatUnits(sign === '-' ? -units : units);
}
