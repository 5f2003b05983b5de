import type { AccountNo, Address } from '../kernel/ids.ts';
import type { PriceUnits, Ratio, Ticks, TimeMs, Units } from '../kernel/units.ts';
import type { Charge, LimitLevels } from './admission/limit-terms.ts';
import type { DelegationCommand } from './accounts/delegation-commands.ts';
import type { FundsCommand, FundsControl } from './accounts/funds-commands.ts';
import type { SetReferral } from './fees/fee-terms.ts';
import type { FaultCommand, FaultControl } from './faults/fault-terms.ts';
import type { LatencyControl } from './latency/latency-terms.ts';
import type { Delist, TermsControl } from './term-changes.ts';
import type { MarginCommand } from './isolated/terms.ts';
import type { DisconnectControl } from './orders/disconnect-terms.ts';
import type { ConditionalCommand } from './orders/conditional/conditional-terms.ts';
import type { ScheduleCancel } from './orders/schedule-cancel-terms.ts';
import type { TwapCommand } from './orders/twap/twap-terms.ts';
import type { CancelOrder, ModifyOrder, PlaceOrder } from './orders/order-commands.ts';
import type { ExchangeStatus, MarketStatus } from './status.ts';
import type { HistoryCommand } from './world/history/history-terms.ts';

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
