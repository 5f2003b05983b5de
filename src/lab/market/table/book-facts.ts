import { peakOf } from '../facts/book-shape.ts';
import { impactExponent, meanPath } from '../facts/impact.ts';
import { powerLawExponent, tailExponent } from '../facts/power-law.ts';
import { correlationOf, meanOf, modeOf, skewnessOf } from '../facts/series.ts';
import { AFTER_MS } from '../observe/metaorder.ts';
import type { Observation } from '../observe/observation.ts';
import { minuteSpreads, minuteVolatilities } from './derived.ts';
import { type Fact, known, type Unjudged } from './fact.ts';

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

export const BOOK_FACTS: readonly Fact[] = [
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
