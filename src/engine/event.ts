import type { AccountNo, Address, OrderNo, PositionNo, TradeNo } from '../kernel/ids.ts';
import type { RandomStream } from '../kernel/random.ts';
import type { Lots, PriceUnits, Ratio, Ticks, TimeMs, Units } from '../kernel/units.ts';
import type { ExchangeStatus, MarketStatus, OrderType, Side } from './command.ts';
import type { Timer } from './timers.ts';

/**
 * What has happened. Events are the only thing `evolve` reads, and all that projections and streams ever
 * see; each carries every figure it decided, so that nobody computes it twice. `at` is exchange time and
 * `seq` (stamped by the engine) counts up over all events of an exchange.
 */
export type EngineEvent = { readonly at: TimeMs } & (
  | { readonly type: 'ClockMoved'; readonly to: TimeMs }
  | { readonly type: 'NonceUsed'; readonly wallet: Address; readonly account: AccountNo; readonly nonce: bigint }
  | { readonly type: 'TimerArmed'; readonly timer: Timer }
  /** `again`: the same work falls due then, under a new sequence. */
  | { readonly type: 'TimerFired'; readonly timer: Timer; readonly again: TimeMs | null }
  | { readonly type: 'OrderPlaced'; readonly order: OrderFacts }
  | { readonly type: 'OrderRested'; readonly order: OrderNo }
  | TradedEvent
  | OrderCancelledEvent
  | OrderModifiedEvent
  | {
      readonly type: 'IndexMoved';
      readonly symbol: string;
      readonly price: PriceUnits;
      readonly random: RandomStream | null;
    }
  | MarkMovedEvent
  | {
      readonly type: 'AgentsStepped';
      readonly symbol: string;
      readonly random: RandomStream;
      readonly basis: PriceUnits;
    }
  | {
      readonly type: 'AccountOpened';
      readonly account: AccountNo;
      readonly wallet: Address;
      readonly name: string;
      readonly master: AccountNo | null;
      readonly agentOf: string | null;
    }
  | {
      readonly type: 'Deposited';
      readonly account: AccountNo;
      readonly asset: string;
      readonly amount: Units;
      readonly transfer: number;
    }
  | { readonly type: 'WhitelistSet'; readonly wallet: Address; readonly whitelisted: boolean }
  | { readonly type: 'TierSet'; readonly wallet: Address; readonly tierId: string; readonly custom: boolean }
  | { readonly type: 'MarketStatusSet'; readonly symbol: string; readonly status: MarketStatus }
  | { readonly type: 'ExchangeStatusSet'; readonly status: ExchangeStatus }
);

/** Everything fixed about an order when it is accepted. */
export interface OrderFacts {
  readonly no: OrderNo;
  readonly account: AccountNo;
  readonly symbol: string;
  readonly clientId: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly kind: OrderKind;
  readonly timeInForce: TimeInForce;
  /** 0 for a market order. */
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly expiresAt: TimeMs | null;
  readonly source: string;
  readonly triggeredByLiquidation: boolean;
}

/** Stored kinds of wire 2.3; the conditional ones and TWAP arrive with their actions. */
export type OrderKind = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'GTD' | 'FOK';

/** One execution. Both sides carry what it did to their order, position and balance. */
export interface TradedEvent {
  readonly type: 'Traded';
  readonly at: TimeMs;
  readonly trade: TradeNo;
  readonly symbol: string;
  /** The maker's price (INV-15). */
  readonly price: Ticks;
  readonly quantity: Lots;
  /** price x quantity, exact. */
  readonly notional: Units;
  readonly mark: Ticks;
  readonly takerSide: Side;
  readonly maker: FillSide;
  readonly taker: FillSide;
}

export interface FillSide {
  readonly order: OrderNo;
  readonly account: AccountNo;
  readonly side: Side;
  /** The order after this fill: total filled, total value, and whether nothing is left. */
  readonly filled: Lots;
  readonly filledValue: Units;
  readonly complete: boolean;
  /** Negative is a rebate. Sum of the legs' fees. */
  readonly fee: Units;
  readonly feeRate: Ratio;
  /** Sum of the legs' closed PnL; fees are not in it. */
  readonly realizedPnl: Units;
  /** One leg, or close then open when the fill goes through zero. */
  readonly legs: readonly PositionLeg[];
  /** The position after the fill; null when it is flat. */
  readonly position: PositionAfter | null;
}

export type Direction = 'open long' | 'close long' | 'open short' | 'close short';

export interface PositionLeg {
  readonly leg: 'open' | 'close';
  readonly position: PositionNo;
  readonly direction: Direction;
  readonly quantity: Lots;
  readonly fee: Units;
  /** 0n on an open leg. */
  readonly closedPnl: Units;
  /** Average entry of the position at this fill, as a fraction: cost / lots (see `state.ts`). */
  readonly entryCost: Units;
  readonly entryLots: Lots;
  /** Lots left in the leg's position afterwards, unsigned; 0 means this leg closed it. */
  readonly remaining: Lots;
}

export interface PositionAfter {
  readonly no: PositionNo;
  /** Signed. */
  readonly lots: Lots;
  readonly cost: Units;
  readonly entryCost: Units;
  readonly entryLots: Lots;
}

export interface OrderCancelledEvent {
  readonly type: 'OrderCancelled';
  readonly at: TimeMs;
  readonly order: OrderNo;
  readonly cause: CancelCause;
}

/** Why an order ended unfilled. The wire text of each is in `api/words.ts`. */
export type CancelCause =
  | 'user'
  | 'expired'
  /** Remainder of an IOC or market order. */
  | 'remainder'
  /** A resting reduce-only order no longer had a position to reduce. */
  | 'reduce_only'
  /** An order of the same subaccount stood in the way of the rest. */
  | 'self_trade';

export interface OrderModifiedEvent {
  readonly type: 'OrderModified';
  readonly at: TimeMs;
  readonly order: OrderNo;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** the queue place is kept only when nothing but the quantity fell. */
  readonly keepsPlace: boolean;
  /** `user` when asked for, `reduce_only` when the standing rule trimmed it. */
  readonly cause: 'user' | 'reduce_only';
}

/** One-second sample of the premium (wire 6.1); `mark` is in ticks, `premium` the average of mid less index. */
export interface MarkMovedEvent {
  readonly type: 'MarkMoved';
  readonly at: TimeMs;
  readonly symbol: string;
  readonly premium: PriceUnits;
  readonly mark: Ticks;
}
