import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import type { Log } from '../../exchange/log.ts';
import { evaluate } from '../expectations/catalogue.ts';
import type { RunFacts } from '../expectations/sentence.ts';
import { HistoryFeed } from '../history/market-feed.ts';
import type { ExpectationResult, RunEvent } from '../run-result.ts';
import type { Expectation, Scenario } from '../scenario.ts';
import { attachStrategies, type StrategyInPlace } from '../strategies/attach-strategies.ts';
import { Accounts } from './accounts.ts';
import { type RunPace, type Participant, type Run, type RunAccount, RunError, UNPACED } from './run.ts';
import { type Stop, type Task, Tasks } from './tasks.ts';
import { Timeline } from './timeline.ts';

export interface RunOptions {
  /** In place of the seed of the scenario. */
  readonly seed?: string;
  /** Ends the run this many milliseconds after its start, when that is earlier than its end. */
  readonly untilMs?: number;
  /** Stops the run at a whole input. */
  readonly signal?: AbortSignal;
  /** Called whenever the clock has moved. */
  readonly onProgress?: (progress: RunProgress) => void;
  /** Who takes the place of the scenario's strategy. Left out: the scenario's own. */
  readonly strategy?: StrategyInPlace;
  /** Attaches others, after the agents and the strategy of the scenario. */
  readonly attach?: (run: Run) => void | Promise<void>;
  /** How exchange time follows the wall. Left out: as fast as the machine can. */
  readonly pace?: RunPace;
  /** Keeps every input, so that the journal of a long run can be replayed from its start. */
  readonly keepsJournal?: boolean;
  /** Default: standard error. */
  readonly log?: Log;
}

export interface RunProgress {
  readonly startTime: number;
  readonly now: number;
  readonly endTime: number;
}

/** Things that happen at times of their own, beside the timeline: rows of a history, checks of expectations. */
export interface Schedule {
  nextTime(): number | null;
  /** Carries out what is due at `now`. */
  perform(now: number): void | Promise<void>;
}

interface Attached {
  readonly participant: Participant;
  task: Task | null;
}

/** One run of a scenario: an exchange of its own, driven from outside by requests, control commands and the clock. */
export class ScenarioRun implements Run {
  readonly scenario: Scenario;
  readonly seed: string;
  readonly exchange: Exchange;
  readonly startTime: number;
  readonly endTime: number;
  readonly results = new Map<string, unknown>();
  readonly events: RunEvent[] = [];
  readonly checks: ExpectationResult[] = [];
  readonly #accounts: Accounts;
  readonly #options: RunOptions;
  readonly #tasks: Tasks;
  readonly #timeline: Timeline;
  readonly #attached: Attached[] = [];
  readonly #schedules: Schedule[] = [];
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #stop: Stop;
  readonly #expected: Expected;
  #history: HistoryFeed | null = null;

  constructor(scenario: Scenario, exchange: Exchange, options: RunOptions) {
    this.scenario = scenario;
    this.exchange = exchange;
    this.#options = options;
    this.seed = exchange.seed;
    this.startTime = exchange.clock.now();
    this.endTime = this.startTime + Math.min(scenario.durationMs, options.untilMs ?? Number.POSITIVE_INFINITY);
    this.#accounts = new Accounts(exchange);
    this.#tasks = new Tasks(exchange.runView);
    this.#expected = new Expected(scenario.expectations);
    const { signal } = options;
    this.#stop = {
      isStopped: () => signal?.aborted === true,
      stopped: new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
    };
    this.#timeline = new Timeline({
      scenario,
      exchange,
      startTime: this.startTime,
      accounts: this.#accounts,
      account: (name) => this.account(name),
      tasks: this.#tasks,
      rest: () => this.#tasks.rest(this.#stop),
      results: this.results,
      report: (event) => this.report(event),
      check: (result) => this.check(result),
    });
  }

  get accounts(): ReadonlyMap<string, RunAccount> {
    return this.#accounts.all;
  }

  account(name: string): RunAccount {
    const account = this.accounts.get(name);
    if (account) return account;
    throw new RunError(
      `the scenario has no account "${name}"; there are ${[...this.accounts.keys()].join(', ') || 'none'}`,
    );
  }

  now(): number {
    return this.exchange.clock.now();
  }

  attach(participant: Participant): void {
    this.#attached.push({ participant, task: null });
  }

  /** Adds what happens at times of its own. Before the run plays. */
  schedule(schedule: Schedule): void {
    this.#schedules.push(schedule);
  }

  report(event: Omit<RunEvent, 'time'>): void {
    this.events.push({ time: this.now(), ...event });
  }

  /** The run as expectations look at it. */
  facts(): RunFacts {
    const { startTime, results, events, exchange } = this;
    const accounts = new Map(Array.from(this.accounts, ([name, own]) => [name, { ...own, client: own.reader }]));
    const { requests } = this.#timeline;
    const streams = this.#timeline.streams();
    return {
      now: this.now(),
      startTime,
      accounts,
      results,
      requests,
      events,
      streams,
      summary: () => exchange.control.state(),
    };
  }

  /** Opens the accounts. */
  async prepare(): Promise<void> {
    for (const account of this.scenario.accounts) {
      const { name, subAccountId, address } = await this.#accounts.open(account);
      this.results.set(name, { subAccountId, address });
    }
  }

  /** Opens the recorded data of the scenario, if it has any, to be played at its times. */
  async playHistories(): Promise<void> {
    if (this.scenario.histories.length === 0) return;
    this.#history = await HistoryFeed.open(this.scenario, this.exchange.control, this.startTime);
    this.schedule(this.#history);
  }

  onEnd(finish: () => Promise<void>): void {
    this.#ends.push(finish);
  }

  check(result: Omit<ExpectationResult, 'time'>): void {
    this.checks.push({ time: this.now(), ...result });
  }

  /** Runs the scenario to its end, or until it is stopped. */
  async play(): Promise<void> {
    await this.#untilEnd();
    for (const finish of this.#ends) await finish();
  }

  async #untilEnd(): Promise<void> {
    await this.#perform();
    for (;;) {
      await this.#rouse();
      if (this.#stop.isStopped()) return;
      if (this.now() < this.endTime && (await this.#timeline.meet(() => this.facts()))) {
        await this.#perform();
        continue;
      }
      await this.#expected.check(this);
      if (this.now() >= this.endTime) return;
      await this.#move(this.#nextTime());
      await this.#perform();
    }
  }

  async close(): Promise<void> {
    await this.#history?.close();
    await this.#accounts.close();
    await this.exchange.close();
  }

  /** Carries out all that is due, schedules first: a row of a history is there before somebody acts on it. */
  async #perform(): Promise<void> {
    for (;;) {
      if (this.#stop.isStopped()) return;
      const now = this.now();
      const schedule = this.#schedules.find((one) => (one.nextTime() ?? Number.POSITIVE_INFINITY) <= now);
      if (schedule) await schedule.perform(now);
      else if ((this.#timeline.nextTime() ?? Number.POSITIVE_INFINITY) <= now) this.#timeline.begin();
      else return;
      await this.#tasks.rest(this.#stop);
    }
  }

  /** Wakes everybody who has a reason, one at a time in their order, until nobody has. */
  async #rouse(): Promise<void> {
    for (;;) {
      await this.exchange.delivered();
      await this.#tasks.rest(this.#stop);
      if (this.#stop.isStopped()) return;
      const now = this.now();
      const next = this.#attached.find((one) => isIdle(one) && hasReason(one.participant, now));
      if (!next) return;
      const { participant } = next;
      const isRequesting = (): boolean => participant.isRequesting?.() ?? true;
      next.task = this.#tasks.start(participant.wake(now), isRequesting);
      await this.#tasks.rest(this.#stop);
    }
  }

  /** The next time at which something is to be done, or may be there to be seen. */
  #nextTime(): number {
    const times: (number | null)[] = [this.endTime, this.#timeline.nextTime(), this.#tasks.nextRelease()];
    times.push(this.#expected.nextTime(this.startTime));
    for (const schedule of this.#schedules) times.push(schedule.nextTime());
    times.push(this.#timeline.nextWatch());
    const idle = this.#attached.filter(isIdle).map(({ participant }) => participant);
    for (const participant of idle) times.push(participant.nextTimer());
    // A condition changes with the state only, and the state when something falls due.
    if (this.#timeline.isWatching() || idle.some((participant) => participant.wantsNews?.() ?? true)) {
      // A push that latency holds back arrives when it is released.
      const { runView, clock } = this.exchange;
      times.push(runView.nextMoment(), clock.heldUntil());
    }
    const now = this.now();
    const to = times.reduce<number>((first, time) => (time === null ? first : Math.min(first, time)), this.endTime);
    return Math.min(Math.max(to, now + 1), this.endTime);
  }

  async #move(to: number): Promise<void> {
    const { signal, onProgress, pace = UNPACED } = this.#options;
    const { clock } = this.exchange;
    const reached = await pace.until(to, this.now(), this.#stop.stopped);
    if (this.#stop.isStopped()) return;
    const progress = (now: number): void => onProgress?.({ startTime: this.startTime, now, endTime: this.endTime });
    if (reached - this.now() > LONG_MS) {
      // The same inputs in slices, so that the process stays responsive.
      const at = { startedBy: 'scenario', onProgress: ({ now }: { readonly now: number }) => progress(now) };
      await clock.advanceToAsync(reached, { ...at, ...(signal && { signal }) });
    } else clock.advanceTo(reached);
    progress(this.now());
  }
}

/** A longer way of the clock is taken in slices. */
const LONG_MS = 2_000;

const isIdle = ({ task }: Attached): boolean => task?.isOver ?? true;

function hasReason(participant: Participant, now: number): boolean {
  const timer = participant.nextTimer();
  return (timer !== null && timer <= now) || participant.hasNews();
}

/**
 * Starts a run of a scenario: makes the exchange, opens the accounts and attaches whoever takes part.
 *
 * @throws WorldFileError, ControlError or RunError for a scenario that cannot be run as it is written
 */
export async function openRun(scenario: Scenario, options: RunOptions = {}): Promise<ScenarioRun> {
  const exchange = await createExchange({
    clock: 'manual',
    world: scenario.world,
    seed: options.seed ?? scenario.seed,
    serviceName: scenario.serviceName,
    ...(options.keepsJournal && { journalWindow: WHOLE_JOURNAL }),
    ...(scenario.startTime !== null && { startTime: scenario.startTime }),
    ...(options.log && { log: options.log }),
  });
  const run = new ScenarioRun(scenario, exchange, options);
  try {
    await run.prepare();
    await run.playHistories();
    await attachStrategies(run, options.strategy);
    await options.attach?.(run);
    return run;
  } catch (error) {
    await run.close();
    throw error;
  }
}

/** More inputs than any run has. */
const WHOLE_JOURNAL = 10_000_000;

/** A run, as far as its expectations are concerned. */
interface Expecting {
  readonly startTime: number;
  readonly checks: ExpectationResult[];
  now(): number;
  facts(): RunFacts;
}

/** The expectations of a scenario, each checked once, at its time, when everything that is done then is done. */
class Expected {
  readonly #ordered: readonly Expectation[];
  #next = 0;

  constructor(expectations: readonly Expectation[]) {
    this.#ordered = [...expectations].sort((a, b) => a.atMs - b.atMs);
  }

  /** Exchange time of the next one; null after the last. */
  nextTime(startTime: number): number | null {
    const next = this.#ordered[this.#next];
    return next ? startTime + next.atMs : null;
  }

  /** Checks what is due. Reads for it take tokens as any read does. */
  async check(run: Expecting): Promise<void> {
    for (let due = this.nextTime(run.startTime); due !== null && due <= run.now(); due = this.nextTime(run.startTime)) {
      const next = this.#ordered[this.#next];
      this.#next += 1;
      if (next) run.checks.push(await evaluate(next, run.facts()));
    }
  }
}
