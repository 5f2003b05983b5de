import { formatAmount, formatAverage, formatLots, formatPrice, formatRatio } from '../../contract/format.ts';
import type { FillSide, TradedEvent } from '../../engine/event.ts';
import { invariant } from '../../kernel/assert.ts';
import { count, type Plain } from '../../kernel/codec/codec.ts';
import { sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Insert } from './database.ts';
import type { KnownMarket } from './names.ts';
import { packed } from './packed.ts';

const COUNTS = sortedMapOf<AccountNo, number>(count, count);

/** Writes one row for each user's side of an execution, and counts them. */
export class FillProjection {
  readonly #counts: Map<AccountNo, number>;

  constructor(saved?: Plain) {
    this.#counts = saved === undefined ? new Map<AccountNo, number>() : COUNTS.decode(saved);
  }

  save(): Plain {
    return COUNTS.encode(this.#counts);
  }

  /** Direction and position are those of the last leg. */
  filled(event: TradedEvent, fill: FillSide, market: KnownMarket, insert: Insert): void {
    const { spec } = market;
    const leg = fill.legs.at(-1);
    invariant(leg, () => `trade ${event.trade} moved a position`);
    const nth = (this.#counts.get(fill.account) ?? 0) + 1;
    this.#counts.set(fill.account, nth);
    insert('fills', [
      event.trade * 2 + Number(fill === event.taker),
      fill.order,
      fill.account,
      market.row,
      event.at,
      nth,
      String(leg.position),
      fill.legs.length > 1 ? String(fill.legs[0]?.position) : null,
      packed([
        leg.direction,
        formatPrice(spec, event.price),
        formatLots(spec, event.quantity),
        formatAmount(fill.realizedPnl),
        formatAmount(fill.fee),
        formatRatio(fill.feeRate),
        formatPrice(spec, event.mark),
        formatAverage(spec, leg.entryCost, leg.entryLots),
      ]),
    ]);
  }
}
