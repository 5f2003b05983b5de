import { currentHost } from '../../exchange/host.ts';
import { packageVersion } from '../../exchange/package-root.ts';
import { LocalPool } from '../../lab/sweeps/local/pool.ts';
import { readRedisUrl } from '../../lab/sweeps/queue/redis-url.ts';
import type { WorkerEvent } from '../../lab/sweeps/queue/worker.ts';
import { SweepError } from '../../lab/sweeps/sweep.ts';
import { type CommandBody, REQUIRED } from '../define.ts';
import { needPackages, QUEUE } from '../optional-packages.ts';
import { say } from '../output.ts';
import { untilStopped } from '../stop-signal.ts';
import { readCount } from './sweep.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim worker`. */
export const WORKER: CommandBody = {
  flags: [
    ['--queue <url>', 'the Redis of the sweeps, such as redis://127.0.0.1:6379', REQUIRED],
    ['--concurrency <number>', 'runs that go on at a time, each on a thread (default: one for each core)'],
    ['--json', 'print what happens as JSON lines'],
  ],
  examples: [
    'perpsim worker --queue redis://127.0.0.1:6379',
    'perpsim worker --queue redis://127.0.0.1:6379 --concurrency 4 --json',
  ],
  exits: { 0: 'stopped by a signal', 130: 'stopped at once' },
  run: async (flags: WorkerFlags) => worker(flags),
};

/** Flags as commander collects them. */
export interface WorkerFlags {
  readonly queue: string;
  readonly concurrency?: string;
  readonly json?: boolean;
}

/** Runs that are not done this long after a signal are given back. Containers are killed 10 s after it. */
const GRACE_MS = 7_000;

/**
 * Takes runs from a queue until a signal stops it.
 *
 * @throws UsageError for flags that cannot be met
 */
export async function worker(flags: WorkerFlags): Promise<0> {
  const place = placeOf(flags.queue);
  const concurrency = readCount('--concurrency', flags.concurrency);
  needPackages(QUEUE);
  const { SweepWorker } = await import('../../lab/sweeps/queue/worker.ts');
  const version = packageVersion();
  const report = flags.json === true ? reportJson : reportText(place.shown, version);
  const pool = new LocalPool({ threads: concurrency });
  const taking = new SweepWorker({ place, packageVersion: version, concurrency, pool, onEvent: report });
  await untilStopped(async (stopped) => {
    const started = taking.start().then(() => report({ event: 'ready', concurrency }));
    await Promise.race([stopped, started.then(() => stopped)]);
    await taking.stop(GRACE_MS);
    await pool.close();
    report({ event: 'stopped' });
  });
  return 0;
}

function placeOf(queue: string): ReturnType<typeof readRedisUrl> {
  try {
    return readRedisUrl(queue);
  } catch (error) {
    if (error instanceof SweepError) throw new UsageError(error.message);
    throw error;
  }
}

type Reported = WorkerEvent | { readonly event: 'ready'; readonly concurrency: number } | { readonly event: 'stopped' };

/** A line for each event; of a run that is done its verdict, for its figures are in the table. */
function reportJson(reported: Reported): void {
  const { event } = reported;
  if (event !== 'done') return void currentHost().stdout.write(`${JSON.stringify(reported)}\n`);
  const { job, verdict, digest, error } = reported.row;
  currentHost().stdout.write(
    `${JSON.stringify({ event, plan: reported.plan, index: job.index, seed: job.seed, verdict, digest, error })}\n`,
  );
}

const reportText = (shown: string, version: string): ((event: Reported) => void) => {
  let done = 0;
  return (reported) => {
    switch (reported.event) {
      case 'ready':
        return say(`takes runs from ${shown}, ${reported.concurrency} at a time`);
      case 'done':
        done += 1;
        return done % REPORT_EVERY === 0 ? say(`${done} runs done`) : undefined;
      case 'dropped':
        return;
      case 'returned':
        return say(`gave run ${reported.index} of sweep ${short(reported.plan)} back`);
      case 'refused':
        return say(
          `sweep ${short(reported.plan)} is of perpsim ${reported.version} and this is ${version}: it takes none of its runs, ` +
            `start a worker of ${reported.version}`,
        );
      case 'unreachable':
        return say(`cannot reach ${shown}: ${reported.reason}; trying again`);
      case 'reached':
        return say(`reached ${shown} again`);
      case 'trouble':
        return say(`${shown}: ${reported.reason}`);
      case 'stopped':
        return say(`stopped after ${done} runs`);
    }
  };
};

const REPORT_EVERY = 100;
const short = (plan: string): string => plan.slice(0, 12);
