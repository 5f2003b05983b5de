import type { Static } from '@sinclair/typebox';
import { type OpenInterest, getOpenInterest } from '../../../contract/actions/info/getOpenInterest.ts';
import { formatLots } from '../../../contract/format.ts';
import type { Market } from '../../../engine/state.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { readInfo } from '../read.ts';
import { openInterestOf, allMarkets } from '../records/market-figures.ts';

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

/** What the response of getOpenInterest is made of. */
export const getOpenInterestRead = readInfo(getOpenInterest, ({ symbol }, { state, now }) =>
  allMarkets(state)
    .filter(({ spec }) => symbol === undefined || spec.symbol === symbol)
    .map((market) => recordOf(market, now)),
);
