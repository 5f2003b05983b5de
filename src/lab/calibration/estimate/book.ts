import { tailExponent } from '../../market/facts/power-law.ts';
import { type Estimate, type Figure, missing, scaled } from './figure.ts';
import type { BookSample, DepthSample } from './observations.ts';
import { spanText } from './flow.ts';
import { deviation, mean } from './statistics.ts';

/** The book of a market. */
export interface BookFigures {
  /** Mean distance of the best prices: in ticks, and as a share of the price. */
  readonly spreadTicks: Estimate;
  readonly spread: Estimate;
  /** Quantity of one side within 0.1 % and 1 % of the middle, in the base asset. */
  readonly near: Estimate;
  readonly depth: Estimate;
  /** Levels of one side. */
  readonly levels: Estimate;
  /** Exponent of the power law of distances of new orders. */
  readonly distanceTail: Estimate;
}

const DISTANCES_LEAST = 300;

export function bookOf(samples: readonly BookSample[], distances: readonly number[], tick: number): BookFigures {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) {
    const why = missing('takes a book');
    return { spreadTicks: why, spread: why, near: why, depth: why, levels: why, distanceTail: why };
  }
  const from =
    samples.length === 1
      ? 'one look at the book'
      : `${samples.length} looks at the book in ${spanText(last.time - first.time)}`;
  const deep = samples.flatMap(({ depth }) => (depth ? [depth] : []));
  const spreads = samples.map(({ bid, ask }) => ask - bid);
  const figure = (values: readonly number[]): Figure => figureOf(values, from);
  const ofDepth = (read: (depth: DepthSample) => number): Estimate =>
    deep.length === 0 ? missing('takes depth; only the best prices are known') : figure(deep.map(read));
  const reach = mean(deep.map((depth) => depth.reach));
  const seen =
    deep.length > 0 && reach < 0.0099
      ? ` (only ${Math.round(reach * 1e5) / 1e3} % of the price is shown: more is likely)`
      : '';
  const depth = ofDepth(({ far }) => far);
  return {
    spreadTicks: scaled(figure(spreads), 1 / tick),
    spread: figure(samples.map(({ bid, ask }) => (2 * (ask - bid)) / (bid + ask))),
    near: ofDepth(({ near }) => near),
    depth: 'from' in depth ? { ...depth, from: `${depth.from}${seen}` } : depth,
    levels: ofDepth(({ levels }) => levels),
    distanceTail: distanceTailOf(distances),
  };
}

/** Looks that follow each other are alike: blocks of them are compared. */
function figureOf(values: readonly number[], from: string): Figure {
  const value = mean(values);
  const blocks = Math.min(10, Math.floor(values.length / 5));
  if (blocks < 4) return { value, error: values.length === 1 ? value / 2 : deviation(values), from };
  const size = Math.floor(values.length / blocks);
  const means = Array.from({ length: blocks }, (_, at) => mean(values.slice(at * size, (at + 1) * size)));
  return { value, error: deviation(means) / Math.sqrt(blocks), from };
}

/** Of the farther half: near the touch, quotes follow the price and follow no power law. */
function distanceTailOf(distances: readonly number[]): Estimate {
  const sorted = distances.filter((each) => each > 0).sort((a, b) => a - b);
  if (sorted.length < DISTANCES_LEAST)
    return missing(`takes ${DISTANCES_LEAST} new orders in a book of depth, there are ${sorted.length}`);
  const far = sorted.slice(Math.floor(sorted.length / 2));
  const bound = far[0] ?? 1;
  const value = tailExponent(far, bound);
  if (value === null) return missing('new orders all have one distance');
  return { value, error: value / Math.sqrt(far.length), from: `distances of ${far.length} new orders` };
}
