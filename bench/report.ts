import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import { type Figure, verdictOf } from './figure.ts';
import type { Bound } from './statistics.ts';

/** What a reader must know to compare two reports. */
export interface Conditions {
  readonly node: string;
  readonly machine: string;
  readonly rounds: number;
  readonly quick: boolean;
}

export const conditionsOf = (rounds: number, quick: boolean): Conditions => ({
  node: process.version,
  machine: `${platform()} ${arch()}, ${availableParallelism()} cores`,
  rounds,
  quick,
});

const HEAD = ['work', 'measured', 'yardstick', 'result', 'budget', 'verdict'] as const;

const shown = (value: number, unit: Figure['unit']): string => {
  const digits = value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
  return unit === '' || unit === 'x' ? `${digits}${unit}` : `${digits} ${unit}`;
};

const budgetText = (bound: Bound | null, unit: Figure['unit']): string => {
  if (bound?.atLeast !== undefined) return `>= ${shown(bound.atLeast, unit)}`;
  return bound?.atMost === undefined ? '' : `<= ${shown(bound.atMost, unit)}`;
};

function rowsOf(figures: readonly Figure[]): string[][] {
  return figures.map((figure) => [
    figure.name,
    figure.measured,
    figure.yardstick,
    figure.budget === null && figure.yardstick === '' ? '' : shown(figure.value, figure.unit),
    budgetText(figure.budget, figure.unit),
    verdictOf(figure),
  ]);
}

/** The one table, in Markdown that also reads well in a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [[...HEAD], ...rowsOf(figures)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n');
}

/** Writes reports/bench.json and reports/bench.md. */
export function writeReports(figures: readonly Figure[], conditions: Conditions): void {
  mkdirSync('reports', { recursive: true });
  const judged = figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) }));
  writeFileSync('reports/bench.json', `${JSON.stringify({ conditions, figures: judged }, null, 2)}\n`);
  const { node, machine, rounds, quick } = conditions;
  const intro = `Node ${node}, ${machine}, ${rounds} interleaved rounds${quick ? ' (quick: too few to judge by)' : ''}; medians.`;
  writeFileSync('reports/bench.md', `# Benchmark\n\n${intro}\n\n${tableOf(figures)}\n`);
}
