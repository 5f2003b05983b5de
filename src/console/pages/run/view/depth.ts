import type { DepthSample } from '../../../../scenarios/run-result.ts';
import { placeAt } from './series.ts';

export type Side = 'bid' | 'ask';

/** A level of a sampled book, as a cell of the strip of depth over time. */
export interface DepthCell {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
  /** Distances from the mid in basis points, where the cell begins and ends. */
  readonly near: number;
  readonly far: number;
  readonly quantity: number;
}

type Level = readonly [price: number, quantity: number];

const levelsOf = (levels: DepthSample['bids']): Level[] =>
  levels.map(([price, quantity]) => [Number(price), Number(quantity)]);

/** The middle of the best prices; the only best price where a side is empty; null for an empty book. */
export function midOf({ bids, asks }: DepthSample): number | null {
  const best = [bids[0], asks[0]].flatMap((level) => (level === undefined ? [] : [Number(level[0])]));
  return best.length === 0 ? null : best.reduce((sum, price) => sum + price, 0) / best.length;
}

/** Every level from its sample until the next one; the last sample holds until `end`. */
export function depthCells(samples: readonly DepthSample[], end: number): DepthCell[] {
  return samples.flatMap((sample, place) => {
    const mid = midOf(sample);
    if (mid === null) return [];
    const to = samples[place + 1]?.time ?? end;
    return [
      ...sideCells('bid', levelsOf(sample.bids), mid, sample.time, to),
      ...sideCells('ask', levelsOf(sample.asks), mid, sample.time, to),
    ];
  });
}

function sideCells(side: Side, levels: readonly Level[], mid: number, from: number, to: number): DepthCell[] {
  const distances = levels.map(([price]) => ((price - mid) / mid) * 10_000);
  const last = distances.length - 1;
  const step = last > 0 ? ((distances[last] ?? 0) - (distances[0] ?? 0)) / last : side === 'bid' ? -1 : 1;
  return levels.map(([, quantity], place) => {
    const near = distances[place] ?? 0;
    return { side, from, to, near, far: distances[place + 1] ?? near + step, quantity };
  });
}

/** The quantity that stands up to each level of a book, as columns over all prices in ascending order. */
export interface CumulativeDepth {
  readonly price: readonly number[];
  readonly bid: readonly (number | null)[];
  readonly ask: readonly (number | null)[];
}

export function cumulativeDepth({ bids, asks }: DepthSample): CumulativeDepth {
  const bidCurve = cumulated(levelsOf(bids)).reverse();
  const askCurve = cumulated(levelsOf(asks));
  return {
    price: [...bidCurve, ...askCurve].map(([price]) => price),
    bid: [...bidCurve.map(([, sum]) => sum), ...askCurve.map(() => null)],
    ask: [...bidCurve.map(() => null), ...askCurve.map(([, sum]) => sum)],
  };
}

function cumulated(levels: readonly Level[]): Level[] {
  let sum = 0;
  return levels.map(([price, quantity]) => {
    sum += quantity;
    return [price, sum] as const;
  });
}

/** The sample that was valid at a time: the last one until then, or the first of all. */
export function sampleAt(samples: readonly DepthSample[], at: number): DepthSample | undefined {
  const place = placeAt(
    samples.map(({ time }) => time),
    at,
  );
  return samples[Math.max(place, 0)];
}
