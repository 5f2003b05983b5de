import { decimal, integer, oneOf } from '../read.ts';
import { positive, share } from '../ranges.ts';

const LIVELINESS = ['calm', 'normal', 'busy'] as const;
export type Liveliness = (typeof LIVELINESS)[number];

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
} as const;
