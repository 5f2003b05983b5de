import { availableParallelism } from 'node:os';
import { ControlError } from '../../exchange/control-error.ts';
import { LocalSweep } from '../../lab/sweeps/local/local-sweep.ts';
import type { JobRunner } from '../../lab/sweeps/local/run-all.ts';
import { readParameters } from '../../lab/sweeps/plan/parameters.ts';
import { type Prepared, prepareSweep } from '../../lab/sweeps/plan/prepare.ts';
import { readSeeds } from '../../lab/sweeps/plan/seeds.ts';
import { readRedisUrl, RedisUnreachable } from '../../lab/sweeps/queue/redis-url.ts';
import { sweepPageHtml } from '../../console/pages/sweep/sweep-page.ts';
import { SweepFolder } from '../../lab/sweeps/results/sweep-folder.ts';
import type { SweepJob, SweepRow } from '../../lab/sweeps/sweep.ts';
import { SweepError } from '../../lab/sweeps/sweep-error.ts';
import { needPackages, QUEUE } from '../optional-packages.ts';
import { cannotWrite, print, say } from '../output.ts';
import { writeWhole } from '../output-file.ts';
import { untilStopped } from '../stop-signal.ts';
import { SweepProgress } from './progress.ts';
import { sweepText } from './text.ts';
import { UsageError } from '../usage-error.ts';

/** Flags as commander collects them. */
export interface SweepFlags {
  readonly seeds: string;
  readonly set?: readonly string[];
  readonly out: string;
  readonly workers?: string;
  readonly queue?: string;
  readonly fresh?: boolean;
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
    const makeRunner = runnerOf(prepared, flags);
    const folder = await openFolder(flags, prepared);
    try {
      return await runAndReport(folder, prepared, flags, makeRunner);
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
  makeRunner: () => Promise<JobRunner>,
): Promise<SweepExit> {
  const { rows } = folder.results;
  const missing = plan.jobs.filter(({ index }) => !rows.has(index));
  if (rows.size > 0) say(`${folder.path} has ${rows.size} of ${plan.jobs.length} runs, ${missing.length} are left`);
  if (missing.length > 0) {
    const progress = new SweepProgress(plan.jobs.length, folder.rows(), flags.progressJson === true);
    await runMissing(folder, missing, progress, makeRunner);
  }
  const left = plan.jobs.length - rows.size;
  if (left > 0) {
    say(`stopped: ${rows.size} of ${plan.jobs.length} runs are done and kept, the same command goes on with the rest`);
    return 130;
  }
  const { summary, page } = finish(folder);
  if (flags.html !== undefined) await writeWhole(flags.html, page);
  await print(flags.json === true ? `${JSON.stringify(summary)}\n` : sweepText(summary, folder.path));
  return summary.failed + summary.errors > 0 ? 1 : 0;
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

function finish(folder: SweepFolder): ReturnType<SweepFolder['finish']> {
  try {
    return folder.finish(sweepPageHtml);
  } catch (error) {
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
