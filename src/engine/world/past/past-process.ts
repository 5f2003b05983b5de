import type { Lots, Ratio, Ticks, TimeMs } from '../../../kernel/units.ts';
import type { Side } from '../../orders/order-terms.ts';

/** One execution before the start, as the public sees it. */
export interface PastTrade {
  readonly at: TimeMs;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly lots: Lots;
}

/** One UTC hour before the start, or the part of it that is before the start. */
export interface PastHour {
  /** The last price before this hour. */
  readonly open: Ticks;
  /** Oldest first. */
  readonly trades: readonly PastTrade[];
}

/**
 * How one market traded before the exchange started. Every figure of the past (candles, last trades, day figures,
 * funding) is derived from these trades and rates, so another model of the past only replaces this.
 *
 * The responses depend on the seed and the market alone, never on which of them were asked for before. They are computed
 * when they are asked for; the newest hours must be the cheapest, because most readers ask for nothing else.
 */
export interface PastProcess {
  /** The past begins here and ends there, both on whole minutes. Equal when there is no past. */
  readonly from: TimeMs;
  readonly to: TimeMs;
  /** The last price of the past; the index price of the start when nothing traded. */
  readonly closing: Ticks;
  /** Whether anything traded. Every start of an exchange calls this, so it must not generate an hour of the past. */
  hasTraded(): boolean;
  /** Trades of one minute are never more than this. */
  readonly minuteTradesMax: number;
  /** The hour that opens at `openTime`, a full UTC hour that is at least partly in the past. */
  hour(openTime: TimeMs): PastHour;
  /** The one-hour rate that was settled at a full hour of the past. */
  fundingRateAt(at: TimeMs): Ratio;
}
