import type { Side } from '../../engine/orders/side.ts';
import type { TradeNo } from '../../kernel/ids.ts';
import type { Lots, Ticks, TimeMs } from '../../kernel/units.ts';

/** What the public may know of an execution: no account, no order, no wallet (INV-52). */
export interface PublicTrade {
  readonly trade: TradeNo;
  readonly at: TimeMs;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
}
