import { formatUnits, formatUnitsInt } from '../../kernel/decimal.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { MarketSpec } from '../config.ts';
import { oppositeOf, type PlaceOrder, type Side, signOf } from '../orders/order-terms.ts';
import { remainingOf } from '../orders/order.ts';
import type { Market } from '../state.ts';

/** What the orders of the world's own accounts name as their source. */
export const WORLD_SOURCE = 'world';

/** A resting order that never takes: good till cancelled and post-only. */
export function quote(spec: MarketSpec, account: AccountNo, side: Side, price: Ticks, lots: Lots): PlaceOrder {
  const base = marketOrder(spec, account, side, lots);
  return { ...base, orderType: 'limitGtc', price: decimalOfTicks(spec, price), postOnly: true };
}

/** An order that takes what it meets at `price` or better, and never rests. */
export function sweep(spec: MarketSpec, account: AccountNo, side: Side, price: Ticks, lots: Lots): PlaceOrder {
  return { ...marketOrder(spec, account, side, lots), orderType: 'limitIoc', price: decimalOfTicks(spec, price) };
}

/** An order that takes whatever the band of market orders allows. */
export function marketOrder(spec: MarketSpec, account: AccountNo, side: Side, lots: Lots): PlaceOrder {
  return {
    type: 'PlaceOrder',
    account,
    symbol: spec.symbol,
    side,
    orderType: 'market',
    price: '',
    quantity: decimalOfLots(spec, lots),
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: WORLD_SOURCE,
  };
}

/** The normalized decimal text of a price. */
export const decimalOfTicks = (spec: MarketSpec, ticks: Ticks): string => decimalOf(ticks, spec.tickUnits);

/** The normalized decimal text of a quantity. */
export const decimalOfLots = (spec: MarketSpec, lots: Lots): string => decimalOf(lots, spec.lotUnits);

function decimalOf(count: number, units: number): string {
  const value = count * units;
  const isExact = Number.isSafeInteger(value) && value >= 0;
  return isExact ? formatUnitsInt(value) : formatUnits(BigInt(count) * BigInt(units));
}

/** Who takes mispriced orders, at least how much at a time, and whose orders are cancelled instead. */
export interface MispricedTaker {
  readonly account: AccountNo;
  readonly minLots: () => Lots;
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
      const lots = Math.max(taker.minLots(), Math.min(left, spec.maxLimitLots));
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
