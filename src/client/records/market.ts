import type { getAssets } from '../../contract/actions/info/getAssets.ts';
import type { getCandles } from '../../contract/actions/info/getCandles.ts';
import type { getCollaterals } from '../../contract/actions/info/getCollaterals.ts';
import type { getExchangeStatus } from '../../contract/actions/info/getExchangeStatus.ts';
import type { getFundingRate } from '../../contract/actions/info/getFundingRate.ts';
import type { getFundingRateHistory } from '../../contract/actions/info/getFundingRateHistory.ts';
import type { getLastTrades } from '../../contract/actions/info/getLastTrades.ts';
import type { getLotteryEpoch } from '../../contract/actions/info/getLotteryEpoch.ts';
import type { getMarketPrices } from '../../contract/actions/info/getMarketPrices.ts';
import type { getMarkets } from '../../contract/actions/info/getMarkets.ts';
import type { getOpenInterest } from '../../contract/actions/info/getOpenInterest.ts';
import type { getSubAccountIds } from '../../contract/actions/info/getSubAccountIds.ts';
import type { getTiers } from '../../contract/actions/info/getTiers.ts';
import type { ResultOf } from './contract.ts';

/** Public data: markets, prices, books, candles, funding, assets and the exchange itself. */
export type Market = ResultOf<typeof getMarkets>[number];
export type MarketPrice = ResultOf<typeof getMarketPrices>[string];

export interface Orderbook {
  /** [price, quantity], best first. */
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

export type PublicTrade = ResultOf<typeof getLastTrades>['trades'][number];
export type Candles = ResultOf<typeof getCandles>;
export type Interval = Candles['interval'];
/** Rates are of one hour; `lastSettlementTime` is 0 before the first settlement. */
export type FundingRate = ResultOf<typeof getFundingRate>;
export type FundingRateHistory = ResultOf<typeof getFundingRateHistory>;
export type OpenInterest = ResultOf<typeof getOpenInterest>[number];
export type CollateralTerms = ResultOf<typeof getCollaterals>[number];
export type Asset = ResultOf<typeof getAssets>[number];
export type Tier = ResultOf<typeof getTiers>[number];
/** `drawnBalls` are five balls ascending, then the bonus ball; there are none until the draw. */
export type LotteryEpoch = ResultOf<typeof getLotteryEpoch>;
export type OwnAndDelegatedIds = Exclude<ResultOf<typeof getSubAccountIds>, readonly string[]>;
export type ExchangeStatus = ResultOf<typeof getExchangeStatus>;
