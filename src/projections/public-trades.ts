import { formatLots, formatPrice } from '../api/format.ts';
import type { PublicTradeRow } from '../api/views.ts';
import type { Side } from '../engine/command.ts';
import type { MarketSpec } from '../engine/config.ts';
import type { TradedEvent } from '../engine/event.ts';
import type { TradeNo } from '../kernel/ids.ts';
import type { Lots, Ticks, TimeMs } from '../kernel/units.ts';

/** Executions of one market kept for public reads. */
export const PUBLIC_TRADES_KEPT = 1000;

/** What the public may know of an execution: no account, no order, no wallet (INV-52). */
interface PublicTrade {
  readonly trade: TradeNo;
  readonly at: TimeMs;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
}

/** The latest executions of one market: a ring, so that memory is bounded however long the exchange runs. */
export class PublicTrades {
  readonly #spec: MarketSpec;
  readonly #ring: PublicTrade[] = [];
  /** Where the next one goes, which is where the oldest is once the ring is full. */
  #next = 0;

  constructor(spec: MarketSpec) {
    this.#spec = spec;
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
