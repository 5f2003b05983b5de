import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Counts, closingLine, NONE } from './test-counts.ts';

/**
 * What CI runs, and stops where a gate fails. Gates that leave most of a core to each other run side by side, in rows.
 * The last line is for the pipeline: tests passed and failed, where any other gate that fails counts as one failure.
 *
 *   npm run check
 *   npm run check -- --last     the last gates alone, after a build
 */

/** Rows that run at the same time, each in its order. */
type Rows = readonly (readonly string[])[];

const LAST_GATES: Rows = [
  ['package:check', 'install:check'],
  ['image:check', 'determinism'],
];
const GATES: readonly Rows[] = [
  [['format:check']],
  [
    ['lint'],
    [
      'typecheck',
      'deps:check',
      'knip',
      'features:lint',
      'docs:check',
      'docs:client -- --check',
      'docs:errors -- --check',
      'docs:transitions -- --check',
      'docs:targets -- --check',
    ],
  ],
  [['build']],
  [['docs:build'], ['openapi:lint', 'asyncapi:lint']],
  [['test -- --full']],
  [['coverage:gate']],
  LAST_GATES,
];
const TESTS = 'reports/latest/tests.json';

/** Runs one script of package.json, with the flags that follow its name, and says how it went. */
function passes(gate: string): boolean {
  const started = performance.now();
  console.log(`\n== ${gate}`);
  const { status } = spawnSync('npm', npmRun(gate), { stdio: 'inherit' });
  return ended(gate, status, started);
}

/** The same beside other gates: what it prints comes at its end, in one piece. */
async function passesBeside(gate: string): Promise<boolean> {
  const started = performance.now();
  console.log(`\n== ${gate} begins`);
  const run = spawn('npm', npmRun(gate), { stdio: ['ignore', 'pipe', 'pipe'] });
  const status = new Promise<number | null>((resolve, reject) => run.once('error', reject).once('close', resolve));
  const [printed, problems] = await Promise.all([text(run.stdout), text(run.stderr)]);
  process.stdout.write(`\n== ${gate}\n${printed}${problems}`);
  return ended(gate, await status, started);
}

const npmRun = (gate: string): string[] => ['run', '--silent', ...gate.split(' ')];

function ended(gate: string, status: number | null, started: number): boolean {
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  console.log(`== ${gate}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return status === 0;
}

/** The first gate of a row that fails; undefined where all pass. */
async function firstFailing(row: readonly string[]): Promise<string | undefined> {
  for (const gate of row) if (!(await passesBeside(gate))) return gate;
  return undefined;
}

async function failingOf(rows: Rows): Promise<string | undefined> {
  const [only = []] = rows;
  if (rows.length === 1) return only.find((gate) => !passes(gate));
  const failing = await Promise.all(rows.map(firstFailing));
  return failing.find((gate) => gate !== undefined);
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { last: { type: 'boolean', default: false } } });
  if (!values.last) rmSync(TESTS, { force: true });
  let failedGate: string | undefined;
  for (const rows of values.last ? [LAST_GATES] : GATES) failedGate ??= await failingOf(rows);
  const tests = existsSync(TESTS) ? (JSON.parse(readFileSync(TESTS, 'utf8')) as Counts) : NONE;
  const failed = failedGate !== undefined && tests.failed === 0 ? 1 : tests.failed;
  console.log('');
  if (failedGate !== undefined) console.log(`stopped at ${failedGate}`);
  console.log(closingLine({ passed: tests.passed, failed }));
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
