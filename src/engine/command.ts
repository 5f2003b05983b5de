import type { AccountNo, Address } from '../kernel/ids.ts';
import type { PriceUnits, Ratio, Ticks, TimeMs, Units } from '../kernel/units.ts';
import type { DelegationCommand, FundsCommand, FundsControl } from './accounts/account-terms.ts';
import type { Charge, LimitLevels } from './token-bucket.ts';
import type { FeeRates, MarginTier } from './config.ts';
import type { FaultCommand, FaultControl } from './fault-terms.ts';
import type { ConditionalCommand } from './orders/conditional-terms.ts';
import type { CancelOrder, ModifyOrder, PlaceOrder } from './orders/order-terms.ts';
import type { TwapCommand } from './orders/twap-terms.ts';
import type { HistoryCommand } from './world/history-terms.ts';

/**
 * Everything that can change the exchange. An input is one entry of the log: what the sequencer stamped
 * with a time and what replay feeds back. A refused command still belongs to its input.
 */
export type Input =
  /** An admitted signed request: its nonce is consumed even when every command is refused or there is none. */
  (
    | {
        readonly kind: 'request';
        readonly at: TimeMs;
        readonly wallet: Address;
        readonly account: AccountNo;
        readonly action: string;
        readonly nonce: bigint | null;
        readonly commands: readonly Command[];
        /** The rate-limit charge; absent when the request is free. */
        readonly charge?: Charge;
      }
    /** A request that changed only the buckets. */
    | { readonly kind: 'charge'; readonly at: TimeMs; readonly charge: Charge }
    /** A command of the control plane, which stands outside the exchange's own rules of access. */
    | { readonly kind: 'control'; readonly at: TimeMs; readonly commands: readonly ControlCommand[] }
    /** The clock moved. */
    | { readonly kind: 'clock'; readonly at: TimeMs }
  ) & {
    /** What reads, and requests that validation rejected, have spent since the input before; absent for nothing. */
    readonly levels?: LimitLevels;
  };

export type Command =
  | PlaceOrder
  | ConditionalCommand
  | TwapCommand
  | MarginCommand
  | CancelOrder
  | ScheduleCancel
  | ModifyOrder
  | FundsCommand
  | ControlCommand
  | FaultCommand
  | DelegationCommand;

export type ControlCommand =
  | { readonly type: 'Deposit'; readonly account: AccountNo; readonly asset: string; readonly amount: Units }
  | { readonly type: 'SetIndexPrice'; readonly symbol: string; readonly price: PriceUnits }
  /** Puts the index of a market where it stays and is fresh: at a price, or where it is now (null). Replaces a stop. */
  | { readonly type: 'PinPrice'; readonly symbol: string; readonly price: PriceUnits | null }
  /** Moves the index to a price in equal steps, one each second; then the feed goes on, or the pin holds. */
  | { readonly type: 'RampPrice'; readonly symbol: string; readonly price: PriceUnits; readonly overMs: number }
  /** Stops the index feed of a market, so that its price goes stale, or ends every stop, pin and ramp. */
  | { readonly type: 'SetFeed'; readonly symbol: string; readonly frozen: boolean }
  /** Moves the mark alone, by its premium; the average pulls it back as the clock goes on. */
  | { readonly type: 'SetMarkPrice'; readonly symbol: string; readonly price: Ticks }
  /** What a collateral is worth of its market's index: 100_000_000 is all of it. */
  | { readonly type: 'SetPeg'; readonly asset: string; readonly peg: Ratio }
  | { readonly type: 'SetWhitelisted'; readonly wallet: Address; readonly whitelisted: boolean }
  /**
   * An assigned tier stays until null clears it; then the volume of the wallet decides, from the entry tier up
   * (R-91).
   */
  | { readonly type: 'SetTier'; readonly wallet: Address; readonly tierId: string | null }
  | { readonly type: 'SetMarketStatus'; readonly symbol: string; readonly status: MarketStatus }
  | { readonly type: 'SetExchangeStatus'; readonly status: ExchangeStatus }
  /** Managers act on every subaccount of the owner. */
  | { readonly type: 'SetManager'; readonly owner: Address; readonly manager: Address; readonly appointed: boolean }
  | FundsControl
  | DisconnectControl
  | FaultControl
  | HistoryCommand
  | LatencyControl
  | SetReferral
  | TermsControl
  | Delist
  /** Opens a subaccount for a wallet, and creates the wallet with its first one. */
  | { readonly type: 'OpenAccount'; readonly wallet: Address; readonly name: string };

/** The margin settings of one market of one account: leverage, and margin held for it alone. */
export type MarginCommand = SetLeverage | PlaceIsolatedOrder | MoveIsolatedMargin;

export interface SetLeverage {
  readonly type: 'SetLeverage';
  readonly account: AccountNo;
  readonly symbol: string;
  readonly leverage: number;
}

/** An order whose market becomes isolated with it, or takes on more margin if it is already. */
export interface PlaceIsolatedOrder extends Omit<PlaceOrder, 'type'> {
  readonly type: 'PlaceIsolatedOrder';
  readonly leverage: number;
  readonly margin: Units;
}

export interface MoveIsolatedMargin {
  readonly type: 'MoveIsolatedMargin';
  readonly account: AccountNo;
  readonly symbol: string;
  /** Positive moves margin from the cross balance to the market, negative back. */
  readonly amount: Units;
}

/**
 * The dead-man switch (wire 2.9): a moment at which every open order of a subaccount is cancelled, unless a
 * later call moves it first. Each call arms a timer of its own; one whose moment is no longer the account's
 * fires into nothing.
 */
export interface ScheduleCancel {
  readonly type: 'ScheduleCancel';
  readonly account: AccountNo;
  /** 0 disarms. */
  readonly timeoutMs: TimeMs;
}

/** Orders that do not outlive their owner's last connection: an option of each subaccount, set by the control plane. */
export type DisconnectControl =
  | { readonly type: 'SetCancelOnDisconnect'; readonly account: AccountNo; readonly enabled: boolean }
  /** The last logged-in connection of a subaccount is gone. */
  | { readonly type: 'Disconnect'; readonly account: AccountNo };

/** What a wallet's referral is worth: every fee it pays is multiplied by `discount`, above 0 and below 1. */
export interface Referral {
  readonly code: string;
  readonly discount: Ratio;
}

/** Gives a wallet a referral, or takes it away. */
export interface SetReferral {
  readonly type: 'SetReferral';
  readonly wallet: Address;
  readonly referral: Referral | null;
}

export type TermsControl =
  | ({ readonly type: 'SetFees'; readonly tierId: string } & FeeRates)
  /** Tiers as a world may have them. A default leverage that is above theirs becomes the highest that they allow. */
  | { readonly type: 'SetMargin'; readonly symbol: string; readonly tiers: readonly MarginTier[] }
  | { readonly type: 'SetOpenInterestCap'; readonly symbol: string; readonly cap: Units };

/** Ends a market: its orders are cancelled and its positions closed against each other at one price. Null is the mark. */
export interface Delist {
  readonly type: 'Delist';
  readonly symbol: string;
  readonly price: Ticks | null;
}

/** One duration of exchange time in whole milliseconds, drawn anew each time. */
export type LatencySpec =
  | { readonly kind: 'constant'; readonly ms: TimeMs }
  | { readonly kind: 'uniform'; readonly fromMs: TimeMs; readonly toMs: TimeMs }
  /** A draw below 0 counts as 0. */
  | { readonly kind: 'normal'; readonly meanMs: TimeMs; readonly deviationMs: TimeMs }
  /** At least `minMs`; `meanMs` is the mean of the whole duration. */
  | { readonly kind: 'exponential'; readonly meanMs: TimeMs; readonly minMs: TimeMs }
  /** One of these durations, each as likely as the others. */
  | { readonly kind: 'samples'; readonly ms: readonly TimeMs[] };

/**
 * Distance of an account from the exchange, in time; null holds nothing back. The control plane sets it; the engine only
 * remembers it, and the runtime holds requests, responses and pushes back by what it says.
 */
export interface LatencyModel {
  /** From sending a request to its arrival at the exchange. */
  readonly entry: LatencySpec | null;
  /** From the response leaving the exchange to its arrival. */
  readonly response: LatencySpec | null;
  /** From a push leaving the exchange to its arrival. */
  readonly data: LatencySpec | null;
}

export interface LatencyControl {
  readonly type: 'SetLatency';
  readonly account: AccountNo;
  /** Null takes it away. */
  readonly model: LatencyModel | null;
}

export type MarketStatus = 'open' | 'closed' | 'close_only';

/** `down`: no request is responded to but by a 503, and no stream is open. Prices, timers and liquidations go on. */
export type ExchangeStatus = 'running' | 'degraded' | 'draining' | 'down';
