import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { Lots } from '../../kernel/units.ts';
import type { FillTerms } from '../fill.ts';
import type { EngineEvent } from '../event.ts';
import type { TrimCause } from '../orders/reduce-only.ts';
import type { Market } from '../state.ts';
import type { Order } from '../orders/order.ts';

/** What the settling of risk may do with the exchange; everything else it only reads. */
export interface EngineEffects {
  /** Applies one event. */
  readonly emit: (event: EngineEvent) => void;
  /** Applies events of markets that are to be looked at again; orders they end may take linked ones along. */
  readonly emitAll: (events: readonly EngineEvent[]) => void;
  /** Meets an order that was placed with the book, each fill as far as `cap` lets it go. */
  readonly match: (order: OrderNo, cap: FillCap) => void;
  /** Applies the standing rules on what an account has in a market. */
  readonly applyStandingRules: (account: AccountNo, symbol: string, cause: TrimCause) => void;
}

/** How much of the next fill is taken and on which terms; null ends the order. `offered` is never 0. */
export type FillCap = (market: Market, taker: Order, maker: Order, offered: Lots) => CappedFill | null;

export interface CappedFill {
  readonly lots: Lots;
  /** Null: the usual ones. */
  readonly terms: FillTerms | null;
}
