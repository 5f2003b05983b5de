import type { MarketSpec } from '../../engine/config.ts';
import type { PositionNo } from '../../kernel/ids.ts';
import { type Lots, type Ticks, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { LedgerPosition } from './ledger.ts';
import { nearest } from './rounding.ts';

/** One side of an execution, as far as a position is concerned. */
export interface Fill {
  /** +1 buys, -1 sells. */
  readonly sign: 1 | -1;
  readonly lots: Lots;
  readonly price: Ticks;
}

/** What a fill makes of a position: what it closed and what it opened, either of which may be nothing. */
export interface Effect {
  readonly closed: { readonly position: PositionNo; readonly lots: Lots; readonly pnl: Units } | null;
  readonly opened: Lots;
  /** Null when it is flat. `no` is that of the position held before, 0 for a new one. */
  readonly after: Pick<LedgerPosition, 'no' | 'lots' | 'cost' | 'entryCost' | 'entryLots'> | null;
}

/** Price of a tick times base of a lot, all in 1e-8: exact, or the market's grid is wrong. */
export function notionalAt(spec: MarketSpec, lots: Lots, price: Ticks): Units {
  const product = BigInt(lots) * BigInt(spec.lotUnits) * BigInt(price) * BigInt(spec.tickUnits);
  return product / UNIT_BIG;
}

/**
 * Average cost: lots that go take their share of the cost along, to the nearest unit; what they brought in beyond it
 * is realized. Lots that come add what they cost. A fill larger than the position closes it and opens the rest.
 */
export function effectOf(spec: MarketSpec, held: LedgerPosition | undefined, { sign, lots, price }: Fill): Effect {
  const against = held !== undefined && held.lots * sign < 0;
  const closing = against ? Math.min(lots, Math.abs(held.lots)) : 0;
  const opening = lots - closing;
  const rest = against ? afterClosing(held, sign, closing) : (held ?? null);
  const closed =
    against && closing > 0
      ? { position: held.no, lots: closing, pnl: pnlOf(spec, held, { sign, lots: closing, price }) }
      : null;
  return { closed, opened: opening, after: opening === 0 ? rest : grown(spec, rest, { sign, lots: opening, price }) };
}

function shareOfCost({ lots, cost }: LedgerPosition, closing: Lots): Units {
  return nearest(cost * BigInt(closing), BigInt(Math.abs(lots)));
}

function pnlOf(spec: MarketSpec, held: LedgerPosition, { sign, lots, price }: Fill): Units {
  const proceeds = -BigInt(sign) * notionalAt(spec, lots, price);
  return proceeds - shareOfCost(held, lots);
}

function afterClosing(held: LedgerPosition, sign: 1 | -1, closing: Lots): Effect['after'] {
  const lots = held.lots + sign * closing;
  return lots === 0 ? null : { ...held, lots, cost: held.cost - shareOfCost(held, closing) };
}

function grown(spec: MarketSpec, held: Effect['after'], { sign, lots, price }: Fill): Effect['after'] {
  const size = (held?.lots ?? 0) + sign * lots;
  const cost = (held?.cost ?? 0n) + BigInt(sign) * notionalAt(spec, lots, price);
  return { no: held?.no ?? 0, lots: size, cost, entryCost: cost < 0n ? -cost : cost, entryLots: Math.abs(size) };
}
