import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { Units } from '../../kernel/units.ts';
import type { WithdrawalOutcome } from './funds-events.ts';

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
