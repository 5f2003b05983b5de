import { DECIMAL_TEXT_MAX } from '../../kernel/decimal.ts';
import { flag, integer, text, wordText } from '../fields/fields.ts';
import { defaulted, fieldTable, type ReadValue, SYMBOL_MAX, withDefault } from '../fields/table.ts';
import type { SignedOrder } from '../signing.ts';

const decimal = (description: string) => withDefault(text({ maxLength: DECIMAL_TEXT_MAX, description }), '');
const yes = (description?: string) => withDefault(flag(description === undefined ? undefined : { description }), false);
const whole = (description: string) => withDefault(integer({ description }), 0);

export type OrderTypeSent =
  | 'limitGtc'
  | 'limitIoc'
  | 'limitGtd'
  | 'limitAlo'
  | 'market'
  | 'triggerSl'
  | 'triggerTp'
  | 'twap';

/** Rules of the id a client may give its order (wire 2.2). */

export const CLIENT_ID_MAX = 255;

/** One order of a placement: absent texts are empty, absent flags false, absent numbers 0, nothing is normalized (wire 1.3). */
export const ORDER_ITEM = fieldTable({
  symbol: withDefault(text({ maxLength: SYMBOL_MAX }), ''),
  side: defaulted(wordText<'buy' | 'sell'>({ description: 'buy or sell' }), ''),
  orderType: defaulted(
    wordText<OrderTypeSent>({
      description: 'limitGtc, limitIoc, limitGtd, limitAlo, market, triggerSl, triggerTp or twap',
    }),
    '',
  ),
  price: decimal('Empty or absent on market orders'),
  triggerPrice: decimal('triggerSl and triggerTp only'),
  triggerPriceType: withDefault(wordText<'mark' | 'last'>({ description: 'mark (default) or last; not signed' }), ''),
  quantity: decimal('Empty or 0 with closePosition'),
  reduceOnly: yes('Only reduces a position; a triggerSl or triggerTp without it may open one when it fires'),
  isTriggerMarket: yes('The fired order is a market order'),
  postOnly: yes('Counts on limitGtc and limitGtd; not signed'),
  closePosition: yes('triggerSl and triggerTp only: the fired order takes the size of the position'),
  clientOrderId: withDefault(text({ maxLength: CLIENT_ID_MAX }), ''),
  expiresAt: whole('Unix seconds, limitGtd only; not signed'),
  durationSeconds: whole('twap only: 300 to 86400; not signed'),
  intervalSeconds: whole('twap only: 10, 30, 60, 120, 180, 300 or 600; 0 is 30; not signed'),
  sizeVarianceBps: whole('twap only: 0 to 2000 in steps of 100; not signed'),
  intervalVarianceBps: whole('twap only: 0 to 2000 in steps of 100; not signed'),
});
export type OrderItem = ReadValue<typeof ORDER_ITEM>;

/** The part of an item that is signed. */
export const signedOrderOf = (item: OrderItem): SignedOrder => ({
  symbol: item.symbol,
  side: item.side,
  orderType: item.orderType,
  price: item.price,
  triggerPrice: item.triggerPrice,
  quantity: item.quantity,
  reduceOnly: item.reduceOnly,
  isTriggerMarket: item.isTriggerMarket,
  clientOrderId: item.clientOrderId,
  closePosition: item.closePosition,
});

const ALLOWED = /^[A-Za-z0-9\-.=/+_]+$/;
/** Kept for orders the exchange itself creates. */
const RESERVED_PREFIX = '__internal';

/** Returns what is wrong with a client order id that is not empty, or undefined. Each action puts its own words in front. */
export function clientOrderIdFault(text: string): string | undefined {
  if (text.trim() !== text) return 'input must not include leading or trailing whitespace';
  if (text.length > CLIENT_ID_MAX) return `input too long (max ${CLIENT_ID_MAX} characters)`;
  if (!ALLOWED.test(text)) return 'invalid string';
  if (text.startsWith(RESERVED_PREFIX)) return 'input uses reserved internal clientOrderId prefix';
  return undefined;
}
