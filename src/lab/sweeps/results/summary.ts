import { setsOf } from '../plan/plan.ts';
import type { FigureSummary, SweepGroup, SweepPlan, SweepRow, SweepSummary } from '../sweep.ts';
import { FIGURES, type SweepColumn } from './columns.ts';
import { type Bounds, boundsOf, summarize } from './figures.ts';

/** Sums up the rows of a sweep, which are given by the index of their job. */
export function summaryOf(plan: SweepPlan, rows: readonly SweepRow[]): SweepSummary {
  const { jobs, ...head } = plan;
  const bounds = new Map(FIGURES.map((column) => [column.name, boundsOf(valuesOf(column, rows))]));
  const sets = setsOf(plan.parameters, plan.seeds.length);
  const members = sets.map((): SweepRow[] => []);
  // Jobs with equal parameters follow each other. A sweep that was stopped has rows of some of them only.
  for (const row of rows) members[Math.floor(row.job.index / plan.seeds.length)]?.push(row);
  const groups = sets.map((set, place) => groupOf(set, members[place] ?? [], bounds));
  return {
    format: 'perpsim-sweep',
    version: 1,
    plan: { ...head, jobs: jobs.length },
    passed: countOf(rows, 'passed'),
    failed: countOf(rows, 'failed'),
    errors: countOf(rows, 'error'),
    groups,
  };
}

function groupOf(set: SweepGroup['set'], rows: readonly SweepRow[], bounds: ReadonlyMap<string, Bounds>): SweepGroup {
  const figures: Record<string, FigureSummary> = {};
  for (const column of FIGURES) {
    const figure = summarize(valuesOf(column, rows), bounds.get(column.name) ?? { min: 0, max: 0 });
    if (figure) figures[column.name] = figure;
  }
  return { set, runs: rows.length, failed: countOf(rows, 'failed'), errors: countOf(rows, 'error'), figures };
}

const countOf = (rows: readonly SweepRow[], verdict: SweepRow['verdict']): number =>
  rows.filter((row) => row.verdict === verdict).length;

const valuesOf = ({ valueOf }: SweepColumn, rows: readonly SweepRow[]): number[] =>
  rows.flatMap((row) => {
    const value = valueOf(row);
    return value === null ? [] : [Number(value)];
  });
