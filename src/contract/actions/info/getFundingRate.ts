import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { market } from '../../fields/fields.ts';
import { fieldTable } from '../../fields/table.ts';
import { Closed, SymbolText, DecimalText, TimeOrZero, Time } from '../../primitives.ts';
import { EXAMPLE_SYMBOL } from '../../example-values.ts';

export const FUNDING_INTERVAL_MS: number = 3_600_000;

/** Wire 3.6. Rates are one-hour ratios. */
const FundingRate = Closed({
  symbol: SymbolText,
  /** What the running hour comes to so far. */
  estimatedFundingRate: DecimalText,
  /** `0` before the first settlement, as is the time. */
  lastSettlementRate: DecimalText,
  lastSettlementTime: TimeOrZero,
  nextFundingTime: Time,
  fundingInterval: Type.Literal(FUNDING_INTERVAL_MS),
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
  // The rule for unknown symbols is stated for all actions, so an unknown market never gets as far as a 404.
  fields: fieldTable({ symbol: market() }),
  examples: [{ symbol: EXAMPLE_SYMBOL }],
  result: FundingRate,
  refusals: ['INVALID_FORMAT'],
  cost: () => 250,
  usesHistory: false,
});
