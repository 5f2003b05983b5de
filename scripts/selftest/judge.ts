import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { featureFiles, supportFiles } from '../../src/cli/conform/files.ts';
import type { Deployment } from '../../src/harness/deployment.ts';
import { RunReader } from '../../src/harness/results/read-messages.ts';
import type { RunFacts, ScenarioResult, Way } from '../../src/harness/results/run.ts';
import { runOn } from '../../src/harness/suite/current.ts';
import { type PlannedScenario, planOf } from '../../src/harness/suite/plan.ts';
import { runSuite } from '../../src/harness/suite/run-suite.ts';
import { clausesOf } from '../../src/harness/suite/select.ts';

/** Scenarios about one way of travelling are not for the other. */
const OTHER_WAY: Readonly<Record<Way, string>> = { rest: 'ws-only', ws: 'rest-only' };

/** The suite, over and over in one process: what `perpsim conform --target` runs, without its start. */
export class Judge {
  readonly plan: readonly PlannedScenario[] = planOf(featureFiles());
  readonly #deployment: Deployment;
  #support: readonly string[] | ISupportCodeLibrary = supportFiles();

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
    runOn(deployment);
  }

  /** What there is to run one way; only scenarios that cite one of the clauses, when any are named. */
  scenariosFor(way: Way, clauses?: ReadonlySet<string>): PlannedScenario[] {
    return this.plan.filter(
      (scenario) =>
        !scenario.tags.includes(OTHER_WAY[way]) && (!clauses || clausesOf(scenario).some((id) => clauses.has(id))),
    );
  }

  /** Runs scenarios as they are written; with `failFast` it ends with the first that fails. */
  async run(scenarios: readonly PlannedScenario[], way: Way, failFast: boolean): Promise<readonly ScenarioResult[]> {
    if (scenarios.length === 0) return [];
    const reader = new RunReader();
    this.#support = await runSuite({
      scenarios,
      root: process.cwd(),
      support: this.#support,
      seed: null,
      workers: 1,
      failFast,
      parameters: { transport: way, trace: 'none' },
      env: process.env,
      stderr: process.stderr,
      hear: (envelope) => reader.hear(envelope),
    });
    return reader.run(this.#factsOf(way)).scenarios;
  }

  #factsOf(way: Way): RunFacts {
    return {
      suite: { name: 'perpsim', version: '', clauses: 0 },
      target: this.#deployment.identity,
      profile: 'selftest',
      way,
      seed: null,
      shard: null,
      selection: [],
      capabilities: [...this.#deployment.capabilities],
      tokens: null,
      startedAt: 0,
      wallMs: 0,
      stopped: null,
      leftBehind: [],
    };
  }
}

/** A scenario that a report would show in red. */
export const hasFailed = ({ verdict }: ScenarioResult): boolean => verdict === 'failed' || verdict === 'error';
