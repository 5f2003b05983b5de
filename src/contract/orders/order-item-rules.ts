import { DECIMAL_TEXT_MAX, parseDecimal } from '../../kernel/decimal.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { SYMBOL_MAX, tooLong, WORD_MAX } from '../fields/lengths.ts';
import { hasSymbolForm } from '../symbols.ts';
import { clientOrderIdFault } from './client-order-id.ts';
import type { OrderItem } from './order-item.ts';
import { closePositionFault, isConditional, orderTypeFault } from './order-type-rules.ts';

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
  const value = parseDecimal(text);
  if (!value) return `${field} is invalid: not a decimal number`;
  if (text.startsWith('-')) return `${field} is negative`;
  return value.digits === 0n ? `${field} is zero` : undefined;
}

/** What is wrong with the symbol of an order, which must come in its final spelling, or undefined. */
export function symbolFault(symbol: string): string | undefined {
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
