import { Writable } from 'node:stream';
import {
  type ISupportCodeCoordinates,
  type ISupportCodeLibrary,
  loadSupport,
  runCucumber,
} from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import type { Lane, Lanes } from '../deployment.ts';
import { type Chunk, chunksOf } from '../forecast.ts';
import { collide } from './claims.ts';
import { runIn, type SuiteParameters } from './current.ts';
import type { PlannedScenario } from './plan.ts';
import { Retries } from './retries.ts';

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
 * Scenarios without a verdict are tried again at the end.
 */
export async function runInLanes(run: LaneRun): Promise<ISupportCodeLibrary> {
  const retries = new Retries();
  const stream = new OneStream((envelope) => run.receive(retries.receive(envelope)));
  const scenariosToRepeat = (): readonly PlannedScenario[] => {
    const again = retries.take();
    return run.scenarios.filter(({ id }) => again.has(id));
  };
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
  while (!isOver()) {
    if (waiting.length === 0 && running.size === 0) waiting = chunksOf(scenariosToRepeat(), run.seed);
    if (waiting.length === 0 && running.size === 0) break;
    for (const chunk of [...waiting]) {
      if (running.size >= run.workers) break;
      if ([...running.keys()].some(({ claim }) => collide(claim, chunk.claim))) continue;
      const lane = run.lanes.take(chunk.claim);
      // Who comes first gets the next wallets that are free; a smaller claim does not overtake it.
      if (!lane) break;
      waiting = waiting.filter((one) => one !== chunk);
      const work = within(lane, () => part(chunk.scenarios))
        .then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        )
        .finally(() => running.delete(chunk));
      running.set(chunk, work);
    }
    if (running.size === 0) throw new Error(UNMET_CLAIM);
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  if (failures.length > 0) throw failures[0];
  const left = [...waiting.flatMap(({ scenarios }) => scenarios), ...scenariosToRepeat()];
  if (left.length > 0) await part(left, true);
  stream.end(!run.hasFailed());
  return support;
}

const UNMET_CLAIM = 'a claim cannot be met although no lane is running';

/** Runs scenarios of one exchange one after the other, as they are written, and those without a verdict again at the end. */
export async function runInTurn(run: SuiteRun & Pick<LaneRun, 'hasFailed'>): Promise<void> {
  const retries = new Retries();
  const stream = new OneStream((envelope) => run.receive(retries.receive(envelope)));
  let { support } = run;
  let { scenarios } = run;
  while (scenarios.length > 0) {
    const dryRun = run.failFast && run.hasFailed();
    support = await runSuite({ ...run, support, scenarios, dryRun, receive: stream.one() });
    const again = retries.take();
    scenarios = run.scenarios.filter(({ id }) => again.has(id));
  }
  stream.end(!run.hasFailed());
}

async function inLane<T>(lanes: Lanes, { claim }: Chunk, work: () => Promise<T>): Promise<T> {
  const lane = lanes.take(claim);
  if (!lane) throw new Error(UNMET_CLAIM);
  return within(lane, work);
}

/** Does some work in a lane, and gives the lane back. */
async function within<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  try {
    return await runIn(lane, work);
  } finally {
    await lane.leave();
  }
}

export interface SuiteRun {
  /** The scenarios to run; at least one. */
  readonly scenarios: readonly PlannedScenario[];
  /** The folder that their paths are relative to. */
  readonly root: string;
  /** Files that define steps and hooks, globs are fine; or what an earlier run of this process has loaded. */
  readonly support: readonly string[] | ISupportCodeLibrary;
  /** Seed of a random order; null leaves them as they are written. */
  readonly seed: string | null;
  /** Scenarios at a time, each worker in a process of its own; 1 keeps them in this one. */
  readonly workers: number;
  readonly failFast: boolean;
  readonly parameters: SuiteParameters;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Words of Cucumber itself. */
  readonly stderr: Writable;
  /** Every Cucumber message as it comes. */
  receive(envelope: Envelope): void;
}

/**
 * Runs scenarios through Cucumber. The messages alone carry the results.
 *
 * @returns steps and hooks as they were loaded, for the next run: a process reads a module once
 * @throws what Cucumber throws when its own machinery fails
 */
export async function runSuite(run: SuiteRun & { readonly dryRun?: boolean }): Promise<ISupportCodeLibrary> {
  const { support } = await runCucumber(
    {
      sources: {
        defaultDialect: 'en',
        paths: pathsOf(run.scenarios),
        names: [],
        tagExpression: '',
        order: run.seed === null ? 'defined' : `random:${run.seed}`,
      },
      support: supportOf(run),
      runtime: {
        dryRun: run.dryRun ?? false,
        failFast: run.failFast,
        filterStacktraces: true,
        parallel: run.workers > 1 ? run.workers : 0,
        retry: 0,
        retryTagFilter: '',
        strict: true,
        worldParameters: { ...run.parameters },
      },
      formats: { stdout: 'summary', files: {}, publish: false, options: {} },
    },
    { cwd: run.root, stdout: nowhere(), stderr: run.stderr, env: { ...run.env } },
    (envelope) => run.receive(envelope),
  );
  return support;
}

/**
 * Loads steps and hooks for the runs of a process: a process reads a module once, and what it defines goes to the run that asked first.
 *
 * @param files - those that define them, globs are fine, relative to `root`
 */
export const loadSteps = (root: string, files: readonly string[], stderr: Writable): Promise<ISupportCodeLibrary> =>
  loadSupport(
    {
      // Sources have no part in it, and without any all features would be looked for.
      sources: { defaultDialect: 'en', paths: ['package.json'], names: [], tagExpression: '', order: 'defined' },
      support: { requireModules: [], requirePaths: [], importPaths: [...files], loaders: [] },
    },
    { cwd: root, stdout: nowhere(), stderr },
  );

const supportOf = ({ support }: SuiteRun): ISupportCodeLibrary | ISupportCodeCoordinates =>
  'originalCoordinates' in support
    ? support
    : { requireModules: [], requirePaths: [], importPaths: [...support], loaders: [] };

/** One path a file, with the lines of its scenarios. */
function pathsOf(scenarios: readonly PlannedScenario[]): string[] {
  const lines = new Map<string, number[]>();
  for (const { uri, line } of scenarios) lines.set(uri, [...(lines.get(uri) ?? []), line]);
  return [...lines].map(([uri, numbers]) => [uri, ...numbers].join(':'));
}

/** Reports are made from messages; what Cucumber would print goes nowhere. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Merges the messages of several runs into one run: a message that each of them starts with is passed on once. */
export class OneStream {
  readonly #receive: (envelope: Envelope) => void;
  readonly #announced = new Set<string>();
  #started: string | undefined;
  #ended: Envelope['testRunFinished'];

  constructor(receive: (envelope: Envelope) => void) {
    this.#receive = receive;
  }

  /** Receives the messages of one run of Cucumber. */
  one(): (envelope: Envelope) => void {
    return (envelope) => {
      if (envelope.testRunFinished) {
        this.#ended = envelope.testRunFinished;
        return;
      }
      if (envelope.testRunStarted) this.#started ??= envelope.testRunStarted.id;
      const name = onceOnly(envelope);
      if (name !== undefined) {
        if (this.#announced.has(name)) return;
        this.#announced.add(name);
      }
      this.#receive(this.#inThisRun(envelope));
    };
  }

  /** Every one of the runs has ended. */
  end(success: boolean): void {
    if (!this.#ended) return;
    const { timestamp } = this.#ended;
    this.#receive({
      testRunFinished: { timestamp, success, ...(this.#started !== undefined && { testRunStartedId: this.#started }) },
    });
  }

  #inThisRun(envelope: Envelope): Envelope {
    if (!envelope.testCase || this.#started === undefined) return envelope;
    const { id, pickleId, testSteps } = envelope.testCase;
    return { testCase: { id, pickleId, testSteps, testRunStartedId: this.#started } };
  }
}

/** What a message announces that is the same in every run of this process; undefined for what happens. */
function onceOnly({ meta, testRunStarted, source, stepDefinition, hook, parameterType }: Envelope): string | undefined {
  if (meta) return 'meta';
  if (testRunStarted) return 'run';
  if (source) return `source ${source.uri}`;
  if (parameterType) return `type ${parameterType.name}`;
  const definition = stepDefinition ?? hook;
  return definition && `definition ${definition.id}`;
}
