import { WALL_TIME } from '../../runtime/clock/clock.ts';
import { subAccountsOf } from './accounts.ts';
import { Collector } from './collect/collector.ts';
import type { RunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { openRun, type RunOptions, type ScenarioRun } from './open-run.ts';
import { resultOf } from './result.ts';

export interface ScenarioOptions extends RunOptions {
  /** What was set in place of values of the scenario, by path: it stands in the result. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** How a bot took part. Left out: none did. */
  readonly mode?: () => RunResult['mode'];
  /** Called once the run has ended, while its exchange is still there. */
  readonly onEnd?: (run: ScenarioRun) => void | Promise<void>;
}

/**
 * Runs a scenario to its end and returns what came out. A run that is stopped gives what came out by then.
 *
 * @throws WorldFileError, ControlError or RunError for a scenario that cannot be run as it is written
 */
export async function runScenario(scenario: Scenario, options: ScenarioOptions = {}): Promise<RunResult> {
  const startedAt = WALL_TIME.elapsed();
  const run = await openRun(scenario, options);
  try {
    const collector = new Collector({
      view: run.exchange.runView,
      startTime: run.startTime,
      durationMs: run.endTime - run.startTime,
      accounts: subAccountsOf(run.accounts),
      report: (event) => run.events.push(event),
    });
    await run.play();
    const { overrides = {}, mode } = options;
    const result = resultOf({
      run,
      collector,
      mode: mode?.() ?? 'closed',
      overrides,
      expectedDigest: isAsWritten(scenario, options) && run.now() === run.endTime ? scenario.digest : null,
      elapsedMs: Math.round(WALL_TIME.elapsed() - startedAt),
    });
    await options.onEnd?.(run);
    return result;
  } finally {
    await run.close();
  }
}

/** Only the run that the scenario describes has the digest that stands beside it. */
function isAsWritten(scenario: Scenario, { seed, untilMs, overrides = {} }: ScenarioOptions): boolean {
  const ownSeed = seed === undefined || seed === scenario.seed;
  return ownSeed && (untilMs === undefined || untilMs >= scenario.durationMs) && Object.keys(overrides).length === 0;
}
