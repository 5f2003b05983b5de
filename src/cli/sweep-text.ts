import { join } from 'node:path';
import { printableLines } from '../kernel/printable.ts';
import type { FigureSummary, SweepGroup, SweepSummary } from '../lab/sweeps/sweep.ts';
import { comparisonLines } from './comparison-text.ts';
import { aligned, figureText } from './figure-text.ts';

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
      ...(summary.comparison ? comparisonLines(summary.comparison) : []),
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
