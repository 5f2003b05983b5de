import { binnedMeans, type Point, powerLawExponent } from './power-law.ts';

/** What was bought less what was sold in a window of time, and what the mid did in it. */
export interface Window {
  /** Positive where more was bought. */
  readonly signedVolume: number;
  /** Change of the mid as a share of it. */
  readonly move: number;
}

const BINS = 10;

/**
 * Exponent of the impact: how the mean move in the direction of the flow grows with the size of the flow. Windows
 * without flow are left out; the others are sorted by size into ten groups.
 */
export function impactExponent(windows: readonly Window[]): number | null {
  const points: Point[] = windows
    .filter(({ signedVolume }) => signedVolume !== 0)
    .map(({ signedVolume, move }) => ({ x: Math.abs(signedVolume), y: move * Math.sign(signedVolume) }));
  return powerLawExponent(binnedMeans(points, BINS));
}
