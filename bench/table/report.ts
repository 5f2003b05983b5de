import { mkdirSync, writeFileSync } from 'node:fs';
import { type Figure, short } from './figure.ts';
import { isLoaded, type Machine, warningsOf } from './machine.ts';
import type { Row, Unit } from './rows.ts';
import { type Bound, meets, spread } from './statistics.ts';

/** How a run was made. */
export interface Conditions {
  readonly machine: Machine;
  readonly mode: 'full' | 'quick';
  /** The parts that ran. */
  readonly parts: readonly string[];
  readonly seconds: number;
}

/** A row without a budget has no verdict. */
export type Verdict = 'pass' | 'short' | 'not measured' | '';

/** A row with what was measured for it. */
export interface Line {
  readonly row: Row;
  readonly figure: Figure | null;
  readonly verdict: Verdict;
}

/** Every row, in its order, with its figure. Throws for a figure that belongs to no row, or twice to one. */
export function linesOf(rows: readonly Row[], figures: readonly Figure[]): Line[] {
  const known = new Set(rows.map(({ id }) => id));
  const byRow = new Map<string, Figure>();
  for (const figure of figures) {
    if (!known.has(figure.row)) throw new Error(`there is no row ${figure.row}`);
    if (byRow.has(figure.row)) throw new Error(`row ${figure.row} was measured twice`);
    byRow.set(figure.row, figure);
  }
  return rows.map((row) => {
    const figure = byRow.get(row.id) ?? null;
    return { row, figure, verdict: verdictOf(row, figure) };
  });
}

/** A row that was left out, or that came to no number, has passed nothing. */
export function verdictOf({ budget }: Row, figure: Figure | null): Verdict {
  if (figure === null || Number.isNaN(figure.value)) return 'not measured';
  if (budget === null) return '';
  return meets(figure.value, budget) ? 'pass' : 'short';
}

const HEAD = ['work', 'now', 'budget', 'stretch', 'verdict', 'spread', 'measured', 'yardstick'] as const;

const shown = (value: number, unit: Unit): string => {
  const text = short(value);
  return unit === '' || unit === 'x' ? `${text}${unit}` : `${text} ${unit}`;
};

function boundText(bound: Bound | null, unit: Unit): string {
  if (bound?.atLeast !== undefined) return `>= ${shown(bound.atLeast, unit)}`;
  return bound?.atMost === undefined ? '' : `<= ${shown(bound.atMost, unit)}`;
}

function cellsOf({ row, figure, verdict }: Line): string[] {
  const { work, unit, budget, stretch } = row;
  const isMet = stretch !== null && figure !== null && meets(figure.value, stretch);
  return [
    work,
    figure === null ? '' : shown(figure.value, unit),
    boundText(budget, unit),
    `${boundText(stretch, unit)}${isMet ? ', met' : ''}`,
    verdict,
    figure === null || figure.rounds.length < 2 ? '' : `${Math.round(spread(figure.rounds) * 100)} %`,
    figure?.measured ?? '',
    figure?.yardstick ?? '',
  ];
}

/** The one table, in Markdown that also reads well in a terminal. Where other work shared the machine each row says so. */
export function tableOf(lines: readonly Line[], machine: Machine): string {
  const load = (text: string): string[] => (isLoaded(machine) ? [text] : []);
  const rows = [
    [...HEAD, ...load('load')],
    ...lines.map((line) => [...cellsOf(line), ...load(line.figure === null ? '' : String(machine.loadAtStart))]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const text = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [text(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(text)].join('\n');
}

/** How many rows with a budget have which verdict. */
export function summaryOf(lines: readonly Line[]): string {
  const judged = lines.filter(({ row }) => row.budget !== null);
  const count = (verdict: Verdict): number => judged.filter((line) => line.verdict === verdict).length;
  return `${judged.length} rows with a budget: ${count('pass')} pass, ${count('short')} short, ${count('not measured')} not measured`;
}

/** The report for people. */
export function markdownOf(lines: readonly Line[], { machine, mode, parts, seconds }: Conditions): string {
  const { cpu, cores, memoryMiB, system, node, loadAtStart } = machine;
  const isWhole = lines.every(({ figure }) => figure !== null);
  return [
    '# Benchmark',
    '',
    ...warningsOf(machine).flatMap((warning) => [`**${warning}**`, '']),
    ...(mode === 'quick' ? ['**A quick run: too few rounds to judge by.**', ''] : []),
    `- Processor: ${cpu}, ${cores} cores; ${memoryMiB} MiB of memory; ${system}; Node ${node}`,
    `- Load average at the start: ${loadAtStart}`,
    `- ${isWhole ? 'All parts' : `Parts: ${parts.join(', ')}`} in ${Math.round(seconds)} s; values are medians of interleaved rounds`,
    `- ${summaryOf(lines)}`,
    '',
    '`spread` is how far apart the rounds were: (largest - smallest) / median. Yardsticks are explained in [docs/benchmark.md](../docs/benchmark.md).',
    '',
    tableOf(lines, machine),
    '',
  ].join('\n');
}

/** The report for programs. */
export function documentOf(lines: readonly Line[], conditions: Conditions): object {
  const rows = lines.map(({ row, figure, verdict }) => ({
    ...row,
    now: figure?.value ?? null,
    verdict: verdict === '' ? null : verdict,
    isStretchMet: row.stretch === null || figure === null ? null : meets(figure.value, row.stretch),
    measured: figure?.measured ?? null,
    yardstick: figure?.yardstick ?? null,
    rounds: figure?.rounds ?? [],
  }));
  const loaded = isLoaded(conditions.machine);
  return {
    format: 'perpsim-bench',
    version: 1,
    conditions,
    isLoaded: loaded,
    warnings: warningsOf(conditions.machine),
    rows,
  };
}

/**
 * Writes bench.json and bench.md; of a machine that was shared with other work bench-loaded.json and bench-loaded.md, which are not
 * committed. Returns the path of the one for people.
 */
export function writeReports(folder: string, lines: readonly Line[], conditions: Conditions): string {
  const path = `${folder}/${isLoaded(conditions.machine) ? 'bench-loaded' : 'bench'}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.json`, `${JSON.stringify(documentOf(lines, conditions), null, 2)}\n`);
  writeFileSync(`${path}.md`, markdownOf(lines, conditions));
  return `${path}.md`;
}
