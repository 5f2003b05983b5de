import { type ChildProcess, fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { PRESETS, presetOf } from '../src/engine/random-run/presets.test-helper.ts';
import { type Probes, WANTED } from '../src/engine/random-run/probes.test-helper.ts';
import { type Failure, lineOf } from '../src/engine/random-run/random-run.test-helper.ts';
import type { SeedReport, SeedTask } from './simulate-worker.ts';

/**
 * The long run: seeds of the random runs that the property tests begin, every rule watched, in worker processes.
 * `npx tsx scripts/simulate.ts --seeds 2000 --commands 5000 [--from N] [--preset NAME] [--workers 2]`. A seed that breaks a rule is
 * reported in one line with the command that shows it again. Ends with 1 when one did, or when a situation was never reached.
 */

const BUNDLE = 'dist/simulate/worker.js';
/** Fewer seeds than this need not reach everything. */
const SEEDS_FOR_PROBES = 200;

interface Options {
  readonly seeds: number;
  readonly commands: number;
  readonly from: number;
  readonly preset: string | undefined;
  readonly workers: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '200' },
      commands: { type: 'string', default: '2000' },
      from: { type: 'string', default: '0' },
      workers: { type: 'string', default: '2' },
      preset: { type: 'string' },
    },
  });
  const { preset } = values;
  const known = PRESETS.map(({ name }) => name);
  if (preset !== undefined && !known.includes(preset)) throw new Error(`preset must be one of: ${known.join(', ')}`);
  const count = (name: 'seeds' | 'commands' | 'from' | 'workers'): number => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
    return value;
  };
  return { seeds: count('seeds'), commands: count('commands'), from: count('from'), workers: count('workers'), preset };
}

class LongRun {
  readonly failures: Failure[] = [];
  readonly probes: Probes = new Map();
  readonly done = new Map<string, number>();
  readonly #options: Options;
  readonly #started = performance.now();
  #next: number;
  #finished = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#next = options.from;
  }

  /** Keeps one process busy until no seed is left. */
  work(): Promise<void> {
    const child = fork(BUNDLE);
    return new Promise((resolve, reject) => {
      child.on('message', (report: SeedReport) => {
        this.#receive(report);
        this.#give(child);
      });
      child.on('error', reject);
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${String(code)}`))));
      this.#give(child);
    });
  }

  seconds(): number {
    return Math.round((performance.now() - this.#started) / 1000);
  }

  #give(child: ChildProcess): void {
    const { from, seeds, commands, preset } = this.#options;
    if (this.#next >= from + seeds) {
      child.disconnect();
      return;
    }
    const seed = this.#next;
    this.#next += 1;
    child.send({ seed, preset: preset ?? presetOf(seed).name, commands } satisfies SeedTask);
  }

  #receive({ preset, failure, probes }: SeedReport): void {
    this.#finished += 1;
    this.done.set(preset, (this.done.get(preset) ?? 0) + 1);
    for (const [name, count] of probes) this.probes.set(name, (this.probes.get(name) ?? 0) + count);
    if (failure) {
      this.failures.push(failure);
      console.log(lineOf(failure));
    }
    const { seeds } = this.#options;
    if (this.#finished % Math.max(1, Math.floor(seeds / 20)) !== 0) return;
    console.log(`${this.#finished} of ${seeds} seeds, ${this.failures.length} failed, ${this.seconds()} s`);
  }
}

function summarize(run: LongRun, { seeds, commands, preset }: Options): boolean {
  console.log('');
  for (const [name, count] of [...run.probes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`${name.padEnd(32)} ${String(count).padStart(12)}`);
  }
  const everything = preset === undefined && seeds >= SEEDS_FOR_PROBES;
  const missed = everything ? WANTED.filter((name) => !run.probes.has(name)) : [];
  for (const name of missed) console.log(`never reached: ${name}`);
  console.log([...run.done].map(([name, count]) => `${name} ${count}`).join(', '));
  console.log(`${seeds} seeds x ${commands} commands in ${run.seconds()} s, ${run.failures.length} failed`);
  return run.failures.length === 0 && missed.length === 0;
}

const options = readOptions();
await build({
  entryPoints: ['scripts/simulate-worker.ts'],
  outfile: BUNDLE,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const run = new LongRun(options);
await Promise.all(Array.from({ length: options.workers }, () => run.work()));
process.exitCode = summarize(run, options) ? 0 : 1;
