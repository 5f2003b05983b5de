import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { featureFiles, supportFiles } from '../../src/cli/conform/files.ts';
import type { Capability, Deployment } from '../../src/suite/deployment.ts';
import { needsOf } from '../../src/suite/needs.ts';
import type { FailedCheck } from '../../src/suite/results/failed-check.ts';
import { RunReader } from '../../src/suite/results/read-messages.ts';
import type { RunFacts, ScenarioResult, TransportName } from '../../src/suite/results/run.ts';
import { runOn } from '../../src/suite/run/current.ts';
import { type PlannedScenario, planOf } from '../../src/suite/run/plan.ts';
import { runSuite } from '../../src/suite/run/run-suite.ts';
import { clausesOf } from '../../src/suite/run/select.ts';

/** Scenarios about one way of travelling are not for the other. */
const OTHER_TRANSPORT: Readonly<Record<TransportName, string>> = { rest: 'ws-only', ws: 'rest-only' };

const NOWHERE = 'the judge has not been moved to a deployment';

/** Scenarios of a control run between two lines about it. */
const STRIDE = 250;

interface RunKind {
  readonly failFast: boolean;
  readonly trace: 'failed' | 'none';
  readonly progress: (done: number) => void;
}

/** The suite, over and over in one process: what `perpsim conform --target` runs, without its start. */
export class Judge {
  readonly plan: readonly PlannedScenario[] = planOf(featureFiles());
  #deployment: Deployment | undefined;
  /** By this name scenarios find the deployment; without it they would run on a simulator inside this process. */
  #chosen: ReturnType<typeof runOn> | undefined;
  #support: readonly string[] | ISupportCodeLibrary = supportFiles();

  /** Scenarios run on this deployment from now on. */
  moveTo(deployment: Deployment): void {
    this.#chosen?.end();
    this.#deployment = deployment;
    this.#chosen = runOn(deployment);
  }

  /** What its own requests have found wrong so far. */
  get failures(): readonly FailedCheck[] {
    return this.#on().failures;
  }

  /** What the deployment lacks for a scenario; nothing when it can be run. */
  unmet(scenario: PlannedScenario): Capability[] {
    return needsOf(scenario).filter((need) => !this.#on().capabilities.has(need));
  }

  /** What there is to run one way; only scenarios that cite one of the clauses or rulings, when any are named. */
  scenariosFor(transport: TransportName, clauses?: ReadonlySet<string>): PlannedScenario[] {
    return this.plan.filter(
      (scenario) =>
        !scenario.tags.includes(OTHER_TRANSPORT[transport]) &&
        (!clauses || [...clausesOf(scenario), ...scenario.tags].some((id) => clauses.has(id))),
    );
  }

  /** Runs scenarios as they are written; with `failFast` it ends with the first that fails. */
  run(
    scenarios: readonly PlannedScenario[],
    transport: TransportName,
    failFast: boolean,
  ): Promise<readonly ScenarioResult[]> {
    return this.#run(scenarios, transport, { failFast, trace: 'none', progress: () => undefined });
  }

  /** Runs all scenarios as they are written, keeps the traces of those that fail, and says how far it has come. */
  runControl(
    scenarios: readonly PlannedScenario[],
    transport: TransportName,
    say: (line: string) => void,
  ): Promise<readonly ScenarioResult[]> {
    const progress = (done: number): void => {
      if (done % STRIDE === 0) say(`control over ${transport}: ${done} of ${scenarios.length} scenarios`);
    };
    return this.#run(scenarios, transport, { failFast: false, trace: 'failed', progress });
  }

  async #run(
    scenarios: readonly PlannedScenario[],
    transport: TransportName,
    { failFast, trace, progress }: RunKind,
  ): Promise<readonly ScenarioResult[]> {
    if (scenarios.length === 0) return [];
    if (!this.#chosen) throw new Error(NOWHERE);
    const { run } = this.#chosen;
    const reader = new RunReader();
    let done = 0;
    this.#support = await runSuite({
      scenarios,
      root: process.cwd(),
      support: this.#support,
      seed: null,
      workers: 1,
      failFast,
      parameters: { run, transport, trace },
      env: process.env,
      stderr: process.stderr,
      receive: (envelope) => {
        reader.receive(envelope);
        if (envelope.testCaseFinished) progress((done += 1));
      },
    });
    return reader.run(this.#factsOf(transport)).scenarios;
  }

  #on(): Deployment {
    if (!this.#deployment) throw new Error(NOWHERE);
    return this.#deployment;
  }

  #factsOf(transport: TransportName): RunFacts {
    const { identity, capabilities } = this.#on();
    return {
      suite: { name: 'perpsim', version: '', clauses: 0 },
      target: identity,
      profile: 'selftest',
      transport,
      seed: null,
      shard: null,
      selection: [],
      given: [],
      capabilities: [...capabilities],
      tokens: null,
      startedAt: 0,
      wallMs: 0,
      stopped: null,
      leftBehind: [],
      floor: 0,
    };
  }
}

/** A scenario that a report would show in red. */
export const hasFailed = ({ verdict }: ScenarioResult): boolean => verdict === 'failed' || verdict === 'error';
