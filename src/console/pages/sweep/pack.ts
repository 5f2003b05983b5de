import { FIGURES } from '../../../lab/sweeps/results/columns.ts';
import type { SweepGroup, SweepRow, SweepSummary } from '../../../lab/sweeps/sweep.ts';
import type { PackedRun, PageData } from './page-data.ts';

/** Runs that the file lists at most: a browser stays quick with them. The summary counts all. */
const MOST_RUNS = 50_000;
/** Characters of a digest, enough to compare two runs by eye. */
const DIGEST = 12;

/** The rows as what the page needs of them. */
export function pack(summary: SweepSummary, rows: readonly SweepRow[]): PageData {
  const columns = FIGURES.filter(({ name }) => summary.groups.some(({ figures }) => name in figures));
  const places = new Map(summary.groups.map(({ set }, place) => [keyOf(set), place]));
  const runs = rows.slice(0, MOST_RUNS).map((row): PackedRun => {
    const values = columns.map(({ valueOf }) => {
      const value = valueOf(row);
      return value === null ? null : Number(value);
    });
    const { job, verdict, digest, error } = row;
    return [places.get(keyOf(job.set)) ?? 0, job.seed, verdict, digest.slice(0, DIGEST), error, values];
  });
  return { summary, figures: columns.map(({ name }) => name), runs, allRuns: rows.length };
}

const keyOf = (set: SweepGroup['set']): string =>
  JSON.stringify(Object.entries(set).sort(([a], [b]) => (a < b ? -1 : 1)));
