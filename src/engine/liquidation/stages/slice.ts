import { absBig, divCeil, maxBig, minBig } from '../../../kernel/decimal.ts';
import { type Lots, type Ticks, UNIT_BIG, type Units } from '../../../kernel/units.ts';
import { feeOf } from '../../fees/fee-rates.ts';
import { maintenanceMarginOf, marketOf, notionalOf } from '../../risk/margin.ts';
import type { Market, Position, State } from '../../state.ts';
import { healthOf, isUnhealthy, maintenanceOf } from '../health.ts';
import type { Health, MarginAccount } from '../terms.ts';

/** Returns how much of a position goes to the book at once: all of it, or a share of a large one, rounded up to the lot (wire 6.4). */
export function sliceOf(state: State, position: Position): Lots {
  const market = marketOf(state, position.symbol);
  const { sliceAbove, sliceShare } = state.config.risk;
  const lots = Math.abs(position.lots);
  if (notionalOf(market, lots, market.mark) <= sliceAbove) return lots;
  return Number(divCeil(BigInt(lots) * BigInt(sliceShare), UNIT_BIG));
}

/** A position that is to be closed in part, with the equity and the other requirements of its margin account. */
export interface Closing {
  readonly market: Market;
  /** Signed. */
  readonly lots: Lots;
  readonly equity: Units;
  /** Maintenance margin of the other positions of the margin account. */
  readonly others: Units;
}

/** Returns a position to be closed, with the figures of its margin account that bound the price. */
export function closingOf(state: State, marginAccount: MarginAccount, position: Position): Closing {
  const market = marketOf(state, position.symbol);
  const { equity, maintenance } = healthOf(state, marginAccount);
  return { market, lots: position.lots, equity, others: maintenance - maintenanceOf(market, position) };
}

/**
 * Returns the health after some lots are closed at a price, before any fee. It is exact, because realized PnL was
 * unrealized before.
 */
export function healthAfter({ market, lots, equity, others }: Closing, closed: Lots, price: Ticks): Health {
  const signed = lots > 0 ? closed : -closed;
  const left = absBig(notionalOf(market, lots - signed, market.mark));
  return {
    equity: equity + notionalOf(market, signed, price - market.mark),
    maintenance: others + maintenanceMarginOf(market.spec, left),
  };
}

/** A fill of a liquidation order: its size and the clearance fee it pays. */
export interface ClearanceFill {
  readonly lots: Lots;
  readonly fee: Units;
}

/**
 * Returns the fewest offered lots that make the margin account healthy at a price, else all of them. Null when the
 * fill would leave it below zero.
 */
export function clearanceFillOf(closing: Closing, price: Ticks, offered: Lots): ClearanceFill | null {
  const heals = (lots: Lots): boolean => {
    const { equity, maintenance } = healthAfter(closing, lots, price);
    return !isUnhealthy({ equity: equity - clearanceFeeOf(closing, lots, price, equity), maintenance });
  };
  const lots = fewestThat(closing, offered, heals) ?? offered;
  const { equity } = healthAfter(closing, lots, price);
  return equity < 0n ? null : { lots, fee: clearanceFeeOf(closing, lots, price, equity) };
}

/** A share of the notional, but never more than is left to pay it from; the rest is written off (wire 6.4). */
function clearanceFeeOf({ market }: Closing, lots: Lots, price: Ticks, equity: Units): Units {
  return minBig(feeOf(notionalOf(market, lots, price), market.spec.clearanceFee), maxBig(equity, 0n));
}

/**
 * The least of 1 to `most` lots that heals, or null. Closing gains less maintenance in every lower margin tier, so the
 * gain per lot only falls as more is closed: within one tier what heals stays so or never comes, and tiers are searched
 * one by one, the current first.
 */
function fewestThat(closing: Closing, most: Lots, heals: (lots: Lots) => boolean): Lots | null {
  let below = 0;
  for (const end of tierEndsOf(closing, most)) {
    if (heals(end)) return firstThat(below, end, heals);
    below = end;
  }
  return null;
}

/** How many lots have to be closed to come into each lower margin tier, ascending, and `most` as the last. */
function tierEndsOf({ market, lots }: Closing, most: Lots): Lots[] {
  const size = Math.abs(lots);
  const perLot = notionalOf(market, 1, market.mark);
  const ends: Lots[] = [];
  for (const { maxNotional } of market.spec.marginTiers) {
    if (maxNotional === null) continue;
    const closed = size - Number(minBig(maxNotional / perLot, BigInt(size)));
    if (closed > 0 && closed < most) ends.push(closed);
  }
  return [...ends.sort((a, b) => a - b), most];
}

/** The first that holds, above one that does not and up to one that does. */
function firstThat(below: Lots, holds: Lots, test: (lots: Lots) => boolean): Lots {
  let low = below;
  let high = holds;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (test(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The most of what is offered that may be closed, where everything up to one that may be may too; 0 for none. */
export function mostThat(offered: Lots, test: (lots: Lots) => boolean): Lots {
  return test(offered) ? offered : firstThat(0, offered, (lots) => !test(lots)) - 1;
}
