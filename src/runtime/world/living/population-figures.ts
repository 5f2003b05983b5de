import type { Decimal } from 'decimal.js';
import type { PopulationSpec } from '../../../engine/world/population/population-spec.ts';
import { Exact, whole } from '../exact.ts';
import { MILLION } from '../ranges.ts';
import { depthSizes } from './depth-figures.ts';
import type { Liveliness, WorldPopulation } from './population-shape.ts';

const MINUTE_MS = 60_000;
const MINUTES = 1440;
/** One basis point in parts per billion. */
const BASIS_POINT = 100_000;

/** Rates at a liveliness, of those at `normal`. */
const RATES: Readonly<Record<Liveliness, string>> = { calm: '0.3', normal: '1', busy: '3' };

/** Depth of a side within 1 % where a world does not say, of a day's turnover. */
const DEPTH_SHARE = '0.007';
/** The usual position of a holder where a world does not say, of a day's turnover. */
const POSITION_SHARE = '0.00033';
/** The median of taker orders, of their mean: sizes have a heavy tail. */
const MEDIAN_SHARE = '0.8';
/** Distance of the closest orders of the deep book from the touch, of the price. */
const NEAR_SHARE = '0.00004';
/** How long the slow part of the basis lasts. */
const SLOW_BASIS_MINUTES = 90;

/** The grid of a market: prices and sizes as decimal texts. */
export interface MarketGrid {
  readonly initialIndexPrice: string;
  readonly priceIncrement: string;
  readonly orderSizeIncrement: string;
  readonly maxMarketOrderSize: string;
  readonly maxLimitOrderSize: string;
}

/** Sizes and times of a population before they are rounded; the rules of a world check them against the market. */
export interface PopulationSizes {
  /** Mean milliseconds between two taker orders. */
  readonly everyMs: Decimal;
  /** Lots of a taker order in the mean, of an order at the touch and of the farthest, of a position, and of all positions. */
  readonly orderLots: Decimal;
  readonly touchLots: Decimal;
  readonly farLots: Decimal;
  readonly positionLots: Decimal;
  readonly openLots: Decimal;
  readonly dayLots: Decimal;
  /** Ticks from the touch to the farthest order. */
  readonly farTicks: Decimal;
}

export function populationSizes(population: WorldPopulation, market: MarketGrid): PopulationSizes {
  const { turnover, openInterest, reach, ordersPerMinute, liveliness } = population;
  const price = new Exact(market.initialIndexPrice);
  const lotPrice = price.times(market.orderSizeIncrement);
  const orders = new Exact(ordersPerMinute).times(RATES[liveliness]);
  const dayLots = new Exact(turnover).div(lotPrice);
  const ticks = price.div(market.priceIncrement);
  const farTicks = ticks.times(reach);
  const orderLots = dayLots.div(orders.times(MINUTES));
  const depth = depthSizes({
    levels: population.levels,
    depthLots: new Exact(population.depth ?? new Exact(turnover).times(DEPTH_SHARE)).div(lotPrice),
    largestLots: new Exact(market.maxMarketOrderSize).div(market.orderSizeIncrement),
    nearTicks: nearTicksOf(ticks),
    percentTicks: ticks.div(100),
    farTicks,
  });
  return {
    everyMs: new Exact(MINUTE_MS).div(orders),
    orderLots,
    touchLots: depth.lots,
    farLots: Exact.min(depth.farLots, new Exact(market.maxLimitOrderSize).div(market.orderSizeIncrement)),
    positionLots: new Exact(population.position ?? new Exact(turnover).times(POSITION_SHARE)).div(lotPrice),
    openLots: dayLots.times(openInterest),
    dayLots,
    farTicks,
  };
}

export function populationSpec(population: WorldPopulation, market: MarketGrid): PopulationSpec {
  const { everyMs, orderLots, touchLots, farLots, positionLots, openLots, dayLots, farTicks } = populationSizes(
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
      slowMs: SLOW_BASIS_MINUTES * MINUTE_MS,
      fastPpb: basisPoints(population.fastBasis),
      fastMs: 2 * MINUTE_MS,
      impactPpb: basisPoints(population.impact),
      impactLots: times(orderLots, 1),
    },
    makers: {
      count: population.makers,
      everyMs: times(everyMs, '1.5'),
      levels: population.makerLevels,
      halfSpreadPpb: Math.max(1, whole(new Exact(population.spread).times(BASIS_POINT).div(2))),
      lots: times(touchLots, '0.6'),
      inventoryLots: times(dayLots, '0.001'),
    },
    depth: {
      levels: population.levels,
      everyMs: times(everyMs, '0.6'),
      lots: times(touchLots, 1),
      farLots: times(farLots, 1),
      nearTicks: nearTicksOf(new Exact(market.initialIndexPrice).div(market.priceIncrement)),
      farTicks: times(farTicks, 1),
      tailPpm: 700_000,
    },
    flow: {
      everyMs: times(everyMs, 1),
      branchingPpm: millionths(population.branching),
      excitedMs: looks(2.5, MINUTE_MS),
      lots: times(orderLots, MEDIAN_SHARE),
      metaPpm: millionths(population.metaorders),
      metaorders: 3,
      metaShortest: 1,
      metaLongest: 300,
    },
    holders: {
      count: population.holders,
      everyMs: looks(4, MINUTE_MS),
      lots: whole(positionLots),
      leverageLow: population.leverageLow,
      leverageHigh: population.leverageHigh,
      holdMs: population.holdMinutes * MINUTE_MS,
      restMs: population.restMinutes * MINUTE_MS,
      stoplessPpm: millionths(population.stopless),
      openLots: whole(openLots),
    },
    arbitrage: {
      everyMs: looks(3, MINUTE_MS / 2),
      bandPpb: 8 * BASIS_POINT,
      lots: times(orderLots, 4),
      inventoryLots: times(dayLots, '0.003'),
    },
    hunters: { everyMs: looks(2.5, MINUTE_MS / 6), movePpm: 4 * MILLION, lots: times(orderLots, 4) },
  };
}

const nearTicksOf = (ticks: Decimal): number => Math.max(1, whole(ticks.times(NEAR_SHARE)));

const millionths = (text: string): number => whole(new Exact(text).times(MILLION));

const basisPoints = (text: string): number => whole(new Exact(text).times(BASIS_POINT));
