import type { AccountNo } from '../../../../kernel/ids.ts';
import type { Ticks } from '../../../../kernel/units.ts';
import { type CancelOrder, type Side, signOf } from '../../../orders/order-terms.ts';
import type { Market } from '../../../state.ts';
import type { MispricedTaker } from '../../mispriced.ts';

/** Cancels of stale quotes, and the best prices that are left without them and without those of the active makers. */
export interface StaleQuotes {
  readonly cancels: readonly CancelOrder[];
  /** 0 where a side has none. */
  readonly bid: Ticks;
  readonly ask: Ticks;
}

/** Whose quotes are cancelled, and how far beyond the fair price users' orders are left. */
type Rules = Pick<MispricedTaker, 'isOwn' | 'edge'>;

/** Cancels the quotes of the population on the wrong side of the fair price. Active makers move theirs themselves. */
export function cancelStale(market: Market, fair: Ticks, rules: Rules, active: readonly AccountNo[]): StaleQuotes {
  const cancels: CancelOrder[] = [];
  const bid = cancelBeyond(market, 'buy', fair, rules, active, cancels);
  const ask = cancelBeyond(market, 'sell', fair, rules, active, cancels);
  return { cancels, bid, ask };
}

/** Returns the first price that stands, once what users offer farther beyond the fair price has been taken. */
function cancelBeyond(
  { book }: Market,
  side: Side,
  fair: Ticks,
  { isOwn, edge }: Rules,
  active: readonly AccountNo[],
  cancels: CancelOrder[],
): Ticks {
  let left = 0;
  for (let order = book.front(side); order; order = book.behind(order)) {
    if (active.includes(order.account)) continue;
    const beyond = signOf(side) * (order.price - fair);
    if (beyond <= 0) return left === 0 ? order.price : left;
    if (isOwn(order.account)) cancels.push({ type: 'CancelOrder', account: order.account, order: { no: order.no } });
    else if (left === 0 && beyond <= edge) left = order.price;
  }
  return left;
}
