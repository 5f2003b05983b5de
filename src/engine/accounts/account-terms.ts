import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { Ratio, TimeMs, Units } from '../../kernel/units.ts';

/** What the wallets of a subaccount may ask of its collateral and of the subaccount itself. */
export type FundsCommand =
  | {
      readonly type: 'TransferCollateral';
      readonly from: AccountNo;
      readonly to: AccountNo;
      readonly asset: string;
      readonly amount: Units;
    }
  | {
      readonly type: 'WithdrawCollateral';
      readonly account: AccountNo;
      readonly asset: string;
      /** Gross. */
      readonly amount: Units;
      readonly destination: Address;
    }
  | {
      readonly type: 'ExchangeCollateral';
      readonly account: AccountNo;
      readonly source: string;
      readonly want: ExchangeWant;
    }
  /** Opens a subaccount beside `account`, under the same master. */
  | { readonly type: 'CreateSubAccount'; readonly account: AccountNo; readonly name: string }
  | { readonly type: 'RenameAccount'; readonly account: AccountNo; readonly name: string };

/** How much of a collateral to sell: all that is needed, as much as brings an amount in, or an amount of it. */
export type ExchangeWant =
  | { readonly kind: 'all' }
  | { readonly kind: 'receive'; readonly amount: Units }
  | { readonly kind: 'give'; readonly amount: Units };

/** What the control plane may do to withdrawals. */
export type FundsControl =
  /** Ends a pending withdrawal now. */
  | { readonly type: 'SettleWithdrawal'; readonly requestId: string; readonly outcome: WithdrawalOutcome }
  /** Says how the next withdrawal of a subaccount will end. */
  | { readonly type: 'PlanWithdrawal'; readonly account: AccountNo; readonly outcome: WithdrawalOutcome };

/** What happens to collateral and to the subaccounts that hold it. `value` is what an amount was worth in the settlement asset then. */
export type FundsEvent =
  | TransferredEvent
  | WithdrawalRequestedEvent
  | WithdrawalSettledEvent
  | CollateralExchangedEvent
  /** How the next withdrawal of a subaccount will end. */
  | { readonly type: 'WithdrawalPlanned'; readonly account: AccountNo; readonly outcome: WithdrawalOutcome }
  | { readonly type: 'AccountRenamed'; readonly account: AccountNo; readonly name: string };

export type WithdrawalOutcome = 'success' | 'failed';

export interface TransferredEvent {
  readonly type: 'Transferred';
  readonly transfer: number;
  readonly from: AccountNo;
  readonly to: AccountNo;
  readonly asset: string;
  readonly amount: Units;
  readonly value: Units;
}

/** The amount has left the balance and is pending. */
export interface WithdrawalRequestedEvent {
  readonly type: 'WithdrawalRequested';
  readonly transfer: number;
  readonly account: AccountNo;
  readonly asset: string;
  /** Gross: the destination receives it less the fee. */
  readonly amount: Units;
  readonly fee: Units;
  readonly value: Units;
  readonly destination: Address;
  readonly requestId: string;
  readonly outcome: WithdrawalOutcome;
}

/** A pending amount left the exchange, or came back whole. */
export interface WithdrawalSettledEvent {
  readonly type: 'WithdrawalSettled';
  readonly transfer: number;
  readonly account: AccountNo;
  readonly outcome: WithdrawalOutcome;
  /** Of the payment; null when there was none. */
  readonly txHash: string | null;
}

/** Collateral was sold to the house for the settlement asset. */
export interface CollateralExchangedEvent {
  readonly type: 'CollateralExchanged';
  readonly transfer: number;
  readonly account: AccountNo;
  readonly source: string;
  readonly taken: Units;
  readonly takenValue: Units;
  readonly target: string;
  readonly received: Units;
  /** Index price per whole source asset, and the haircut on what was taken. */
  readonly price: Units;
  readonly haircut: Ratio;
  /** The exchange sold it, not the owner: a debt grew too large, or a liquidation took it. */
  readonly forced: boolean;
  /** One asset did not bring the debt down far enough: the sale of another follows at once. */
  readonly unfinished?: true;
}

/** `session` trades and reads, `delegate` also grants `session` to others (wire 1.8). */
export type Permission = 'session' | 'delegate';

/** The API checks the signer's right to grant or revoke before it makes a command; the engine checks the rest. */
export type DelegationCommand =
  /** Grants `wallet` a permission on one subaccount, or refreshes the one it has. */
  | {
      readonly type: 'GrantDelegation';
      readonly account: AccountNo;
      readonly wallet: Address;
      readonly permission: Permission;
      /** Null never ends. */
      readonly expiresAt: TimeMs | null;
      readonly grantedBy: Address;
    }
  | { readonly type: 'RemoveDelegation'; readonly account: AccountNo; readonly wallet: Address }
  | { readonly type: 'RemoveAllDelegations'; readonly account: AccountNo };

/** What happens to the right to act for others. */
export type DelegationEvent =
  | {
      readonly type: 'DelegationGranted';
      /** Counts grants in the order of their first making; a refreshed one keeps its number. */
      readonly no: number;
      readonly account: AccountNo;
      readonly wallet: Address;
      readonly permission: Permission;
      readonly expiresAt: TimeMs | null;
      readonly grantedBy: Address;
      /** Sequence of the timer that ends it; null when nothing does. */
      readonly timer: number | null;
    }
  /** `wallets` lose their delegation on `account` together: the one meant first, then those it had granted. */
  | {
      readonly type: 'DelegationsEnded';
      readonly account: AccountNo;
      readonly wallets: readonly Address[];
      readonly cause: 'removed' | 'expired';
    }
  | { readonly type: 'ManagerSet'; readonly owner: Address; readonly manager: Address; readonly appointed: boolean };
