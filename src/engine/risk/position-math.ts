import { absBig, divHalfEven } from '../../kernel/decimal.ts';
import type { PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';
import { type Side, signOf } from '../orders/side.ts';
import type { Direction, PositionAfter, PositionLeg } from '../event.ts';
import type { Market, Position } from '../state.ts';
import { feeOf } from './fees.ts';
import { notionalOf } from './margin.ts';

/** The effect of a fill on the position and balance of one side. */
export interface FillEffect {
  readonly legs: readonly PositionLeg[];
  readonly position: PositionAfter | null;
  readonly realizedPnl: Units;
  readonly fee: Units;
}

export interface FillFacts {
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Ticks;
  /** price x lots. */
  readonly notional: Units;
  readonly feeRate: Ratio;
  /** What is paid where it is not the rate's share of the notional: only for a fill that closes or pays nothing. */
  readonly fee: Units | null;
  /** Number a newly opened position gets. */
  readonly newPosition: PositionNo;
}

/**
 * Opens, grows, reduces, closes or flips a position. A fill through zero is a close leg and an open leg,
 * whose quantities and fees sum to the fill's (INV-31).
 */
export function effectOfFill(market: Market, position: Position | undefined, fill: FillFacts): FillEffect {
  const fee = fill.fee ?? feeOf(fill.notional, fill.feeRate);
  const sign = signOf(fill.side);
  if (!position || position.lots > 0 === sign > 0) return grow(position, fill, fee);
  const closing = Math.abs(position.lots);
  if (closing >= fill.lots) return reduce(position, fill, fee);
  const notional = notionalOf(market, closing, fill.price);
  const closeFee = feeOf(notional, fill.feeRate);
  const close = reduce(position, { ...fill, lots: closing, notional }, closeFee);
  const rest = { ...fill, lots: fill.lots - closing, notional: fill.notional - notional };
  const open = grow(undefined, rest, fee - closeFee);
  return { legs: [...close.legs, ...open.legs], position: open.position, realizedPnl: close.realizedPnl, fee };
}

/** Adds to a position, or opens one: the entry price becomes the exact weighted average (INV-29). */
function grow(position: Position | undefined, fill: FillFacts, fee: Units): FillEffect {
  const sign = signOf(fill.side);
  const lots = (position?.lots ?? 0) + sign * fill.lots;
  const cost = (position?.cost ?? 0n) + (sign > 0 ? fill.notional : -fill.notional);
  const after = {
    no: position?.no ?? fill.newPosition,
    lots,
    cost,
    entryCost: absBig(cost),
    entryLots: Math.abs(lots),
  };
  const leg: PositionLeg = {
    leg: 'open',
    position: after.no,
    direction: directionOf('open', lots),
    quantity: fill.lots,
    fee,
    closedPnl: 0n,
    entryCost: after.entryCost,
    entryLots: after.entryLots,
    remaining: Math.abs(lots),
  };
  return { legs: [leg], position: after, realizedPnl: 0n, fee };
}

/** Closes a part of a position: its rounded share of the cost goes with it, and the entry price stays. */
function reduce(position: Position, fill: FillFacts, fee: Units): FillEffect {
  const sign = signOf(fill.side);
  const lots = position.lots + sign * fill.lots;
  const released =
    lots === 0 ? position.cost : divHalfEven(position.cost * BigInt(fill.lots), BigInt(Math.abs(position.lots)));
  const realizedPnl = (sign > 0 ? -fill.notional : fill.notional) - released;
  const leg: PositionLeg = {
    leg: 'close',
    position: position.no,
    direction: directionOf('close', position.lots),
    quantity: fill.lots,
    fee,
    closedPnl: realizedPnl,
    entryCost: position.entryCost,
    entryLots: position.entryLots,
    remaining: Math.abs(lots),
  };
  const { no, entryCost, entryLots } = position;
  const after = lots === 0 ? null : { no, lots, cost: position.cost - released, entryCost, entryLots };
  return { legs: [leg], position: after, realizedPnl, fee };
}

const directionOf = (leg: 'open' | 'close', lots: Lots): Direction => `${leg} ${lots > 0 ? 'long' : 'short'}`;
