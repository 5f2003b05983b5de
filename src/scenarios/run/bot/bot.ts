import { setTimeout as pause } from 'node:timers/promises';
import { WALL_TIME } from '../../../exchange/clock/clock.ts';
import type { StepTaker } from '../../../exchange/control/route.ts';
import { ControlError } from '../../../exchange/control-error.ts';
import { type Run, type RunAccount, RunError } from '../run.ts';
import { type BotExit, BotProcess, GRACE_MS } from './bot-process.ts';
import { BotServer } from './bot-server.ts';
import { Lockstep } from './lockstep.ts';
import { WallPace } from './wall-pace.ts';

export interface BotSettings {
  /** Started by the shell. */
  readonly command: string;
  /** Exchange milliseconds for each one of the wall; null runs in lockstep. */
  readonly speed: number | null;
  /** Wall time in which a bot in lockstep has to ask for time. Left out: `STEP_TIMEOUT_MS`. */
  readonly stepTimeoutMs?: number;
  /** Receives a hint for whoever waits for a bot that never asks for time. */
  readonly onHint?: (text: string) => void;
}

/** A bot in lockstep that asks for no time for so long has hung. */
export const STEP_TIMEOUT_MS = 60_000;
const HINT_AFTER_MS = 10_000;
/** Wall time that connections of a bot that has exited may take to break. */
const LEAVING_MS = 1_000;
/** Wall time that a recorded run waits for the first request of its bot. */
const FIRST_REQUEST_MS = 10_000;

/** A bot of a user in a run: the exchange on a port, the program, and how exchange time goes on for it. */
export class Bot {
  readonly pace: WallPace | null;
  readonly #settings: BotSettings;
  readonly #signal: AbortSignal | undefined;
  #run: Run | null = null;
  #server: BotServer | null = null;
  #process: BotProcess | null = null;
  #lockstep: Lockstep | null = null;
  #firstRequestAt: number | null = null;
  #onFirstRequest: () => void = () => undefined;
  #isEnding = false;
  #isHung = false;

  constructor(settings: BotSettings, signal?: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
    const first = new Promise<void>((resolve) => {
      this.#onFirstRequest = resolve;
    });
    this.pace = settings.speed === null ? null : new WallPace(settings.speed, () => waitFor(first, FIRST_REQUEST_MS));
  }

  get mode(): 'lockstep' | 'recorded' {
    return this.#settings.speed === null ? 'lockstep' : 'recorded';
  }

  /** Opens the port and takes its place in the run. Throws RunError for a scenario without a strategy. */
  async attach(run: Run): Promise<void> {
    const { strategy } = run.scenario;
    if (!strategy)
      throw new RunError(
        'a bot takes the place of the strategy, and the scenario has none: add strategy to it, or --set strategy.account, strategy.symbol and strategy.use',
      );
    const account = run.account(strategy.account);
    this.#run = run;
    this.#lockstep = this.mode === 'lockstep' ? this.#lockstepOf(run) : null;
    this.#server = new BotServer({
      exchange: run.exchange,
      account,
      steps: this.#lockstep ?? MOVING_CLOCK,
      onPush: () => this.#lockstep?.pushed(),
      onRequest: () => this.#requested(),
    });
    await this.#server.listen();
    run.onEnd(() => this.#finish());
    if (this.#lockstep) run.attach(this.#lockstep);
    else this.#start();
  }

  async close(): Promise<void> {
    await this.#process?.end(0);
    await this.#server?.close();
  }

  #lockstepOf(run: Run): Lockstep {
    const { startTime, endTime, exchange, scenario } = run;
    return new Lockstep({
      startTime,
      endTime,
      stepMs: scenario.stepMs,
      now: () => run.now(),
      delivered: () => exchange.delivered(),
      isRequesting: () => this.#server?.isRequesting ?? false,
      start: () => this.#start(),
      watch: () => this.#watch(),
    });
  }

  /** While the bot thinks, the clock stands still: one that hangs would stall the run for ever. */
  #watch(): () => void {
    const { stepTimeoutMs = STEP_TIMEOUT_MS } = this.#settings;
    // A run that was stopped does not wait for it.
    const timer = setTimeout(() => void this.#hung(stepTimeoutMs), stepTimeoutMs).unref();
    return () => clearTimeout(timer);
  }

  /** Ends the bot; the run goes on without it and fails. */
  async #hung(ms: number): Promise<void> {
    const bot = this.#process;
    if (!bot || bot.isOver || this.#isEnding) return;
    this.#isHung = true;
    this.#parts().run.check({
      line: 0,
      sentence: 'the bot asks for time',
      passed: false,
      message: `the bot "${this.#settings.command}" asked for no time within ${ms / 1_000} s: it was ended; give it longer with --step-timeout`,
    });
    await bot.end(0);
  }

  #start(): void {
    const bot = new BotProcess(this.#settings.command, this.#environment());
    this.#process = bot;
    void bot.exited.then((exit) => this.#exited(exit));
  }

  #environment(): Record<string, string> {
    const { run, server } = this.#parts();
    const { strategy, serviceName } = run.scenario;
    const account: RunAccount = run.account(strategy?.account ?? '');
    return {
      PERPSIM_URL: server.url,
      PERPSIM_WS_URL: server.wsUrl,
      PERPSIM_CONTROL_URL: server.controlUrl,
      PERPSIM_SERVICE_NAME: serviceName,
      PERPSIM_PRIVATE_KEY: account.privateKey,
      PERPSIM_ADDRESS: account.address,
      PERPSIM_SUBACCOUNT_ID: account.subAccountId,
      PERPSIM_SYMBOL: strategy?.symbol ?? '',
      PERPSIM_SEED: run.seed,
      PERPSIM_PARAMS: JSON.stringify(strategy?.params ?? {}),
      PERPSIM_START_TIME: String(run.startTime),
    };
  }

  #parts(): { readonly run: Run; readonly server: BotServer } {
    if (this.#run && this.#server) return { run: this.#run, server: this.#server };
    throw new RunError('the bot is attached to no run');
  }

  #requested(): void {
    if (this.#firstRequestAt !== null) return;
    this.#firstRequestAt = WALL_TIME.elapsed();
    this.#onFirstRequest();
    if (this.#lockstep) void this.#hint(this.#lockstep);
  }

  async #hint(lockstep: Lockstep): Promise<void> {
    await pause(HINT_AFTER_MS, undefined, { ref: false });
    if (lockstep.hasStepped || this.#isEnding || this.#process?.isOver) return;
    this.#settings.onHint?.(
      'the bot has sent requests, but has not asked for time, so the clock stands still: it has to call POST /sim/v1/clock/step (nextStep of the client), or run it with --speed',
    );
  }

  /** An exit before the end: the run goes on without the bot, once its connections are gone. */
  async #exited(exit: BotExit): Promise<void> {
    const { run, server } = this.#parts();
    if (this.#isEnding) return;
    const until = WALL_TIME.elapsed() + LEAVING_MS;
    while (server.isInUse && WALL_TIME.elapsed() < until) await pause(5);
    this.#told(exit);
    run.report({
      kind: 'note',
      account: run.scenario.strategy?.account ?? null,
      symbol: null,
      text: `The bot has exited ${howOf(exit)}.`,
    });
    this.#onFirstRequest();
    this.#lockstep?.gone();
  }

  /** A bot that fails, fails the run. */
  #told(exit: BotExit): void {
    if (exit.code === 0 || this.#isHung) return;
    this.#parts().run.check({
      line: 0,
      sentence: 'the bot exits with code 0',
      passed: false,
      message: `it exited ${howOf(exit)}`,
    });
  }

  /** The run is over: the bot is told so and has some seconds to exit. One that cannot know is asked to end at once. */
  async #finish(): Promise<void> {
    const bot = this.#process;
    if (!bot || bot.isOver) return;
    this.#isEnding = true;
    this.#lockstep?.end();
    const isPatient = this.#lockstep !== null && this.#signal?.aborted !== true;
    const byItself = await bot.end(isPatient ? GRACE_MS : 0);
    if (byItself) this.#told(await bot.exited);
    else if (isPatient) {
      this.#parts().run.report({
        kind: 'note',
        account: null,
        symbol: null,
        text: 'The bot did not exit at the end, and was stopped.',
      });
    }
  }
}

const howOf = ({ code, signal }: BotExit): string => (code === null ? `by ${signal}` : `with code ${code}`);

async function waitFor(what: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([what, pause(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

/** A recorded run moves its clock by itself. */
const MOVING_CLOCK: StepTaker = {
  step: () =>
    Promise.reject(
      new ControlError(
        'CONFLICT',
        'clock',
        'the clock of this run moves by itself: run it without --speed for steps',
        409,
      ),
    ),
};
