import type { AccountNo, Address, OrderNo, PositionNo, TradeNo } from '../kernel/ids.ts';
import type { RandomStream } from '../kernel/random.ts';
import type { Lots, PriceUnits, Ratio, Ticks, TimeMs, Units } from '../kernel/units.ts';
import type { DelegationEvent, FundsEvent } from './accounts/account-terms.ts';
import type { Charge, ChargedEvent, LevelsSetEvent } from './token-bucket.ts';
import type { ExchangeStatus, LatencyModel, MarketStatus, Referral } from './command.ts';
import type { FeeRates, MarginTier } from './config.ts';
import type { FaultEvent } from './fault-terms.ts';
import type { LiquidationEvent, TradeCause } from './liquidation/terms.ts';
import type {
  ConditionalEvent,
  ConditionalKind,
  ConditionalType,
  GroupPlace,
  Trigger,
} from './orders/conditional-terms.ts';
import type { OrderType, Side } from './orders/order-terms.ts';
import type { TwapEvent, TwapPlan } from './orders/twap-terms.ts';
import type { Timer } from './timers.ts';
import type { DynamicsState, FactorState } from './world/dynamics-spec.ts';
import type { Group } from './world/population-spec.ts';

/**
 * What has happened. Events are the only thing `evolve` reads, and all that projections and streams ever see; each
 * carries every figure that was decided, so that no reader computes a figure again. `at` is exchange time and `seq`
 * (stamped by the engine) counts up over all events of an exchange.
 */
export type EngineEvent = { readonly at: TimeMs } & (
  | { readonly type: 'ClockMoved'; readonly to: TimeMs }
  /** A signed request was let in: its nonce is used, and it has paid. `charge` is null where it is free. */
  | {
      readonly type: 'NonceUsed';
      readonly wallet: Address;
      readonly account: AccountNo;
      readonly nonce: bigint;
      readonly charge: Charge | null;
    }
  | ChargedEvent
  | LevelsSetEvent
  | { readonly type: 'TimerArmed'; readonly timer: Timer }
  /** One-second samples of the premium of a market begin again, at the next full second. */
  | { readonly type: 'SampleArmed'; readonly symbol: string }
  /** `timer`: its sequence. */
  | ({ readonly type: 'TimerFired'; readonly timer: number } & Required<Repeated>)
  /** `rests`: it meets no other order and goes to the book at once, as most orders do. */
  | { readonly type: 'OrderPlaced'; readonly order: OrderFacts; readonly rests: boolean }
  /** What is left of an order goes to the book, after it has traded or fired. */
  | { readonly type: 'OrderRested'; readonly order: OrderNo }
  | TradedEvent
  | PositionSeededEvent
  | OrderCancelledEvent
  | OrderModifiedEvent
  | ConditionalEvent
  | TwapEvent
  | CancelScheduledEvent
  | CancelOnDisconnectSetEvent
  | MarginEvent
  | LiquidationEvent
  | PegSetEvent
  | FundingEvent
  | FeeEvent
  | FaultEvent
  | LatencySetEvent
  | LotteryDrawnEvent
  | ValuesSampledEvent
  | ({
      readonly type: 'IndexMoved';
      readonly symbol: string;
      readonly price: PriceUnits;
      /** The mark follows every move of the index at once; only its premium is sampled. */
      readonly mark: Ticks;
      readonly random: RandomStream | null;
      /** What the process remembers besides the price; absent where it remembers nothing. */
      readonly memory?: bigint;
      /** The volatility after the step of a `stochastic` process. */
      readonly dynamics?: DynamicsState;
    } & Repeated)
  | ({ readonly type: 'FactorMoved'; readonly factor: FactorState } & Repeated)
  | ({
      readonly type: 'PopulationActed';
      readonly symbol: string;
      readonly group: Group;
      readonly random: RandomStream;
      readonly memory: readonly number[];
    } & Repeated)
  | { readonly type: 'FeedSet'; readonly symbol: string; readonly frozen: boolean }
  | { readonly type: 'PricePinned'; readonly symbol: string; readonly pinned: boolean }
  /** Null: the ramp is over. */
  | { readonly type: 'RampSet'; readonly symbol: string; readonly ramp: PriceRamp | null }
  | MarkMovedEvent
  | ({
      readonly type: 'AgentsStepped';
      readonly symbol: string;
      readonly random: RandomStream;
      readonly basis: PriceUnits;
    } & Repeated)
  | {
      readonly type: 'AccountOpened';
      readonly account: AccountNo;
      readonly wallet: Address;
      readonly name: string;
      readonly master: AccountNo | null;
      readonly agentOf: string | null;
      /** Its group in the population of that market. */
      readonly group?: Group;
    }
  /** At genesis: the insurance vault, and its funds in the settlement asset. */
  | { readonly type: 'VaultOpened'; readonly wallet: Address; readonly funds: Units }
  | {
      readonly type: 'Deposited';
      readonly account: AccountNo;
      readonly asset: string;
      readonly amount: Units;
      /** In the settlement asset, at the price of that moment. */
      readonly value: Units;
      readonly transfer: number;
      readonly txHash: string;
    }
  | FundsEvent
  | { readonly type: 'WhitelistSet'; readonly wallet: Address; readonly whitelisted: boolean }
  | { readonly type: 'TierSet'; readonly wallet: Address; readonly tierId: string; readonly custom: boolean }
  | { readonly type: 'MarketStatusSet'; readonly symbol: string; readonly status: MarketStatus }
  | { readonly type: 'ExchangeStatusSet'; readonly status: ExchangeStatus }
  | TermsEvent
  | DelegationEvent
);

/**
 * What the first event of the work of a timer says: the timer that was due has fired, and when the same work falls due again, under
 * the next sequence; null for never. Left out where no timer fired, and where a `TimerFired` says it.
 */
export interface Repeated {
  readonly again?: TimeMs | null;
}

/** Everything fixed about an order when it is accepted. */
export interface OrderFacts {
  readonly no: OrderNo;
  readonly account: AccountNo;
  readonly symbol: string;
  readonly clientId: string;
  readonly side: Side;
  readonly orderType: OrderType | ConditionalType | 'twap';
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
  /** How a TWAP parent slices itself; null for every other order. */
  readonly twap: TwapPlan | null;
  /** The TWAP parent that this order is a chunk of. */
  readonly parent: OrderNo | null;
  /** What a conditional order waits for; null for every other order. */
  readonly trigger: Trigger | null;
  /** The order takes the size of the position when it fires; until then its quantity is 0. */
  readonly closePosition: boolean;
  /** Its place in a linked group, if it is in one. */
  readonly group: GroupPlace | null;
}

/** Stored kinds of wire 2.3. */
export type OrderKind = 'limit' | 'market' | 'twap' | ConditionalKind;
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
  /** Only a `match` is public: other causes give no public trade, candle, volume or last price. */
  readonly cause: TradeCause;
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
  /** The house account that collects it: trading fees (101 of wire 6.4), or clearance fees of liquidations (102). */
  readonly feeTo: 'tradingFees' | 'clearanceFees';
  /** Sum of the legs' closed PnL; fees are not in it. */
  readonly realizedPnl: Units;
  /** One leg, or close then open when the fill goes through zero. */
  readonly legs: readonly PositionLeg[];
  /** The position after the fill; null when it is flat. */
  readonly position: PositionAfter | null;
}

/**
 * At genesis: a long and a short that were opened against each other before the start, at one price and without fees. So
 * their PnL is zero together at any mark.
 */
export interface PositionSeededEvent {
  readonly type: 'PositionSeeded';
  readonly at: TimeMs;
  readonly symbol: string;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly long: SeededSide;
  readonly short: SeededSide;
}

export interface SeededSide {
  readonly account: AccountNo;
  /** The position afterwards: a new one, or one that has grown. */
  readonly position: PositionAfter;
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

/** Why an order ended unfilled. The wire text of each is in `contract/words.ts`. */
export type CancelCause =
  | 'user'
  | 'expired'
  /** Remainder of an IOC or market order. */
  | 'remainder'
  /** The position that a reduce-only order reduced is closed. */
  | 'reduce_only'
  /** The position is still open, but has no room left for this reduce-only order. */
  | 'no_room'
  /** The rest would have traded with an order of the same subaccount. */
  | 'self_trade'
  /** The dead-man switch fired (wire 2.9). */
  | 'scheduled'
  /** The owner's last connection closed. */
  | 'disconnected'
  /** All chunks of a TWAP are sent and not all of it has filled. */
  | 'twap_ended'
  /** A conditional order fired and found nothing to close. */
  | 'no_position'
  /** The position that a conditional order covered was closed another way. */
  | 'position_closed'
  /** The other side of a pair fired. */
  | 'sibling'
  /** The main order of a group ended unfilled. */
  | 'main_cancelled'
  /** Pulled because the account fell below maintenance, or at once below the second level. */
  | 'maintenance_breach'
  | 'takeover_breach'
  /** The rest of a liquidation order went to the vault, or to the winners of the other side. */
  | 'vault_takeover'
  /** Also of a reduce-only order whose position was deleveraged away. */
  | 'adl'
  /** The market has ended. */
  | 'delisted'
  | FiringRefusal;

/** A price that steering moves in equal steps, one each second. */
export interface PriceRamp {
  readonly to: PriceUnits;
  readonly endsAt: TimeMs;
  /** Its timer; that of a ramp that was replaced does nothing. */
  readonly timer: number;
}

/** Why a conditional order that may open a position was not taken when it fired, in the code of a placement. */
export type FiringRefusal =
  | 'INSUFFICIENT_MARGIN'
  | 'OI_CAP_EXCEEDED'
  | 'PRICE_OUT_OF_BOUNDS'
  | 'SELF_TRADE_PREVENTED'
  | 'NO_LIQUIDITY'
  | 'MARKET_CLOSED'
  | 'COLLATERAL_PRICE_STALE';

export interface OrderModifiedEvent {
  readonly type: 'OrderModified';
  readonly at: TimeMs;
  readonly order: OrderNo;
  readonly price: Ticks;
  /** The original quantity, unless a user changed it. */
  readonly quantity: Lots;
  /** Lots of the quantity that no longer work, because the position has no room for them. */
  readonly trimmed: Lots;
  /** The trigger afterwards; null for an order without one. */
  readonly triggerPrice: Ticks | null;
  /** the queue place is kept only when nothing but the quantity fell. */
  readonly keepsPlace: boolean;
  /** It loses its place, meets no other order and goes to the end of its new level at once. */
  readonly rests: boolean;
  /** `user` when asked for, `reduce_only` when the standing rule trimmed it. */
  readonly cause: 'user' | 'reduce_only';
}

/** What one unit of a collateral is worth of its market's index from now on: 1e8 is all of it. */
export interface PegSetEvent {
  readonly type: 'PegSet';
  readonly asset: string;
  readonly peg: Ratio;
}

/**
 * One-second sample of the premium (wire 6.1), or a mark that was set; `mark` is in ticks, `premium` the average of mid less
 * index. `again`: the next sample, null where the average stands still.
 */
export interface MarkMovedEvent extends Repeated {
  readonly type: 'MarkMoved';
  readonly at: TimeMs;
  readonly symbol: string;
  readonly premium: PriceUnits;
  readonly mark: Ticks;
}

export type FundingEvent = FundingSettledEvent | FundingPaidEvent;

/** The funding hour of one market ended; the payments of its positions follow. */
export interface FundingSettledEvent {
  readonly type: 'FundingSettled';
  readonly at: TimeMs;
  readonly symbol: string;
  /** One-hour ratio; positive means longs pay shorts. */
  readonly rate: Ratio;
  /** The index price at which sizes are valued. */
  readonly index: PriceUnits;
  /** The samples that the rate is the mean of; 1e-18 of the index. */
  readonly premiumSum: bigint;
  readonly samples: number;
}

/** One position paid or received funding. */
export interface FundingPaidEvent {
  readonly type: 'FundingPaid';
  readonly at: TimeMs;
  /** Counts up over all payments of an exchange, from 1. */
  readonly payment: number;
  readonly account: AccountNo;
  readonly symbol: string;
  readonly position: PositionNo;
  /** Signed size when the hour struck. */
  readonly lots: Lots;
  readonly index: PriceUnits;
  readonly rate: Ratio;
  /** The amount that the balance received; negative when it paid. */
  readonly amount: Units;
}

export type FeeEvent =
  /** The volume of a wallet has brought it into another tier. */
  | { readonly type: 'TierMoved'; readonly wallet: Address; readonly tierId: string }
  | { readonly type: 'ReferralSet'; readonly wallet: Address; readonly referral: Referral | null };

export type TermsEvent =
  | ({ readonly type: 'FeesSet'; readonly tierId: string } & FeeRates)
  | {
      readonly type: 'MarginSet';
      readonly symbol: string;
      readonly tiers: readonly MarginTier[];
      readonly defaultLeverage: number;
    }
  | { readonly type: 'OpenInterestCapSet'; readonly symbol: string; readonly cap: Units };

export type MarginEvent =
  | {
      readonly type: 'LeverageSet';
      readonly account: AccountNo;
      readonly symbol: string;
      readonly previous: number;
      readonly leverage: number;
    }
  | {
      /** `held` is what the market holds afterwards. */
      readonly type: 'IsolatedMarginMoved';
      readonly account: AccountNo;
      readonly symbol: string;
      readonly amount: Units;
      readonly held: Units;
    }
  | {
      /** Neither position nor order is left: the market is cross again, and what it held goes back. */
      readonly type: 'IsolatedMarginReleased';
      readonly account: AccountNo;
      readonly symbol: string;
      readonly amount: Units;
    };

interface CancelScheduledEvent {
  readonly type: 'CancelScheduled';
  readonly account: AccountNo;
  /** Null when the switch is disarmed, by its owner or by firing. */
  readonly triggerTime: TimeMs | null;
}

interface CancelOnDisconnectSetEvent {
  readonly type: 'CancelOnDisconnectSet';
  readonly account: AccountNo;
  readonly enabled: boolean;
}

/** What was drawn at the end of an epoch. */
export interface LotteryDraw {
  /** Five, ascending. */
  readonly balls: readonly number[];
  readonly bonus: number;
  /** 64 hex digits: the digest of what the draw started from, and of the draw. */
  readonly seedDigest: string;
  readonly drawDigest: string;
}

export interface LotteryDrawnEvent {
  readonly type: 'LotteryDrawn';
  readonly at: TimeMs;
  readonly epoch: number;
  readonly draw: LotteryDraw;
  readonly random: RandomStream;
}

/** The value of each user's subaccount on a full hour, or of those in one part of them (`PART`). */
export interface ValuesSampledEvent {
  readonly type: 'ValuesSampled';
  readonly at: TimeMs;
  /** The full hour of the sample, in the parts after the first; left out where it is `at`. */
  readonly hour?: TimeMs;
  readonly values: readonly { readonly account: AccountNo; readonly value: Units }[];
}

interface LatencySetEvent {
  readonly type: 'LatencySet';
  readonly account: AccountNo;
  readonly model: LatencyModel | null;
}
