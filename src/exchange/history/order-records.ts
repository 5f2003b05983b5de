import { invariant } from '../../kernel/errors.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import type { OrderHistoryQuery, TradesQuery } from '../../contract/views.ts';
import { DEFAULT_TRIGGER_PRICE_TYPE } from '../../contract/words.ts';
import { Filter, integer, type Reader, type Row, text } from './database.ts';
import { packedJson, packedValue, unpackJson } from './schema.sql.ts';

/** Records of one subaccount, newest update first, equal times by descending row (R-25); as many as `bytesMax` allows. */
export function readOrderRecords(database: Reader, query: OrderHistoryQuery): string {
  const statuses = query.statuses?.length ? JSON.stringify(query.statuses) : undefined;
  const filter = new Filter()
    .and('s.account = :account', 'account', query.account)
    .between('s.at', query.from, query.to)
    .and('s.status IN (SELECT value FROM json_each(:statuses))', 'statuses', statuses);
  const ofTerms = new Filter()
    .symbol(query.symbol)
    .and('side = :side', 'side', query.side)
    .and('type = :type', 'type', query.type);
  // The index alone gives the keys of a page, however deep it is; only what it shows is read.
  const orders =
    ofTerms.where === ''
      ? ''
      : `CROSS JOIN orders o ON o.row = s.order_row AND o.terms IN (SELECT row FROM order_terms WHERE ${ofTerms.where})`;
  const keys = `SELECT s.row AS key FROM order_states s ${orders} WHERE ${filter.where}
    ORDER BY s.at DESC, s.row DESC LIMIT :limit OFFSET :offset`;
  const records = `SELECT concat(o.facts, ',', s.at, ',', s.status, ',', s.figures, ',', ${packedJson('s.legs')}, ',', ${PARENT_VALUES}) AS record
    FROM (${keys}) CROSS JOIN order_states s ON s.row = key CROSS JOIN orders o ON o.row = s.order_row ${PARENT_JOIN}`;
  // SQLite reads a limit below 0 as none.
  const page = { ':limit': query.limit ?? -1, ':offset': query.offset ?? 0 };
  const values = database.page(records, { ...filter.params, ...ofTerms.params, ...page });
  return ordersText(database, values, query.bytesMax ?? Number.POSITIVE_INFINITY);
}

/** Values of a record in a page. */
const ORDER_WIDTH = 23;

/** The records as JSON. Values need no escaping (`packed` of `schema.sql.ts`). */
function ordersText(database: Reader, values: readonly string[], bytesMax: number): string {
  let json = '[';
  const at = (place: number): string => values[place] ?? '';
  for (let from = 0; from < values.length; from += ORDER_WIDTH) {
    const fitting = json;
    const id = venueIdOf(Number(at(from)));
    const { toStatus, toCreated } = termsOf(database, at(from + 1));
    const [expiresAt, time, status] = [at(from + 4), at(from + 9), at(from + 10)];
    const [remaining, filledQuantity, position] = [at(from + 12), at(from + 16), at(from + 18)];
    const [reason, legs] = [at(from + 19), at(from + 20)];
    json += `${from === 0 ? '' : ','}{"order":{"venueId":"${id}","clientId":"${at(from + 3)}"},"orderId":"${id}"`;
    json += `${toStatus}${status}","quantity":"${at(from + 11)}"`;
    if (remaining !== '') json += `,"remainingQuantity":"${remaining}"`;
    json += `,"price":"${at(from + 13)}","filledPrice":"${at(from + 15)}","filledQuantity":"${filledQuantity}"`;
    json += `,"triggerPrice":"${at(from + 14)}"${toCreated}${at(from + 2)},"updatedTime":${time},"updateTime":${time}`;
    if (expiresAt !== '') json += `,"expiresAt":${expiresAt}`;
    if (reason !== '') json += `,"cancelReason":"${reason}"`;
    if (status === 'cancelled') json += `,"cancelledAt":${time}`;
    json += `,"cumulative_filled_quantity":"${filledQuantity}","cumulative_filled_value":"${at(from + 17)}"`;
    json += `,"position_id":${position === '' ? 'null' : `"${position}"`},"legs":${legs === '' ? 'null' : unpackJson(legs)}`;
    json += parentJson(at(from + 21), at(from + 22));
    json += linkedJson('takeProfit', 'tp', at(from + 5), at(from + 6));
    json += `${linkedJson('stopLoss', 'sl', at(from + 7), at(from + 8))}}`;
    // All of it is ASCII.
    if (json.length >= bytesMax) return `${fitting}]`;
  }
  return `${json}]`;
}

/** An order that this one was placed with, if there is one, under each of its names. */
function linkedJson(name: string, short: string, no: string, clientId: string): string {
  if (no === '') return '';
  const id = venueIdOf(Number(no));
  const order = `{"venueId":"${id}","clientId":"${clientId}"}`;
  return `,"${name}Order":${order},"${short}Order":${order},"${name}OrderId":"${id}"`;
}

/** Trades of one subaccount, newest first, equal times by descending trade id, with the count of all that match. */
export function readTradeRecords(database: Reader, query: TradesQuery): { records: string; total: number } {
  // An order or a position has few fills: the sign keeps SQLite from walking the account's whole time window instead.
  const narrow = query.order !== undefined || query.positionId !== undefined ? '+' : '';
  const filter = new Filter()
    .and(`${narrow}account = :account`, 'account', query.account)
    .between(`${narrow}at`, query.from, query.to)
    // Executions of a TWAP are those of its chunks (R-118).
    .and('order_row IN (SELECT :order UNION ALL SELECT row FROM orders WHERE parent = :order)', 'order', query.order)
    .and('(position_id = :position OR closed_position_id = :position)', 'position', query.positionId)
    .symbol(query.symbol);
  const isWindow = narrow === '' && query.symbol === undefined;
  const keys = `SELECT row AS key FROM fills WHERE ${filter.where}
    ORDER BY at DESC, row DESC LIMIT :limit OFFSET :offset`;
  const records = `SELECT concat(o.facts, ',', f.row, ',', f.at, ',', f.figures, ',', ${PARENT_VALUES}) AS record
    FROM (${keys}) CROSS JOIN fills f ON f.row = key CROSS JOIN orders o ON o.row = f.order_row ${PARENT_JOIN}`;
  const page = { ':limit': query.limit, ':offset': query.offset };
  const values = database.page(records, { ...filter.params, ...page });
  return {
    records: tradesText(database, values),
    total: isWindow ? countWindow(database, filter) : countEach(database, filter),
  };
}

/** A window is as long as from its first fill to its last, however many there are. */
function countWindow(database: Reader, filter: Filter): number {
  const end = (order: string): string =>
    `(SELECT nth FROM fills WHERE ${filter.where} ORDER BY at ${order}, row ${order} LIMIT 1)`;
  const count = `SELECT coalesce(${end('DESC')} - ${end('ASC')} + 1, 0) AS total`;
  return database.all(count, filter.params, (row) => integer(row, 'total'))[0] ?? 0;
}

function countEach(database: Reader, filter: Filter): number {
  const count = `SELECT count(*) AS total FROM fills WHERE ${filter.where}`;
  return database.all(count, filter.params, (row) => integer(row, 'total'))[0] ?? 0;
}

/** Values of a record in a page. */
const TRADE_WIDTH = 21;

/** The records as JSON. Values need no escaping (`packed` of `schema.sql.ts`). */
function tradesText(database: Reader, values: readonly string[]): string {
  let json = '[';
  const at = (place: number): string => values[place] ?? '';
  for (let from = 0; from < values.length; from += TRADE_WIDTH) {
    const id = venueIdOf(Number(at(from)));
    const { toDirection, flags } = termsOf(database, at(from + 1));
    const row = Number(at(from + 9));
    json += `${from === 0 ? '' : ','}{"tradeId":"${Math.floor(row / 2)}"`;
    json += `,"order":{"venueId":"${id}","clientId":"${at(from + 3)}"},"orderId":"${id}"${toDirection}${at(from + 11)}"`;
    json += `,"price":"${at(from + 12)}","quantity":"${at(from + 13)}","realizedPnl":"${at(from + 14)}","fee":"${at(from + 15)}"`;
    json += `,"feeRate":"${at(from + 16)}","markPrice":"${at(from + 17)}","entryPrice":"${at(from + 18)}"`;
    json += `,"timestamp":${at(from + 10)},"maker":${row % 2 === 0}${flags}${parentJson(at(from + 19), at(from + 20))}}`;
  }
  return `${json}]`;
}

/** The terms of orders as records show them: JSON that begins and ends where a record puts values between. */
export interface TermsJson {
  /** From the market of an order record to the value of its status. */
  readonly toStatus: string;
  /** From the trigger price type of an order record to the value of its time. */
  readonly toCreated: string;
  /** From the type of a trade record to its direction. */
  readonly toDirection: string;
  /** The flags of a trade record. */
  readonly flags: string;
}

/** What was read of each database. Terms never change. */
const READ = new WeakMap<Reader, Map<string, TermsJson>>();

/** Returns the terms of a row of order_terms. */
function termsOf(database: Reader, row: string): TermsJson {
  let known = READ.get(database);
  if (!known) READ.set(database, (known = new Map<string, TermsJson>()));
  let terms = known.get(row);
  if (!terms) known.set(row, (terms = readTerms(database, row)));
  return terms;
}

function readTerms(database: Reader, row: string): TermsJson {
  const sql = 'SELECT t.*, m.symbol FROM order_terms t JOIN markets m ON m.row = t.market WHERE t.row = :row';
  const [terms] = database.all(sql, { ':row': Number(row) }, termsJson);
  invariant(terms, () => `terms ${row} of orders are known`);
  return terms;
}

function termsJson(row: Row): TermsJson {
  const flag = (name: string): boolean => integer(row, name) === 1;
  const { symbol, side } = { symbol: text(row, 'symbol'), side: text(row, 'side') };
  const flags = `"reduceOnly":${flag('reduce_only')},"postOnly":${flag('post_only')},"triggeredByLiquidation":${flag(
    'triggered_by_liquidation',
  )}`;
  // Orders without a trigger leave it empty; the field itself has no empty value.
  const triggerPriceType = text(row, 'trigger_price_type') || DEFAULT_TRIGGER_PRICE_TYPE;
  return {
    toStatus: `,"symbol":"${symbol}","side":"${side}","type":"${text(row, 'type')}","status":"`,
    toCreated: `,"triggerPriceType":"${triggerPriceType}","timeInForce":"${text(
      row,
      'time_in_force',
    )}",${flags},"closePosition":${flag('close_position')},"createdTime":`,
    toDirection: `,"orderType":"${text(row, 'kind')}","symbol":"${symbol}","side":"${side}","direction":"`,
    flags: `,${flags}`,
  };
}

/** The TWAP of a chunk in records (R-118): its order is joined for its client id. */

/** Joins the parent `p` of the order `o`, if it has one. */
const PARENT_JOIN = 'LEFT JOIN orders p ON p.row = o.parent';
/** Number and client id of the parent, two packed values; empty for an order without one. */
const PARENT_VALUES = `coalesce(o.parent, ''), ',', coalesce(${packedValue('p.facts', 3)}, '')`;

/** The field of a record, from those two values. */
function parentJson(no: string, clientId: string): string {
  return no === '' ? '' : `,"parentOrder":{"venueId":"${venueIdOf(Number(no))}","clientId":"${clientId}"}`;
}
