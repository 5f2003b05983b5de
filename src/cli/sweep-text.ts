import { join } from 'node:path';
import { printableLines } from '../kernel/printable.ts';
import type { FigureSummary, SweepGroup, SweepSummary } from '../lab/sweeps/sweep.ts';

/** Columns of figures: a name, what it is of, and which of its numbers. */
const SHOWN: readonly (readonly [head: string, figure: string, at: Exclude<keyof FigureSummary, 'histogram'>])[] = [
  ['pnl p05', 'pnl', 'p05'],
  ['p25', 'pnl', 'p25'],
  ['p50', 'pnl', 'p50'],
  ['p75', 'pnl', 'p75'],
  ['p95', 'pnl', 'p95'],
  ['mean', 'pnl', 'mean'],
  ['sharpe p50', 'sharpe', 'p50'],
  ['drawdown p50', 'drawdown', 'p50'],
  ['fills p50', 'fills', 'p50'],
];

/** Says what a sweep came to, with a line of quantiles for each set of parameters. */
export function sweepText(summary: SweepSummary, folder: string): string {
  const { plan, passed, failed, errors, groups } = summary;
  const paths = plan.parameters.map(({ path }) => path);
  const table = [
    [...paths, 'runs', 'failed', 'no result', ...SHOWN.map(([head]) => head)],
    ...groups.map((group) => rowOf(group, paths)),
  ];
  return printableLines(
    [
      `${plan.scenario}: ${plan.jobs} runs, ${passed} passed, ${failed} failed, ${errors} without a result`,
      ...aligned(table),
      `the table is ${join(folder, 'results.parquet')}, the page ${join(folder, 'index.html')}`,
      '',
    ].join('\n'),
  );
}

const rowOf = ({ set, runs, failed, errors, figures }: SweepGroup, paths: readonly string[]): string[] => [
  ...paths.map((path) => set[path] ?? ''),
  ...[runs, failed, errors].map(String),
  ...SHOWN.map(([, name, at]) => {
    const figure = figures[name];
    return figure ? figureText(figure[at]) : '-';
  }),
];

/** Lines of a table whose columns are aligned to the right. */
function aligned(table: readonly (readonly string[])[]): string[] {
  const widths = (table[0] ?? []).map((_, place) => Math.max(...table.map((row) => row[place]?.length ?? 0)));
  return table.map((row) => row.map((cell, place) => cell.padStart(widths[place] ?? 0)).join('  '));
}

/** A figure with five digits or so. */
export function figureText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return value.toFixed(0);
  return String(Number(value.toPrecision(4)));
}

/** A duration as `48 s`, `3 m 20 s` or `2 h 5 m`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} m`;
}
