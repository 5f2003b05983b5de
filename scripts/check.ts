import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Counts, closingLine, NONE } from './test-counts.ts';

/**
 * The whole of CI: every gate once, in the order of the table below. A gate begins when those that it needs have passed and
 * when enough cores are free; after one has failed none begins. At the end stand all gates with their times, the slowest last.
 * The last line is for the pipeline: tests passed and failed, where any other gate that fails counts as one failure.
 *
 *   npm run check
 *   npm run check -- --last     the gates of packaging alone, after a build
 */

interface Gate {
  /** A script of package.json or a program of a package, with its flags. */
  readonly run: string;
  /** Cores that it keeps busy. */
  readonly cores: number;
  /** Gates that must have passed before. */
  readonly needs: readonly string[];
}

const gate = (run: string, needs: readonly string[] = [], cores = 1): Gate => ({ run, needs, cores });

/** Keeps all cores busy. */
const ALL_CORES = Number.POSITIVE_INFINITY;
const FORMAT = 'oxfmt --check';
const INTERFACES = 'tsx scripts/docs/interface-documents.ts --lint';
const INSTALL = 'tsx scripts/install-check.ts';
const TESTS = 'test -- --full';

const PACKAGING: readonly Gate[] = [
  gate('tsx scripts/determinism/run.ts', ['build']),
  gate('package:check', ['build']),
  gate(INSTALL, ['package:check']),
  gate('image:check', [INSTALL]),
];

const GATES: readonly Gate[] = [
  gate(FORMAT),
  gate('build', [FORMAT], ALL_CORES),
  // The longest first, so that no core waits for the other at the end.
  ...['oxlint -c oxlint.config.js', 'deps:check', 'typecheck'].map((run) => gate(run, [FORMAT])),
  gate('docs:build', ['build']),
  ...['knip', 'docs:check', 'tsx scripts/lint-features.ts'].map((run) => gate(run, [FORMAT])),
  gate(INTERFACES, ['build']),
  gate(TESTS, ['docs:build', INTERFACES], ALL_CORES),
  gate('coverage -- --gate', [TESTS]),
  ...PACKAGING.map((one) => ({ ...one, needs: [...one.needs, TESTS] })),
];

const REPORT = 'reports/latest/tests.json';
const { scripts: SCRIPTS } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };

interface Ended {
  readonly run: string;
  readonly result: 'passed' | 'FAILED' | 'not run';
  readonly seconds: number;
}

/** Runs a gate. Beside others, what it prints comes at its end, in one piece. */
async function runGate({ run, cores }: Gate): Promise<Ended> {
  const started = performance.now();
  const isAlone = cores === ALL_CORES;
  console.log(`\n== ${run}${isAlone ? '' : ' begins'}`);
  const words = run.split(' ');
  const args = (words[0] ?? '') in SCRIPTS ? ['run', '--silent', ...words] : ['exec', '--no', '--', ...words];
  const out = isAlone ? 'inherit' : 'pipe';
  const child = spawn('npm', args, { stdio: [isAlone ? 'inherit' : 'ignore', out, out] });
  const closed = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const read = async (stream: typeof child.stdout): Promise<string> => (stream ? text(stream) : '');
  const printed = await Promise.all([read(child.stdout), read(child.stderr)]);
  const result = (await closed) === 0 ? 'passed' : 'FAILED';
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  if (!isAlone) process.stdout.write(`\n== ${run}\n${printed.join('')}`);
  console.log(`== ${run}: ${result} in ${seconds} s`);
  return { run, result, seconds };
}

/** Runs all gates, as many at a time as there are cores. */
async function runGates(gates: readonly Gate[]): Promise<Ended[]> {
  const cores = availableParallelism();
  const names = new Set(gates.map(({ run }) => run));
  const waiting = [...gates];
  const running = new Map<string, { readonly cores: number; readonly end: Promise<Ended> }>();
  const ended: Ended[] = [];
  const hasPassed = (run: string): boolean => ended.some((one) => one.run === run && one.result === 'passed');
  const hasFailed = (): boolean => ended.some(({ result }) => result === 'FAILED');
  const isReady = ({ needs }: Gate): boolean => needs.every((need) => !names.has(need) || hasPassed(need));
  const busy = (): number => [...running.values()].reduce((sum, one) => sum + one.cores, 0);
  for (;;) {
    for (const one of hasFailed() ? [] : waiting.filter(isReady)) {
      const taken = Math.min(one.cores, cores);
      // A gate that waits for cores keeps those behind it waiting too; otherwise it would never find all of them free.
      if (busy() + taken > cores) break;
      waiting.splice(waiting.indexOf(one), 1);
      running.set(one.run, { cores: taken, end: runGate(one) });
    }
    if (running.size === 0) break;
    const first = await Promise.race([...running.values()].map(({ end }) => end));
    running.delete(first.run);
    ended.push(first);
  }
  return [...ended, ...waiting.map(({ run }): Ended => ({ run, result: 'not run', seconds: 0 }))];
}

/** The table of gates, the slowest last. */
function printTable(ended: readonly Ended[]): void {
  const width = Math.max(...ended.map(({ run }) => run.length));
  console.log('');
  for (const { run, result, seconds } of [...ended].sort((a, b) => a.seconds - b.seconds)) {
    console.log(
      `${run.padEnd(width)}  ${result.padEnd(7)}${result === 'not run' ? '' : `  ${seconds.toFixed(1).padStart(7)} s`}`,
    );
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { last: { type: 'boolean', default: false } } });
  if (!values.last) rmSync(REPORT, { force: true });
  const started = performance.now();
  const ended = await runGates(values.last ? PACKAGING : GATES);
  const tests = existsSync(REPORT) ? (JSON.parse(readFileSync(REPORT, 'utf8')) as Counts) : NONE;
  const failing = ended.filter(({ result }) => result === 'FAILED').map(({ run }) => run);
  const others = failing.filter((run) => run !== TESTS || tests.failed === 0);
  const failed = tests.failed + others.length;
  printTable(ended);
  console.log(`${ended.length} gates in ${Math.round((performance.now() - started) / 1000)} s`);
  if (failing.length > 0) console.log(`failed: ${failing.join(', ')}`);
  console.log(closingLine({ ...tests, failed }));
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
