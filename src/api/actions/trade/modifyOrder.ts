import { type Static, Type } from '@sinclair/typebox';
import type { EngineEvent, OrderModifiedEvent } from '../../../engine/event.ts';
import type { CommandOutcome } from '../../../engine/outcome.ts';
import type { Market } from '../../../engine/state.ts';
import { invariant } from '../../../kernel/assert.ts';
import { normalizeDecimal, parseDecimal } from '../../../kernel/decimal.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { type OrderNo, venueIdOf } from '../../../kernel/ids.ts';
import type { Lots, Units } from '../../../kernel/units.ts';
import { type ActionContext, defineWrite, EVERY_ROLE } from '../../action.ts';
import { formatAverage, formatLots, formatPrice } from '../../format.ts';
import type { JsonObject } from '../../json.ts';
import { clientOrderIdFault } from '../../orders/client-order-id.ts';
import { type OrderTarget, parseVenueId, targetByClientId, targetByVenueId } from '../../orders/order-target.ts';
import {
  Closed,
  DecimalText,
  decode,
  IdText,
  OrderIdentifier,
  orderIdentifier,
  SubAccountParams,
  Time,
} from '../../primitives.ts';

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
  error: Type.String(),
  errorCode: Type.String(),
  timestamp: Time,
});
const ModifyOrderResult = Type.Union([Modified, Rejected]);

/** What is to change, normalized; null leaves a field as it is. */
interface Change {
  readonly target: OrderTarget;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly triggerPrice: string | null;
}

/** A modify as sent: exactly one of the ids, absent texts empty. */
interface Sent {
  readonly id: { readonly venueId: bigint } | { readonly clientId: string };
  readonly price: string;
  readonly quantity: string;
  readonly triggerPrice: string;
}

/**
 * Replaces price and/or total quantity of one live order, all or nothing.
 *
 * Units:  `quantity` is the new total, not the remainder.
 * Cost:   5 tokens.
 * Errors: 400 VALIDATION_ERROR for the request itself; the engine's refusals are a 200 with status `rejected`.
 * Source: clauses MODIFYORDER; wire 2.7; R-07 for strangers.
 */
export const modifyOrder = defineWrite<Change, Static<typeof ModifyOrderResult>>({
  name: 'modifyOrder',
  summary: 'Change price and/or quantity of an open order.',
  clauses: [
    'MODIFYORDER',
    'MODIFYORDER-PARAM-SUBACCOUNTID',
    'MODIFYORDER-PARAM-ORDERID',
    'MODIFYORDER-PARAM-PRICE',
    'MODIFYORDER-PARAM-QUANTITY',
    'MODIFYORDER-PARAM-TRIGGERPRICE',
    'MODIFYORDER-NONE-GIVEN',
    'MODIFYORDER-OWN-ORDER',
    'MODIFYORDER-FILLED',
    'MODIFYORDER-CANCELLED',
    'MODIFYORDER-MARGIN',
    'MODIFYORDER-KEEP-OMITTED',
    'MODIFYORDER-ATOMIC',
    'MODIFYORDER-RESP-ORDER',
    'MODIFYORDER-RESP-ORDERID',
    'MODIFYORDER-RESP-PRICE',
    'MODIFYORDER-RESP-QUANTITY',
    'MODIFYORDER-RESP-CUMQTY',
    'MODIFYORDER-RESP-AVGPRICE',
    'MODIFYORDER-RESP-TIMESTAMP',
    'MODIFYORDER-REJECT-HTTP',
    'MODIFYORDER-REJECT-ERROR',
    'MODIFYORDER-REJECT-ERRORCODE',
    'MODIFYORDER-REJECT-TIMESTAMP',
    'MODIFYORDER-REQUEST-FAILURE',
    'MODIFYORDER-ERR-VALIDATION',
    'MODIFYORDER-ERR-FORMAT',
    'MODIFYORDER-ERR-UNAUTHORIZED',
    'MODIFYORDER-ERR-FORBIDDEN',
    'MODIFYORDER-ERR-SIGNATURE',
    'MODIFYORDER-ERR-ADDRESS-MISMATCH',
    'MODIFYORDER-ERR-NONCE',
    'MODIFYORDER-ERR-EXPIRED',
    'MODIFYORDER-ERR-NOT-FOUND',
    'MODIFYORDER-ERR-PARAMETERS',
    'STATE-ORDER-OPEN-MODIFIED',
    'STATE-ORDER-MODIFY-REPLACES',
    'STATE-ORDER-MODIFY-QUEUE',
    'STATE-ORDER-MODIFY-REJECTED',
    'ERRRULE-REJECTION-200',
    'AUTH-TYPE-MODIFYORDER',
    'AUTH-TYPE-MODIFYORDER-EMPTY',
    'AUTH-TYPE-FIELD-ORDER',
    'AUTH-EXPIRESAFTER-UNIT-MODIFYORDER',
    'RATE-COST-MODIFYORDER',
  ],
  params: Type.Object({
    ...SubAccountParams,
    orderId: Type.Optional(IdText),
    clientOrderId: Type.Optional(Type.String({ maxLength: 255, description: 'Instead of orderId' })),
    price: Type.Optional(Type.String({ maxLength: 128 })),
    quantity: Type.Optional(Type.String({ maxLength: 128, description: 'New total quantity' })),
    triggerPrice: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  result: ModifyOrderResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'FORBIDDEN' },
  cost: () => 5,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const sent = readSent(params);
    if (isRefusal(sent)) return sent;
    const { id, price, quantity, triggerPrice } = sent;
    const rest = { price, quantity, triggerPrice, nonce, expiresAfter };
    return 'venueId' in id
      ? { type: 'ModifyOrder', values: { subAccountId, orderId: id.venueId, ...rest } }
      : { type: 'ModifyOrderByCloid', values: { subAccountId, clientOrderId: id.clientId, ...rest } };
  },
  parse: (params, context) => {
    const sent = readSent(params);
    if (isRefusal(sent)) return sent;
    const fault = sentFault(sent);
    return fault === undefined ? changeOf(sent, context) : invalid(fault);
  },
  toCommands: ({ target, price, quantity, triggerPrice }, { account }) =>
    target.ref ? [{ type: 'ModifyOrder', account: account.no, order: target.ref, price, quantity, triggerPrice }] : [],
  toResult: (change, [outcome], context) => {
    const refusal = outcome ? outcome.refusal : refuse('ORDER_NOT_FOUND');
    return refusal ? rejection(change.target, refusal, context) : modification(change, outcome, context);
  },
});

/** Errors: VALIDATION_ERROR unless exactly one id is given and a venue id is a positive integer. */
function readSent(params: JsonObject): Sent | Refusal {
  const shape = {
    orderId: 'id',
    clientOrderId: 'text',
    price: 'text',
    quantity: 'text',
    triggerPrice: 'text',
  } as const;
  const decoded = decode(params, shape);
  if (isRefusal(decoded)) return decoded;
  const { orderId = '', clientOrderId = '', price = '', quantity = '', triggerPrice = '' } = decoded;
  const fields = { price, quantity, triggerPrice };
  if (orderId !== '' && clientOrderId !== '') {
    return invalid('modifyOrder payload: accepts either orderId or clientOrderId, not both');
  }
  if (clientOrderId !== '') return { id: { clientId: clientOrderId }, ...fields };
  const venueId = parseVenueId(orderId);
  return isRefusal(venueId) ? venueId : { id: { venueId }, ...fields };
}

function sentFault({ id, price, quantity, triggerPrice }: Sent): string | undefined {
  const idFault = 'clientId' in id ? clientOrderIdFault(id.clientId) : undefined;
  if (idFault !== undefined) return `clientOrderId: ${idFault}`;
  if (price === '' && quantity === '' && triggerPrice === '') {
    return 'please provide at least one of the following: price, quantity, trigger price';
  }
  // Both prices are spoken of as `price` (wire 2.7).
  return amountFault('price', price) ?? amountFault('price', triggerPrice) ?? amountFault('quantity', quantity);
}

function amountFault(name: string, text: string): string | undefined {
  if (text === '') return undefined;
  const value = parseDecimal(text);
  if (!value) return `${name} must be a valid decimal number`;
  return value.digits > 0n ? undefined : `${name} must be a positive value`;
}

function changeOf({ id, price, quantity, triggerPrice }: Sent, context: ActionContext): Change {
  return {
    target: 'venueId' in id ? targetByVenueId(id.venueId, context) : targetByClientId(id.clientId, context),
    price: normalizeDecimal(price) ?? null,
    quantity: normalizeDecimal(quantity) ?? null,
    triggerPrice: normalizeDecimal(triggerPrice) ?? null,
  };
}

function rejection({ venueId, clientId }: OrderTarget, { code, message }: Refusal, { now }: ActionContext) {
  const said = { status: 'rejected', error: message, errorCode: code, timestamp: now } as const;
  return venueId === null ? said : { order: { venueId, clientId }, orderId: venueId, ...said };
}

function modification(change: Change, outcome: CommandOutcome | undefined, { state, now }: ActionContext) {
  const { target, price, quantity } = change;
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
