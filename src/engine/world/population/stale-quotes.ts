import type { AccountNo } from '../../../kernel/ids.ts';
import type { Ticks } from '../../../kernel/units.ts';
import type { CancelOrder } from '../../orders/order-commands.ts';
import { type Side, signOf } from '../../orders/side.ts';
import type { Market } from '../../state.ts';

/** Cancels of stale quotes, and the best prices that are left without them and without those of the active makers. */
export interface StaleQuotes {
  readonly cancels: readonly CancelOrder[];
  /** 0 where a side has none. */
  readonly bid: Ticks;
  readonly ask: Ticks;
}

/** Cancels the quotes of the population on the wrong side of the fair price. Active makers move theirs themselves. */
export function cancelStale(
  market: Market,
  fair: Ticks,
  isQuoter: (account: AccountNo) => boolean,
  active: readonly AccountNo[],
): StaleQuotes {
  const cancels: CancelOrder[] = [];
  const bid = cancelBeyond(market, 'buy', fair, isQuoter, active, cancels);
  const ask = cancelBeyond(market, 'sell', fair, isQuoter, active, cancels);
  return { cancels, bid, ask };
}

/** Returns the first price that stands. */
function cancelBeyond(
  { book }: Market,
  side: Side,
  fair: Ticks,
  isQuoter: (account: AccountNo) => boolean,
  active: readonly AccountNo[],
  cancels: CancelOrder[],
): Ticks {
  for (let order = book.front(side); order; order = book.behind(order)) {
    if (active.includes(order.account)) continue;
    const isBeyond = signOf(side) * (order.price - fair) > 0;
    if (!isBeyond) return order.price;
    if (isQuoter(order.account)) {
      cancels.push({ type: 'CancelOrder', account: order.account, order: { no: order.no } });
    }
  }
  return 0;
}
