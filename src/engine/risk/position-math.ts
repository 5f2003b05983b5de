import { absBig, divHalfEven } from '../../kernel/decimal.ts';
import type { PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';
import type { Side } from '../command.ts';
import type { Direction, PositionAfter, PositionLeg } from '../event.ts';
import { type Market, type Position, signOf } from '../state.ts';
import { feeOf } from './fees.ts';
import { notionalOf } from './margin.ts';

/** What a fill does to one side's position and balance. */
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
  readonly feeRate: Ratio;
  /** Number a newly opened position gets. */
  readonly newPosition: PositionNo;
}

/**
 * Opens, grows, reduces, closes or flips a position. A fill through zero is a close leg and an open leg,
 * whose quantities and fees sum to the fill's (INV-31).
 */
export function effectOfFill(market: Market, position: Position | undefined, fill: FillFacts): FillEffect {
  const notional = notionalOf(market, fill.lots, fill.price);
  const fee = feeOf(notional, fill.feeRate);
  const sign = signOf(fill.side);
  if (!position || Math.sign(position.lots) === sign) return grow(market, position, fill, fee);
  const closing = Math.min(fill.lots, Math.abs(position.lots));
  const closeFee = closing === fill.lots ? fee : feeOf(notionalOf(market, closing, fill.price), fill.feeRate);
  const close = reduce(market, position, { ...fill, lots: closing }, closeFee);
  if (closing === fill.lots) return close;
  const open = grow(market, undefined, { ...fill, lots: fill.lots - closing }, fee - closeFee);
  return { legs: [...close.legs, ...open.legs], position: open.position, realizedPnl: close.realizedPnl, fee };
}

/** Adds to a position, or opens one: the entry price becomes the exact weighted average (INV-29). */
function grow(market: Market, position: Position | undefined, fill: FillFacts, fee: Units): FillEffect {
  const sign = signOf(fill.side);
  const lots = (position?.lots ?? 0) + sign * fill.lots;
  const cost = (position?.cost ?? 0n) + BigInt(sign) * notionalOf(market, fill.lots, fill.price);
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

/** Takes a part of a position out: its rounded share of the cost leaves with it, the entry price stays. */
function reduce(market: Market, position: Position, fill: FillFacts, fee: Units): FillEffect {
  const sign = signOf(fill.side);
  const lots = position.lots + sign * fill.lots;
  const released = divHalfEven(position.cost * BigInt(fill.lots), BigInt(Math.abs(position.lots)));
  const realizedPnl = -(BigInt(sign) * notionalOf(market, fill.lots, fill.price)) - released;
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
