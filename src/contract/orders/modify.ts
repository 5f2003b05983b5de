import { type Static, Type } from '@sinclair/typebox';
import type { ModifyOrder } from '../../engine/orders/order-terms.ts';
import type { EngineEvent, OrderModifiedEvent } from '../../engine/event.ts';
import type { CommandOutcome } from '../../engine/engine.ts';
import type { Market } from '../../engine/state.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { DECIMAL_TEXT_MAX, normalizeDecimal, parseDecimal } from '../../kernel/decimal.ts';
import { type OrderNo, venueIdOf } from '../../kernel/ids.ts';
import type { Lots, Units } from '../../kernel/units.ts';
import type { ActionContext } from '../action.ts';
import { formatAverage, formatLots, formatPrice } from '../format.ts';
import { fieldTable, type ReadValue, tooLong, withDefault } from '../fields/table.ts';
import {
  Closed,
  DecimalText,
  ErrorCodeWord,
  IdText,
  NameText,
  OrderIdentifier,
  orderIdentifier,
  Time,
} from '../primitives.ts';
import { clientOrderIdFault, CLIENT_ID_MAX } from './order-item.ts';
import { type OrderTarget, parseVenueId, targetByClientId, targetByVenueId } from './order-target.ts';
import { text, id } from '../fields/fields.ts';

/** One modification (wire 2.7): how it is read and checked, its command, and its result, alone or in a batch. */

const Modified = Closed({
  order: OrderIdentifier,
  orderId: IdText,
  status: Type.Literal('modified'),
  price: Type.Optional(DecimalText),
  quantity: Type.Optional(DecimalText),
  triggerPrice: Type.Optional(DecimalText),
  cumQty: Type.Optional(DecimalText),
  avgPrice: Type.Optional(DecimalText),
  timestamp: Time,
});
const Rejected = Closed({
  order: Type.Optional(OrderIdentifier),
  orderId: Type.Optional(IdText),
  status: Type.Literal('rejected'),
  error: NameText,
  errorCode: ErrorCodeWord,
  timestamp: Time,
});
export const ModifyResult = Type.Union([Modified, Rejected]);
export type ModifyResult = Static<typeof ModifyResult>;
/** The same where orders are named by their venue ids alone. */
export const NamedModifyResult = Type.Union([
  Modified,
  Closed({ ...Rejected.properties, order: OrderIdentifier, orderId: IdText }),
]);

/** What is to change, normalized; null leaves a field as it is. */
export interface Change {
  readonly target: OrderTarget;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly triggerPrice: string | null;
}

/** A modify as sent: exactly one of the ids, absent texts empty. */
export interface SentModify {
  readonly id: { readonly venueId: bigint } | { readonly clientId: string };
  readonly price: string;
  readonly quantity: string;
  readonly triggerPrice: string;
}

const changedText = (description?: string) =>
  withDefault(text({ maxLength: DECIMAL_TEXT_MAX, ...(description !== undefined && { description }) }), '');

export const CHANGE_FIELDS = {
  price: changedText(),
  quantity: changedText('New total quantity'),
  triggerPrice: changedText(),
};
export const MODIFY_FIELDS = fieldTable({
  orderId: withDefault(id(), ''),
  clientOrderId: withDefault(text({ maxLength: CLIENT_ID_MAX, description: 'Instead of orderId' }), ''),
  ...CHANGE_FIELDS,
});

/** Errors: VALIDATION_ERROR unless exactly one id is given and a venue id is a positive integer. */
export function readSentModify(sent: ReadValue<typeof MODIFY_FIELDS>): SentModify | Refusal {
  const { orderId, clientOrderId, ...fields } = sent;
  if (orderId !== '' && clientOrderId !== '') {
    return invalid('modifyOrder payload: accepts either orderId or clientOrderId, not both');
  }
  if (clientOrderId !== '') return { id: { clientId: clientOrderId }, ...fields };
  const venueId = parseVenueId(orderId);
  return isRefusal(venueId) ? venueId : { id: { venueId }, ...fields };
}

/** Returns what is wrong with a modify as sent, in the words of wire 2.7, or undefined. */
export function modifyFault({ id, price, quantity, triggerPrice }: SentModify): string | undefined {
  const idFault = 'clientId' in id ? clientOrderIdFault(id.clientId) : undefined;
  if (idFault !== undefined) return `clientOrderId: ${idFault}`;
  if (price === '' && quantity === '' && triggerPrice === '') {
    return 'please provide at least one of the following: price, quantity, trigger price';
  }
  const long = tooLong(DECIMAL_TEXT_MAX, { price, quantity, triggerPrice });
  if (long !== undefined) return long;
  // Both prices are spoken of as `price` (wire 2.7).
  return amountFault('price', price) ?? amountFault('price', triggerPrice) ?? amountFault('quantity', quantity);
}

function amountFault(name: string, text: string): string | undefined {
  if (text === '') return undefined;
  const value = parseDecimal(text);
  if (!value) return `${name} must be a valid decimal number`;
  return value.digits > 0n ? undefined : `${name} must be a positive value`;
}

/** The change that a faultless modify asks for. */
export function changeOf({ id, price, quantity, triggerPrice }: SentModify, context: ActionContext): Change {
  return {
    target: 'venueId' in id ? targetByVenueId(id.venueId, context) : targetByClientId(id.clientId, context),
    price: normalizeDecimal(price) ?? null,
    quantity: normalizeDecimal(quantity) ?? null,
    triggerPrice: normalizeDecimal(triggerPrice) ?? null,
  };
}

/** The command of a change; none when no order can have the id that was sent. */
export const toModifyOrder = (
  { target, price, quantity, triggerPrice }: Change,
  { account }: ActionContext,
): ModifyOrder | null =>
  target.ref && { type: 'ModifyOrder', account: account.no, order: target.ref, price, quantity, triggerPrice };

/** The response to a change; `outcome` is undefined when the engine was not asked. */
export function modifyResultOf(
  change: Change,
  outcome: CommandOutcome | undefined,
  context: ActionContext,
): ModifyResult {
  const refusal = outcome ? outcome.refusal : refuse('ORDER_NOT_FOUND');
  return refusal ? rejection(change.target, refusal, context) : modification(change, outcome, context);
}

function rejection({ venueId, clientId }: OrderTarget, { code, message }: Refusal, { now }: ActionContext) {
  const said = { status: 'rejected', error: message, errorCode: code, timestamp: now } as const;
  return venueId === null ? said : { order: { venueId, clientId }, orderId: venueId, ...said };
}

function modification(change: Change, outcome: CommandOutcome | undefined, { state, now }: ActionContext) {
  const { target, price, quantity, triggerPrice } = change;
  const event = outcome && modifiedEvent(outcome.events);
  const market = state.markets.get(target.symbol);
  invariant(event && market && outcome, 'an accepted modify changed an order that was known');
  const filled = filledAfter(event.order, outcome.events) ?? state.orders.get(event.order);
  return {
    order: orderIdentifier(event.order, target.clientId),
    orderId: venueIdOf(event.order),
    status: 'modified',
    ...(price === null ? {} : { price: formatPrice(market.spec, event.price) }),
    ...(quantity === null ? {} : { quantity: formatLots(market.spec, event.quantity) }),
    ...(triggerPrice === null || event.triggerPrice === null
      ? {}
      : { triggerPrice: formatPrice(market.spec, event.triggerPrice) }),
    ...(filled && filled.filled > 0 ? fillFields(market, filled) : {}),
    timestamp: now,
  } as const;
}

/** The first one is what was asked for; standing rules may trim orders afterwards. */
function modifiedEvent(events: readonly EngineEvent[]): OrderModifiedEvent | undefined {
  for (const event of events) if (event.type === 'OrderModified') return event;
  return undefined;
}

interface Filled {
  readonly filled: Lots;
  readonly filledValue: Units;
}

/** The order's totals after the last execution it took part in as taker; a complete order is no longer in the state. */
function filledAfter(no: OrderNo, events: readonly EngineEvent[]): Filled | undefined {
  let last: Filled | undefined;
  for (const event of events) if (event.type === 'Traded' && event.taker.order === no) last = event.taker;
  return last;
}

const fillFields = ({ spec }: Market, { filled, filledValue }: Filled) => ({
  cumQty: formatLots(spec, filled),
  avgPrice: formatAverage(spec, filledValue, filled),
});

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
