import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { Lots } from '../../kernel/units.ts';
import type { FillTerms } from '../book/fill.ts';
import type { EngineEvent } from '../event.ts';
import type { TrimCause } from '../orders/standing-rules.ts';
import type { Market } from '../state.ts';
import type { Order } from '../orders/order.ts';

/** The effects that the risk update may have on the exchange. It only reads everything else. */
export interface EngineEffects {
  /** Applies one event. */
  readonly emit: (event: EngineEvent) => void;
  /** Applies events and notes their markets for another check. The end of an order can end orders linked to it. */
  readonly emitAll: (events: readonly EngineEvent[]) => void;
  /** Matches a placed order against the book; `cap` limits each fill. */
  readonly match: (order: OrderNo, cap: FillCap) => void;
  /** Applies the standing rules to the orders of an account in a market. */
  readonly applyStandingRules: (account: AccountNo, symbol: string, cause: TrimCause) => void;
}

/** How much of the next fill is taken and on which terms; null ends the order. `offered` is never 0. */
export type FillCap = (market: Market, taker: Order, maker: Order, offered: Lots) => CappedFill | null;

export interface CappedFill {
  readonly lots: Lots;
  /** Null for the usual terms. */
  readonly terms: FillTerms | null;
}
