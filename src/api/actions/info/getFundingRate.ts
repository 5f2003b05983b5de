import { Type } from '@sinclair/typebox';
import { FUNDING_MS, fundingRateAt } from '../../../engine/funding/rate.ts';
import { nextFundingTime } from '../../../engine/funding/settle-funding.ts';
import { isRefusal } from '../../../kernel/errors.ts';
import { defineInfo } from '../../action.ts';
import { formatRatio } from '../../format.ts';
import { Closed, DecimalText, SymbolText, Time, TimeOrZero } from '../../primitives.ts';
import { readMarket } from '../../symbols.ts';

/** Wire 3.6. Rates are one-hour ratios. */
const FundingRate = Closed({
  symbol: SymbolText,
  /** What the running hour comes to so far. */
  estimatedFundingRate: DecimalText,
  /** `0` before the first settlement, as is the time. */
  lastSettlementRate: DecimalText,
  lastSettlementTime: TimeOrZero,
  nextFundingTime: Time,
  fundingInterval: Type.Literal(FUNDING_MS),
});

/**
 * Funding of one market: the estimate of the running hour and the last settlement.
 *
 * Cost:   250 tokens.
 * Errors: INVALID_FORMAT for a symbol that is missing, malformed or unknown.
 * Source: clauses GETFUNDINGRATE, RATE-COST-GETFUNDINGRATE; wire 3.6, 6.2.
 */
export const getFundingRate = defineInfo({
  name: 'getFundingRate',
  summary: 'Estimated and last settled funding rate of one market.',
  params: Type.Object({ symbol: Type.String() }),
  result: FundingRate,
  refusals: ['INVALID_FORMAT'],
  cost: () => 250,
  // The rule for unknown symbols is stated for all actions, so an unknown market never gets as far as a 404.
  parse: ({ symbol }, { state }) => {
    const market = readMarket(symbol, state);
    return isRefusal(market) ? market : { market };
  },
  read: ({ market }, { now }) => ({
    symbol: market.spec.symbol,
    estimatedFundingRate: formatRatio(fundingRateAt(market, now)),
    lastSettlementRate: formatRatio(market.funding.lastRate),
    lastSettlementTime: market.funding.lastAt ?? 0,
    nextFundingTime: nextFundingTime(now),
    fundingInterval: FUNDING_MS,
  }),
  usesHistory: false,
});
