import { LONGEST_ADVANCE_MS } from '../../contract/control-fields.ts';
import { invariant, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { ControlError } from '../control-error.ts';
import { JournalError } from '../journal/journal.ts';
import { LONGEST_STEP_MS, nextTurn, runSlice, SLICE_MS, type SteppedDriver } from './slices.ts';

/** Wall time that a request may wait for the end of an advance. */
export const LONGEST_WAIT_MS = 5_000;
/**
 * How many may wait for preparations. Beyond it the oldest is prepared here before the next is taken, so that the process
 * reads from its sockets no faster than requests are prepared, and none is refused for that.
 */
export const PREPARING_MAX = 1_024;
/** How often the waiting ones are looked at, so how late a refusal can be. */
const LOOK_EVERY_MS = 100;

/** The part of `WallTime` that a gate needs. */
export interface GateTime {
  elapsed(): number;
  every(periodMs: number, run: () => void): () => void;
}

/** Work that a request needs before its turn, done elsewhere: the check of its signature. */
export interface Preparation {
  readonly isDone: boolean;
  /** Calls back once it is done. */
  whenDone(run: () => void): void;
  /** Does it here and now, wherever it has got to. */
  finish(): void;
}

interface Waiting {
  /** Since when an advance makes it wait; null while only preparations do. */
  since: number | null;
  readonly run: () => void;
  readonly preparation: Preparation | null;
  /** What happens instead after `LONGEST_WAIT_MS`; null waits as long as it takes. */
  readonly late: (() => void) | null;
}

/**
 * Runs what arrives in the order of its arrival. An advance of the clock closes the gate, so that it is atomic for
 * clients: what arrives meanwhile waits, and runs once the gate is open again. A request that needs a preparation waits
 * for that, and so does everything behind it. Those that wait run in slices, and what arrives meanwhile queues behind them.
 */
export class Gate {
  readonly #time: GateTime;
  #queue: Waiting[] = [];
  #isClosed = false;
  #isReleasing = false;
  /** How many of the queue an advance has made wait. */
  #held = 0;
  #stopLooking: (() => void) | null = null;
  #idle: (() => void)[] = [];

  constructor(time: GateTime) {
    this.#time = time;
  }

  /** True while an advance is under way. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True while an advance is under way, or something still waits that it has made wait. */
  get isHolding(): boolean {
    return this.#isClosed || this.#held > 0;
  }

  /** True while what arrives, and needs no preparation, runs at once. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.#isReleasing && this.#queue.length === 0;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#queue) this.#hold(waiting);
    this.#lookWhileNeeded();
  }

  /** Those that wait run from the next turn on, after what the advance itself has set free. */
  open(): void {
    this.#isClosed = false;
    this.#askRelease();
  }

  /** Runs something now while nothing is ahead of it and it is prepared, else in its turn. */
  pass(run: () => void, late: (() => void) | null, preparation: Preparation | null = null): void {
    if (this.isOpen && (preparation === null || preparation.isDone)) return run();
    const waiting: Waiting = { since: null, run, late, preparation };
    if (this.isHolding) this.#hold(waiting);
    this.#queue.push(waiting);
    preparation?.whenDone(() => this.#prepared());
    this.#lookWhileNeeded();
    if (this.#queue.length > PREPARING_MAX && !this.#isClosed) this.#queue[0]?.preparation?.finish();
  }

  /** As `pass`, with the result of what was run. */
  inTurn<T>(run: () => T | Promise<T>, late: () => T | Promise<T>, preparation: Preparation | null = null): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => T | Promise<T>) => (): void => {
        try {
          resolve(act());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.pass(settle(run), settle(late), preparation);
    });
  }

  /** Resolves once nothing waits any more. */
  whenIdle(): Promise<void> {
    return this.#queue.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #hold(waiting: Waiting): void {
    if (waiting.since !== null) return;
    waiting.since = this.#time.elapsed();
    this.#held += 1;
  }

  /** One of those that wait is prepared. */
  #prepared(): void {
    if (this.#isClosed || this.#isReleasing) return;
    this.#isReleasing = true;
    this.#release();
  }

  get #next(): Waiting | null {
    const next = this.#queue[0];
    return next && (next.preparation === null || next.preparation.isDone) ? next : null;
  }

  #askRelease(): void {
    this.#isReleasing = this.#next !== null;
    if (this.#isReleasing) setImmediate(() => this.#release());
  }

  #release(): void {
    const start = this.#time.elapsed();
    try {
      for (let next = this.#next; next; next = this.#next) {
        this.#queue.shift();
        if (next.since !== null) this.#held -= 1;
        if (next.late !== null && this.#isLate(next)) next.late();
        else next.run();
        if (this.#isClosed || this.#time.elapsed() - start >= SLICE_MS) break;
      }
    } finally {
      this.#lookWhileNeeded();
      // One of them may have closed the gate: the next advance.
      if (this.#isClosed) this.#isReleasing = false;
      else this.#askRelease();
    }
  }

  #refuseLate(): void {
    const kept: Waiting[] = [];
    const refused: (() => void)[] = [];
    for (const one of this.#queue) {
      if (one.late !== null && this.#isLate(one)) refused.push(one.late);
      else kept.push(one);
    }
    this.#queue = kept;
    this.#held -= refused.length;
    for (const refuse of refused) refuse();
    this.#lookWhileNeeded();
    if (!this.#isClosed && !this.#isReleasing) this.#askRelease();
  }

  #isLate({ since }: Waiting): boolean {
    return since !== null && this.#time.elapsed() - since >= LONGEST_WAIT_MS;
  }

  #lookWhileNeeded(): void {
    if (this.#held > 0) {
      this.#stopLooking ??= this.#time.every(LOOK_EVERY_MS, () => this.#refuseLate());
      return;
    }
    this.#stopLooking?.();
    this.#stopLooking = null;
    if (this.#queue.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** What a request gets that has waited too long for the end of an advance; it was not carried out. */
export const ADVANCING = refuse('SERVICE_UNAVAILABLE', 'the exchange clock is being advanced, send the request again');

/** What a start time may be, in words for error messages. */
export const START_TIME_TAKES = 'Unix milliseconds or an ISO 8601 time such as 2026-01-05T00:00:00Z';

/** The end of the year 9999, so that every time is four digits of year wherever it is printed. */
const LAST_TIME_MS = 253_402_300_799_999;

// A time without a zone would mean another moment on another machine; a day alone is UTC.
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Unix ms from a number, its digits or an ISO 8601 time with its zone; undefined for anything else. */
export function readStartTime(given: unknown): TimeMs | undefined {
  const ms = typeof given === 'string' ? fromText(given) : given;
  return typeof ms === 'number' && Number.isSafeInteger(ms) && ms >= 0 && ms <= LAST_TIME_MS ? ms : undefined;
}

function fromText(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  return ISO.test(text) && hasCalendarDay(text) ? Date.parse(text) : undefined;
}

/** True when an ISO 8601 time names a day that its month has; Date.parse would take February 30 for March 2. */
export function hasCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The readers of streams, as far as an advance or a catch-up waits for them between slices (DET-02). */
export interface Readers {
  /** From now on no frame is dropped for a reader that keeps reading. */
  hold(): void;
  /** From now on the rule for slow readers holds for all. */
  release(): void;
  /** Null when no reader is behind; else resolves once none is that keeps reading, or on the signal. */
  caughtUp(signal: AbortSignal): Promise<void> | null;
  /** True when so many frames are collected that a slice had better end. */
  isFull(): boolean;
  /** Hands out all frames that were made so far; null when there is none. */
  handOut(): Promise<void> | null;
}

/** No streams at all. */
const NO_READERS: Readers = {
  hold: () => undefined,
  release: () => undefined,
  caughtUp: () => null,
  isFull: () => false,
  handOut: () => null,
};

/** Mode of the clock: `manual` moves when it is told to, `live` with the wall. */
export type ClockMode = 'manual' | 'live';

/** The world's clock and the world's timer; the only ambient time the exchange has. */
export interface WallTime {
  /** Unix milliseconds. */
  now(): number;
  /** Milliseconds from any beginning, never going back: slices and waits are measured with it. */
  elapsed(): number;
  /** Runs again and again until the response is called; never keeps the process alive. */
  every(periodMs: number, run: () => void): () => void;
}

/** What moves the exchange: the sequencer. */
export interface ClockDriver extends SteppedDriver {
  /** When the next timer falls due, if any is armed. */
  nextDue(): TimeMs | undefined;
  /** Number of the last event. */
  lastEvent(): number;
  /** Applies clock inputs until the exchange has settled at `to`. */
  moveTo(to: TimeMs): AdvanceResult;
}

/** Result of an advance. Events are numbered from 1; `lastEvent` is `firstEvent - 1` when there was none. */
export interface AdvanceResult {
  readonly from: TimeMs;
  readonly now: TimeMs;
  readonly firstEvent: number;
  readonly lastEvent: number;
}

export const WALL_TIME: WallTime = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  every(periodMs, run) {
    const timer = setInterval(run, periodMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** How often a live clock looks whether something fell due. */
const TICK_MS = 50;
/** Wall time that one tick may take to catch up; the rest of the tick is left to requests. */
const CATCH_UP_MS = 40;
/** A live clock that reaches less of its speed than this says so. */
const SLOW_SHARE = 0.9;

/** Where a live clock was anchored: from there exchange time grows with wall time times speed. */
interface Anchor {
  readonly wall: number;
  readonly exchange: TimeMs;
}

/**
 * Exchange time (architecture 2). Manual: it stands still until it is advanced. Live: it follows the
 * wall times `speed`, and a timer turns it into clock inputs whenever something fell due. It never goes back,
 * not even when the wall does, and changing mode or speed starts from where it is.
 *
 * A live clock whose exchange cannot keep up catches up in slices, and reads meanwhile what the exchange has reached.
 */
export class ExchangeClock {
  readonly #driver: ClockDriver;
  readonly #wall: WallTime;
  readonly #meter = new SpeedMeter();
  #speed: number;
  #anchor: Anchor | null = null;
  #lastWall = 0;
  /** The latest time that was ever read: the clock never goes back behind it. */
  #latest: TimeMs = 0;
  #stopTicking: (() => void) | null = null;
  /** A tick between two regular ones, and the exchange time that it is for. */
  #extraTick: { readonly at: TimeMs; readonly stop: () => void } | null = null;
  /** Ends the waits of the catch-up that is under way. */
  #catchUp: AbortController | null = null;
  /** True while ticks leave something due undone. */
  #isBehind = false;
  #hasWarned = false;
  #onTick: (now: TimeMs) => void = () => undefined;
  #onSlow: (achieved: number, speed: number) => void = () => undefined;
  #readers: Readers = NO_READERS;

  /** @param from - exchange time at which a live clock begins, if later than that of the last input */
  constructor(driver: ClockDriver, wall: WallTime, mode: ClockMode, speed: number, from: TimeMs = driver.stateTime()) {
    this.#driver = driver;
    this.#wall = wall;
    this.#speed = checkedSpeed(speed);
    this.setMode(mode);
    if (this.#anchor) this.#anchorAt(Math.max(from, this.#anchor.exchange), this.#anchor.wall);
  }

  mode(): ClockMode {
    return this.#anchor ? 'live' : 'manual';
  }

  speed(): number {
    return this.#speed;
  }

  /** Exchange milliseconds for each one of the wall over the last five seconds; null for a manual clock, and at first. */
  achievedSpeed(): number | null {
    return this.#anchor ? this.#meter.speed() : null;
  }

  /** Now, in exchange time. Never before the last input, and not far beyond what still has to run. */
  now(): TimeMs {
    const settled = this.#driver.stateTime();
    if (!this.#anchor) return settled;
    const target = this.#target(this.#anchor);
    const due = this.#driver.nextDue();
    const isBehind = due !== undefined && target - due > LONGEST_STEP_MS;
    this.#latest = Math.max(this.#latest, settled, isBehind ? 0 : target);
    return this.#latest;
  }

  /** Moves a manual clock by `ms`, running everything that falls due on the way. Throws ControlError, as all that follow. */
  advance(ms: number): AdvanceResult {
    return this.#driver.moveTo(this.timeAfter(ms));
  }

  /** Moves a manual clock to `to`. */
  advanceTo(to: TimeMs): AdvanceResult {
    return this.#driver.moveTo(this.checkedTime(to));
  }

  /** Returns the time to which an advance by `ms` moves a manual clock. */
  timeAfter(ms: number): TimeMs {
    this.#refuseLive();
    if (!Number.isSafeInteger(ms) || ms < 0 || ms > LONGEST_ADVANCE_MS)
      throw refused('ms', `ms must be a whole number of milliseconds from 0 to ${LONGEST_ADVANCE_MS}`);
    return this.#driver.stateTime() + ms;
  }

  /** Returns `to`, when a manual clock may be advanced to it. */
  checkedTime(to: TimeMs): TimeMs {
    this.#refuseLive();
    if (!Number.isSafeInteger(to)) throw refused('time', 'time must be a whole number of Unix milliseconds');
    const now = this.#driver.stateTime();
    if (to < now) throw refused('time', `the clock never goes back: it is at ${now}`);
    if (to - now > LONGEST_ADVANCE_MS)
      throw refused('time', `time must be at most ${LONGEST_ADVANCE_MS} ms after the exchange time, which is ${now}`);
    return to;
  }

  setMode(mode: ClockMode): void {
    if (mode === this.mode()) return;
    const now = this.now();
    this.stop();
    this.#meter.restart();
    if (mode === 'manual') {
      this.#driver.moveTo(now);
      this.#anchor = null;
      return;
    }
    this.#hasWarned = false;
    this.#latest = now;
    this.#anchorAt(now, this.#wall.now());
    this.#stopTicking = this.#wall.every(TICK_MS, () => void this.#tick());
  }

  /**
   * Exchange milliseconds for each millisecond of the wall; it matters to a live clock only. One that is behind goes on
   * from the time that it has reached.
   */
  setSpeed(speed: number): void {
    const now = this.now();
    this.#speed = checkedSpeed(speed);
    this.#meter.restart();
    this.#hasWarned = false;
    if (this.#anchor) this.#anchorAt(now, this.#wall.now());
  }

  /** Stops the ticking of a live clock; time itself goes on. */
  stop(): void {
    this.#stopTicking?.();
    this.#stopTicking = null;
    this.#endExtraTick();
    this.#catchUp?.abort();
    this.#isBehind = false;
    this.#readers.release();
  }

  /** Calls back at every tick of a live clock, after the timers that were due. A manual clock does not tick: an input advances it. */
  follow(onTick: (now: TimeMs) => void): void {
    this.#onTick = onTick;
  }

  /** A live clock ticks at `time` too, when that comes before its next regular tick may. */
  wakeAt(time: TimeMs): void {
    if (!this.#stopTicking || (this.#extraTick && this.#extraTick.at <= time)) return;
    const wallMs = Math.max(1, Math.ceil((time - this.now()) / this.#speed));
    if (wallMs >= TICK_MS) return;
    this.#extraTick?.stop();
    const stop = this.#wall.every(wallMs, () => {
      this.#endExtraTick();
      this.#tick();
    });
    this.#extraTick = { at: time, stop };
  }

  /** Calls back once for each speed that a live clock does not reach. */
  warn(onSlow: (achieved: number, speed: number) => void): void {
    this.#onSlow = onSlow;
  }

  /** A catch-up waits for these readers between slices. */
  pace(readers: Readers): void {
    this.#readers = readers;
  }

  #endExtraTick(): void {
    this.#extraTick?.stop();
    this.#extraTick = null;
  }

  /** One tick at a time: a catch-up that waits for readers may take longer than the next one. */
  #tick(): void {
    if (this.#catchUp) return;
    const end = this.#wall.elapsed() + CATCH_UP_MS;
    if (!this.#isBehind && this.#runDue()) return this.#ticked();
    const controller = new AbortController();
    this.#catchUp = controller;
    void this.#runSlices(end, controller.signal).finally(() => {
      this.#catchUp = null;
    });
  }

  /** Goes on with a tick that takes more than a slice. From then until it has caught up, the clock waits for readers. */
  async #runSlices(end: number, signal: AbortSignal): Promise<void> {
    const isStopped = (): boolean => signal.aborted;
    this.#isBehind = true;
    this.#readers.hold();
    do {
      await nextTurn();
      await this.#readers.caughtUp(signal);
      if (isStopped()) return;
      this.#isBehind = !this.#runDue();
    } while (this.#isBehind && this.#wall.elapsed() + SLICE_MS <= end);
    this.#ticked();
    if (this.#isBehind) return;
    await this.#readers.handOut();
    await this.#readers.caughtUp(signal);
    if (!isStopped()) this.#readers.release();
  }

  /** Runs a slice of what is due. Returns true when nothing is left. A slice with nothing due would only lengthen the journal. */
  #runDue(): boolean {
    const target = this.#anchor ? this.#target(this.#anchor) : 0;
    const due = this.#driver.nextDue();
    if (due === undefined || due > target) return true;
    try {
      return runSlice(this.#driver, target, this.#wall, () => this.#readers.isFull());
    } catch (error) {
      // While nothing can be written the clock stays where it is; the next tick tries again.
      if (error instanceof JournalError) return true;
      throw error;
    }
  }

  #ticked(): void {
    const now = this.now();
    this.#onTick(now);
    this.#measure(now);
  }

  #measure(now: TimeMs): void {
    this.#meter.sample(this.#wall.now(), now);
    const achieved = this.#meter.speed();
    if (this.#hasWarned || achieved === null || !this.#meter.isSettled()) return;
    if (achieved >= this.#speed * SLOW_SHARE) return;
    this.#hasWarned = true;
    this.#onSlow(achieved, this.#speed);
  }

  /** Where the wall wants the clock. A wall that steps back leaves the clock standing until it goes on. */
  #target(anchor: Anchor): TimeMs {
    const from = Math.max(this.#latest, this.#driver.stateTime());
    const wall = this.#wall.now();
    if (wall < this.#lastWall) this.#anchorAt(Math.max(from, timeAt(anchor, this.#lastWall, this.#speed, from)), wall);
    this.#lastWall = wall;
    return timeAt(this.#anchor ?? anchor, wall, this.#speed, from);
  }

  #refuseLive(): void {
    if (this.#anchor) throw refused('mode', 'the clock is live: set it to manual before advancing it');
  }

  #anchorAt(exchange: TimeMs, wall: number): void {
    this.#anchor = { exchange, wall };
    this.#lastWall = wall;
  }
}

/** Never further ahead of `from` than the longest advance, however fast the clock is. */
function timeAt(anchor: Anchor, wall: number, speed: number, from: TimeMs): TimeMs {
  const passed = Math.min((wall - anchor.wall) * speed, from - anchor.exchange + LONGEST_ADVANCE_MS);
  const time = anchor.exchange + Math.floor(passed);
  invariant(Number.isSafeInteger(time), 'exchange time stays exact');
  return time;
}

/** Returns the speed of a clock. Throws ControlError for what is none. */
export function checkedSpeed(speed: number): number {
  if (!(Number.isFinite(speed) && speed > 0)) throw refused('speed', 'speed must be a number above 0');
  return speed;
}

const refused = (field: string, message: string): ControlError => new ControlError('INVALID_VALUE', field, message);

/** Wall time over which a speed is measured, and the least that gives one. */
const WINDOW_MS = 5_000;
const LEAST_MS = 1_000;

interface Sample {
  readonly wall: number;
  readonly exchange: TimeMs;
}

/** Measures how many exchange milliseconds a live clock makes of one of the wall. */
class SpeedMeter {
  #samples: Sample[] = [];

  /** Starts anew: the clock was set to another mode or speed. */
  restart(): void {
    this.#samples = [];
  }

  sample(wall: number, exchange: TimeMs): void {
    this.#samples.push({ wall, exchange });
    // One sample at or before the beginning of the window stays.
    while (this.#samples[1] && this.#samples[1].wall <= wall - WINDOW_MS) this.#samples.shift();
  }

  /** Null until the clock has run for a second. */
  speed(): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || last.wall - first.wall < LEAST_MS) return null;
    return Math.round(((last.exchange - first.exchange) / (last.wall - first.wall)) * 1_000) / 1_000;
  }

  /** True once a whole window was measured. */
  isSettled(): boolean {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    return first !== undefined && last !== undefined && last.wall - first.wall >= WINDOW_MS;
  }
}
