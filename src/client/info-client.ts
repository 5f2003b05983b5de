import type * as Socket from './records.ts';
import { RequestClient } from './request-client.ts';

/** The public reads, one method for each action under its wire name. */
export class InfoClient extends RequestClient {
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
    return this.info('getOrderbook', { symbol, limit });
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
