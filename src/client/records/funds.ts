import type { getBalanceUpdates } from '../../contract/actions/trade/history/getBalanceUpdates.ts';
import type { getFundingPayments } from '../../contract/actions/trade/history/getFundingPayments.ts';
import type { getLotteryEpochTickets } from '../../contract/actions/trade/lottery/getLotteryEpochTickets.ts';
import type { getLotteryMyWinningTickets } from '../../contract/actions/trade/lottery/getLotteryMyWinningTickets.ts';
import type { getPortfolio } from '../../contract/actions/trade/funds/getPortfolio.ts';
import type { getTransfers } from '../../contract/actions/trade/history/getTransfers.ts';
import type { getWithdrawableAmounts } from '../../contract/actions/trade/funds/getWithdrawableAmounts.ts';
import type { transferCollateral } from '../../contract/actions/trade/funds/transferCollateral.ts';
import type { voluntaryCollateralExchange } from '../../contract/actions/trade/funds/voluntaryCollateralExchange.ts';
import type { withdrawCollateral } from '../../contract/actions/trade/funds/withdrawCollateral.ts';
import type { ParamsOf, ResultOf } from './contract.ts';

/** What comes in, goes out and moves between subaccounts, and what the lottery gives. */
/** `amount` includes the fee; the destination receives the rest. */
export type Withdrawal = ParamsOf<typeof withdrawCollateral>;
/** `requestId` names the withdrawal, not the request. */
export type WithdrawalReceipt = ResultOf<typeof withdrawCollateral>;
export type CollateralTransfer = Omit<ParamsOf<typeof transferCollateral>, 'to' | 'destinationSubAccountId'> & {
  readonly destinationSubAccountId: string;
};
export type CollateralExchange = ResultOf<typeof voluntaryCollateralExchange>;
export type BalanceUpdate = ResultOf<typeof getBalanceUpdates>['balanceUpdates'][number];
export type FundsStatus = BalanceUpdate['status'];
/** A transfer that was asked for, or what the insurance vault took over or covered in a liquidation. */
export type Transfer = ResultOf<typeof getTransfers>['transfers'][number];
export type WithdrawableAmounts = ResultOf<typeof getWithdrawableAmounts>;
export type FundingPayments = ResultOf<typeof getFundingPayments>;
export type Portfolio = ResultOf<typeof getPortfolio>[number];
export type LotteryTicket = ResultOf<typeof getLotteryEpochTickets>['tickets'][number];
export type WinningTicket = ResultOf<typeof getLotteryMyWinningTickets>['tickets'][number];
