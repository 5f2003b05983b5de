import { getMids } from '../../../contract/actions/info/getMids.ts';
import { formatMid } from '../../../contract/format.ts';
import { midOf } from '../../../engine/prices.ts';
import { readInfo } from '../read.ts';
import { openMarkets } from '../records/market-figures.ts';

/** What the response of getMids is made of. */
export const getMidsRead = readInfo(getMids, (_parsed, { state, now }) =>
  Object.fromEntries(
    openMarkets(state, now).map((market) => [market.spec.symbol, formatMid(market.spec, midOf(market))]),
  ),
);
