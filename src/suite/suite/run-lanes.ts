import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import type { Lanes } from '../deployment.ts';
import { type Chunk, chunksOf } from './chunks.ts';
import { collide } from './claims.ts';
import { runIn } from './current.ts';
import { OneStream } from './one-stream.ts';
import type { PlannedScenario } from './plan.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';

export interface LaneRun extends SuiteRun {
  readonly lanes: Lanes;
  /** False for a scenario that is going to be skipped, for which nothing is held. */
  readonly canRun: (scenario: PlannedScenario) => boolean;
  /** Something has failed so far. */
  readonly hasFailed: () => boolean;
}

/**
 * Runs scenarios side by side on one exchange: each chunk waits until its wallets and markets are free, takes all of them at
 * once, and gives them back when what it did has been taken back. Nothing waits while it holds something, so there is no deadlock.
 */
export async function runInLanes(run: LaneRun): Promise<ISupportCodeLibrary> {
  const stream = new OneStream((envelope) => run.receive(envelope));
  const part = (scenarios: readonly PlannedScenario[], dryRun = false): Promise<ISupportCodeLibrary> =>
    runSuite({ ...run, support, scenarios, workers: 1, dryRun, receive: stream.one() });
  let { support } = run;
  const skipped = run.scenarios.filter((scenario) => !run.canRun(scenario));
  if (skipped.length > 0) support = await part(skipped);
  let waiting = chunksOf(run.scenarios.filter(run.canRun), run.seed);
  if (!('originalCoordinates' in support)) {
    // Steps and hooks are loaded once, before several runs use them.
    const [first, ...others] = waiting;
    if (!first) return part([]);
    support = await inLane(run.lanes, first, () => part(first.scenarios));
    waiting = others;
  }
  const running = new Map<Chunk, Promise<void>>();
  const failures: unknown[] = [];
  const isOver = (): boolean => failures.length > 0 || (run.failFast && run.hasFailed());
  while (waiting.length > 0 && !isOver()) {
    for (const chunk of [...waiting]) {
      if (running.size >= run.workers) break;
      if ([...running.keys()].some(({ claim }) => collide(claim, chunk.claim))) continue;
      const lane = run.lanes.take(chunk.claim);
      // Who comes first gets the next wallets that are free; a smaller claim does not overtake it.
      if (!lane) break;
      waiting = waiting.filter((one) => one !== chunk);
      const work = runIn(lane, () => part(chunk.scenarios))
        .finally(() => lane.leave())
        .then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        )
        .finally(() => running.delete(chunk));
      running.set(chunk, work);
    }
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  if (failures.length > 0) throw failures[0];
  const left = waiting.flatMap(({ scenarios }) => scenarios);
  if (left.length > 0) await part(left, true);
  stream.end(!run.hasFailed());
  return support;
}

async function inLane<T>(lanes: Lanes, { claim }: Chunk, work: () => Promise<T>): Promise<T> {
  const lane = lanes.take(claim);
  if (!lane) throw new Error('a claim cannot be met although no lane is running');
  try {
    return await runIn(lane, work);
  } finally {
    await lane.leave();
  }
}
