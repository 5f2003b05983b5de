import type * as Socket from './records.ts';
import { RequestClient } from './request-client.ts';

/** The public reads, one method for each action under its wire name. */
class InfoClient extends RequestClient {
  getMarkets(filter: { readonly activeOnly?: boolean } = {}): Promise<readonly Socket.Market[]> {
    return this.info('getMarkets', { ...filter });
  }

  getMarketPrices(): Promise<Readonly<Record<string, Socket.MarketPrice>>> {
    return this.info('getMarketPrices');
  }

  getMids(): Promise<Readonly<Record<string, string>>> {
    return this.info('getMids');
  }

  getOrderbook(symbol: string, limit?: number): Promise<Socket.Orderbook> {
    return this.info<Socket.Orderbook>('getOrderbook', { symbol, limit });
  }

  getLastTrades(symbol: string, limit?: number): Promise<{ readonly trades: readonly Socket.PublicTrade[] }> {
    return this.info('getLastTrades', { symbol, limit });
  }

  getCandles(query: Socket.CandleQuery): Promise<Socket.Candles> {
    return this.info('getCandles', { ...query });
  }

  getFundingRate(symbol: string): Promise<Socket.FundingRate> {
    return this.info('getFundingRate', { symbol });
  }

  getFundingRateHistory(query: Socket.FundingRateHistoryQuery): Promise<Socket.FundingRateHistory> {
    return this.info('getFundingRateHistory', { ...query });
  }

  /** Of all markets unless one is named. */
  getOpenInterest(symbol?: string): Promise<readonly Socket.OpenInterest[]> {
    return this.info('getOpenInterest', { symbol });
  }

  getCollaterals(): Promise<readonly Socket.CollateralTerms[]> {
    return this.info('getCollaterals');
  }

  getAssets(): Promise<readonly Socket.Asset[]> {
    return this.info('getAssets');
  }

  getTiers(): Promise<readonly Socket.Tier[]> {
    return this.info('getTiers');
  }

  getSubAccountIds(walletAddress: string): Promise<readonly string[]>;
  getSubAccountIds(
    walletAddress: string,
    options: { readonly includeDelegations: true },
  ): Promise<Socket.OwnAndDelegatedIds>;
  getSubAccountIds(walletAddress: string, options: { readonly includeDelegations?: true } = {}): Promise<unknown> {
    return this.info('getSubAccountIds', { walletAddress, ...options });
  }

  getIsWhitelisted(walletAddress: string): Promise<boolean> {
    return this.info('getIsWhitelisted', { walletAddress });
  }

  /** The present epoch unless one is named. */
  getLotteryEpoch(epochId?: string): Promise<Socket.LotteryEpoch> {
    return this.info('getLotteryEpoch', { epochId });
  }

  getExchangeStatus(): Promise<Socket.ExchangeStatus> {
    return this.info('getExchangeStatus');
  }
}

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

  /** Of the latest five epochs that were drawn unless one is named. */
  getLotteryMyWinningTickets(epochId?: string): Promise<{ readonly tickets: readonly Socket.WinningTicket[] }> {
    return this.raw('getLotteryMyWinningTickets', { epochId });
  }
}
