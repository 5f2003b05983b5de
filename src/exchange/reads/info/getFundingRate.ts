import { FUNDING_INTERVAL_MS, getFundingRate } from '../../../contract/actions/info/getFundingRate.ts';
import { formatRatio } from '../../../contract/format.ts';
import { fundingRateAt, nextFundingTime } from '../../../engine/funding.ts';
import { readInfo } from '../read.ts';

/** What the response of getFundingRate is made of. */
export const getFundingRateRead = readInfo(getFundingRate, ({ symbol: traded }, { now }) => ({
  symbol: traded.spec.symbol,
  estimatedFundingRate: formatRatio(fundingRateAt(traded, now)),
  lastSettlementRate: formatRatio(traded.funding.lastRate),
  lastSettlementTime: traded.funding.lastAt ?? 0,
  nextFundingTime: nextFundingTime(now),
  fundingInterval: FUNDING_INTERVAL_MS,
}));
