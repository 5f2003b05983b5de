import type * as Wire from './records.ts';
import { RequestClient } from './request-client.ts';

/** The public reads, one method for each action under its wire name. */
export class InfoClient extends RequestClient {
  getMarkets(filter: { readonly activeOnly?: boolean } = {}): Promise<readonly Wire.Market[]> {
    return this.info('getMarkets', { ...filter });
  }

  getMarketPrices(): Promise<Readonly<Record<string, Wire.MarketPrice>>> {
    return this.info('getMarketPrices');
  }

  getMids(): Promise<Readonly<Record<string, string>>> {
    return this.info('getMids');
  }

  getOrderbook(symbol: string, limit?: number): Promise<Wire.Orderbook> {
    return this.info('getOrderbook', { symbol, limit });
  }

  getLastTrades(symbol: string, limit?: number): Promise<{ readonly trades: readonly Wire.PublicTrade[] }> {
    return this.info('getLastTrades', { symbol, limit });
  }

  getCandles(query: Wire.CandleQuery): Promise<Wire.Candles> {
    return this.info('getCandles', { ...query });
  }

  getFundingRate(symbol: string): Promise<Wire.FundingRate> {
    return this.info('getFundingRate', { symbol });
  }

  getFundingRateHistory(query: Wire.FundingRateHistoryQuery): Promise<Wire.FundingRateHistory> {
    return this.info('getFundingRateHistory', { ...query });
  }

  /** Of all markets unless one is named. */
  getOpenInterest(symbol?: string): Promise<readonly Wire.OpenInterest[]> {
    return this.info('getOpenInterest', { symbol });
  }

  getCollaterals(): Promise<readonly Wire.CollateralTerms[]> {
    return this.info('getCollaterals');
  }

  getAssets(): Promise<readonly Wire.Asset[]> {
    return this.info('getAssets');
  }

  getTiers(): Promise<readonly Wire.Tier[]> {
    return this.info('getTiers');
  }

  getSubAccountIds(walletAddress: string): Promise<readonly string[]>;
  getSubAccountIds(
    walletAddress: string,
    options: { readonly includeDelegations: true },
  ): Promise<Wire.OwnAndDelegatedIds>;
  getSubAccountIds(walletAddress: string, options: { readonly includeDelegations?: true } = {}): Promise<unknown> {
    return this.info('getSubAccountIds', { walletAddress, ...options });
  }

  getIsWhitelisted(walletAddress: string): Promise<boolean> {
    return this.info('getIsWhitelisted', { walletAddress });
  }

  /** The present epoch unless one is named. */
  getLotteryEpoch(epochId?: string): Promise<Wire.LotteryEpoch> {
    return this.info('getLotteryEpoch', { epochId });
  }

  getExchangeStatus(): Promise<Wire.ExchangeStatus> {
    return this.info('getExchangeStatus');
  }
}
