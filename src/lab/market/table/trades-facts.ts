import { gapDispersion, shareOffSeconds } from '../facts/arrivals.ts';
import { hawkesRatio } from '../facts/hawkes.ts';
import { leastAutocorrelation, memoryExponent } from '../facts/returns.ts';
import { autocorrelationOf, correlationOf, excessKurtosisOf, meanOf } from '../facts/series.ts';
import type { Observation } from '../observe/observation.ts';
import { midReturns, minuteValues, minuteVolatilities } from './derived.ts';
import { type Fact, fromHours, known } from './fact.ts';

/** Facts of trades and returns. */

const HAWKES_WINDOW_MS = 1_800_000;
/** Lags of ten seconds that make five minutes. */
const FIVE_MINUTES = 30;
/** Autocorrelations that are averaged. */
const NEIGHBOURS = 5;
const LATE_LAGS = Array.from({ length: 10 }, (_none, place) => 41 + place);
const NO_TRADES = 'too few trades';
const NO_MOVES = 'the mid hardly moves';

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

const kurtosis =
  (seconds: number): Fact['of'] =>
  (observation) =>
    known(excessKurtosisOf(midReturns(observation, seconds)), NO_MOVES);

export const TRADES_FACTS: readonly Fact[] = [
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
