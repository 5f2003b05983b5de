import { AFTER_MS, type Observation } from '../observe/observation.ts';
import {
  autocorrelationOf,
  correlationOf,
  excessKurtosisOf,
  gapDispersion,
  hawkesRatio,
  impactExponent,
  leastAutocorrelation,
  meanOf,
  meanPath,
  memoryExponent,
  modeOf,
  peakOf,
  powerLawExponent,
  shareOffSeconds,
  skewnessOf,
  tailExponent,
} from '../statistics.ts';
import {
  type Fact,
  fromHours,
  isUnjudged,
  known,
  midReturns,
  minuteSpreads,
  minuteValues,
  minuteVolatilities,
  type Unjudged,
} from './fact.ts';
import { INFORMATION_FACTS } from './information-facts.ts';
import { MARKET_FACTS } from './market-facts.ts';

const NO_MOVES = 'the mid hardly moves';

const kurtosis =
  (seconds: number): Fact['of'] =>
  (observation) =>
    known(excessKurtosisOf(midReturns(observation, seconds)), NO_MOVES);

const TRADES_FACTS: readonly Fact[] = [
  {
    id: 'off-seconds',
    fact: 'events happen at any millisecond',
    figure: 'share of taker orders off whole seconds',
    least: 0.95,
    most: null,
    digits: 3,
    of: ({ takers }) => known(shareOffSeconds(takers.times), NO_TRADES),
  },
  {
    id: 'gaps',
    fact: 'trades cluster',
    figure: 'deviation over mean of the gaps between taker orders',
    least: 1.1,
    most: null,
    digits: 2,
    of: ({ takers }) => known(gapDispersion(takers.times), NO_TRADES),
  },
  {
    id: 'branching',
    fact: 'trades cluster',
    figure: 'branching ratio of a Hawkes process, by likelihood in windows of 30 minutes',
    least: 0.4,
    most: 0.9,
    digits: 2,
    of: (observation) => known(branching(observation), NO_TRADES),
  },
  {
    id: 'kurtosis-10s',
    fact: 'returns have fat tails, thinner when aggregated',
    figure: 'excess kurtosis of returns over 10 s',
    least: 3,
    most: null,
    digits: 1,
    of: kurtosis(10),
  },
  {
    id: 'kurtosis-falls',
    fact: 'returns have fat tails, thinner when aggregated',
    figure: 'excess kurtosis at 5 min over that at 10 s',
    least: null,
    most: 0.9,
    digits: 2,
    of: fromHours(3, (observation) => {
      const [short, long] = [10, 300].map((seconds) => excessKurtosisOf(midReturns(observation, seconds)));
      return known(short && long !== null && long !== undefined && short > 0 ? long / short : null, NO_MOVES);
    }),
  },
  {
    id: 'returns-acf',
    fact: 'returns are not autocorrelated, volatility is',
    figure: 'autocorrelation of 1-minute returns at lag 1',
    least: -0.1,
    most: 0.1,
    digits: 3,
    of: fromHours(3, (observation) => known(autocorrelationOf(midReturns(observation, 60), 1), NO_MOVES)),
  },
  {
    id: 'volatility-acf',
    fact: 'returns are not autocorrelated, volatility is',
    figure: 'least autocorrelation of absolute 10 s returns up to 5 min, means of five lags',
    least: 0.05,
    most: null,
    digits: 3,
    of: fromHours(3, (observation) =>
      known(leastAutocorrelation(absolute(midReturns(observation, 10)), FIVE_MINUTES, NEIGHBOURS), NO_MOVES),
    ),
  },
  {
    id: 'volatility-decay',
    fact: 'returns are not autocorrelated, volatility is',
    figure: 'exponent of the decay of that autocorrelation',
    least: 0,
    most: 0.8,
    digits: 2,
    of: fromHours(3, (observation) =>
      known(memoryExponent(absolute(midReturns(observation, 10)), FIVE_MINUTES), 'the volatility has no memory'),
    ),
  },
  {
    id: 'sign-memory',
    fact: 'order flow has long memory',
    figure: 'exponent of the autocorrelation of the signs of taker orders, lags 1 to 50',
    least: 0.3,
    most: 0.8,
    digits: 2,
    of: ({ takers }) => known(memoryExponent(takers.signs, 50), 'the signs have no memory'),
  },
  {
    id: 'sign-acf',
    fact: 'order flow has long memory',
    figure: 'mean autocorrelation of these signs, lags 41 to 50',
    least: 0.01,
    most: null,
    digits: 3,
    of: ({ takers }) =>
      known(meanOf(LATE_LAGS.map((lag) => autocorrelationOf(takers.signs, lag) ?? Number.NaN)), NO_TRADES),
  },
  {
    id: 'volume-volatility',
    fact: 'volume and volatility go together',
    figure: 'correlation of value and volatility per minute',
    least: 0.3,
    most: null,
    digits: 2,
    of: fromHours(1, (observation) =>
      known(correlationOf(minuteValues(observation), minuteVolatilities(observation)), NO_TRADES),
    ),
  },
];

const BOOK_FACTS: readonly Fact[] = [
  {
    id: 'arrivals',
    fact: 'limit orders arrive near the touch with a heavy tail',
    figure: 'exponent of the tail of distances from the same-side best, from 1 bp',
    least: 0.5,
    most: 1.7,
    digits: 2,
    of: arrivalExponent,
  },
  {
    id: 'hump',
    fact: 'book shape',
    figure: 'distance from the mid at which the mean book is thickest, bp',
    least: 1,
    most: 90,
    digits: 0,
    of: ({ books }) => known(peakOf(books.shape), NO_BOOK),
  },
  {
    id: 'levels',
    fact: 'book shape',
    figure: 'fewest levels of a side',
    least: 200,
    most: null,
    digits: 0,
    of: ({ books }) => known(books.leastLevels, NO_BOOK),
  },
  {
    id: 'book-gaps',
    fact: 'book shape',
    figure: 'distinct gaps among the first 100 levels of a side',
    least: 5,
    most: null,
    digits: 1,
    of: ({ books }) => (books.samples === 0 ? { why: NO_BOOK } : books.gaps),
  },
  {
    id: 'spread-mode',
    fact: 'spread',
    figure: 'most frequent spread, ticks',
    least: 1,
    most: 3,
    digits: 0,
    of: (observation) => known(modeOf(knownSpreads(observation)), NO_BOOK),
  },
  {
    id: 'spread-mean',
    fact: 'spread',
    figure: 'mean spread, bp',
    least: 0.1,
    most: 1.5,
    digits: 2,
    of: ({ seconds: { spreads, mids }, market: { tick } }) =>
      known(
        meanOf(
          spreads.map((spread, place) => (spread * tick) / (mids[place] ?? 1) / BP).filter((bp) => !Number.isNaN(bp)),
        ),
        NO_BOOK,
      ),
  },
  {
    id: 'spread-skew',
    fact: 'spread',
    figure: 'skewness of the spread',
    least: 0.3,
    most: null,
    digits: 1,
    of: (observation) => known(skewnessOf(knownSpreads(observation)), 'the spread is constant'),
  },
  {
    id: 'spread-volatility',
    fact: 'spread',
    figure: 'correlation of spread and volatility per minute',
    least: 0.1,
    most: null,
    digits: 2,
    of: (observation) =>
      known(correlationOf(minuteSpreads(observation), minuteVolatilities(observation)), 'the spread is constant'),
  },
  {
    id: 'depth-near',
    fact: 'depth',
    figure: 'quantity within 0.1 % of the mid over that within 1 %',
    least: 0.02,
    most: 0.6,
    digits: 2,
    of: ({ books }) => known(books.wide === 0 ? null : books.near / books.wide, NO_BOOK),
  },
  {
    id: 'depth',
    fact: 'depth',
    figure: 'quantity within 1 % of the mid, base units',
    least: 20,
    most: 100,
    digits: 1,
    of: ({ books }) => (books.samples === 0 ? { why: NO_BOOK } : books.wide),
  },
  {
    id: 'largest-order',
    fact: 'depth',
    figure: 'least quantity of a side over the largest market order',
    least: 1,
    most: null,
    digits: 2,
    of: ({ books, market }) => known(books.leastQuantity / market.maxMarketOrderSize, NO_BOOK),
  },
  {
    id: 'impact-size',
    fact: 'impact',
    figure: 'exponent of the move at the end of metaorders by their size',
    least: 0.4,
    most: 0.7,
    digits: 3,
    of: ({ trials }) =>
      known(impactExponent(trials.map(({ share, path }) => ({ size: share, move: path.at(-1) ?? 0 }))), NO_TRIALS),
  },
  {
    id: 'impact-path',
    fact: 'impact',
    figure: 'exponent of the move during metaorders by the executed share',
    least: 0.4,
    most: 0.7,
    digits: 2,
    of: ({ trials }) =>
      known(
        powerLawExponent(meanPath(trials.map(({ path }) => path)).map((y, place) => ({ x: place + 1, y }))),
        NO_TRIALS,
      ),
  },
  {
    id: 'impact-second',
    fact: 'impact',
    figure: 'part of the impact that is left after 1 s',
    least: 0.8,
    most: null,
    digits: 2,
    of: (observation) => impactLeft(observation, 1_000),
  },
  {
    id: 'impact-left',
    fact: 'impact',
    figure: 'part of the impact that is left after 20 min',
    least: 0.1,
    most: 0.8,
    digits: 2,
    of: (observation) => impactLeft(observation, 1_200_000),
  },
];

/** Every figure that is judged, in the order of the table. */
export const FACTS: readonly Fact[] = [...TRADES_FACTS, ...BOOK_FACTS, ...MARKET_FACTS, ...INFORMATION_FACTS];

/** The figures of one exchange by the id of the fact; a text says why there is none. */
export type Figures = Readonly<Record<string, number | string>>;

export type Verdict = 'within' | 'out' | 'not judged';

/** One row of the table. */
export interface Row {
  readonly id: string;
  readonly fact: string;
  readonly figure: string;
  readonly least: number | null;
  readonly most: number | null;
  readonly digits: number;
  /** By seed; null where a seed has none. */
  readonly figures: readonly (number | null)[];
  readonly mean: number | null;
  readonly verdict: Verdict;
  /** Why a seed has no figure. */
  readonly why: string | null;
}

export function figuresOf(observation: Observation): Figures {
  return Object.fromEntries(
    FACTS.map(({ id, of }) => {
      const figure = of(observation);
      return [id, isUnjudged(figure) ? figure.why : figure];
    }),
  );
}

/** Judges the mean over the seeds that have the figure. Where half of them or more have none, it is not judged. */
export function tableOf(seeds: readonly Figures[]): Row[] {
  return FACTS.map(({ of: _, ...fact }) => {
    const figures = seeds.map((figure) => figure[fact.id] ?? 'was not computed');
    const reasons = figures.filter((figure) => typeof figure === 'string');
    const numbers = figures.filter((figure) => typeof figure === 'number');
    const mean = meanOf(numbers);
    const isJudged = mean !== null && numbers.length > reasons.length;
    return {
      ...fact,
      figures: figures.map((figure) => (typeof figure === 'number' ? figure : null)),
      mean,
      verdict: isJudged ? (isWithin(mean, fact) ? 'within' : 'out') : 'not judged',
      why: reasons[0] ?? (isJudged ? null : 'no seed was observed'),
    };
  });
}

const isWithin = (value: number, { least, most }: Pick<Fact, 'least' | 'most'>): boolean =>
  (least === null || value >= least) && (most === null || value <= most);

/** Facts of trades and returns. */

const HAWKES_WINDOW_MS = 1_800_000;
/** Lags of ten seconds that make five minutes. */
const FIVE_MINUTES = 30;
/** Autocorrelations that are averaged. */
const NEIGHBOURS = 5;
const LATE_LAGS = Array.from({ length: 10 }, (_none, place) => 41 + place);
const NO_TRADES = 'too few trades';

const absolute = (values: readonly number[]): number[] => values.map(Math.abs);

/** Mean branching ratio over windows of half an hour, in which the base rate hardly changes. */
function branching({ takers, startTime, hours }: Observation): number | null {
  const windows = Math.floor((hours * 3_600_000) / HAWKES_WINDOW_MS);
  const ratios = Array.from({ length: windows }, (_none, window) => {
    const [from, to] = [startTime + window * HAWKES_WINDOW_MS, startTime + (window + 1) * HAWKES_WINDOW_MS];
    return hawkesRatio(
      takers.times.filter((time) => time >= from && time < to),
      from,
      to,
    );
  });
  return meanOf(ratios.filter((ratio) => ratio !== null));
}

/** Facts of the book, the spread and the impact. */

const BP = 1e-4;
const NO_BOOK = 'a side of the book was empty';
const FEW_ARRIVALS = 'too few orders arrived behind the touch';
/** A metaorder that moves the mid by less than this (bp) in the mean shows nothing. */
const LEAST_IMPACT = 0.05;

const knownSpreads = ({ seconds }: Observation): number[] => seconds.spreads.filter((spread) => !Number.isNaN(spread));

/** Arrivals of 1 bp and more behind the touch: closer ones are requotes of the touch itself. */
function arrivalExponent({ arrivals, seconds, market }: Observation): number | Unjudged {
  const from = Math.max(1, Math.round(((seconds.mids[0] ?? 0) * BP) / market.tick));
  return arrivals.filter((distance) => distance >= from).length < 100
    ? { why: FEW_ARRIVALS }
    : known(tailExponent(arrivals, from), FEW_ARRIVALS);
}

/** Impact after the end over that at the end, over all metaorders. */
function impactLeft({ trials }: Observation, afterMs: number): number | Unjudged {
  const end = meanOf(trials.map(({ path }) => path.at(-1) ?? 0));
  const left = meanPath(trials.map(({ after }) => after))[AFTER_MS.indexOf(afterMs)];
  if (end === null || left === undefined) return { why: NO_TRIALS };
  return end < LEAST_IMPACT ? { why: 'metaorders do not move the mid' } : left / end;
}

const NO_TRIALS = 'too few metaorders were over';
