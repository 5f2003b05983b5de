import type { StrategyFactory } from '../../strategy.ts';
import type { AgentName } from './agent-name.ts';
import { arbitrage, ARBITRAGE_PARAMS } from './arbitrage.ts';
import { informed, INFORMED_PARAMS } from './informed.ts';
import { ladder, LADDER_PARAMS } from './ladder.ts';
import { maker, MAKER_PARAMS } from './maker.ts';
import { metaorder, METAORDER_PARAMS } from './metaorder.ts';
import { noise, NOISE_PARAMS } from './noise.ts';
import { type ParamTable, readParams } from './params.ts';
import { reversion, REVERSION_PARAMS, trend, TREND_PARAMS } from './trend.ts';
import { taker, TAKER_PARAMS, twap, TWAP_PARAMS } from './taker.ts';
import { value, VALUE_PARAMS } from './value.ts';

/** A strategy that comes with perpsim. */
export interface LibraryStrategy {
  readonly summary: string;
  readonly params: ParamTable;
  /** Throws StrategyParamsError. */
  readonly create: StrategyFactory;
}

const TABLE: Readonly<Record<AgentName, LibraryStrategy>> = {
  maker: {
    summary: 'Quotes both sides around the mid of the others and leans against its position.',
    params: MAKER_PARAMS,
    create: (given) => maker(readParams('maker', MAKER_PARAMS, given)),
  },
  taker: {
    summary: 'Noise: market orders of random size and side at random times.',
    params: TAKER_PARAMS,
    create: (given) => taker(readParams('taker', TAKER_PARAMS, given)),
  },
  informed: {
    summary: 'Takes liquidity when the index is beyond the best price, or before a move that it knows of.',
    params: INFORMED_PARAMS,
    create: (given) => informed(readParams('informed', INFORMED_PARAMS, given)),
  },
  trend: {
    summary: 'Is long while a short mean of the mid is above a long one, short while it is below.',
    params: TREND_PARAMS,
    create: (given) => trend(readParams('trend', TREND_PARAMS, given)),
  },
  reversion: {
    summary: 'Trades against moves away from the mean of the mid.',
    params: REVERSION_PARAMS,
    create: (given) => reversion(readParams('reversion', REVERSION_PARAMS, given)),
  },
  twap: {
    summary: 'Trades a quantity in equal slices at equal intervals.',
    params: TWAP_PARAMS,
    create: (given) => twap(readParams('twap', TWAP_PARAMS, given)),
  },
  ladder: {
    summary: 'Opens a position and closes it by a ladder of take-profit orders.',
    params: LADDER_PARAMS,
    create: (given) => ladder(readParams('ladder', LADDER_PARAMS, given)),
  },
  value: {
    summary: 'Has an opinion of the value, the index with an error of its own; buys below it and sells above it.',
    params: VALUE_PARAMS,
    create: (given) => value(readParams('value', VALUE_PARAMS, given)),
  },
  arbitrage: {
    summary: 'Holds the mid near the index: trades against a difference beyond a band, and goes home when it is gone.',
    params: ARBITRAGE_PARAMS,
    create: (given) => arbitrage(readParams('arbitrage', ARBITRAGE_PARAMS, given)),
  },
  metaorder: {
    summary: 'Works large orders in parts, one after the other; their lengths have a heavy tail.',
    params: METAORDER_PARAMS,
    create: (given) => metaorder(readParams('metaorder', METAORDER_PARAMS, given)),
  },
  noise: {
    summary: 'Zero intelligence: limit orders, market orders and cancellations at random times and prices.',
    params: NOISE_PARAMS,
    create: (given) => noise(readParams('noise', NOISE_PARAMS, given)),
  },
};

/** The strategies that come with perpsim, by the name that a scenario uses. */
export const LIBRARY: ReadonlyMap<string, LibraryStrategy> = new Map(Object.entries(TABLE));
