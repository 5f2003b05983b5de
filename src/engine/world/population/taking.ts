import type { AccountNo } from '../../../kernel/ids.ts';
import type { Lots } from '../../../kernel/units.ts';
import { oppositeOf, type PlaceOrder, type Side, signOf } from '../../orders/order-terms.ts';
import { priceBound } from '../../prices.ts';
import type { Market } from '../../state.ts';
import { quote, sweep } from '../world-orders.ts';

const MILLION = 1_000_000;

export interface Wish {
  readonly account: AccountNo;
  readonly side: Side;
  readonly lots: Lots;
  /** The order only closes. */
  readonly reduceOnly: boolean;
}

/** An order that takes at the touch and at most `slipPpm` of the price beyond it; null where nothing is offered. */
export function takeWithin(
  market: Market,
  { account, side, lots, reduceOnly }: Wish,
  slipPpm: number,
): PlaceOrder | null {
  const { spec, mark } = market;
  const touch = market.book.best(oppositeOf(side));
  if (touch === 0) return null;
  const farthest = touch + signOf(side) * Math.ceil((touch * slipPpm) / MILLION);
  const bound = priceBound(mark, side, spec.limitCap, spec.limitFloor);
  const price = side === 'buy' ? Math.min(farthest, bound) : Math.max(farthest, bound, spec.minPriceTicks);
  return { ...sweep(spec, account, side, price, lots), reduceOnly };
}

/** An order that joins the best price of its own side; null where nothing stands there. */
export function joinTouch(market: Market, { account, side, lots, reduceOnly }: Wish): PlaceOrder | null {
  const touch = market.book.best(side);
  return touch === 0 ? null : { ...quote(market.spec, account, side, touch, lots), reduceOnly };
}
