import { printableLines } from '../../kernel/printable.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { currentHost } from '../../exchange/host.ts';
import { findScenario } from '../../scenarios/format/library.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { runReportHtml } from '../../console/pages/run/run-report.ts';
import type { RunResult } from '../../scenarios/run-result.ts';
import type { BotSettings } from '../../scenarios/run/bot/bot.ts';
import type { ScenarioRun } from '../../scenarios/run/open-run.ts';
import { RunError } from '../../scenarios/run/run.ts';
import { runScenario } from '../../scenarios/run/run-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { StrategyParamsError } from '../../scenarios/strategies/library/params.ts';
import { NoSuchStrategyError } from '../../scenarios/strategies/load-strategy.ts';
import { OutputFile, writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { progressOf } from './progress.ts';
import { readOverrides } from '../overrides.ts';
import { checkFlags, readSpeed, readStepTimeout, readUntil, type RunFlags } from './settings.ts';
import { hasPassed, runText } from './text.ts';

export type { RunFlags } from './settings.ts';

/** 0 passed or nothing expected, 1 failed, 2 the scenario cannot be run, 130 stopped. */
export type RunExit = 0 | 1 | 2 | 130;

/**
 * Runs a scenario and prints what came out. The first SIGINT or SIGTERM stops it at a whole input, and what came out by
 * then is printed; a second one exits at once.
 *
 * @throws UsageError for flags that cannot be met, OutputError for a file that cannot be written
 */
export async function run(given: string, flags: RunFlags): Promise<RunExit> {
  checkFlags(flags);
  try {
    return await ran(given, flags);
  } catch (error) {
    if (!isOfScenario(error)) throw error;
    say(`${given}: ${error.message}`);
    return 2;
  }
}

async function ran(given: string, flags: RunFlags): Promise<RunExit> {
  const set = readOverrides(flags.set);
  const scenario = loadScenario(given, { set });
  const stop = new AbortController();
  const release = currentHost().onStop(() => stop.abort());
  const progress = progressOf(flags.progressJson === true);
  try {
    const result = await runScenario(scenario, {
      overrides: set,
      ...(flags.seed !== undefined && { seed: flags.seed }),
      ...(flags.until !== undefined && { untilMs: readUntil(flags.until, scenario) }),
      ...(flags.bot !== undefined && { bot: botOf(flags.bot, flags) }),
      signal: stop.signal,
      onProgress: (reached) => progress.at(reached),
      onEnd: (ended) => keepJournal(ended, flags),
      keepsJournal: flags.journal !== undefined,
    });
    progress.end();
    return await report(result, { given, scenario, flags, stopped: stop.signal.aborted });
  } finally {
    progress.end();
    release();
  }
}

interface Reported {
  readonly given: string;
  readonly scenario: Scenario;
  readonly flags: RunFlags;
  readonly stopped: boolean;
}

async function report(result: RunResult, { given, flags, stopped }: Reported): Promise<RunExit> {
  if (flags.html !== undefined) await writeWhole(flags.html, runReportHtml(result));
  const written = flags.writeDigest && !stopped ? { ...result, expectedDigest: result.digest } : result;
  if (flags.writeDigest && !stopped) await writeDigest(given, result.digest);
  await print(flags.json ? `${JSON.stringify(written)}\n` : printableLines(runText(written, stopped)));
  if (stopped) return 130;
  return hasPassed(written) ? 0 : 1;
}

async function writeDigest(given: string, digest: string): Promise<void> {
  const files = findScenario(given);
  if (typeof files === 'string') throw new UsageError(files);
  await writeWhole(files.digest, `${digest}\n`);
  say(`wrote ${files.digest}`);
}

async function keepJournal({ exchange }: ScenarioRun, { journal }: RunFlags): Promise<void> {
  if (journal === undefined) return;
  const output = await OutputFile.open(journal);
  try {
    for (const line of exchange.control.journal()) await output.add(line);
    await output.keep();
  } finally {
    await output.discard();
  }
}

const botOf = (command: string, { speed, stepTimeout }: RunFlags): BotSettings => ({
  command,
  ...(stepTimeout !== undefined && { stepTimeoutMs: readStepTimeout(stepTimeout) }),
  speed: speed === undefined ? null : readSpeed(speed),
  onHint: say,
});

/** What is wrong with the scenario or its overrides, rather than with a run of it. */
const isOfScenario = (error: unknown): error is Error =>
  [RunError, ControlError, NoSuchStrategyError, StrategyParamsError].some((kind) => error instanceof kind);
