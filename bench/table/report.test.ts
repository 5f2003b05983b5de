import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from './figure.ts';
import { type Machine, warningsOf } from './machine.ts';
import { linesOf, markdownOf, summaryOf, tableOf, verdictOf, writeReports } from './report.ts';
import type { Row } from './rows.ts';

const row = (id: string, asked: Partial<Row>): Row => ({
  id,
  work: `work ${id}`,
  part: 'engine',
  unit: 'x',
  budget: null,
  stretch: null,
  ...asked,
});
const measured = (id: string, value: number, rounds: readonly number[] = []): Figure => ({
  row: id,
  value,
  rounds,
  measured: '155k/s',
  yardstick: '120k/s',
});

const QUIET: Machine = {
  cpu: 'Example CPU',
  cores: 2,
  memoryMiB: 4096,
  system: 'linux 6.1 x64',
  node: 'v20.20.2',
  loadAtStart: 0.04,
};
const LOADED: Machine = { ...QUIET, loadAtStart: 0.51 };
const CONDITIONS = { machine: QUIET, mode: 'full', parts: ['engine'], seconds: 61.4 } as const;

const ROWS = [
  row('fast', { budget: { atLeast: 1.2 }, stretch: { atLeast: 1.6 } }),
  row('late', { unit: 'ms', budget: { atMost: 5 } }),
  row('absent', { budget: { atLeast: 4 } }),
  row('context', { unit: '' }),
] as const;
const FIGURES = [measured('fast', 1.714, [1.6, 1.714, 1.8]), measured('late', 5.01), measured('context', 155_000)];

test('a row passes at its budget, is short beyond it, and is not measured without a figure', () => {
  const [fast, late, absent, context] = ROWS;
  expect(verdictOf(fast, measured('fast', 1.2))).toBe('pass');
  expect(verdictOf(fast, measured('fast', 1.19))).toBe('short');
  expect(verdictOf(late, measured('late', 5))).toBe('pass');
  expect(verdictOf(late, measured('late', 5.01))).toBe('short');
  expect(verdictOf(absent, null)).toBe('not measured');
  expect(verdictOf(absent, measured('absent', Number.NaN))).toBe('not measured');
  expect(verdictOf(context, measured('context', 1))).toBe('');
});

test('the table has a line for every row, in the order of the rows', () => {
  expect(tableOf(linesOf(ROWS, FIGURES), QUIET)).toBe(
    [
      '| work         | now     | budget  | stretch      | verdict      | spread | measured | yardstick |',
      '|--------------|---------|---------|--------------|--------------|--------|----------|-----------|',
      '| work fast    | 1.71x   | >= 1.2x | >= 1.6x, met | pass         | 12 %   | 155k/s   | 120k/s    |',
      '| work late    | 5.01 ms | <= 5 ms |              | short        |        | 155k/s   | 120k/s    |',
      '| work absent  |         | >= 4x   |              | not measured |        |          |           |',
      '| work context | 155000  |         |              |              |        | 155k/s   | 120k/s    |',
    ].join('\n'),
  );
});

test('each row that was measured beside other work says so', () => {
  const [head, , ...rows] = tableOf(linesOf(ROWS, FIGURES), LOADED).split('\n');
  const last = (line = ''): string | undefined => line.split('|').at(-2)?.trim();
  expect([last(head), ...rows.map(last)]).toEqual(['load', '0.51', '0.51', '', '0.51']);
});

test('the summary counts rows with a budget only', () => {
  expect(summaryOf(linesOf(ROWS, FIGURES))).toBe('3 rows with a budget: 1 pass, 1 short, 1 not measured');
});

test('a figure must belong to one row', () => {
  expect(() => linesOf(ROWS, [measured('unknown', 1)])).toThrow('there is no row unknown');
  expect(() => linesOf(ROWS, [measured('fast', 1), measured('fast', 2)])).toThrow('row fast was measured twice');
});

test('a busy machine and a single core are warned of', () => {
  expect(warningsOf(QUIET)).toEqual([]);
  expect(warningsOf({ ...QUIET, loadAtStart: 1.5 })).toEqual([
    'The load average was 1.5 on 2 cores at the start: other work shares the machine.',
  ]);
  expect(warningsOf({ ...QUIET, cores: 1 })).toEqual([
    '1 core is shared by a server and the load on it: rates over REST and WebSocket say little.',
  ]);
});

test('the report for people says on which machine and how it was measured', () => {
  const lines = linesOf(ROWS, FIGURES);
  const text = markdownOf(lines, { ...CONDITIONS, mode: 'quick', machine: { ...QUIET, loadAtStart: 3 } });
  expect(text).toContain('**The load average was 3 on 2 cores at the start: other work shares the machine.**');
  expect(text).toContain('**A quick run: too few rounds to judge by.**');
  expect(text).toContain('Example CPU, 2 cores; 4096 MiB of memory; linux 6.1 x64; Node v20.20.2');
  expect(text).toContain('Parts: engine in 61 s');
  expect(markdownOf(lines.slice(0, 2), CONDITIONS)).toContain('All parts in 61 s');
});

test('a run beside other work is not written where the committed one is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-report-'));
  try {
    const path = writeReports(folder, linesOf(ROWS, FIGURES), { ...CONDITIONS, machine: LOADED });
    expect(path).toBe(join(folder, 'bench-loaded.md'));
    expect(readdirSync(folder).sort()).toEqual(['bench-loaded.json', 'bench-loaded.md']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the reports are written for programs and for people', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-report-'));
  try {
    writeReports(join(folder, 'reports'), linesOf(ROWS, FIGURES), CONDITIONS);
    const document = JSON.parse(readFileSync(join(folder, 'reports/bench.json'), 'utf8')) as {
      readonly format: string;
      readonly conditions: unknown;
      readonly rows: readonly object[];
    };
    expect(document.format).toBe('perpsim-bench');
    expect(document.conditions).toEqual(CONDITIONS);
    expect(document.rows).toHaveLength(4);
    expect(document.rows[0]).toMatchObject({
      id: 'fast',
      now: 1.714,
      verdict: 'pass',
      isStretchMet: true,
      rounds: [1.6, 1.714, 1.8],
    });
    expect(document.rows[2]).toMatchObject({ id: 'absent', now: null, verdict: 'not measured', isStretchMet: null });
    expect(readFileSync(join(folder, 'reports/bench.md'), 'utf8')).toContain('| work fast ');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
