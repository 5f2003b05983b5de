import type { AccountNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import { remainingOf } from '../orders/order.ts';
import { oppositeOf, type Side, signOf } from '../orders/order-terms.ts';
import type { Market } from '../state.ts';
import { sweep } from './world-orders.ts';

/** Who takes mispriced orders, at least how much at a time, and whose orders are cancelled instead. */
export interface MispricedTaker {
  readonly account: AccountNo;
  readonly minLots: Lots;
  readonly isOwn: (account: AccountNo) => boolean;
  /** Orders up to this far beyond the fair price are left: they are worth less than the fee of taking them. */
  readonly edge: Ticks;
}

/** Sweeps, and the lots that they are to buy, less those that they are to sell. */
export interface Sweeps {
  readonly commands: readonly Command[];
  readonly takenLots: Lots;
}

/**
 * Takes all that users' orders offer beyond the fair price: makers never take, so what is left there would keep them
 * from quoting the other side of the book. Agents' own stale quotes are cancelled, not met.
 */
export function takeMispriced(market: Market, fair: Ticks, taker: MispricedTaker): Sweeps {
  const { spec } = market;
  for (const resting of ['buy', 'sell'] as const) {
    const offered = offeredBeyond(market, resting, fair, taker);
    const sweeps: Command[] = [];
    for (let left = offered; left > 0; left -= spec.maxLimitLots) {
      const lots = Math.max(taker.minLots, Math.min(left, spec.maxLimitLots));
      sweeps.push(sweep(spec, taker.account, oppositeOf(resting), fair + signOf(resting) * (1 + taker.edge), lots));
    }
    if (sweeps.length > 0) return { commands: sweeps, takenLots: -signOf(resting) * offered };
  }
  return { commands: [], takenLots: 0 };
}

/** Lots of users on one side, at prices better than fair for a taker, by more than the edge. */
function offeredBeyond(market: Market, resting: Side, fair: Ticks, { isOwn, edge }: MispricedTaker): Lots {
  let lots = 0;
  const { book } = market;
  for (let order = book.front(resting); order; order = book.behind(order)) {
    if (signOf(resting) * (order.price - fair) <= edge) break;
    if (!isOwn(order.account)) lots += remainingOf(order);
  }
  return lots;
}
