import type { Fill } from '../strategy.ts';
import { Amount, ZERO, meanOf, sumOf } from './amount.ts';

/** An order that the exchange accepted, as it stood right after it had been placed. */
export interface PlacedOrder {
  readonly time: number;
  readonly symbol: string;
  readonly orderId: string;
  readonly quantity: string;
  /** What came to rest in the book and what stood at its price before it; null when nothing came to rest. */
  readonly queue: { readonly resting: string; readonly ahead: string } | null;
}

export const notionalOf = (fills: readonly Fill[]): Amount =>
  sumOf(fills.map(({ price, quantity }) => new Amount(price).mul(quantity)));

/** Computes the share of the notional that was filled as maker; null without fills. */
export function makerShareOf(fills: readonly Fill[]): Amount | null {
  const notional = notionalOf(fills);
  if (notional.isZero()) return null;
  return notionalOf(fills.filter(({ liquidity }) => liquidity === 'maker')).div(notional);
}

/**
 * Computes quantity filled over quantity placed. Fills of orders that are not in the list, such as those of a
 * liquidation, do not count. Null without orders.
 */
export function fillRatioOf(orders: readonly PlacedOrder[], fills: readonly Fill[]): Amount | null {
  const placed = sumOf(orders.map(({ quantity }) => new Amount(quantity)));
  if (placed.isZero()) return null;
  const ids = new Set(orders.map(({ orderId }) => orderId));
  const filled = fills.filter(({ orderId }) => ids.has(orderId));
  return sumOf(filled.map(({ quantity }) => new Amount(quantity))).div(placed);
}

/**
 * Computes the mean over orders that came to rest of the share of their level that stood before them: what stood ahead
 * over that and the order itself. 0 is first in an empty level. Null when no order came to rest.
 */
export function queuePositionOf(orders: readonly PlacedOrder[]): Amount | null {
  const shares = orders.flatMap(({ queue }) => {
    if (!queue) return [];
    const level = new Amount(queue.ahead).plus(queue.resting);
    return [level.isZero() ? ZERO : new Amount(queue.ahead).div(level)];
  });
  return meanOf(shares);
}
