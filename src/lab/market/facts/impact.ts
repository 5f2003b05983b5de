import { meanOf } from './series.ts';
import { type Point, powerLawExponent } from './power-law.ts';

/** What a metaorder of some size did to the price at its end. */
export interface Impact {
  readonly size: number;
  readonly move: number;
}

/** Mean move by size, smallest size first. */
export function meanImpacts(impacts: readonly Impact[]): Point[] {
  const sizes = [...new Set(impacts.map(({ size }) => size))].sort((one, other) => one - other);
  return sizes.map((size) => ({
    x: size,
    y: meanOf(impacts.filter((impact) => impact.size === size).map(({ move }) => move)) ?? 0,
  }));
}

/** Exponent b of impact = c * size^b, from the mean move of each size. */
export const impactExponent = (impacts: readonly Impact[]): number | null => powerLawExponent(meanImpacts(impacts));

/** Mean of paths of equal length, place by place. */
export const meanPath = (paths: readonly (readonly number[])[]): number[] =>
  (paths[0] ?? []).map((_none, place) => meanOf(paths.map((path) => path[place] ?? 0)) ?? 0);
