import { deviationOf, meanOf, varianceOf } from './series.ts';

/** Share of times that are no whole second. */
export function shareOffSeconds(times: readonly number[]): number | null {
  return meanOf(times.map((time) => (time % 1000 === 0 ? 0 : 1)));
}

/** Standard deviation over mean of the gaps between times: 1 for independent arrivals, more where they cluster. */
export function gapDispersion(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  const [mean, deviation] = [meanOf(gaps), deviationOf(gaps)];
  return mean === null || deviation === null || mean === 0 ? null : deviation / mean;
}

/** How many times fall into each whole window of `windowMs` from `from` up to, and without, `to`. */
export function countsPerWindow(times: readonly number[], from: number, to: number, windowMs: number): number[] {
  const counts = new Array<number>(Math.floor((to - from) / windowMs)).fill(0);
  for (const time of times) {
    const window = Math.floor((time - from) / windowMs);
    const before = counts[window];
    if (before !== undefined) counts[window] = before + 1;
  }
  return counts;
}

/**
 * Branching ratio of a self-exciting (Hawkes) process, from counts in windows that are longer than its memory:
 * variance / mean tends to 1 / (1 - n)^2 (Hardiman and Bouchaud, 2014). Counts that vary less than those of independent
 * arrivals have the ratio 0.
 */
export function branchingRatio(counts: readonly number[]): number | null {
  const [mean, variance] = [meanOf(counts), varianceOf(counts)];
  if (mean === null || variance === null || mean === 0) return null;
  return variance <= mean ? 0 : 1 - Math.sqrt(mean / variance);
}
