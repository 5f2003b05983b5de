import type { OrderItem, Position } from '../../../client.ts';
import { aroundStep } from '../../../kernel/advice.ts';
import { formatScaled, parseDecimal } from '../../../kernel/decimal.ts';

/** Orders that close a position or turn it round. */

type Held = Pick<Position, 'symbol' | 'side' | 'quantity'>;

/** So many percent of a quantity, rounded down to the lot; the whole for 100. */
export function partOf(quantity: string, share: number, lot: string): string {
  const value = parseDecimal(quantity);
  if (share === 100 || !value) return quantity;
  const part = formatScaled(value.digits * BigInt(share), value.scale + 2);
  return aroundStep(part, lot)?.below ?? part;
}

/** Market orders that turn a position into one of the same size on the other side, in as few as the market takes. */
export function reversal({ symbol, side, quantity }: Held, most: string): readonly OrderItem[] {
  const [held, limit] = [parseDecimal(quantity), parseDecimal(most)];
  if (!held) return [];
  const scale = Math.max(held.scale, limit?.scale ?? 0);
  let left = 2n * held.digits * 10n ** BigInt(scale - held.scale);
  const each = limit && limit.digits > 0n ? limit.digits * 10n ** BigInt(scale - limit.scale) : left;
  const orders: OrderItem[] = [];
  for (; left > 0n; left -= each) {
    const size = left < each ? left : each;
    orders.push({
      symbol,
      side: side === 'long' ? 'sell' : 'buy',
      orderType: 'market',
      quantity: formatScaled(size, scale),
    });
  }
  return orders;
}

/** Market orders that close all positions, in requests of as many as one may hold. */
export function closeAll(positions: readonly Held[], batch = 20): readonly (readonly OrderItem[])[] {
  const orders = positions.map(({ symbol, side, quantity }): OrderItem => ({
    symbol,
    side: side === 'long' ? 'sell' : 'buy',
    orderType: 'market',
    quantity,
    reduceOnly: true,
  }));
  return Array.from({ length: Math.ceil(orders.length / batch) }, (_, at) =>
    orders.slice(at * batch, (at + 1) * batch),
  );
}
