import { InfoClient } from './info-client.ts';
import type * as Socket from './records.ts';

/** The signed reads of a subaccount, one method for each action under its wire name. */
export class AccountClient extends InfoClient {
  getOpenOrders(query: Socket.OpenOrderQuery = {}): Promise<readonly Socket.OpenOrder[]> {
    return this.raw('getOpenOrders', { ...query });
  }

  getOrderHistory(query: Socket.OrderHistoryQuery = {}): Promise<readonly Socket.OrderRecord[]> {
    return this.raw('getOrderHistory', { ...query });
  }

  getTrades(
    query: Socket.TradeQuery = {},
  ): Promise<{ readonly trades: readonly Socket.Trade[]; readonly hasMore: boolean; readonly total: number }> {
    return this.raw('getTrades', { ...query });
  }

  getTradesForPosition(
    positionId: string,
    page: Socket.Page = {},
  ): Promise<{ readonly trades: readonly Socket.Trade[]; readonly hasMore: boolean }> {
    return this.raw('getTradesForPosition', { positionId, ...page });
  }

  getPositions(query: Socket.PositionQuery = {}): Promise<readonly Socket.Position[]> {
    return this.raw('getPositions', { ...query });
  }

  getPositionHistory(
    query: Socket.PositionHistoryQuery = {},
  ): Promise<{ readonly positions: readonly Socket.ClosedPosition[]; readonly hasMore: boolean }> {
    return this.raw('getPositionHistory', { ...query });
  }

  getFundingPayments(query: Socket.FundingPaymentQuery = {}): Promise<Socket.FundingPayments> {
    return this.raw('getFundingPayments', { ...query });
  }

  getSubAccount(): Promise<Socket.SubAccount> {
    return this.raw('getSubAccount');
  }

  getSubAccounts(): Promise<{ readonly subAccounts: readonly Socket.SubAccount[] }> {
    return this.raw('getSubAccounts');
  }

  getDelegatedSigners(): Promise<{ readonly delegatedSigners: readonly Socket.DelegatedSigner[] }> {
    return this.raw('getDelegatedSigners');
  }

  /** What the signing wallet may sign for, of every owner unless one is named. */
  getDelegationsForDelegate(
    owningAddress?: string,
  ): Promise<{ readonly delegatedAccounts: readonly Socket.DelegatedAccount[] }> {
    return this.raw('getDelegationsForDelegate', { owningAddress });
  }

  getBalanceUpdates(
    query: Socket.BalanceUpdateQuery = {},
  ): Promise<{ readonly balanceUpdates: readonly Socket.BalanceUpdate[] }> {
    return this.raw('getBalanceUpdates', { ...query });
  }

  getTransfers(
    query: Socket.TransferQuery = {},
  ): Promise<{ readonly transfers: readonly Socket.Transfer[]; readonly total: number }> {
    return this.raw('getTransfers', { ...query });
  }

  getWithdrawableAmounts(symbols: readonly string[]): Promise<Socket.WithdrawableAmounts> {
    return this.raw('getWithdrawableAmounts', { symbols });
  }

  getFeeRate(): Promise<Socket.FeeRate> {
    return this.raw('getFeeRate');
  }

  getPerformanceHistory(period: Socket.Period = 'day'): Promise<Socket.PerformanceHistory> {
    return this.raw('getPerformanceHistory', { period });
  }

  getPortfolio(): Promise<readonly Socket.Portfolio[]> {
    return this.raw('getPortfolio');
  }

  getRateLimits(): Promise<Socket.RateLimits> {
    return this.raw('getRateLimits');
  }

  getReferral(): Promise<readonly Socket.Referral[]> {
    return this.raw('getReferral');
  }

  /** The tickets of one epoch, or of all to `endEpochId`. */
  getLotteryEpochTickets(
    startEpochId: string,
    endEpochId?: string,
  ): Promise<{ readonly tickets: readonly Socket.LotteryTicket[] }> {
    return this.raw('getLotteryEpochTickets', { startEpochId, endEpochId });
  }

  /** Of all drawn epochs unless one is named. */
  getLotteryMyWinningTickets(epochId?: string): Promise<{ readonly tickets: readonly Socket.WinningTicket[] }> {
    return this.raw('getLotteryMyWinningTickets', { epochId });
  }
}
