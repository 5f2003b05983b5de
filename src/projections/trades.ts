import { formatAmount, formatAverage, formatLots, formatPrice, formatRatio } from '../api/format.ts';
import type { FillSide, TradedEvent } from '../engine/event.ts';
import { invariant } from '../kernel/assert.ts';
import type { Insert } from './database.ts';
import type { KnownMarket } from './names.ts';

/** Writes one user's side of an execution. Direction and position are those of the last leg. */
export function writeFill(event: TradedEvent, fill: FillSide, market: KnownMarket, insert: Insert): void {
  const { spec } = market;
  const leg = fill.legs.at(-1);
  invariant(leg, () => `trade ${event.trade} moved a position`);
  const taker = fill === event.taker;
  insert('fills', [
    event.trade * 2 + Number(taker),
    String(event.trade),
    fill.order,
    fill.account,
    market.row,
    event.at,
    leg.direction,
    Number(!taker),
    formatPrice(spec, event.price),
    formatLots(spec, event.quantity),
    formatAmount(fill.realizedPnl),
    formatAmount(fill.fee),
    formatRatio(fill.feeRate),
    formatPrice(spec, event.mark),
    formatAverage(spec, leg.entryCost, leg.entryLots),
    String(leg.position),
    fill.legs.length > 1 ? String(fill.legs[0]?.position) : null,
  ]);
}
