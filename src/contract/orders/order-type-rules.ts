import type { OrderType } from '../../engine/orders/order-terms.ts';
import type { OrderItem } from './order-item.ts';

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

export const isPlainType = (orderType: string): orderType is OrderType => PLAIN_TYPES.has(orderType);
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
export const closePositionFault = ({ closePosition, orderType }: OrderItem): string | undefined =>
  closePosition && FAMILIES.has(orderType) && !isConditional(orderType)
    ? 'closePosition is only valid for trigger orders'
    : undefined;

export const invalidOrderType = (orderType: string): string => `invalid orderType '${orderType}'`;

/** The first rule of its type that an item breaks, or undefined. */
export function orderTypeFault(item: OrderItem): string | undefined {
  const family = FAMILIES.get(item.orderType);
  if (family === undefined) return invalidOrderType(item.orderType);
  for (const rule of RULES[family]) {
    const fault = rule(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
