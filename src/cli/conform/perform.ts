import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AttachmentContentEncoding, type Envelope } from '@cucumber/messages';
import { currentHost, type HostStream, onDisk } from '../../exchange/host.ts';
import { packageRoot, packageVersion } from '../../exchange/package-root.ts';
import type { Deployment } from '../../suite/deployment.ts';
import { forecastOf } from '../../suite/forecast.ts';
import { lacksOf } from '../../suite/needs.ts';
import { FAILED } from '../../suite/reporters/summary.ts';
import { RunReader } from '../../suite/results/read-messages.ts';
import { ATTACHED, type Run, type RunFacts } from '../../suite/results/run.ts';
import { runOn } from '../../suite/run/current.ts';
import type { PlannedScenario } from '../../suite/run/plan.ts';
import { loadSteps, runInLanes, runInTurn, runSuite, type SuiteRun } from '../../suite/run/run-suite.ts';
import { clausesOf } from '../../suite/run/select.ts';
import { cannotWrite, type OutputError, say, writeFully } from '../output.ts';
import { JsonProgress } from '../progress.ts';
import type { Chosen, ConformFlags, Settings } from './choices.ts';
import { supportFiles } from './files.ts';

/** Where the messages of a run lie in the folder of its reports. */
export const MESSAGES = 'messages.ndjson';

/** Returns what is known of a run before its first scenario. */
export function factsBefore(
  { profile, transport, scenarios }: Chosen,
  deployment: Deployment,
  clauses: number,
  { seed, shard, selection, given, workers }: Settings,
): RunFacts {
  const runnable = scenarios.filter((scenario) => lacksOf(scenario, deployment).length === 0);
  const forecast = forecastOf(runnable, deployment, workersFor(deployment, scenarios.length, workers), seed);
  return {
    suite: { name: 'perpsim', version: packageVersion(), clauses },
    target: deployment.identity,
    profile: profile.name,
    transport,
    seed,
    shard,
    selection,
    given,
    capabilities: [...deployment.capabilities],
    tokens: deployment.tokens ?? null,
    ...(forecast && { forecast }),
    startedAt: Date.now(),
    wallMs: 0,
    stopped: null,
    leftBehind: [],
    floor: profile.floor ?? usualFloor(scenarios),
  };
}

/** What came of a run, and why its messages are not whole where they could not be written. */
export interface Performed {
  readonly run: Run;
  readonly unwritten: OutputError | null;
}

/** Of a profile that states none: a third of the clauses that its scenarios cite. */
const usualFloor = (scenarios: Chosen['scenarios']): number =>
  Math.floor(new Set(scenarios.flatMap((scenario) => clausesOf(scenario))).size / 3);

/** A run of the suite as it was asked for, with its target. */
interface AskedRun {
  readonly chosen: Chosen;
  readonly deployment: Deployment;
  readonly before: RunFacts;
  readonly flags: ConformFlags;
  readonly settings: Settings;
  readonly stop: Stop;
  /** Where its messages go. */
  readonly folder: string;
}

/** Steps and hooks of this process, whichever run loads them first. */
let steps: ReturnType<typeof loadSteps> | undefined;

/**
 * Runs the chosen scenarios, leaves their messages in a folder, and takes back what they made, also when it is stopped.
 */
export async function performRun({ stop, folder, ...run }: AskedRun): Promise<Performed> {
  const { deployment, before, flags } = run;
  const { scenarios } = run.chosen;
  const { workers: wanted, trace } = run.settings;
  const workers = workersFor(deployment, scenarios.length, wanted);
  const log = new MessagesLog(join(folder, MESSAGES), ({ message }) => stop.ask(message));
  const reader = new RunReader();
  const receive = (envelope: Envelope): void => {
    log.add(envelope);
    reader.receive(envelope);
  };
  const { lanes } = deployment;
  const isSideBySide = lanes !== undefined && workers > 1;
  const progress = progressOf(scenarios.length, flags, reader);
  const started = performance.now();
  let leftBehind: readonly string[] = [];
  const { run: name, end } = runOn(deployment);
  try {
    // Early as well, so that messages that are cut off still say what they are of.
    receive(attached(ATTACHED.facts, before));
    const { env, stderr } = currentHost();
    steps ??= loadSteps(packageRoot(), supportFiles(), stderr);
    const suite: SuiteRun = {
      scenarios,
      root: packageRoot(),
      support: await steps,
      seed: before.seed,
      workers,
      failFast: flags.failFast ?? false,
      parameters: { run: name, transport: before.transport, trace, version: before.suite.version, stopFile: stop.file },
      env,
      stderr,
      receive: (envelope) => {
        receive(envelope);
        progress?.receive(envelope);
        // Cucumber stops the lane of the failure; the others are asked to stop before their next scenario.
        const endsEarly = isSideBySide && flags.failFast === true && envelope.testCaseFinished !== undefined;
        if (endsEarly && reader.hasFailed()) stop.ask(STOPPED_AT_FAILURE);
      },
    };
    const hasFailed = (): boolean => reader.hasFailed();
    if (isSideBySide) {
      const canRun = (scenario: PlannedScenario): boolean => lacksOf(scenario, deployment).length === 0;
      await runInLanes({ ...suite, lanes, canRun, hasFailed });
    } else if (lanes) await runInTurn({ ...suite, hasFailed });
    else await runSuite(suite);
  } finally {
    progress?.end();
    leftBehind = await deployment.close();
    end();
  }
  const wallMs = Math.round(performance.now() - started);
  const stopped = stop.wanted() ?? stoppedBy(deployment, flags, reader);
  const { tokens = null, spentTokens } = deployment;
  const spent = spentTokens === undefined ? {} : { spentTokens };
  receive(attached(ATTACHED.facts, { ...before, tokens, ...spent, wallMs, stopped, leftBehind }));
  if (deployment.failures.length > 0) receive(attached(ATTACHED.checks, deployment.failures));
  const unwritten = log.end();
  return { run: reader.run(), unwritten };
}

function progressOf(
  total: number,
  { quiet, progressJson }: ConformFlags,
  reader: RunReader,
): Pick<Progress, 'receive' | 'end'> | undefined {
  if (progressJson) return new ConformJsonProgress(total, reader);
  return quiet ? undefined : new Progress(total, currentHost().stderr);
}

const STOPPED_AT_FAILURE = 'stopped at the first failure';

function stoppedBy({ tokens }: Deployment, { failFast = false }: ConformFlags, reader: RunReader): string | null {
  if (tokens && tokens.spent >= tokens.budget) return 'the token budget is spent';
  return failFast && reader.hasFailed() ? STOPPED_AT_FAILURE : null;
}

const attached = (mediaType: string, value: unknown): Envelope => ({
  attachment: { body: JSON.stringify(value), contentEncoding: AttachmentContentEncoding.IDENTITY, mediaType },
});

/** Statuses that make a scenario fail. */
const BAD: ReadonlySet<string> = new Set(['FAILED', 'AMBIGUOUS', 'UNDEFINED', 'PENDING']);
const SKIPPED: ReadonlySet<string> = new Set(['SKIPPED']);
const SAY_EVERY_MS = 5_000;
const DRAW_EVERY_MS = 100;

/** How far a run is: one line that is drawn again on a terminal, a line now and then anywhere else. */
class Progress {
  readonly #total: number;
  readonly #out: HostStream;
  readonly #started = performance.now();
  #said = performance.now();
  #done = 0;
  #failed = 0;
  #skipped = 0;
  /** Worst status so far of each scenario under way. */
  readonly #running = new Map<string, 'passed' | 'failed' | 'skipped'>();

  constructor(total: number, out: HostStream) {
    this.#total = total;
    this.#out = out;
  }

  receive({ testCaseStarted, testStepFinished, testCaseFinished }: Envelope): void {
    if (testCaseStarted) this.#running.set(testCaseStarted.id, 'passed');
    if (testStepFinished) {
      const { testCaseStartedId: id, testStepResult } = testStepFinished;
      if (BAD.has(testStepResult.status)) this.#running.set(id, 'failed');
      else if (SKIPPED.has(testStepResult.status) && this.#running.get(id) !== 'failed')
        this.#running.set(id, 'skipped');
    }
    if (testCaseFinished?.willBeRetried) this.#running.delete(testCaseFinished.testCaseStartedId);
    else if (testCaseFinished) this.#end(testCaseFinished.testCaseStartedId);
  }

  /** Removes what was drawn. */
  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001b[K');
  }

  #end(id: string): void {
    const verdict = this.#running.get(id);
    this.#running.delete(id);
    this.#done += 1;
    if (verdict === 'failed') this.#failed += 1;
    if (verdict === 'skipped') this.#skipped += 1;
    const now = performance.now();
    if (now - this.#said < (this.#out.isTTY ? DRAW_EVERY_MS : SAY_EVERY_MS)) return;
    this.#said = now;
    const line = this.#line(now);
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${line}` : `perpsim: ${line}\n`);
  }

  #line(now: number): string {
    const seconds = Math.round((now - this.#started) / 1_000);
    const skipped = this.#skipped === 0 ? '' : `, ${this.#skipped} skipped`;
    return `${this.#done} of ${this.#total} scenarios, ${this.#failed} failed${skipped}, ${seconds} s`;
  }
}

/** A line of JSON for each scenario that has ended, with its verdict. */
class ConformJsonProgress {
  readonly #lines = new JsonProgress();
  readonly #total: number;
  readonly #reader: RunReader;
  #done = 0;
  #failed = 0;
  #skipped = 0;

  /** @param reader has received each message before this does */
  constructor(total: number, reader: RunReader) {
    this.#total = total;
    this.#reader = reader;
    this.#lines.write({ done: 0, total, unit: 'scenarios', failed: 0, skipped: 0 });
  }

  receive({ testCaseFinished }: Envelope): void {
    if (!testCaseFinished || testCaseFinished.willBeRetried) return;
    const last = this.#reader.lastEnded();
    if (!last) return;
    const { id, name, verdict } = last;
    this.#done += 1;
    if (FAILED.includes(verdict)) this.#failed += 1;
    if (verdict === 'skipped') this.#skipped += 1;
    this.#lines.write({
      done: this.#done,
      total: this.#total,
      unit: 'scenarios',
      failed: this.#failed,
      skipped: this.#skipped,
      ended: { id, name, verdict },
    });
  }

  end(): void {
    // A line has nothing to take away.
  }
}

/** The file of a run's Cucumber messages. The first write that fails is the last one, and is reported once. */
class MessagesLog {
  readonly #path: string;
  readonly #onFailure: (failure: OutputError) => void;
  readonly #descriptor: number;
  #failure: OutputError | null = null;

  /** @throws OutputError when it cannot be opened */
  constructor(path: string, onFailure: (failure: OutputError) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
    try {
      this.#descriptor = openSync(onDisk(path), 'w');
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }

  add(envelope: Envelope): void {
    if (this.#failure !== null) return;
    try {
      writeFully(this.#descriptor, `${JSON.stringify(envelope)}\n`);
    } catch (error) {
      this.#failure = cannotWrite(this.#path, error);
      this.#onFailure(this.#failure);
    }
  }

  /** Closes the file. Returns why it is not whole, or null. */
  end(): OutputError | null {
    try {
      closeSync(this.#descriptor);
    } catch (error) {
      this.#failure ??= cannotWrite(this.#path, error);
    }
    return this.#failure;
  }
}

/**
 * Scenarios that start an exchange over would stand in each other's way; exchanges of our own are made one for each, and one
 * that all share has as many lanes as its wallets allow.
 */
function workersFor({ identity, lanes }: Deployment, scenarios: number, wanted: number | undefined): number {
  if (lanes) return Math.min(wanted ?? MAX_LANES, lanes.most);
  if (identity.kind !== 'in-process') return 1;
  return Math.min(
    wanted ?? Math.max(1, availableParallelism()),
    Math.max(1, Math.ceil(scenarios / SCENARIOS_A_WORKER)),
  );
}

/** More scenarios at a time than this wait for each other, and for the machine. */
const MAX_LANES = 8;

/** Starting a worker process takes as long as running this number of scenarios. */
const SCENARIOS_A_WORKER = 100;

/** The wish to stop, where scenarios in any process see it before they begin: a file. */
export interface Stop {
  readonly file: string;
  /** Why the run is to stop; null while it goes on. */
  wanted(): string | null;
  /** Ends the run after the scenario under way for a reason of its own. */
  ask(reason: string): void;
  close(): void;
}

/** A wish that only the program itself makes. */
export function stopOnRequest(): Stop {
  const folder = folderForStop();
  const file = join(folder, 'stop');
  let reason: string | null = null;
  return {
    file,
    wanted: () => reason,
    ask: (why) => {
      reason ??= why;
      try {
        writeFileSync(file, reason);
      } catch (error) {
        // The run ends by itself, later than it was asked to, and says so.
        say(`the run goes on to its end: ${cannotWrite(file, error).message}`);
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The first SIGINT or SIGTERM ends the run after the scenario under way, so that everything is taken back and reported; a
 * second one exits 130 at once.
 */
export function listenForStop(): Stop {
  const stop = stopOnRequest();
  const { stderr, onStop } = currentHost();
  const release = onStop((signal) => {
    stop.ask(signal === 'SIGINT' ? 'stopped by Ctrl-C' : `stopped by ${signal}`);
    stderr.write('\n');
    say(`${stop.wanted() ?? signal}: cleaning up, once more to leave at once`);
  });
  return {
    ...stop,
    close: () => {
      release();
      stop.close();
    },
  };
}

function folderForStop(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'perpsim-'));
  } catch (error) {
    throw cannotWrite(tmpdir(), error);
  }
}
