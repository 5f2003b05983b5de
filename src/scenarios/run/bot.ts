import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WALL_TIME } from '../../exchange/clock/clock.ts';
import { ControlError } from '../../exchange/control-error.ts';
import type { StepTaker } from '../../exchange/control/route.ts';
import { currentHost } from '../../exchange/host.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import { BotServer, type BotWatcher, Lockstep } from './bot-server.ts';
import { isGroupAlive, type ProcessUsage, usageOfGroup } from './process-usage.ts';
import { type RunPace, type Run, type RunAccount, RunError } from './run.ts';

/** A bot that its owner starts. */
export interface AttachedBot {
  /** Port of its exchange, the same in each run. */
  readonly port: number;
  /** Receives the environment that the bot needs, when it may be started. */
  readonly onReady: (environment: Readonly<Record<string, string>>) => Promise<void>;
}

export interface BotSettings {
  /** Started by the shell; what an attached bot is called. */
  readonly command: string;
  /** Its owner starts the bot, and nothing is done to its process. */
  readonly attached?: AttachedBot;
  /** Exchange milliseconds for each one of the wall; null runs in lockstep. */
  readonly speed: number | null;
  /** Wall time in which a bot in lockstep has to ask for time. Left out: `STEP_TIMEOUT_MS`. */
  readonly stepTimeoutMs?: number;
  /** Receives a hint for whoever waits for a bot that never asks for time. */
  readonly onHint?: (text: string) => void;
  /** Variables beside those that every bot gets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Looks on at what the bot sends and gets. */
  readonly watcher?: () => BotWatcher;
  /** Is told what the program did. */
  readonly onProgram?: (what: 'started' | 'exited' | 'hung', text: string) => void;
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
  /** A signal of the drill ends the program, and not an error of its own. */
  #isSignalled = false;

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
      watcher: this.#settings.watcher?.(),
    });
    await this.#server.listen(this.#settings.attached?.port);
    run.onEnd(() => this.#finish());
    if (this.#lockstep) run.attach(this.#lockstep);
    else this.#start();
  }

  async close(): Promise<void> {
    await this.#process?.end(0);
    await this.#server?.close();
  }

  /** Ends the program at once, without a word. Resolves when it and its connections are gone. */
  async kill(): Promise<void> {
    const bot = this.#process;
    if (!bot || bot.isOver) return;
    // Its exit is nothing to wonder at, and comes before another one is started.
    this.#process = null;
    bot.signal('SIGKILL');
    await bot.end(0);
    await this.#untilGone(bot);
  }

  /** Starts the program again after it was killed. */
  restart(): void {
    this.#isSignalled = false;
    if (this.#lockstep) this.#lockstep.renew();
    else this.#start();
  }

  /** Asks the program to end, and lets it think about that now. */
  async terminate(): Promise<void> {
    const bot = this.#process;
    if (!bot || bot.isOver) return;
    this.#isSignalled = true;
    bot.signal('SIGTERM');
    // What its handler does by itself comes before the step that it may wait for.
    await Promise.race([bot.exited, pause(SIGNAL_MS)]);
    const until = WALL_TIME.elapsed() + LEAVING_MS;
    while (this.#server?.isRequesting === true && WALL_TIME.elapsed() < until) await pause(5);
    const isGone = await Promise.race([bot.exited.then(() => true), Promise.resolve(false)]);
    if (isGone) await this.#untilGone(bot);
    else this.#lockstep?.interrupt();
  }

  /** Lets the clock of the bot differ from that of the exchange from now on. */
  skew(ms: number): void {
    if (this.#lockstep) this.#lockstep.skewMs = ms;
  }

  /** What the processes of the bot take up; null where there are none, or where this machine does not say. */
  async usage(): Promise<ProcessUsage | null> {
    const bot = this.#process;
    return bot && !bot.isOver ? usageOfGroup(bot.pid) : null;
  }

  /** Steps of time whose clock was not that of the exchange. */
  get wrongClocks(): number {
    return this.#lockstep?.wrongClocks ?? 0;
  }

  async #untilGone(bot: BotProcess): Promise<void> {
    await bot.exited;
    const until = WALL_TIME.elapsed() + LEAVING_MS;
    while (this.#server?.isInUse === true && WALL_TIME.elapsed() < until) await pause(5);
    this.#lockstep?.gone();
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
    if (this.#isEnding || (this.#settings.attached ? false : !bot || bot.isOver)) return;
    this.#isHung = true;
    this.#settings.onProgram?.('hung', `asked for no time within ${ms / 1_000} s`);
    this.#parts().run.check({
      line: 0,
      sentence: 'the bot asks for time',
      passed: false,
      message: `the bot "${this.#settings.command}" asked for no time within ${ms / 1_000} s: it was ended; give it longer with --step-timeout`,
    });
    if (bot) await bot.end(0);
    else this.#lockstep?.gone();
  }

  #start(): void {
    const { attached } = this.#settings;
    if (attached) {
      this.#settings.onProgram?.('started', 'its owner may start the program');
      void attached.onReady(this.#environment());
      return;
    }
    const bot = new BotProcess(this.#settings.command, this.#environment());
    this.#process = bot;
    this.#settings.onProgram?.('started', 'the program was started');
    void bot.exited.then((exit) => this.#exited(bot, exit));
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
      PERPSIM_START_TIME: String(run.now() + (this.#lockstep?.skewMs ?? 0)),
      ...this.#settings.environment,
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
  async #exited(bot: BotProcess, exit: BotExit): Promise<void> {
    const { run, server } = this.#parts();
    if (this.#isEnding || bot !== this.#process) return;
    const until = WALL_TIME.elapsed() + LEAVING_MS;
    while (server.isInUse && WALL_TIME.elapsed() < until) await pause(5);
    // Another one may have been started meanwhile.
    if (bot !== this.#process) return;
    this.#settings.onProgram?.('exited', howOf(exit));
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
    if (exit.code === 0 || this.#isHung || this.#isSignalled) return;
    this.#parts().run.check({
      line: 0,
      sentence: 'the bot exits with code 0',
      passed: false,
      message: `it exited ${howOf(exit)}`,
    });
  }

  /** The run is over: a bot of its owner is told so, and leaves when it has seen that. */
  async #detach(): Promise<void> {
    this.#isEnding = true;
    this.#lockstep?.end();
    const until = WALL_TIME.elapsed() + GRACE_MS;
    while (this.#server?.isInUse === true && WALL_TIME.elapsed() < until) await pause(LOOK_MS);
  }

  /** The run is over: the bot is told so and has some seconds to exit. One that cannot know is asked to end at once. */
  async #finish(): Promise<void> {
    if (this.#settings.attached) return this.#detach();
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

const LOOK_MS = 5;
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

/** How a bot has ended: with a code, or by a signal. */
interface BotExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Wall time that a bot has at the end of a run, and after it was asked to end. */
const GRACE_MS = 5_000;
const TERM_MS = 2_000;
const LOOK_EVERY_MS = 20;
/** Wall time in which a program gets to know of a signal. */
const SIGNAL_MS = 150;

/** The program of a user, started by the shell. What it prints goes to standard error: results go to standard output. */
class BotProcess {
  readonly exited: Promise<BotExit>;
  readonly #process: ChildProcess;
  #isOver = false;
  /** A process of its own group does not end with this one. */
  readonly #onExit = (): void => void this.signal('SIGKILL');

  constructor(command: string, env: Readonly<Record<string, string>>) {
    // A group of its own, so that a signal reaches the program behind the shell.
    const { cwd, env: variables, stderr } = currentHost();
    const printed = stderr.fd ?? 'pipe';
    this.#process = spawn(command, {
      shell: true,
      detached: true,
      stdio: ['ignore', printed, printed],
      env: { ...variables, ...env },
      cwd,
    });
    process.once('exit', this.#onExit);
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (bytes: Uint8Array) => stderr.write(bytes));
    }
    // What comes through a pipe is there by the second of these.
    this.exited = once(this.#process, printed === 'pipe' ? 'close' : 'exit').then(async ([code, signal]) => {
      // A signal ends the shell at once, and the program behind it may not heed it.
      if (signal !== null) await this.#untilEmpty();
      this.#isOver = true;
      return { code: code as number | null, signal: signal as string | null };
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Its own id, and that of its group. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Resolves when it has exited, by itself within `graceMs` or by a signal after that. Returns true in the first case. What it has
   * started is ended in both.
   */
  async end(graceMs: number): Promise<boolean> {
    const byItself = await this.#within(graceMs);
    if (this.signal('SIGTERM') && !(await this.#isEmpty())) this.signal('SIGKILL');
    await this.exited;
    process.off('exit', this.#onExit);
    return byItself;
  }

  async #untilEmpty(): Promise<void> {
    const { pid } = this.#process;
    while (pid !== undefined && this.signal(0) && (await isGroupAlive(pid))) await pause(LOOK_EVERY_MS);
  }

  /** Waits for the last process of the group; false when some are left after the time they have for it. */
  async #isEmpty(): Promise<boolean> {
    for (let waited = 0; waited < TERM_MS; waited += LOOK_EVERY_MS) {
      if (!this.signal(0)) return true;
      await pause(LOOK_EVERY_MS);
    }
    return false;
  }

  async #within(ms: number): Promise<boolean> {
    if (this.#isOver) return true;
    const timer = new AbortController();
    const late = pause(ms, false, { signal: timer.signal }).catch(() => false);
    const isOver = await Promise.race([this.exited.then(() => true), late]);
    timer.abort();
    return isOver;
  }

  /** Sends a signal to the group, 0 to look only. False when no process is left in it; the shell may have ended before the others. */
  signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#process;
    if (pid === undefined) return false;
    try {
      return process.kill(-pid, signal);
    } catch (error) {
      if (systemCodeOf(error) === 'ESRCH') return false;
      throw error;
    }
  }
}

/** Wall time between two moves of the clock: what a bot does takes effect at the time of the last move. */
const MOVE_EVERY_MS = 5;

/** Exchange time follows the wall, so many times as fast, from the moment that `begin` resolves. */
class WallPace implements RunPace {
  readonly #speed: number;
  readonly #begin: () => Promise<void>;
  #anchor: { readonly wall: number; readonly exchange: number } | null = null;

  constructor(speed: number, begin: () => Promise<void>) {
    this.#speed = speed;
    this.#begin = begin;
  }

  async until(to: number, now: number, stopped: Promise<void>): Promise<number> {
    if (!this.#anchor) {
      await Promise.race([this.#begin(), stopped]);
      this.#anchor = { wall: WALL_TIME.elapsed(), exchange: now };
    }
    const { wall, exchange } = this.#anchor;
    const least = Math.min(to, now + Math.max(1, Math.floor(MOVE_EVERY_MS * this.#speed)));
    const missing = (least - exchange) / this.#speed - (WALL_TIME.elapsed() - wall);
    if (missing > 0) await Promise.race([pause(missing), stopped]);
    // A machine that is too slow falls behind, and goes on from there.
    return least;
  }
}
