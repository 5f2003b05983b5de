import { getFundingRateHistory } from '../../../contract/actions/info/getFundingRateHistory.ts';
import { readInfo } from '../read.ts';

/** What the response of getFundingRateHistory is made of. */
export const getFundingRateHistoryRead = readInfo(getFundingRateHistory, (query, { views }) => ({
  symbol: query.symbol,
  fundingRates: views
    .fundingRates(query)
    .map(({ fundingRate, at }) => ({ fundingRate, fundingTime: at, appliedAt: at })),
}));
