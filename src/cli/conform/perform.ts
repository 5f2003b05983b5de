import { join } from 'node:path';
import { AttachmentContentEncoding, type Envelope } from '@cucumber/messages';
import type { Deployment } from '../../suite/deployment.ts';
import { forecastOf } from '../../suite/forecast/forecast.ts';
import { RunReader } from '../../suite/results/read-messages.ts';
import { ATTACHED, type Run, type RunFacts } from '../../suite/results/run.ts';
import { runOn } from '../../suite/suite/current.ts';
import { lacksOf } from '../../suite/outlook/lacks.ts';
import { runInLanes } from '../../suite/suite/run-lanes.ts';
import { loadSteps, runSuite, type SuiteRun } from '../../suite/suite/run-suite.ts';
import { clausesOf } from '../../suite/suite/select.ts';
import { currentHost } from '../../exchange/host.ts';
import { packageRoot, packageVersion } from '../../exchange/package-root.ts';
import type { Chosen } from './choose.ts';
import { supportFiles } from './files.ts';
import type { ConformFlags, Settings } from './flags.ts';
import type { OutputError } from '../output.ts';
import { workersFor } from './workers.ts';
import { MessagesLog } from './messages-log.ts';
import { ConformJsonProgress } from './json-progress.ts';
import { Progress } from './progress.ts';
import type { Stop } from './stop.ts';

/** Where the messages of a run lie in the folder of its reports. */
export const MESSAGES = 'messages.ndjson';

/** What is known of a run before its first scenario. */
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

export interface AccountValueRecord {
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
export async function performRun({ stop, folder, ...run }: AccountValueRecord): Promise<Performed> {
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
    await (isSideBySide
      ? runInLanes({
          ...suite,
          lanes,
          canRun: (scenario) => lacksOf(scenario, deployment).length === 0,
          hasFailed: () => reader.hasFailed(),
        })
      : runSuite(suite));
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
