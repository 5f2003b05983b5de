import type { PopulationSpec, SignalsSpec } from '../../engine/world/population-spec.ts';
import { logarithm, millionths } from './figures.ts';
import { decimal, integer, MILLION, oneOf, positive, share } from './read.ts';

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

/** Returns the sizes of a population in lots and ticks of a market, from the shares and amounts that a world states. */
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

/** Returns a population as the engine takes it, in lots and ticks of a market. */
export function populationSpec(population: WorldPopulation, market: MarketGrid): PopulationSpec {
  const { everyMs, orderLots, touchLots, farLots, positionLots, openLots, dayLots, farTicks } = populationSizes(
    population,
    market,
  );
  /** Mean time between two looks: so many taker orders, and at most so long. */
  const looks = (orders: number, mostMs: number): number => Math.min(mostMs, least1(everyMs * orders));
  const signals = signalsOf(population);
  return {
    kind: 'population',
    ...(signals && { signals }),
    fair: {
      slowPpb: basisPointsOf(population.slowBasis),
      slowMs: SLOW_BASIS_MINUTES * MINUTE_MS,
      fastPpb: basisPointsOf(population.fastBasis),
      fastMs: 2 * MINUTE_MS,
      impactPpb: basisPointsOf(population.impact),
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

/** The figures of information as the engine takes them; nothing where all of them are 0. */
function signalsOf(population: WorldPopulation): SignalsSpec | null {
  const { informed, makersKnow, reading, roundFigures, promptPositions, thinning, quoteRate } = population;
  const figures = [informed, makersKnow, reading, roundFigures, promptPositions, thinning, quoteRate];
  if (figures.every((figure) => Number(figure) === 0)) return null;
  const rate = Number(quoteRate) * RATES[population.liveliness];
  return {
    informedPpm: millionths(informed),
    foresightMs: population.foresightMs,
    makersKnowPpm: millionths(makersKnow),
    readingPpm: millionths(reading),
    roundPpm: millionths(roundFigures),
    positionsPpm: millionths(promptPositions),
    thinPpm: millionths(thinning),
    thinMs: population.thinMinutes * MINUTE_MS,
    requoteMs: rate === 0 ? 0 : least1(1_000 / rate),
  };
}

const nearTicksOf = (ticks: number): number => least1(ticks * NEAR_SHARE);

const least1 = (figure: number): number => Math.max(1, Math.round(figure));

const basisPointsOf = (text: string): number => Math.round(Number(text) * BASIS_POINT);

const LIVELINESS = ['calm', 'normal', 'busy'] as const;
type Liveliness = (typeof LIVELINESS)[number];

/** The traders of a market in figures that people compare markets by. Conversion to lots and milliseconds follows. */
export interface WorldPopulation {
  readonly kind: 'population';
  /** How often traders look and act; turnover, depth and open interest stay as they are. */
  readonly liveliness: Liveliness;
  /** What is traded on a mean day, in the quote asset. */
  readonly turnover: string;
  /** What stands on each side within 1 % of the mid, in the quote asset; left out, a share of the turnover. */
  readonly depth?: string;
  /** Spread of the closest maker in calm times, in basis points. */
  readonly spread: string;
  /** Prices of the deep book on each side, and the farthest of them as a share of the price. */
  readonly levels: number;
  readonly reach: string;
  readonly makers: number;
  /** Quotes of one maker on each side. */
  readonly makerLevels: number;
  /** Taker orders of a mean minute at liveliness `normal`. */
  readonly ordersPerMinute: number;
  /** Share of them that belong to metaorders, and how many orders one order causes directly, in the mean. */
  readonly metaorders: string;
  readonly branching: string;
  /** How far an order of mean size moves the fair price at once, in basis points. */
  readonly impact: string;
  /** Deviations of the two parts of the basis, in basis points. */
  readonly slowBasis: string;
  readonly fastBasis: string;
  /** Open interest at the start as a share of a day's turnover. */
  readonly openInterest: string;
  readonly holders: number;
  /** The usual position of a holder, in the quote asset; left out, a share of the turnover. */
  readonly position?: string;
  readonly leverageLow: number;
  readonly leverageHigh: number;
  /** Mean time for which a position is held, and mean pause between two. */
  readonly holdMinutes: number;
  readonly restMinutes: number;
  /** Share of holders who set no stop. */
  readonly stopless: string;
  /** Share of taker orders whose sender knows the coming move of the index, and how far ahead it is known. */
  readonly informed: string;
  readonly foresightMs: number;
  /** Share of that move that is in the quotes of makers already. */
  readonly makersKnow: string;
  /** Half spreads by which makers move their price where all that stands near is on one side. */
  readonly reading: string;
  /** Share of takers and of traders deep in the book who prefer round sizes and prices. */
  readonly roundFigures: string;
  /** Chance per look that the open interest is brought at once to where the trend wants it. */
  readonly promptPositions: string;
  /** Share of the book that leaves before full hours, and over how many minutes. */
  readonly thinning: string;
  readonly thinMinutes: number;
  /** Changes a second of single orders near the touch, at liveliness `normal`. */
  readonly quoteRate: string;
}

const leverage = integer(1, 1000);
const minutes = integer(1, 10_080);
const basisPoints = decimal({ low: '0', high: '100' });

export const populationFields = {
  liveliness: oneOf(LIVELINESS),
  turnover: positive,
  depth: positive,
  spread: decimal({ low: '0', high: '500', aboveLow: true }),
  levels: integer(1, 1000),
  reach: decimal({ low: '0.001', high: '0.5' }),
  makers: integer(1, 20),
  makerLevels: integer(1, 50),
  ordersPerMinute: integer(1, 600),
  metaorders: share,
  branching: decimal({ low: '0', high: '0.95' }),
  impact: decimal({ low: '0', high: '50' }),
  slowBasis: basisPoints,
  fastBasis: basisPoints,
  openInterest: decimal({ low: '0', high: '20' }),
  holders: integer(2, 200),
  position: positive,
  leverageLow: leverage,
  leverageHigh: leverage,
  holdMinutes: minutes,
  restMinutes: minutes,
  stopless: share,
  informed: share,
  foresightMs: integer(1000, 60_000),
  makersKnow: share,
  reading: decimal({ low: '0', high: '20' }),
  roundFigures: share,
  promptPositions: share,
  thinning: decimal({ low: '0', high: '0.9' }),
  thinMinutes: integer(1, 30),
  quoteRate: decimal({ low: '0', high: '50' }),
};

export const POPULATION_DEFAULTS = {
  liveliness: 'normal',
  depth: undefined,
  spread: '1',
  levels: 150,
  reach: '0.045',
  makers: 3,
  makerLevels: 2,
  ordersPerMinute: 20,
  metaorders: '0.7',
  branching: '0.55',
  impact: '0.4',
  slowBasis: '4.5',
  fastBasis: '1',
  openInterest: '0.5',
  holders: 48,
  position: undefined,
  leverageLow: 5,
  leverageHigh: 95,
  holdMinutes: 240,
  restMinutes: 60,
  stopless: '0.4',
  informed: '0',
  foresightMs: 5000,
  makersKnow: '0',
  reading: '0',
  roundFigures: '0',
  promptPositions: '0',
  thinning: '0',
  thinMinutes: 10,
  quoteRate: '0',
} as const;

/** Distances of a standing book, as the group `depth` draws them, begin at so many nearest distances. */
const FROM_NEAREST = 5;
/** Mean of drawn sizes within 1 %, of what they are drawn around. */
const DRAWN_MEAN = 1.3;
/** So many of the largest market orders find a counterpart on a side, with this much to spare. */
const LARGEST_ORDERS = 20;
const SPARE = 2;
/** Mean size of an order beyond 1 %, of one at the farthest distance. */
const BEYOND_MEAN = 0.25;

/** A book of one side before its figures are rounded. */
export interface Book {
  /** Prices with orders, lots that stand within 1 %, and the lots of the largest market order. */
  readonly levels: number;
  readonly depthLots: number;
  readonly largestLots: number;
  /** Ticks to the nearest order, to 1 %, and to the farthest. */
  readonly nearTicks: number;
  readonly percentTicks: number;
  readonly farTicks: number;
}

/**
 * Lots of an order near the touch, and at the farthest distance. There are about as many orders between one distance and twice as
 * far as between that and four times; sizes hardly grow within 1 %, and with the fourth power of the distance beyond.
 */
function depthSizes(book: Book): { readonly lots: number; readonly farLots: number } {
  const { farTicks } = book;
  const first = Math.min(book.nearTicks * FROM_NEAREST, farTicks / 2);
  const within = Math.min(Math.max(book.percentTicks, first * 1.5), farTicks);
  const share = logarithm(within / first) / logarithm(farTicks / first);
  const lots = book.depthLots / (share * book.levels * DRAWN_MEAN);
  const beyond = Math.max(0.1, 1 - share) * book.levels * BEYOND_MEAN;
  return { lots, farLots: Math.max(lots, (book.largestLots * LARGEST_ORDERS * SPARE) / beyond) };
}
