import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { Ratio, Units } from '../../kernel/units.ts';

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
