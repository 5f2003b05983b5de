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
/** The usual position of a holder where a world does not say, of a day's turnover. */
const POSITION_SHARE = '0.00033';
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
  /** Lots of a taker order in the mean, of a deep order, of a position of a holder, and of all positions of one side. */
  readonly orderLots: Decimal;
  readonly deepLots: Decimal;
  readonly positionLots: Decimal;
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
    positionLots: new Exact(population.position ?? new Exact(turnover).times(POSITION_SHARE)).div(lotPrice),
    openLots: dayLots.times(openInterest),
    dayLots,
    farTicks: new Exact(market.initialIndexPrice).times(reach).div(market.priceIncrement),
  };
}

export function populationSpec(population: WorldPopulation, market: MarketGrid): PopulationSpec {
  const { everyMs, orderLots, deepLots, positionLots, openLots, dayLots, farTicks } = populationSizes(
    population,
    market,
  );
  const times = (figure: Decimal, by: string | number): number => Math.max(1, whole(figure.times(by)));
  /** Mean time between two looks: so many taker orders, and at most so long. */
  const looks = (orders: number, mostMs: number): number => Math.min(mostMs, times(everyMs, orders));
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
      inventoryLots: times(dayLots, '0.002'),
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
      branchingPpm: millionths(population.branching),
      excitedMs: 10_000,
      lots: times(orderLots, MEDIAN_SHARE),
      metaPpm: millionths(population.metaorders),
      metaorders: 4,
      metaShortest: 5,
      metaLongest: 2000,
    },
    holders: {
      count: population.holders,
      everyMs: looks(6, MINUTE_MS),
      lots: whole(positionLots),
      leverageLow: population.leverageLow,
      leverageHigh: population.leverageHigh,
      holdMs: population.holdMinutes * MINUTE_MS,
      restMs: population.restMinutes * MINUTE_MS,
      stoplessPpm: millionths(population.stopless),
      openLots: whole(openLots),
    },
    arbitrage: {
      everyMs: looks(5, MINUTE_MS / 2),
      bandPpb: 8 * BASIS_POINT,
      lots: times(orderLots, 5),
      inventoryLots: times(dayLots, '0.003'),
    },
    hunters: { everyMs: looks(4, MINUTE_MS / 6), movePpm: 4 * MILLION, lots: times(orderLots, 5) },
  };
}

const millionths = (text: string): number => whole(new Exact(text).times(MILLION));

const basisPoints = (text: string): number => whole(new Exact(text).times(BASIS_POINT));
