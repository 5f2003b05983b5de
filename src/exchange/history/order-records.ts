import type { OrderHistoryQuery } from '../../contract/views.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import type { Reader } from './database.ts';
import { PARENT_JOIN, PARENT_VALUES, parentJson } from './parent-order.ts';
import { termsOf } from './order-terms.ts';
import { packedJson, unpackJson } from './packed.ts';
import { Filter } from './query.ts';

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
  return recordsText(database, values, query.bytesMax ?? Number.POSITIVE_INFINITY);
}

/** Values of a record in a page. */
const WIDTH = 23;

/** The records as JSON. Values need no escaping (`packed.ts`). */
function recordsText(database: Reader, values: readonly string[], bytesMax: number): string {
  let json = '[';
  const at = (place: number): string => values[place] ?? '';
  for (let from = 0; from < values.length; from += WIDTH) {
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
