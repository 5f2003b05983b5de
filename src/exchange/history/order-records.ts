import type { OrderHistoryQuery, TradesQuery } from '../../contract/views.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import type { OrderLog } from './order-log.ts';
import { fillTexts, legsText, stateTexts } from './row-cells.ts';
import type { FillRow, OrderRow, StateRow } from './row-sink.ts';

// Records of orders and trades as JSON. Their values are words, decimals, ids and client ids (`order-item.ts`), none of which
// needs escaping, and all of it is ASCII.

/** Returns the records of one subaccount as JSON, newest update first, equal times by descending row (R-25); as many as `bytesMax` allows. */
export function readOrderRecords(log: OrderLog, query: OrderHistoryQuery): string {
  const { bytesMax = Number.POSITIVE_INFINITY } = query;
  let json = '[';
  for (const state of log.statesThat(query)) {
    const record = orderRecord(log, state);
    // The bracket behind it has to fit, too.
    if (json.length + record.length + Number(json.length > 1) >= bytesMax) break;
    json += json.length > 1 ? `,${record}` : record;
  }
  return `${json}]`;
}

function orderRecord(log: OrderLog, state: StateRow): string {
  const order = log.orderOf(state.order);
  const id = venueIdOf(order.order);
  const { toStatus, toCreated } = log.terms(order.terms);
  const { at, status, turn } = state;
  const [quantity, remaining, price, triggerPrice, filledPrice, filledQuantity, filledValue, position, reason] =
    stateTexts(state);
  let json = `{"order":{"venueId":"${id}","clientId":"${order.clientId}"},"orderId":"${id}"`;
  json += `${toStatus}${status}","quantity":"${quantity}"`;
  if (remaining !== '') json += `,"remainingQuantity":"${remaining}"`;
  json += `,"price":"${price}","filledPrice":"${filledPrice}","filledQuantity":"${filledQuantity}"`;
  json += `,"triggerPrice":"${triggerPrice}"${toCreated}${order.at},"updatedTime":${at},"updateTime":${at}`;
  if (order.expiresAt !== null) json += `,"expiresAt":${order.expiresAt}`;
  if (reason !== '') json += `,"cancelReason":"${reason}"`;
  if (status === 'cancelled') json += `,"cancelledAt":${at}`;
  json += `,"cumulative_filled_quantity":"${filledQuantity}","cumulative_filled_value":"${filledValue}"`;
  json += `,"position_id":${position === '' ? 'null' : `"${position}"`}`;
  json += `,"legs":${turn ? legsText(turn, state.market.spec) : 'null'}`;
  json += parentJson(log, order);
  json += linkedJson('takeProfit', 'tp', order.takeProfit);
  return `${json}${linkedJson('stopLoss', 'sl', order.stopLoss)}}`;
}

/** An order that this one was placed with, if there is one, under each of its names. */
function linkedJson(name: string, short: string, link: OrderRow['takeProfit']): string {
  if (link === null) return '';
  const id = venueIdOf(link.no);
  const order = `{"venueId":"${id}","clientId":"${link.clientId}"}`;
  return `,"${name}Order":${order},"${short}Order":${order},"${name}OrderId":"${id}"`;
}

/** The TWAP of a chunk (R-118). */
function parentJson(log: OrderLog, { parent }: OrderRow): string {
  if (parent === null) return '';
  return `,"parentOrder":{"venueId":"${venueIdOf(parent)}","clientId":"${log.clientIdOf(parent)}"}`;
}

/** Returns the trades of one subaccount as JSON, newest first, equal times by descending trade id, with the count of all that match. */
export function readTradeRecords(log: OrderLog, query: TradesQuery): { records: string; total: number } {
  const { rows, total } = log.tradesThat(query);
  let json = '[';
  for (const fill of rows) json += `${json.length > 1 ? ',' : ''}${tradeRecord(log, fill)}`;
  return { records: `${json}]`, total };
}

function tradeRecord(log: OrderLog, fill: FillRow): string {
  const order = log.orderOf(fill.order);
  const id = venueIdOf(order.order);
  const { toDirection, flags } = log.terms(order.terms);
  const [direction, price, quantity, realizedPnl, fee, feeRate, mark, entryPrice] = fillTexts(fill);
  const json =
    `{"tradeId":"${Math.floor(fill.row / 2)}","order":{"venueId":"${id}","clientId":"${order.clientId}"}` +
    `,"orderId":"${id}"${toDirection}${direction}","price":"${price}","quantity":"${quantity}"` +
    `,"realizedPnl":"${realizedPnl}","fee":"${fee}","feeRate":"${feeRate}","markPrice":"${mark}"` +
    `,"entryPrice":"${entryPrice}","timestamp":${fill.at},"maker":${fill.row % 2 === 0}${flags}`;
  return `${json}${parentJson(log, order)}}`;
}
