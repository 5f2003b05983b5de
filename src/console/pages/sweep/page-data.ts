import type { SweepRow, SweepSummary } from '../../../lab/sweeps/sweep.ts';

/** Ids of the elements by which the file and its script know each other. */
export const ELEMENT = { data: 'sweep', distributions: 'distributions', heat: 'heat', runs: 'runs' } as const;

/** What the file holds of a run: place of its group, seed, verdict, start of its digest, error, and its figures. */
export type PackedRun = readonly [
  group: number,
  seed: string,
  verdict: SweepRow['verdict'],
  digest: string,
  error: string | null,
  values: readonly (number | null)[],
];

/** What the script of the page works with. */
export interface PageData {
  readonly summary: SweepSummary;
  /** Names of the figures that have values, in the order of the values of a run. */
  readonly figures: readonly string[];
  /** All runs, or the first of them where a sweep has very many. */
  readonly runs: readonly PackedRun[];
  readonly allRuns: number;
}
