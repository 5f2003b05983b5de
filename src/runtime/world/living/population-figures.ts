import type { Decimal } from 'decimal.js';
import type { PopulationSpec } from '../../../engine/world/population/population-spec.ts';
import { Exact, whole } from '../exact.ts';
import { MILLION } from '../ranges.ts';
import type { Liveliness, WorldPopulation } from './population-shape.ts';

const MINUTE_MS = 60_000;
const MINUTES = 1440;
/** One basis point in parts per billion. */
const BASIS_POINT = 100_000;

/** Rates at a liveliness, of those at `normal`. */
const RATES: Readonly<Record<Liveliness, string>> = { calm: '0.3', normal: '1', busy: '3' };

/** Depth of a side within 1 % where a world does not say, of a day's turnover. */
const DEPTH_SHARE = '0.014';
/** The median of taker orders, of their mean: sizes have a heavy tail. */
const MEDIAN_SHARE = '0.35';
/** Share of the orders of the deep book that stand within 1 %. */
const NEAR_SHARE = '0.8';

/** The grid of a market: prices and sizes as decimal texts. */
export interface MarketGrid {
  readonly initialIndexPrice: string;
  readonly priceIncrement: string;
  readonly orderSizeIncrement: string;
}

/** Sizes and times of a population before they are rounded; the rules of a world check them against the market. */
export interface PopulationSizes {
  /** Mean milliseconds between two taker orders. */
  readonly everyMs: Decimal;
  /** Lots of a taker order in the mean, of a deep order, and of all positions of one side. */
  readonly orderLots: Decimal;
  readonly deepLots: Decimal;
  readonly openLots: Decimal;
  readonly dayLots: Decimal;
  /** Ticks from the touch to the farthest order. */
  readonly farTicks: Decimal;
}

export function populationSizes(population: WorldPopulation, market: MarketGrid): PopulationSizes {
  const { turnover, openInterest, levels, reach, ordersPerMinute, liveliness } = population;
  const lotPrice = new Exact(market.initialIndexPrice).times(market.orderSizeIncrement);
  const orders = new Exact(ordersPerMinute).times(RATES[liveliness]);
  const depth = population.depth ?? new Exact(turnover).times(DEPTH_SHARE);
  const dayLots = new Exact(turnover).div(lotPrice);
  return {
    everyMs: new Exact(MINUTE_MS).div(orders),
    orderLots: dayLots.div(orders.times(MINUTES)),
    deepLots: new Exact(depth).div(lotPrice).div(new Exact(levels).times(NEAR_SHARE)),
    openLots: dayLots.times(openInterest),
    dayLots,
    farTicks: new Exact(market.initialIndexPrice).times(reach).div(market.priceIncrement),
  };
}

export function populationSpec(population: WorldPopulation, market: MarketGrid): PopulationSpec {
  const { everyMs, orderLots, deepLots, openLots, dayLots, farTicks } = populationSizes(population, market);
  const times = (figure: Decimal, by: string | number): number => Math.max(1, whole(figure.times(by)));
  const inventoryLots = times(dayLots, '0.002');
  return {
    kind: 'population',
    fair: {
      slowPpb: basisPoints(population.slowBasis),
      slowMs: 4 * 3_600_000,
      fastPpb: basisPoints(population.fastBasis),
      fastMs: 3 * MINUTE_MS,
      impactPpb: basisPoints(population.impact),
      impactLots: times(orderLots, 1),
    },
    makers: {
      count: population.makers,
      everyMs: times(everyMs, new Exact(population.makers).times('1.5').toFixed()),
      levels: population.makerLevels,
      halfSpreadPpb: Math.max(1, whole(new Exact(population.spread).times(BASIS_POINT).div(2))),
      lots: times(orderLots, 2),
      inventoryLots,
    },
    depth: {
      orders: population.levels,
      everyMs: times(everyMs, 1),
      lots: times(deepLots, 1),
      nearTicks: 2,
      farTicks: times(farTicks, 1),
      tailPpm: MILLION,
    },
    flow: {
      everyMs: times(everyMs, 1),
      branchingPpm: whole(new Exact(population.branching).times(MILLION)),
      excitedMs: 10_000,
      lots: times(orderLots, MEDIAN_SHARE),
      metaPpm: whole(new Exact(population.metaorders).times(MILLION)),
      metaorders: 4,
      metaShortest: 5,
      metaLongest: 2000,
    },
    holders: {
      count: population.holders,
      everyMs: times(everyMs, 60),
      lots: times(openLots, new Exact(2).div(population.holders).toFixed()),
      leverageLow: population.leverageLow,
      leverageHigh: population.leverageHigh,
      openLots: whole(openLots),
    },
    arbitrage: { everyMs: times(everyMs, 10), bandPpb: 6 * BASIS_POINT, lots: times(orderLots, 3), inventoryLots },
    hunters: { everyMs: times(everyMs, 5), movePpm: 3 * MILLION, lots: times(orderLots, 4) },
  };
}

const basisPoints = (text: string): number => whole(new Exact(text).times(BASIS_POINT));
