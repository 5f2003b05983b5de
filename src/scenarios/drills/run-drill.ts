import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../../client/client.ts';
import { NonceSource } from '../../client/nonce.ts';
import { WALL_TIME } from '../../exchange/clock/clock.ts';
import { fetchTextInProcess } from '../../exchange/http/http.ts';
import type { Log } from '../../exchange/log.ts';
import type { RunEvent } from '../run-result.ts';
import { type AttachedBot, Bot } from '../run/bot.ts';
import { openRun, type Schedule, type ScenarioRun } from '../run/open-run.ts';
import { type Run, type RunAccount, RunError } from '../run/run.ts';
import type { Drill, ProgramEntry } from './drill.ts';
import { DRILL_ENVIRONMENT } from './environment.ts';
import { Recorder, type Tape } from './tape.ts';

/** How a bot is run. */
export interface BotCommand {
  /** Started by the shell. */
  readonly command: string;
  /** Its owner starts it. */
  readonly attached?: AttachedBot;
  /** Exchange milliseconds for each one of the wall; null runs in lockstep. */
  readonly speed: number | null;
  readonly stepTimeoutMs: number;
  readonly onHint?: (text: string) => void;
}

export interface DrillRunOptions {
  readonly bot: BotCommand;
  readonly seed: string;
  /** Folder in which each run of a drill has a folder of its own, until it is over. */
  readonly workFolder: string;
  readonly signal?: AbortSignal;
  readonly log?: Log;
}

/** What came out of one run of a drill, before it is judged. */
export interface DrillRun {
  readonly drill: Drill;
  readonly seed: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly tape: Tape;
  /** What the scenario reports: entries of its timeline, what the exchange did by itself. */
  readonly events: readonly RunEvent[];
  /** Entries of the timeline that were not carried out as they are written. */
  readonly unmet: readonly string[];
  readonly digest: string;
  readonly elapsedMs: number;
}

/**
 * Runs a bot through a drill, over real HTTP and WebSocket and in a clock that stands still while the bot thinks.
 *
 * @throws RunError, ControlError or WorldFileError for a drill that cannot be run as it is written
 */
export async function runDrill(drill: Drill, options: DrillRunOptions): Promise<DrillRun> {
  const { signal } = options;
  // A signal of its own: a run listens to it for as long as it is there, and there are many runs.
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  if (signal?.aborted) stop.abort();
  signal?.addEventListener('abort', onAbort);
  try {
    return await ran(drill, { ...options, signal: stop.signal });
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

async function ran(drill: Drill, { bot: settings, seed, workFolder, signal, log }: DrillRunOptions): Promise<DrillRun> {
  const startedAt = WALL_TIME.elapsed();
  await mkdir(workFolder, { recursive: true });
  const stateFolder = await mkdtemp(join(workFolder, 'perpsim-drill-'));
  let watching: Recorder | null = null;
  const bot: Bot = new Bot(
    {
      ...settings,
      environment: { [DRILL_ENVIRONMENT.stateFolder]: stateFolder },
      watcher: () => recorderOf(watching),
      onProgram: (what, text) => recorderOf(watching).mark(what, text),
    },
    signal,
  );
  const run = await openRun(drill.scenario, {
    ...{ seed, strategy: 'none' as const },
    ...(signal && { signal }),
    ...(log && { log }),
    ...(bot.pace && { pace: bot.pace }),
    attach: async (opened) => {
      const { runView } = opened.exchange;
      const account = accountIn(opened);
      const recorder: Recorder = new Recorder(runView.state, account.subAccountId, () => {
        recorder.mark('flooded', '');
        void bot.kill();
      });
      watching = recorder;
      runView.observe(recorder);
      await bot.attach(opened);
    },
  }).catch(async (error: unknown) => {
    await bot.close();
    await rm(stateFolder, { recursive: true, force: true });
    throw error;
  });
  try {
    const recorder = recorderOf(watching);
    run.schedule(new Program(drill.program, run, bot, recorder));
    if (drill.bites.some(({ kind }) => kind === 'measured')) run.schedule(new Measurements(run, bot, recorder));
    await run.play();
    recorder.finish();
    recorder.wrongClocks = bot.wrongClocks;
    return {
      ...{ drill, seed, startTime: run.startTime, endTime: run.now(), tape: recorder, events: run.events },
      unmet: [
        ...run.checks
          .filter(({ line, passed }) => line > 0 && !passed)
          .map(({ sentence, message }) => `${sentence}: ${message}`),
        ...(settings.speed !== null && drill.program.some((entry) => entry.do === 'skew') ? [NO_CLOCK] : []),
      ],
      digest: run.exchange.digest(),
      elapsedMs: Math.round(WALL_TIME.elapsed() - startedAt),
    };
  } finally {
    await bot.close();
    await run.close();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

/** Its clock is that of the steps. */
const NO_CLOCK = 'the clock of a bot that asks for no time cannot be set';

function recorderOf(watching: Recorder | null): Recorder {
  if (watching) return watching;
  throw new RunError('the bot is not attached to its run yet');
}

const accountIn = (run: Run): RunAccount => run.account(run.scenario.strategy?.account ?? '');

/** How often the processes of a bot are measured in a drill that asks for it. */
const MEASURED = 96;

/** Looks at what the processes of the bot take up, at equal times. */
class Measurements implements Schedule {
  readonly #run: ScenarioRun;
  readonly #bot: Bot;
  readonly #recorder: Recorder;
  #count = 0;

  constructor(run: ScenarioRun, bot: Bot, recorder: Recorder) {
    this.#run = run;
    this.#bot = bot;
    this.#recorder = recorder;
  }

  nextTime(): number | null {
    const { startTime, endTime } = this.#run;
    if (this.#count >= MEASURED - 1) return null;
    return startTime + Math.floor(((endTime - startTime) * (this.#count + 1)) / MEASURED);
  }

  async perform(): Promise<void> {
    this.#count += 1;
    const usage = await this.#bot.usage();
    if (usage) this.#recorder.measured(usage);
  }
}

/** What waits for an open order looks again after this time. */
const LOOK_MS = 100;

/** What is done to the program of the bot, at its times. */
class Program implements Schedule {
  readonly #entries: readonly ProgramEntry[];
  readonly #run: ScenarioRun;
  readonly #bot: Bot;
  readonly #recorder: Recorder;
  #next = 0;
  /** How long entries so far have waited for an open order, and the next one among them. */
  #lateMs = 0;
  #waitedMs = 0;

  constructor(entries: readonly ProgramEntry[], run: ScenarioRun, bot: Bot, recorder: Recorder) {
    this.#entries = [...entries].sort((a, b) => a.atMs - b.atMs);
    this.#run = run;
    this.#bot = bot;
    this.#recorder = recorder;
  }

  nextTime(): number | null {
    const entry = this.#entries[this.#next];
    return entry ? this.#run.startTime + entry.atMs + this.#lateMs : null;
  }

  async perform(): Promise<void> {
    const entry = this.#entries[this.#next];
    if (entry && this.#recorder.openNow === 0 && this.#waitedMs < entry.withinMs) {
      this.#waitedMs += LOOK_MS;
      this.#lateMs += LOOK_MS;
      return;
    }
    this.#waitedMs = 0;
    this.#next += 1;
    if (!entry) return;
    switch (entry.do) {
      case 'kill':
        this.#recorder.mark('killed', 'SIGKILL');
        return this.#bot.kill();
      case 'stop':
        this.#recorder.mark('terminated', 'SIGTERM');
        return this.#bot.terminate();
      case 'start':
        return this.#bot.restart();
      case 'skew':
        return this.#bot.skew(entry.byMs);
      case 'race':
        return this.#race(entry.byMs);
    }
  }

  /** Another process of the same owner sends a request, with a nonce that is ahead of those of the bot. */
  async #race(byMs: number): Promise<void> {
    const { exchange, scenario } = this.#run;
    const account = accountIn(this.#run);
    const { privateKey, subAccountId } = account;
    const client = new Client({
      ...{ privateKey, subAccountId, serviceName: exchange.serviceName, restUrl: exchange.url },
      nonces: new NonceSource(() => this.#run.now() + byMs),
      fetch: (url, init) =>
        fetchTextInProcess((request) => exchange.handle({ ...request, ip: RACER, isUnhindered: true }), url, init),
    });
    const symbol = scenario.strategy?.symbol ?? '';
    const { leverage = {} } = scenario.accounts.find(({ name }) => name === account.name) ?? {};
    await client.updateLeverage(symbol, leverage[symbol] ?? 1);
    this.#recorder.mark('raced', `another process used a nonce ${byMs} ms ahead`);
  }
}

/** The address of the other process. */
const RACER = '10.9.9.9';
