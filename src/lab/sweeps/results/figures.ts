import type { FigureSummary } from '../sweep.ts';

const BINS = 40;
/** Digits that a mean or a quantile keeps. */
const DIGITS = 10;

/** Lowest and highest value of a figure over all groups of a sweep. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export function boundsOf(values: readonly number[]): Bounds {
  let [min = 0] = values;
  let max = min;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

/** Sums up the values of one figure; null when there is none. */
export function summarize(values: readonly number[], bounds: Bounds): FigureSummary | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const at = (share: number): number => rounded(quantile(sorted, share));
  return {
    count: sorted.length,
    mean: rounded(mean),
    deviation: sorted.length < 2 ? 0 : rounded(Math.sqrt(squares / (sorted.length - 1))),
    min: at(0),
    p05: at(0.05),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
    max: at(1),
    histogram: histogramOf(sorted, bounds),
  };
}

/** The value below which this share of sorted values lies, interpolated between its two neighbours. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  const below = sorted[low] ?? 0;
  const above = sorted[low + 1] ?? below;
  return below + (above - below) * (place - low);
}

function histogramOf(values: readonly number[], { min, max }: Bounds): number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of values) {
    const bin = max === min ? 0 : Math.min(BINS - 1, Math.floor(((value - min) / (max - min)) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));
