import { availableParallelism } from 'node:os';
import { sweepPageHtml } from '../../console/pages/sweep/sweep-page.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { currentHost } from '../../exchange/host.ts';
import { printable } from '../../kernel/printable.ts';
import { type JobRunner, LocalSweep } from '../../lab/sweeps/local/local-sweep.ts';
import { type Prepared, prepareSweep, readParameters, readSeeds } from '../../lab/sweeps/plan/plan.ts';
import { readRedisUrl, RedisUnreachable } from '../../lab/sweeps/queue/redis-url.ts';
import { quantile } from '../../lab/sweeps/results/figures.ts';
import {
  checkOptions,
  comparisonOf,
  type ComparisonOptions,
  USUAL_FIGURE,
} from '../../lab/sweeps/results/comparison.ts';
import { SweepFolder } from '../../lab/sweeps/results/sweep-folder.ts';
import { type Comparison, SweepError, type SweepJob, type SweepPlan, type SweepRow } from '../../lab/sweeps/sweep.ts';
import { type CommandBody, REQUIRED } from '../define.ts';
import { gather } from '../flag-values.ts';
import { needPackages, QUEUE } from '../optional-packages.ts';
import { writeWhole } from '../output-file.ts';
import { cannotWrite, print, say } from '../output.ts';
import { JsonProgress, type ProgressLine } from '../progress.ts';
import { untilStopped } from '../stop-signal.ts';
import { durationText, figureText } from '../figure-text.ts';
import { sweepText } from '../sweep-text.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim sweep`. */
export const SWEEP: CommandBody = {
  takes: ['a folder or file of a scenario, or a name of the library'],
  flags: [
    ['--seeds <list>', 'seeds such as 1..1000 or 1,5,9', REQUIRED],
    ['--set <path=values>', "values of a field of the scenario, such as 'strategy.spread=2,4,8'", gather],
    ['--out <dir>', 'folder of the results', REQUIRED],
    ['--workers <number>', 'runs that go on at a time, each on a thread (default: one for each core)'],
    ['--queue <url>', 'spread the runs over workers of a Redis instead, such as redis://127.0.0.1:6379'],
    ['--fresh', 'remove the results that are in the folder'],
    ['--figure <name>', 'the figure by which variants are compared, such as drawdown (default: pnl)'],
    ['--baseline <path=value>', 'the variant that the others are compared with (default: the first)', gather],
    ['--hold-out <list>', 'seeds that take no part in choosing a variant, and judge the chosen one'],
    ['--until-width <number>', 'take no more seeds once the intervals of the figure are as narrow as this'],
    ['--html <file>', 'write the page to this file as well'],
    ['--json', 'print the summary as one JSON line'],
    ['--progress-json', 'write progress on stderr as JSON lines'],
  ],
  notes:
    'The same command goes on where it was stopped. Variants are compared in pairs of runs with the same seed, with intervals of 95 %.',
  examples: [
    'perpsim sweep risk/flash-crash --seeds 1..10 --out sweep',
    'perpsim sweep scenarios/mine --seeds 1..100 --set strategy.spread=2,4,8 --out sweep --json',
    'perpsim sweep scenarios/mine --seeds 1..200 --set strategy.spread=2,4 --hold-out 101..200 --out sweep',
  ],
  exits: {
    0: 'all runs ended as expected',
    1: 'an expectation failed or a run has no result',
    2: 'wrong usage or scenario',
    3: 'no Redis reached',
    6: 'results not written',
    130: 'stopped by a signal',
  },
  run: async (scenario: string, flags: SweepFlags) => sweep(scenario, flags),
};

/** Flags as commander collects them. */
export interface SweepFlags {
  readonly seeds: string;
  readonly set?: readonly string[];
  readonly out: string;
  readonly workers?: string;
  readonly queue?: string;
  readonly fresh?: boolean;
  readonly figure?: string;
  readonly baseline?: readonly string[];
  readonly holdOut?: string;
  readonly untilWidth?: string;
  readonly html?: string;
  readonly json?: boolean;
  readonly progressJson?: boolean;
}

/** 0 all went as expected, 1 something failed, 3 there was no Redis, 130 stopped. */
export type SweepExit = 0 | 1 | 3 | 130;

/**
 * Runs a sweep, or what is left of it.
 *
 * @throws UsageError for what cannot be run; OutputError for results that cannot be written
 */
export async function sweep(given: string, flags: SweepFlags): Promise<SweepExit> {
  try {
    const prepared = await prepareSweep(given, readSeeds(flags.seeds), readParameters(flags.set ?? []), flags.out);
    const options = comparisonOptions(prepared.plan, flags);
    const makeRunner = runnerOf(prepared, flags);
    const folder = await openFolder(flags, prepared);
    try {
      return await runAndReport(folder, prepared, flags, options, makeRunner);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (error instanceof SweepError || error instanceof ControlError) throw new UsageError(error.message);
    if (!(error instanceof RedisUnreachable)) throw error;
    say(error.message);
    return 3;
  }
}

async function openFolder({ out, fresh }: SweepFlags, { plan, inputs }: Prepared): Promise<SweepFolder> {
  try {
    return await SweepFolder.open(out, plan, inputs, fresh === true);
  } catch (error) {
    if (error instanceof SweepError || error instanceof ControlError) throw error;
    throw cannotWrite(out, error);
  }
}

/** What the jobs are run on; made once the folder is open. */
function runnerOf({ plan, inputs, scenario }: Prepared, { workers, queue }: SweepFlags): () => Promise<JobRunner> {
  if (queue === undefined) {
    const threads = readCount('--workers', workers);
    return async () => new LocalSweep(scenario, { threads });
  }
  if (workers !== undefined)
    throw new UsageError('--workers and --queue exclude each other: start workers of the queue with perpsim worker');
  const place = readRedisUrl(queue);
  needPackages(QUEUE);
  return async () => {
    const { RedisSweep } = await import('../../lab/sweeps/queue/redis-sweep.ts');
    return new RedisSweep(place, plan, inputs, say);
  };
}

async function runAndReport(
  folder: SweepFolder,
  { plan }: Prepared,
  flags: SweepFlags,
  options: ComparisonOptions,
  makeRunner: () => Promise<JobRunner>,
): Promise<SweepExit> {
  const { rows } = folder.results;
  if (rows.size > 0) {
    say(`${folder.path} has ${rows.size} of ${plan.jobs.length} runs, ${plan.jobs.length - rows.size} are left`);
  }
  for (const seeds of seedCounts(plan, options)) {
    // Seeds are taken from the front of the list, whatever is done already, so that equal commands end with equal results.
    const wanted = plan.jobs.filter(({ index }) => index % plan.seeds.length < seeds);
    const missing = wanted.filter(({ index }) => !rows.has(index));
    if (missing.length > 0) {
      const progress = new SweepProgress(wanted.length, rowsAmong(folder, wanted), flags.progressJson === true);
      await runMissing(folder, missing, progress, makeRunner);
    }
    const done = wanted.filter(({ index }) => rows.has(index)).length;
    if (done < wanted.length) {
      say(
        `stopped: ${rows.size} of ${plan.jobs.length} runs are done and kept, the same command goes on with the rest`,
      );
      return 130;
    }
    if (seeds < plan.seeds.length && isNarrow(comparisonOf(plan, rowsAmong(folder, wanted), options), options)) break;
  }
  const { summary, page } = finish(folder, options);
  if (flags.html !== undefined) await writeWhole(flags.html, page);
  await print(flags.json === true ? `${JSON.stringify(summary)}\n` : sweepText(summary, folder.path));
  return summary.failed + summary.errors > 0 ? 1 : 0;
}

/** Seeds that are taken at first, and more each time, until intervals are narrow enough. */
const FIRST_SEEDS = 10;

/** How many seeds are run before intervals are looked at again; all at once where no width is wanted. */
function* seedCounts({ seeds }: SweepPlan, { width }: ComparisonOptions): Iterable<number> {
  let count = width === undefined ? seeds.length : FIRST_SEEDS;
  for (; count < seeds.length; count = Math.ceil(count * 1.5)) yield count;
  yield seeds.length;
}

const rowsAmong = (folder: SweepFolder, jobs: readonly SweepJob[]): SweepRow[] => {
  const indexes = new Set(jobs.map(({ index }) => index));
  return folder.rows().filter(({ job }) => indexes.has(job.index));
};

/** True where every difference, or the one variant alone, is known as exactly as wanted. */
function isNarrow(comparison: Comparison | null, { width }: ComparisonOptions): boolean {
  if (!comparison || width === undefined) return false;
  const estimates = comparison.pairs.length > 0 ? comparison.pairs : comparison.variants;
  return estimates.every(({ interval }) => interval !== null && interval[1] - interval[0] <= width);
}

/** Reads the flags that say what is compared; one that does not fit the plan is refused before the first run. */
function comparisonOptions(plan: SweepPlan, flags: SweepFlags): ComparisonOptions {
  const { figure = USUAL_FIGURE, baseline = [], holdOut, untilWidth } = flags;
  const options: ComparisonOptions = {
    figure,
    ...(baseline.length > 0 && { baseline: Object.fromEntries(baseline.map(readPair)) }),
    ...(holdOut !== undefined && { heldOut: readSeeds(holdOut) }),
    ...(untilWidth !== undefined && { width: readWidth(untilWidth) }),
  };
  checkOptions(plan, options);
  return options;
}

function readPair(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  throw new UsageError(`--baseline must be PATH=VALUE, such as strategy.spread=2 (got "${text}")`);
}

function readWidth(text: string): number {
  const width = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (width > 0) return width;
  throw new UsageError(`--until-width must be a number above 0, in the unit of the figure (got "${text}")`);
}

async function runMissing(
  folder: SweepFolder,
  missing: readonly SweepJob[],
  progress: SweepProgress,
  makeRunner: () => Promise<JobRunner>,
): Promise<void> {
  await untilStopped(async (stopped) => {
    const stopping = new AbortController();
    void stopped.then(() => stopping.abort());
    const runner = await makeRunner();
    try {
      await runner.run(missing, (row) => keep(folder, row, progress), stopping.signal);
    } finally {
      progress.end();
      await runner.close();
    }
  });
}

async function keep({ results, path }: SweepFolder, row: SweepRow, progress: SweepProgress): Promise<void> {
  try {
    if (await results.add(row)) progress.add(row);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function finish(folder: SweepFolder, options: ComparisonOptions): ReturnType<SweepFolder['finish']> {
  try {
    return folder.finish(sweepPageHtml, options);
  } catch (error) {
    if (error instanceof SweepError) throw error;
    throw cannotWrite(folder.path, error);
  }
}

/** Reads the number of a flag; without it there is one for each core. */
export function readCount(flag: string, text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > 256) throw new UsageError(`${flag} must be a number from 1 to 256 (got "${text}")`);
  return count;
}

/** Between two lines where there is no terminal. */
const SAY_EVERY_MS = 10_000;
const SHOW_EVERY_MS = 250;
/** Sorting more values than this often would slow the sweep down. */
const SHOWN_MAX = 50_000;

/** How far a sweep is: one line that changes on a terminal, a line now and then elsewhere. */
class SweepProgress {
  readonly #total: number;
  readonly #before: number;
  readonly #started = performance.now();
  readonly #out = currentHost().stderr;
  readonly #isTerminal = this.#out.isTTY === true;
  readonly #pnl: number[] = [];
  #done = 0;
  #failed = 0;
  #errors = 0;
  #shown = this.#started;

  /** Null writes for people. */
  readonly #lines: JsonProgress | null;

  /** @param rows what was done before */
  constructor(total: number, rows: readonly SweepRow[], isJson: boolean) {
    this.#lines = isJson ? new JsonProgress() : null;
    this.#total = total;
    this.#before = rows.length;
    for (const row of rows) this.#count(row);
    this.#lines?.write(this.#line());
  }

  add(row: SweepRow): void {
    this.#count(row);
    if (this.#lines) {
      this.#lines.at(this.#line());
      return;
    }
    const now = performance.now();
    if (now - this.#shown < (this.#isTerminal ? SHOW_EVERY_MS : SAY_EVERY_MS)) return;
    this.#shown = now;
    if (this.#isTerminal) this.#show();
    else say(this.#text());
  }

  /** Ends the line on a terminal. */
  end(): void {
    if (!this.#isTerminal || this.#lines) return;
    this.#show();
    this.#out.write('\n');
  }

  #line(): ProgressLine {
    return { done: this.#done, total: this.#total, unit: 'runs', failed: this.#failed + this.#errors };
  }

  #count({ verdict, strategy }: SweepRow): void {
    this.#done += 1;
    if (verdict === 'failed') this.#failed += 1;
    if (verdict === 'error') this.#errors += 1;
    if (strategy && this.#pnl.length < SHOWN_MAX) this.#pnl.push(Number(strategy.statistics.pnl));
  }

  #show(): void {
    const line = printable(this.#text()).slice(0, Math.max(20, (this.#out.columns ?? 0) - 1));
    this.#out.write(`\r\u001b[2K${line}`);
  }

  #text(): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const rate = (this.#done - this.#before) / Math.max(seconds, 0.001);
    const left = this.#total - this.#done;
    const eta = rate > 0 && left > 0 ? [`${durationText(left / rate)} left`] : [];
    const failures = [
      ...(this.#failed > 0 ? [`${this.#failed} failed`] : []),
      ...(this.#errors > 0 ? [`${this.#errors} without a result`] : []),
    ];
    const parts = [`${this.#done} of ${this.#total} runs`, `${figureText(rate)} a second`, ...eta, ...failures];
    return [...parts, ...this.#quantiles()].join(', ');
  }

  #quantiles(): string[] {
    if (this.#pnl.length === 0) return [];
    const sorted = this.#pnl.toSorted((one, other) => one - other);
    const at = (share: number): string => figureText(quantile(sorted, share));
    return [`pnl p05 ${at(0.05)} p50 ${at(0.5)} p95 ${at(0.95)}`];
  }
}
