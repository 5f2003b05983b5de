import { runReportHtml } from '../../console/pages/run/run-report.ts';
import { readStartTime } from '../../exchange/clock/clock.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { currentHost, type HostStream } from '../../exchange/host.ts';
import { printableLines } from '../../kernel/printable.ts';
import { findScenario } from '../../scenarios/format/library.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { durationMs, durationText } from '../../scenarios/format/times.ts';
import type { AccountResult, ExpectationResult, RunResult } from '../../scenarios/run-result.ts';
import type { BotSettings } from '../../scenarios/run/bot.ts';
import type { RunProgress, ScenarioRun } from '../../scenarios/run/open-run.ts';
import { runScenario } from '../../scenarios/run/run-scenario.ts';
import { RunError } from '../../scenarios/run/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { StrategyParamsError } from '../../scenarios/strategies/library/params-error.ts';
import { NoSuchStrategyError } from '../../scenarios/strategies/load-strategy.ts';
import { type CommandBody, JSON_FLAG } from '../define.ts';
import { gather, readOverrides } from '../flag-values.ts';
import { OutputFile, writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { JsonProgress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

const NOTES = `A bot that asks for time (POST /sim/v1/clock/step) runs in lockstep: the same bot gives the same digest. With --speed the
clock moves by itself, and the run is recorded: its journal replays, the bot need not repeat.`;

/** `perpsim run`. */
export const RUN: CommandBody = {
  takes: ['a name of the library such as risk/flash-crash, a folder, or a file'],
  flags: [
    ['--seed <seed>', 'run with this seed instead of that of the scenario'],
    ['--until <time>', 'end earlier: a duration such as 10m after the start, or an ISO 8601 time'],
    ['--set <path=value>', 'replace a value of the scenario, such as strategy.spread=4; may be repeated', gather],
    ['--bot <command>', "start this program in place of the scenario's strategy"],
    ['--speed <number>', 'with --bot: exchange time for each second of the wall, instead of lockstep'],
    ['--step-timeout <time>', 'with --bot: end a bot that asks for no time for so long (default: 60s)'],
    JSON_FLAG,
    ['--html <file>', 'write the report of the run, one file'],
    ['--journal <file>', 'write the journal of the run, for perpsim replay'],
    ['--progress-json', 'write progress on stderr as JSON lines'],
    ['--write-digest', 'write the digest into digest.txt of the scenario'],
  ],
  notes: NOTES,
  examples: [
    'perpsim run risk/flash-crash',
    'perpsim run scenarios/first --seed 7 --html report.html --json',
    'perpsim run scenarios/first --bot "node bot.mjs"',
  ],
  exits: {
    0: 'passed, or nothing was expected',
    1: 'an expectation or the digest failed',
    2: 'wrong usage or file',
    130: 'stopped',
  },
  run: async (scenario: string, flags: RunFlags) => run(scenario, flags),
};

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

/** Flags as commander collects them. */
export interface RunFlags {
  readonly seed?: string;
  readonly until?: string;
  readonly set?: readonly string[];
  readonly bot?: string;
  readonly speed?: string;
  readonly stepTimeout?: string;
  readonly json?: boolean;
  readonly html?: string;
  readonly journal?: string;
  readonly writeDigest?: boolean;
  readonly progressJson?: boolean;
}

/** Throws UsageError for flags that do not go together. */
function checkFlags({ seed, until, set, bot, speed, stepTimeout, writeDigest }: RunFlags): void {
  if (seed === '') throw new UsageError('--seed takes a text or a whole number');
  if (speed !== undefined && bot === undefined)
    throw new UsageError('--speed is for --bot: a run without a bot takes no wall time');
  if (stepTimeout !== undefined && (bot === undefined || speed !== undefined))
    throw new UsageError('--step-timeout is for --bot in lockstep: no other run waits for a program');
  if (bot?.trim() === '') throw new UsageError('--bot takes a command, such as "node bot.mjs"');
  if (!writeDigest) return;
  const others = { '--seed': seed, '--until': until, '--set': set, '--bot': bot };
  for (const [flag, value] of Object.entries(others)) {
    if (value === undefined) continue;
    throw new UsageError(`--write-digest writes the digest of the scenario as it is: leave ${flag} out`);
  }
}

/** Returns milliseconds after the start. Throws UsageError for a text that is no time of the scenario. */
export function readUntil(text: string, scenario: Pick<Scenario, 'startTime' | 'durationMs'>): number {
  const after = afterStart(text, scenario.startTime);
  if (after <= scenario.durationMs) return after;
  throw new UsageError(
    `--until ${text} is past the end of the scenario, which lasts ${durationText(scenario.durationMs)}`,
  );
}

function afterStart(text: string, startTime: number | null): number {
  const after = durationMs(text);
  if (after !== undefined && after > 0) return after;
  const time = /^\d{4}-/.test(text) ? readStartTime(text) : undefined;
  if (time !== undefined && startTime !== null && time > startTime) return time - startTime;
  throw new UsageError(
    `--until takes a duration such as 10m, or an ISO 8601 time after the start of a scenario that says when it starts (got "${text}")`,
  );
}

function readSpeed(text: string): number {
  const speed = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed >= 0.001 && speed <= 1_000_000) return speed;
  throw new UsageError(`--speed must be between 0.001 and 1000000 (got "${text}")`);
}

const STEP_TIMEOUT_MAX_MS = 86_400_000;

/** Milliseconds of the wall. */
function readStepTimeout(text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined && ms >= 1 && ms <= STEP_TIMEOUT_MAX_MS) return ms;
  throw new UsageError(`--step-timeout must be a duration such as 60s, at most 24h (got "${text}")`);
}

const SAY_EVERY_MS = 5_000;
const DRAW_EVERY_MS = 100;

/** Follows a run: for a program as lines of JSON, for a person as text. */
function progressOf(isJson: boolean): Pick<Progress, 'at' | 'end'> {
  if (!isJson) return new Progress(currentHost().stderr);
  const lines = new JsonProgress();
  return {
    at: ({ startTime, now, endTime }) => lines.at({ done: now - startTime, total: endTime - startTime, unit: 'ms' }),
    end: () => undefined,
  };
}

/** How far a run has come: one line that is drawn again on a terminal, a line now and then anywhere else. */
class Progress {
  readonly #out: HostStream;
  readonly #started = performance.now();
  #said = this.#started;

  constructor(out: HostStream) {
    this.#out = out;
  }

  at({ startTime, now, endTime }: RunProgress): void {
    const wall = performance.now();
    if (wall - this.#said < (this.#out.isTTY ? DRAW_EVERY_MS : SAY_EVERY_MS)) return;
    this.#said = wall;
    const [done, whole] = [now - startTime, endTime - startTime];
    const share = Math.floor((done / whole) * 100);
    const seconds = Math.round((wall - this.#started) / 1_000);
    const line = `${durationText(Math.floor(done / 1_000) * 1_000)} of ${durationText(whole)} (${share} %), ${seconds} s`;
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${line}` : `perpsim: ${line}\n`);
  }

  /** Removes what was drawn. */
  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001b[K');
  }
}

/** What `perpsim run` prints: what was run, each expectation, the accounts and the digest. */
function runText(result: RunResult, stopped: boolean): string {
  const { scenario, expectations, accounts } = result;
  const parts = [
    [`${scenario.name}: ${scenario.title}`, headOf(result)],
    expectations.map((expectation) => expectationLine(expectation, result.startTime)),
    accountTable(accounts),
    [...digestLines(result), verdictLine(result, stopped)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const MODES = {
  closed: '',
  lockstep: ', with a bot in lockstep',
  recorded: ', with a recorded bot',
} as const;

function headOf({ seed, world, overrides, startTime, endTime, measured, mode, inputs, eventCount }: RunResult): string {
  const set = Object.entries(overrides).map(([path, value]) => `, ${path}=${value}`);
  const speed = measured.speed >= 10 ? Math.round(measured.speed) : measured.speed.toPrecision(2);
  const took = `${durationText(endTime - startTime)} of exchange time in ${(measured.elapsedMs / 1_000).toFixed(1)} s (${speed} times)`;
  return `seed ${seed}, world ${world}${set.join('')}${MODES[mode]}: ${took}, ${inputs} inputs, ${eventCount} events`;
}

function expectationLine({ time, line, sentence, passed, message }: ExpectationResult, startTime: number): string {
  const where = line > 0 ? `, line ${line}` : '';
  const found = passed ? '' : `\n       ${message}`;
  return `${passed ? 'ok    ' : 'FAILED'} ${durationText(time - startTime)}${where}: ${sentence}${found}`;
}

const COLUMNS = ['account', 'PnL', 'price', 'fees', 'funding', 'liquidation', 'fills', 'liquidations'] as const;

function accountTable(accounts: readonly AccountResult[]): string[] {
  if (accounts.length === 0) return [];
  const rows = accounts.map(({ name, pnl, fills, liquidations }) => [
    name,
    ...[pnl.total, pnl.price, pnl.fees, pnl.funding, pnl.liquidation].map(money),
    String(fills.length),
    String(liquidations),
  ]);
  const widths = COLUMNS.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [COLUMNS, ...rows].map(lineOf);
}

/** Two decimals, cut off towards zero: the exact figures are in the JSON. */
function money(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `${whole}.${decimals.slice(0, 2).padEnd(2, '0')}`;
}

function digestLines({ digest, expectedDigest }: RunResult): string[] {
  if (expectedDigest === null) return [`digest ${digest}`];
  if (expectedDigest === digest) return [`digest ${digest}, as in digest.txt`];
  return [`digest ${digest}`, `FAILED digest.txt says ${expectedDigest}`];
}

function verdictLine(result: RunResult, stopped: boolean): string {
  const { expectations, startTime, endTime } = result;
  const failed = expectations.filter(({ passed }) => !passed).length;
  const count = `${expectations.length - failed} of ${expectations.length} expectations hold`;
  if (stopped) return `stopped at ${durationText(endTime - startTime)}: ${count} so far`;
  if (!hasPassed(result)) return `failed: ${count}${failed === 0 ? ', but the digest is another' : ''}`;
  return expectations.length === 0 ? 'nothing was expected' : `passed: ${count}`;
}

/** Every expectation holds, and the digest is that of `digest.txt` where there is one. */
const hasPassed = ({ verdict, digest, expectedDigest }: RunResult): boolean =>
  verdict !== 'failed' && (expectedDigest === null || expectedDigest === digest);
