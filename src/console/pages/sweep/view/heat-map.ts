import { keysOf } from '../../../../kernel/entries.ts';
import { quantile } from '../../../../lab/sweeps/results/figures.ts';
import type { FigureSummary, SweepGroup } from '../../../../lab/sweeps/sweep.ts';
import type { PageData } from '../page-data.ts';

export const STATISTICS = {
  mean: 'mean',
  p05: '5 % quantile',
  p50: 'median',
  p95: '95 % quantile',
  min: 'lowest',
  max: 'highest',
  failed: 'share of failed runs',
} as const;
export type Statistic = keyof typeof STATISTICS;

export interface HeatCell {
  /** Null where no run has the figure. */
  readonly value: number | null;
  readonly runs: number;
  /** The combinations of parameters that the cell sums up. */
  readonly groups: readonly number[];
}

export interface HeatMap {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly HeatCell[])[];
  /** Lowest and highest value of a cell; null when no cell has one. */
  readonly extent: readonly [low: number, high: number] | null;
}

export interface HeatQuestion {
  readonly row: string;
  readonly column: string;
  readonly figure: string;
  readonly statistic: Statistic;
}

/** A figure over two parameters. Where there are more, a cell sums up the runs of all their values. */
export function heatMap(data: PageData, { row, column, figure, statistic }: HeatQuestion): HeatMap {
  const { parameters } = data.summary.plan;
  const valuesOf = (path: string): readonly string[] => parameters.find((one) => one.path === path)?.values ?? [];
  const [rows, columns] = [valuesOf(row), valuesOf(column)];
  const cells = rows.map((rowValue) =>
    columns.map((columnValue): HeatCell => {
      const groups = data.summary.groups.flatMap(({ set }, place) =>
        set[row] === rowValue && set[column] === columnValue ? [place] : [],
      );
      const members = groups.flatMap((place) => data.summary.groups[place] ?? []);
      const runs = members.reduce((sum, group) => sum + group.runs, 0);
      return { value: cellValue(data, groups, members, figure, statistic), runs, groups };
    }),
  );
  const known = cells.flat().flatMap(({ value }) => value ?? []);
  return { rows, columns, cells, extent: known.length === 0 ? null : [Math.min(...known), Math.max(...known)] };
}

function cellValue(
  data: PageData,
  places: readonly number[],
  members: readonly SweepGroup[],
  figure: string,
  statistic: Statistic,
): number | null {
  const runs = members.reduce((sum, group) => sum + group.runs, 0);
  if (statistic === 'failed') return runs === 0 ? null : members.reduce((sum, { failed }) => sum + failed, 0) / runs;
  const summaries = members.flatMap(({ figures }) => figures[figure] ?? []);
  const [only] = summaries;
  if (only === undefined) return null;
  if (summaries.length === 1) return only[statistic];
  switch (statistic) {
    case 'mean':
      return weightedMean(summaries);
    case 'min':
      return Math.min(...summaries.map(({ min }) => min));
    case 'max':
      return Math.max(...summaries.map(({ max }) => max));
    case 'p05':
      return quantileOf(data, places, figure, 0.05);
    case 'p50':
      return quantileOf(data, places, figure, 0.5);
    case 'p95':
      return quantileOf(data, places, figure, 0.95);
  }
}

function weightedMean(summaries: readonly FigureSummary[]): number {
  const count = summaries.reduce((sum, one) => sum + one.count, 0);
  return summaries.reduce((sum, one) => sum + one.mean * one.count, 0) / count;
}

/** Quantiles of several groups follow from their runs only. */
function quantileOf({ figures, runs }: PageData, groups: readonly number[], figure: string, share: number): number {
  const place = figures.indexOf(figure);
  const wanted = new Set(groups);
  const values = runs.flatMap(([group, , , , , own]) => (wanted.has(group) ? (own[place] ?? []) : []));
  return quantile(
    values.sort((a, b) => a - b),
    share,
  );
}

/** The statistics that the page can give: a quantile over several groups needs every run in the file. */
export function statisticsFor({ summary, runs, allRuns }: PageData): readonly Statistic[] {
  const hasAll = runs.length === allRuns || summary.plan.parameters.length <= 2;
  const all = keysOf(STATISTICS);
  return hasAll ? all : all.filter((statistic) => !statistic.startsWith('p'));
}
