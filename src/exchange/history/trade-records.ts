import type { TradesQuery } from '../../contract/views.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import type { Reader } from './database.ts';
import { PARENT_JOIN, PARENT_VALUES, parentJson } from './parent-order.ts';
import { termsOf } from './order-terms.ts';
import { Filter, integer } from './query.ts';

/** Trades of one subaccount, newest first, equal times by descending trade id, with the count of all that match. */
export function readTradeRecords(database: Reader, query: TradesQuery): { records: string; total: number } {
  // An order or a position has few fills: the sign keeps SQLite from walking the account's whole time window instead.
  const narrow = query.order !== undefined || query.positionId !== undefined ? '+' : '';
  const filter = new Filter()
    .and(`${narrow}account = :account`, 'account', query.account)
    .between(`${narrow}at`, query.from, query.to)
    // Executions of a TWAP are those of its chunks.
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
    records: recordsText(database, values),
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
const WIDTH = 21;

/** The records as JSON. Values need no escaping (`packed.ts`). */
function recordsText(database: Reader, values: readonly string[]): string {
  let json = '[';
  const at = (place: number): string => values[place] ?? '';
  for (let from = 0; from < values.length; from += WIDTH) {
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
