import { InfoClient } from './info-client.ts';
import type * as Wire from './records.ts';

/** The signed reads of a subaccount, one method for each action under its wire name. */
export class AccountClient extends InfoClient {
  getOpenOrders(query: Wire.OpenOrderQuery = {}): Promise<readonly Wire.OpenOrder[]> {
    return this.raw('getOpenOrders', { ...query });
  }

  getOrderHistory(query: Wire.OrderHistoryQuery = {}): Promise<readonly Wire.OrderRecord[]> {
    return this.raw('getOrderHistory', { ...query });
  }

  getTrades(
    query: Wire.TradeQuery = {},
  ): Promise<{ readonly trades: readonly Wire.Trade[]; readonly hasMore: boolean; readonly total: number }> {
    return this.raw('getTrades', { ...query });
  }

  getTradesForPosition(
    positionId: string,
    page: Wire.Page = {},
  ): Promise<{ readonly trades: readonly Wire.Trade[]; readonly hasMore: boolean }> {
    return this.raw('getTradesForPosition', { positionId, ...page });
  }

  getPositions(query: Wire.PositionQuery = {}): Promise<readonly Wire.Position[]> {
    return this.raw('getPositions', { ...query });
  }

  getPositionHistory(
    query: Wire.PositionHistoryQuery = {},
  ): Promise<{ readonly positions: readonly Wire.ClosedPosition[]; readonly hasMore: boolean }> {
    return this.raw('getPositionHistory', { ...query });
  }

  getFundingPayments(query: Wire.FundingPaymentQuery = {}): Promise<Wire.FundingPayments> {
    return this.raw('getFundingPayments', { ...query });
  }

  getSubAccount(): Promise<Wire.SubAccount> {
    return this.raw('getSubAccount');
  }

  getSubAccounts(): Promise<{ readonly subAccounts: readonly Wire.SubAccount[] }> {
    return this.raw('getSubAccounts');
  }

  getDelegatedSigners(): Promise<{ readonly delegatedSigners: readonly Wire.DelegatedSigner[] }> {
    return this.raw('getDelegatedSigners');
  }

  /** What the signing wallet may sign for, of every owner unless one is named. */
  getDelegationsForDelegate(
    owningAddress?: string,
  ): Promise<{ readonly delegatedAccounts: readonly Wire.DelegatedAccount[] }> {
    return this.raw('getDelegationsForDelegate', { owningAddress });
  }

  getBalanceUpdates(
    query: Wire.BalanceUpdateQuery = {},
  ): Promise<{ readonly balanceUpdates: readonly Wire.BalanceUpdate[] }> {
    return this.raw('getBalanceUpdates', { ...query });
  }

  getTransfers(
    query: Wire.TransferQuery = {},
  ): Promise<{ readonly transfers: readonly Wire.Transfer[]; readonly total: number }> {
    return this.raw('getTransfers', { ...query });
  }

  getWithdrawableAmounts(symbols: readonly string[]): Promise<Wire.WithdrawableAmounts> {
    return this.raw('getWithdrawableAmounts', { symbols });
  }

  getFeeRate(): Promise<Wire.FeeRate> {
    return this.raw('getFeeRate');
  }

  getPerformanceHistory(period: Wire.Period = 'day'): Promise<Wire.PerformanceHistory> {
    return this.raw('getPerformanceHistory', { period });
  }

  getPortfolio(): Promise<readonly Wire.Portfolio[]> {
    return this.raw('getPortfolio');
  }

  getRateLimits(): Promise<Wire.RateLimits> {
    return this.raw('getRateLimits');
  }

  getReferral(): Promise<readonly Wire.Referral[]> {
    return this.raw('getReferral');
  }

  /** The tickets of one epoch, or of all to `endEpochId`. */
  getLotteryEpochTickets(
    startEpochId: string,
    endEpochId?: string,
  ): Promise<{ readonly tickets: readonly Wire.LotteryTicket[] }> {
    return this.raw('getLotteryEpochTickets', { startEpochId, endEpochId });
  }

  /** Of all drawn epochs unless one is named. */
  getLotteryMyWinningTickets(epochId?: string): Promise<{ readonly tickets: readonly Wire.WinningTicket[] }> {
    return this.raw('getLotteryMyWinningTickets', { epochId });
  }
}
