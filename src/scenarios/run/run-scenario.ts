import { WALL_TIME } from '../../exchange/clock/clock.ts';
import { subAccountsOf } from './accounts.ts';
import { Collector } from './collect/collector.ts';
import type { RunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { Bot, type BotSettings } from './bot/bot.ts';
import { openRun, type RunOptions, type ScenarioRun } from './open-run.ts';
import { resultOf } from './result.ts';

export interface ScenarioOptions extends RunOptions {
  /** What was set in place of values of the scenario, by path: it stands in the result. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** A program that takes the place of the strategy. */
  readonly bot?: BotSettings;
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
  const bot = options.bot ? new Bot(options.bot, options.signal) : null;
  const run = await openRun(scenario, bot ? withBot(options, bot) : options);
  try {
    const collector = new Collector({
      view: run.exchange.runView,
      startTime: run.startTime,
      durationMs: run.endTime - run.startTime,
      accounts: subAccountsOf(run.accounts),
      report: (event) => run.events.push(event),
    });
    await run.play();
    const { overrides = {} } = options;
    const result = resultOf({
      run,
      collector,
      mode: bot?.mode ?? 'closed',
      overrides,
      expectedDigest: isAsWritten(scenario, options) && run.now() === run.endTime ? scenario.digest : null,
      elapsedMs: Math.round(WALL_TIME.elapsed() - startedAt),
    });
    await options.onEnd?.(run);
    return result;
  } finally {
    await bot?.close();
    await run.close();
  }
}

/** The bot takes the place of the strategy, and is attached after the agents. */
function withBot(options: ScenarioOptions, bot: Bot): RunOptions {
  return {
    ...options,
    strategy: 'none',
    attach: async (run) => {
      await options.attach?.(run);
      await bot.attach(run);
    },
    ...(bot.pace && { pace: bot.pace }),
  };
}

/** Only the run that the scenario describes has the digest that stands beside it. */
function isAsWritten(scenario: Scenario, { seed, untilMs, bot, overrides = {} }: ScenarioOptions): boolean {
  if (bot) return false;
  const ownSeed = seed === undefined || seed === scenario.seed;
  return ownSeed && (untilMs === undefined || untilMs >= scenario.durationMs) && Object.keys(overrides).length === 0;
}
