import { formatLots, formatPrice } from '../../contract/format.ts';
import type { PublicTradeRow } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { TradedEvent } from '../../engine/event.ts';
import type { MarketPast, PublicTrade } from './market-past.ts';

/** Executions of one market kept for public reads. */
export const PUBLIC_TRADES_KEPT = 1000;

/**
 * The latest executions of one market: a ring, so that memory is bounded however long the exchange runs. What came
 * before the first of them is read from the past.
 */
export class PublicTrades {
  readonly #spec: MarketSpec;
  readonly #past: MarketPast;
  readonly #ring: PublicTrade[];
  /** Where the next one goes, which is where the oldest is once the ring is full. */
  #next: number;

  /** `saved`: the kept ones, oldest first. */
  constructor(spec: MarketSpec, past: MarketPast, saved: readonly PublicTrade[] = []) {
    this.#spec = spec;
    this.#past = past;
    this.#ring = [...saved];
    this.#next = saved.length % PUBLIC_TRADES_KEPT;
  }

  save(): readonly PublicTrade[] {
    return this.#ring.length < PUBLIC_TRADES_KEPT
      ? [...this.#ring]
      : [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)];
  }

  add({ trade, at, takerSide, price, quantity }: TradedEvent): void {
    this.#ring[this.#next] = { trade, at, takerSide, price, quantity };
    this.#next = (this.#next + 1) % PUBLIC_TRADES_KEPT;
  }

  /** At most `limit` rows, newest first. */
  latest(limit: number): PublicTradeRow[] {
    const kept = this.#ring.length;
    const rows: PublicTradeRow[] = [];
    for (let back = 1; back <= Math.min(limit, kept); back += 1) {
      const trade = this.#ring[(this.#next - back + kept) % kept];
      if (trade) rows.push(this.#rowOf(trade));
    }
    // Once the ring is full, what is older is forgotten, the past with it.
    if (rows.length < limit && kept < PUBLIC_TRADES_KEPT) {
      for (const trade of this.#past.newestTrades()) {
        rows.push(this.#rowOf(trade));
        if (rows.length === Math.min(limit, PUBLIC_TRADES_KEPT)) break;
      }
    }
    return rows;
  }

  #rowOf(trade: PublicTrade): PublicTradeRow {
    return {
      tradeId: String(trade.trade),
      symbol: this.#spec.symbol,
      side: trade.takerSide,
      price: formatPrice(this.#spec, trade.price),
      quantity: formatLots(this.#spec, trade.quantity),
      timestamp: trade.at,
    };
  }
}
