import type { PopulationSpec } from '../../../engine/world/population/population-spec.ts';
import { MILLION } from '../ranges.ts';
import { depthSizes } from './depth-figures.ts';
import { millionths } from './figures.ts';
import type { Liveliness, WorldPopulation } from './population-shape.ts';

const MINUTE_MS = 60_000;
const MINUTES = 1440;
/** One basis point in parts per billion. */
const BASIS_POINT = 100_000;

/** Rates at a liveliness, of those at `normal`. */
const RATES: Readonly<Record<Liveliness, number>> = { calm: 0.3, normal: 1, busy: 3 };

/** Depth of a side within 1 % where a world does not say, of a day's turnover. */
const DEPTH_SHARE = 0.007;
/** The usual position of a holder where a world does not say, of a day's turnover. */
const POSITION_SHARE = 0.00033;
/** The median of taker orders, of their mean: sizes have a heavy tail. */
const MEDIAN_SHARE = 0.72;
/** Distance of the closest orders of the deep book from the touch, of the price. */
const NEAR_SHARE = 0.00004;
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
  readonly everyMs: number;
  /** Lots of a taker order in the mean, of an order at the touch and of the farthest, of a position, and of all positions. */
  readonly orderLots: number;
  readonly touchLots: number;
  readonly farLots: number;
  readonly positionLots: number;
  readonly openLots: number;
  readonly dayLots: number;
  /** Ticks from the touch to the farthest order. */
  readonly farTicks: number;
}

export function populationSizes(population: WorldPopulation, market: MarketGrid): PopulationSizes {
  const { reach, ordersPerMinute, liveliness } = population;
  const price = Number(market.initialIndexPrice);
  const lot = Number(market.orderSizeIncrement);
  const lotPrice = price * lot;
  const orders = ordersPerMinute * RATES[liveliness];
  const turnover = Number(population.turnover);
  const dayLots = turnover / lotPrice;
  const ticks = price / Number(market.priceIncrement);
  const farTicks = ticks * Number(reach);
  const orderLots = dayLots / (orders * MINUTES);
  const depth = depthSizes({
    levels: population.levels,
    depthLots: Number(population.depth ?? turnover * DEPTH_SHARE) / lotPrice,
    largestLots: Number(market.maxMarketOrderSize) / lot,
    nearTicks: nearTicksOf(ticks),
    percentTicks: ticks / 100,
    farTicks,
  });
  return {
    everyMs: MINUTE_MS / orders,
    orderLots,
    touchLots: depth.lots,
    farLots: Math.min(depth.farLots, Number(market.maxLimitOrderSize) / lot),
    positionLots: Number(population.position ?? turnover * POSITION_SHARE) / lotPrice,
    openLots: dayLots * Number(population.openInterest),
    dayLots,
    farTicks,
  };
}

export function populationSpec(population: WorldPopulation, market: MarketGrid): PopulationSpec {
  const { everyMs, orderLots, touchLots, farLots, positionLots, openLots, dayLots, farTicks } = populationSizes(
    population,
    market,
  );
  /** Mean time between two looks: so many taker orders, and at most so long. */
  const looks = (orders: number, mostMs: number): number => Math.min(mostMs, least1(everyMs * orders));
  return {
    kind: 'population',
    fair: {
      slowPpb: basisPoints(population.slowBasis),
      slowMs: SLOW_BASIS_MINUTES * MINUTE_MS,
      fastPpb: basisPoints(population.fastBasis),
      fastMs: 2 * MINUTE_MS,
      impactPpb: basisPoints(population.impact),
      impactLots: least1(orderLots),
    },
    makers: {
      count: population.makers,
      everyMs: least1(everyMs * 1.5),
      levels: population.makerLevels,
      halfSpreadPpb: least1((Number(population.spread) * BASIS_POINT) / 2),
      lots: least1(touchLots * 0.54),
      inventoryLots: least1(dayLots * 0.001),
    },
    depth: {
      levels: population.levels,
      everyMs: least1(everyMs * 0.6),
      lots: least1(touchLots),
      farLots: least1(farLots),
      nearTicks: nearTicksOf(Number(market.initialIndexPrice) / Number(market.priceIncrement)),
      farTicks: least1(farTicks),
      tailPpm: 700_000,
    },
    flow: {
      everyMs: least1(everyMs),
      branchingPpm: millionths(population.branching),
      excitedMs: looks(2.5, MINUTE_MS),
      lots: least1(orderLots * MEDIAN_SHARE),
      metaPpm: millionths(population.metaorders),
      metaorders: 3,
      metaShortest: 1,
      metaLongest: 300,
    },
    holders: {
      count: population.holders,
      everyMs: looks(4, MINUTE_MS),
      lots: least1(positionLots),
      leverageLow: population.leverageLow,
      leverageHigh: population.leverageHigh,
      holdMs: population.holdMinutes * MINUTE_MS,
      restMs: population.restMinutes * MINUTE_MS,
      stoplessPpm: millionths(population.stopless),
      openLots: Math.round(openLots),
    },
    arbitrage: {
      everyMs: looks(3, MINUTE_MS / 2),
      bandPpb: 8 * BASIS_POINT,
      lots: least1(orderLots * 4),
      inventoryLots: least1(dayLots * 0.003),
    },
    hunters: { everyMs: looks(2.5, MINUTE_MS / 6), movePpm: 4 * MILLION, lots: least1(orderLots * 4) },
  };
}

const nearTicksOf = (ticks: number): number => least1(ticks * NEAR_SHARE);

const least1 = (figure: number): number => Math.max(1, Math.round(figure));

const basisPoints = (text: string): number => Math.round(Number(text) * BASIS_POINT);
