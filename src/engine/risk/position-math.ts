import { absBig, divHalfEven } from '../../kernel/decimal.ts';
import type { PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';
import { type Side, signOf } from '../orders/side.ts';
import type { PositionAfter, PositionLeg } from '../event.ts';
import type { Market, Position } from '../state.ts';
import { feeOf } from '../fees/fee-rates.ts';
import { notionalOf } from './margin.ts';

/** The effect of a fill on the position and balance of one side. */
export interface FillEffect {
  readonly legs: readonly PositionLeg[];
  readonly position: PositionAfter | null;
  readonly realizedPnl: Units;
}

/**
 * Opens, grows, reduces, closes or flips a position. A fill through zero is a close leg and an open leg,
 * whose quantities and fees sum to the fill's (INV-31). Every fill comes here twice, so it makes only what its event holds.
 *
 * @param notional price x lots
 * @param fee what is paid: the rate's share of the notional, or less for a fill that closes or pays nothing
 * @param newPosition number that a newly opened position gets
 */
export function effectOfFill(
  market: Market,
  position: Position | undefined,
  side: Side,
  lots: Lots,
  price: Ticks,
  notional: Units,
  feeRate: Ratio,
  fee: Units,
  newPosition: PositionNo,
): FillEffect {
  const sign = signOf(side);
  if (!position || position.lots > 0 === sign > 0) return grown(position, sign, lots, notional, fee, newPosition);
  const closing = Math.abs(position.lots);
  if (closing >= lots) return reduced(position, sign, lots, notional, fee);
  const closed = notionalOf(market, closing, price);
  const closeFee = feeOf(closed, feeRate);
  const close = reduced(position, sign, closing, closed, closeFee);
  const open = grown(undefined, sign, lots - closing, notional - closed, fee - closeFee, newPosition);
  return { legs: [...close.legs, ...open.legs], position: open.position, realizedPnl: close.realizedPnl };
}

/** Adds to a position, or opens one: the entry price becomes the exact weighted average (INV-29). */
function grown(
  position: Position | undefined,
  sign: 1 | -1,
  added: Lots,
  notional: Units,
  fee: Units,
  newPosition: PositionNo,
): FillEffect {
  const lots = (position ? position.lots : 0) + sign * added;
  const paid = sign > 0 ? notional : -notional;
  const cost = position ? position.cost + paid : paid;
  const no = position ? position.no : newPosition;
  const entryCost = absBig(cost);
  const entryLots = Math.abs(lots);
  const leg: PositionLeg = {
    leg: 'open',
    position: no,
    direction: lots > 0 ? 'open long' : 'open short',
    quantity: added,
    fee,
    closedPnl: 0n,
    entryCost,
    entryLots,
    remaining: entryLots,
  };
  return { legs: [leg], position: { no, lots, cost, entryCost, entryLots }, realizedPnl: 0n };
}

/** Closes a part of a position: its rounded share of the cost goes with it, and the entry price stays. */
function reduced(position: Position, sign: 1 | -1, closed: Lots, notional: Units, fee: Units): FillEffect {
  const { no, cost, entryCost, entryLots } = position;
  const lots = position.lots + sign * closed;
  const released = lots === 0 ? cost : divHalfEven(cost * BigInt(closed), BigInt(Math.abs(position.lots)));
  const realizedPnl = (sign > 0 ? -notional : notional) - released;
  const leg: PositionLeg = {
    leg: 'close',
    position: no,
    direction: position.lots > 0 ? 'close long' : 'close short',
    quantity: closed,
    fee,
    closedPnl: realizedPnl,
    entryCost,
    entryLots,
    remaining: Math.abs(lots),
  };
  const after = lots === 0 ? null : { no, lots, cost: cost - released, entryCost, entryLots };
  return { legs: [leg], position: after, realizedPnl };
}
