import { DECIMAL_TEXT_MAX, normalizeDecimal, parseDecimal, unitsOfShort } from '../../kernel/decimal.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { ConditionalType, PlaceConditional } from '../../engine/orders/conditional-terms.ts';
import type { OrderType, PlaceOrder, Side } from '../../engine/orders/order-terms.ts';
import type { PlaceTwap } from '../../engine/orders/twap-terms.ts';
import { SYMBOL_MAX, tooLong, WORD_MAX } from '../fields/table.ts';
import { hasSymbolForm } from '../symbols.ts';
import { clientOrderIdFault, type OrderItem } from './order-item.ts';

/** The first thing wrong with an item, in the order of wire 2.2, or undefined. The caller puts `order N: ` in front. */
export function orderItemFault(item: OrderItem, now: TimeMs): string | undefined {
  return (
    lengthFault(item) ??
    closePositionFault(item) ??
    quantityFault(item) ??
    (item.side === 'buy' || item.side === 'sell' ? undefined : 'side must be one of: [buy sell]') ??
    symbolFault(item.symbol) ??
    orderTypeFault(item) ??
    priceFault('price', item.price) ??
    priceFault('triggerPrice', item.triggerPrice) ??
    (item.expiresAt !== 0 && item.expiresAt * 1000 <= now ? 'expiresAt must be in the future' : undefined) ??
    triggerPriceTypeFault(item) ??
    clientIdFault(item.clientOrderId)
  );
}

function lengthFault({ side, orderType, price, quantity, triggerPrice }: OrderItem): string | undefined {
  return tooLong(WORD_MAX, { side, orderType }) ?? tooLong(DECIMAL_TEXT_MAX, { price, quantity, triggerPrice });
}

/** Closing a position needs no size, but only orders that wait for a trigger can do it. */
function quantityFault(item: OrderItem): string | undefined {
  if (item.closePosition && isConditional(item.orderType)) return undefined;
  return item.quantity === '' ? 'quantity is missing' : amountFault('quantity', item.quantity);
}

const priceFault = (field: string, text: string): string | undefined =>
  text === '' ? undefined : amountFault(field, text);

function amountFault(field: string, text: string): string | undefined {
  if (unitsOfShort(text) > 0) return undefined;
  const value = parseDecimal(text);
  if (!value) return `${field} is invalid: not a decimal number`;
  if (text.startsWith('-')) return `${field} is negative`;
  return value.digits === 0n ? `${field} is zero` : undefined;
}

/** Returns what is wrong with the symbol of an order, which must come in its final spelling, or undefined. */
export function symbolFault(symbol: string): string | undefined {
  if (symbol === lastValid) return undefined;
  const fault = spellingFault(symbol);
  if (fault === undefined) lastValid = symbol;
  return fault;
}

/** The symbol that passed last: the orders of a batch are mostly of one market, and its spelling is checked once. */
let lastValid = '';

function spellingFault(symbol: string): string | undefined {
  const long = tooLong(SYMBOL_MAX, { symbol });
  if (long !== undefined) return long;
  const folded = symbol.trim().toUpperCase();
  if (folded === '') return 'symbol is required';
  // Upper-casing maps some letters of other alphabets onto ASCII ones: those are no symbols at all (SEC-18).
  if (!isAscii(symbol) || !hasSymbolForm(folded)) return 'invalid symbol';
  return folded !== symbol || /\s/.test(symbol) ? 'symbol must use canonical uppercase format' : undefined;
}

const isAscii = (text: string): boolean => /^[\t-\r -~]*$/.test(text);

const triggerPriceTypeFault = (item: OrderItem): string | undefined =>
  isConditional(item.orderType) && !['', 'mark', 'last'].includes(item.triggerPriceType)
    ? 'trigger-price type unrecognised'
    : undefined;

function clientIdFault(text: string): string | undefined {
  const fault = text === '' ? undefined : clientOrderIdFault(text);
  return fault && `clientOrderId: ${fault}`;
}

/** Which fields each order type demands and forbids (wire 2.3), as one list of rules per family of types. */

type Family = 'limit' | 'market' | 'conditional' | 'twap';

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['limitGtc', 'limit'],
  ['limitIoc', 'limit'],
  ['limitGtd', 'limit'],
  ['limitAlo', 'limit'],
  ['market', 'market'],
  ['triggerSl', 'conditional'],
  ['triggerTp', 'conditional'],
  ['twap', 'twap'],
]);

/** Types that meet the book as soon as they are placed. */
const PLAIN_TYPES: ReadonlySet<string> = new Set([
  'limitGtc',
  'limitIoc',
  'limitGtd',
  'limitAlo',
  'market',
] satisfies OrderType[]);

/** Returns true for an order type without a trigger or a schedule. */
export const isPlainType = (orderType: string): orderType is OrderType => PLAIN_TYPES.has(orderType);
/** Returns true for an order type that waits for a trigger. */
export const isConditional = (orderType: string): boolean => FAMILIES.get(orderType) === 'conditional';

type Rule = (item: OrderItem) => string | undefined;

const when = (broken: (item: OrderItem) => boolean, text: (orderType: string) => string): Rule => {
  return (item) => (broken(item) ? text(item.orderType) : undefined);
};

const priceRequired = when(
  ({ price }) => price === '',
  (type) => `price is required for ${type} orders`,
);
const noPrice = when(
  ({ price }) => price !== '',
  (type) => `price must be empty for ${type} orders`,
);
const noTrigger = when(
  ({ triggerPrice }) => triggerPrice !== '',
  (type) => `triggerPrice must be empty for ${type} orders`,
);
const triggerRequired = when(
  ({ triggerPrice }) => triggerPrice === '',
  (type) => `triggerPrice is required for ${type} orders`,
);
const noTriggerMarket = when(
  (item) => item.isTriggerMarket,
  (type) => `isTriggerMarket must be false for ${type} orders`,
);
const noPriceAtMarket = when(
  (item) => item.isTriggerMarket && item.price !== '',
  () => 'price must be empty when isTriggerMarket is true',
);
const priceAtLimit = when(
  (item) => !item.isTriggerMarket && item.price === '',
  () => 'price is required when isTriggerMarket is false',
);
const intervalNotNegative = when(
  ({ intervalSeconds }) => intervalSeconds < 0,
  () => 'intervalSeconds must not be negative for twap orders',
);
const durationPositive = when(
  ({ durationSeconds }) => durationSeconds <= 0,
  () => 'durationSeconds must be positive for twap orders',
);

/** Only a good-till-date order expires, and it must say when. */
const expiry: Rule = ({ orderType, expiresAt }) => {
  if (orderType === 'limitGtd') return expiresAt > 0 ? undefined : 'expiresAt is required for limitGtd orders';
  return expiresAt === 0 ? undefined : 'expiresAt is only valid for limitGtd orders';
};

const RULES: Readonly<Record<Family, readonly Rule[]>> = {
  limit: [priceRequired, noTrigger, noTriggerMarket, expiry],
  market: [noTrigger, noTriggerMarket, expiry, noPrice],
  conditional: [expiry, triggerRequired, noPriceAtMarket, priceAtLimit],
  twap: [noTrigger, expiry, intervalNotNegative, durationPositive],
};

/** Only an order that waits for a trigger takes the size of a position; on any other the flag is refused. */
const closePositionFault = ({ closePosition, orderType }: OrderItem): string | undefined =>
  closePosition && FAMILIES.has(orderType) && !isConditional(orderType)
    ? 'closePosition is only valid for trigger orders'
    : undefined;

/** Returns the message for an order type that an action does not take. */
export const invalidOrderType = (orderType: string): string => `invalid orderType '${orderType}'`;

/** The first rule of its type that an item breaks, or undefined. */
function orderTypeFault(item: OrderItem): string | undefined {
  const family = FAMILIES.get(item.orderType);
  if (family === undefined) return invalidOrderType(item.orderType);
  for (const rule of RULES[family]) {
    const fault = rule(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What the items of a placement have in common. */
export interface PlaceRequest {
  readonly account: AccountNo;
  readonly source: string;
}

/** The command of a plain item whose fields have been checked. */
export const toPlaceOrder = (item: OrderItem, request: PlaceRequest): PlaceOrder => ({
  type: 'PlaceOrder',
  account: request.account,
  symbol: item.symbol,
  side: item.side as Side,
  orderType: item.orderType as OrderType,
  price: normalizeDecimal(item.price) ?? '',
  quantity: normalizeDecimal(item.quantity) ?? '',
  reduceOnly: item.reduceOnly,
  postOnly: item.postOnly,
  clientId: item.clientOrderId,
  expiresAt: item.expiresAt === 0 ? null : item.expiresAt * 1000,
  source: request.source,
});

/** The command of a conditional item whose fields have been checked. */
export const toPlaceConditional = (item: OrderItem, request: PlaceRequest): PlaceConditional => ({
  type: 'PlaceConditional',
  account: request.account,
  symbol: item.symbol,
  side: item.side as Side,
  orderType: item.orderType as ConditionalType,
  price: normalizeDecimal(item.price) ?? '',
  triggerPrice: normalizeDecimal(item.triggerPrice) ?? '',
  triggerPriceType: item.triggerPriceType === 'last' ? 'last' : 'mark',
  quantity: normalizeDecimal(item.quantity) ?? '',
  reduceOnly: item.reduceOnly,
  closePosition: item.closePosition,
  clientId: item.clientOrderId,
  source: request.source,
});

/** A good-till-date order lives at least and at most this long. */
const GTD_MIN_MS = 10_000;
const GTD_MAX_MS = 86_400_000;

/** These two texts carry no `order N: ` (wire 2.3). Both ends of the window are inside. */
export function gtdWindowFault({ expiresAt }: OrderItem, now: TimeMs): string | undefined {
  if (expiresAt === 0) return undefined;
  const lifeMs = expiresAt * 1000 - now;
  if (lifeMs < GTD_MIN_MS) return 'expiresAt needs to be at least 10 seconds in the future';
  return lifeMs > GTD_MAX_MS ? 'expiresAt needs to be less than 24 hours in the future' : undefined;
}

/** TWAP terms of a placement (wire 2.4). The notional floor depends on the mark: the engine has that one. */

export const TWAP = 'twap';
/** Groupings that link nothing: each order has a status of its own. The empty text means the same as `na`. */
export const INDEPENDENT: ReadonlySet<string> = new Set(['', 'na']);

const DURATION_MIN_S = 300;
const DURATION_MAX_S = 86_400;
const INTERVALS_S: readonly number[] = [10, 30, 60, 120, 180, 300, 600];
const INTERVAL_DEFAULT_S = 30;
const CHUNKS_MIN = 2;
const VARIANCE_MAX_BPS = 2_000;
const VARIANCE_STEP_BPS = 100;

interface Batch {
  readonly items: readonly OrderItem[];
  readonly grouping: string;
}

/** True for a placement that is treated as a TWAP: one with that grouping, or one of TWAP orders that links nothing. */
export const isTwapBatch = ({ items, grouping }: Batch): boolean =>
  grouping === TWAP || (INDEPENDENT.has(grouping) && items.every(({ orderType }) => orderType === TWAP));

/** Returns what is wrong with a placement that is, or contains, a TWAP; undefined for every other placement too. */
export function twapFault({ items, grouping }: Batch): string | undefined {
  const [item] = items;
  const isTwap = isTwapBatch({ items, grouping });
  if (!item || !(isTwap || items.some(({ orderType }) => orderType === TWAP))) return undefined;
  if (items.length > 1) return 'TWAP request must contain exactly one order';
  // Alone under a grouping that links orders.
  if (!isTwap) return 'invalid grouping';
  return item.orderType === TWAP ? termsFault(item) : `order 0: ${invalidOrderType(item.orderType)}`;
}

function termsFault(item: OrderItem): string | undefined {
  const { durationSeconds } = item;
  if (durationSeconds < DURATION_MIN_S || durationSeconds > DURATION_MAX_S) {
    return `durationSeconds must be between ${DURATION_MIN_S} and ${DURATION_MAX_S}`;
  }
  if (!INTERVALS_S.includes(intervalOf(item))) return `intervalSeconds must be one of ${INTERVALS_S.join(', ')}`;
  if (chunksOf(item) < CHUNKS_MIN) return `TWAP must have at least ${CHUNKS_MIN} chunks`;
  return varianceFault('sizeVarianceBps', item) ?? varianceFault('intervalVarianceBps', item);
}

function varianceFault(field: 'sizeVarianceBps' | 'intervalVarianceBps', item: OrderItem): string | undefined {
  const bps = item[field];
  if (bps >= 0 && bps <= VARIANCE_MAX_BPS && bps % VARIANCE_STEP_BPS === 0) return undefined;
  return `${field} must be a multiple of ${VARIANCE_STEP_BPS} between 0 and ${VARIANCE_MAX_BPS}`;
}

const intervalOf = ({ intervalSeconds }: OrderItem): number =>
  intervalSeconds === 0 ? INTERVAL_DEFAULT_S : intervalSeconds;

const chunksOf = (item: OrderItem): number => Math.floor(item.durationSeconds / intervalOf(item));

/** The command of an item that `twapFault` has nothing against. */
export const toPlaceTwap = (item: OrderItem, request: PlaceRequest): PlaceTwap => ({
  type: 'PlaceTwap',
  account: request.account,
  symbol: item.symbol,
  side: item.side as Side,
  price: normalizeDecimal(item.price) ?? '',
  quantity: normalizeDecimal(item.quantity) ?? '',
  reduceOnly: item.reduceOnly,
  clientId: item.clientOrderId,
  source: request.source,
  chunks: chunksOf(item),
  intervalMs: intervalOf(item) * 1000,
  sizeVarianceBps: item.sizeVarianceBps,
  intervalVarianceBps: item.intervalVarianceBps,
});
