import type { getAssets } from '../../api/actions/info/getAssets.ts';
import type { getCandles } from '../../api/actions/info/getCandles.ts';
import type { getCollaterals } from '../../api/actions/info/getCollaterals.ts';
import type { getExchangeStatus } from '../../api/actions/info/getExchangeStatus.ts';
import type { getFundingRate } from '../../api/actions/info/getFundingRate.ts';
import type { getFundingRateHistory } from '../../api/actions/info/getFundingRateHistory.ts';
import type { getLastTrades } from '../../api/actions/info/getLastTrades.ts';
import type { getLotteryEpoch } from '../../api/actions/info/getLotteryEpoch.ts';
import type { getMarketPrices } from '../../api/actions/info/getMarketPrices.ts';
import type { getMarkets } from '../../api/actions/info/getMarkets.ts';
import type { getOpenInterest } from '../../api/actions/info/getOpenInterest.ts';
import type { getSubAccountIds } from '../../api/actions/info/getSubAccountIds.ts';
import type { getTiers } from '../../api/actions/info/getTiers.ts';
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
