import { LONGEST_ADVANCE_MS } from '../../contract/control-fields.ts';
import { invariant } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { ControlError } from '../control-error.ts';
import { JournalError } from '../journal/journal.ts';
import { NO_READERS, type Readers } from './readers.ts';
import { LONGEST_STEP_MS, nextTurn, runSlice, SLICE_MS, type SteppedDriver } from './slices.ts';

export type ClockMode = 'manual' | 'live';

/** The world's clock and the world's timer; the only ambient time the exchange has. */
export interface WallTime {
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

/** What an advance did. Events are numbered from 1; `lastEvent` is `firstEvent - 1` when there was none. */
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

function checkedSpeed(speed: number): number {
  if (!(Number.isFinite(speed) && speed > 0)) throw refused('speed', 'speed must be a number above 0');
  return speed;
}

const refused = (field: string, message: string): ControlError => new ControlError('INVALID_VALUE', field, message);

/** Wall time over which a speed is measured, and the least that gives one. */
export const WINDOW_MS = 5_000;
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
