import { type Static, Type } from '@sinclair/typebox';
import type { Market } from '../../../engine/state.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { formatLots } from '../../format.ts';
import { allMarkets, openInterestOf } from '../../records/market-figures.ts';
import { Closed, DecimalText, SymbolText, Time } from '../../primitives.ts';
import { defineInfo } from '../../define.ts';
import { fieldTable, optional } from '../../fields/table.ts';
import { marketFilter } from '../../fields/fields.ts';

/** Base units (wire 3.3). */
const OpenInterest = Closed({
  symbol: SymbolText,
  /** Long plus short. */
  openInterest: DecimalText,
  longOpenInterest: DecimalText,
  shortOpenInterest: DecimalText,
  timestamp: Time,
});

/**
 * Sum of all open positions of one market, or of every market. Positions outlive trading hours, so closed markets
 * are listed, too.
 *
 * Cost:   50 tokens.
 * Errors: INVALID_FORMAT for a symbol that is malformed or unknown.
 * Source: clauses GETOPENINTEREST, RATE-COST-GETOPENINTEREST; wire 3.3.
 */
export const getOpenInterest = defineInfo({
  name: 'getOpenInterest',
  summary: 'Open interest of one market or of all.',
  fields: fieldTable({ symbol: optional(marketFilter()) }),
  result: Type.Array(OpenInterest),
  refusals: ['INVALID_FORMAT'],
  cost: () => 50,
  read: ({ symbol }, { state, now }) =>
    allMarkets(state)
      .filter(({ spec }) => symbol === undefined || spec.symbol === symbol)
      .map((market) => recordOf(market, now)),
  usesHistory: false,
});

function recordOf(market: Market, now: TimeMs): Static<typeof OpenInterest> {
  const { spec, openInterest } = market;
  return {
    symbol: spec.symbol,
    openInterest: formatLots(spec, openInterestOf(market)),
    longOpenInterest: formatLots(spec, openInterest),
    shortOpenInterest: formatLots(spec, openInterest),
    timestamp: now,
  };
}
