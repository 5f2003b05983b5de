import { invariant } from '../../kernel/assert.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { ControlError } from '../control-error.ts';

export type ClockMode = 'manual' | 'live';

/** The world's clock and the world's timer; the only ambient time the exchange has. */
export interface WallTime {
  now(): number;
  /** Runs again and again until the response is called; never keeps the process alive. */
  every(periodMs: number, run: () => void): () => void;
}

/** What moves the exchange: the sequencer. */
export interface ClockDriver {
  /** Time of the last input. */
  stateTime(): TimeMs;
  /** When the next timer falls due, if any is armed. */
  nextDue(): TimeMs | undefined;
  /** Applies clock inputs until the exchange has settled at `to`. */
  moveTo(to: TimeMs): AdvanceResult;
  /** The same, but stays where it is while nothing can be written. */
  keepUp(to: TimeMs): void;
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
  every(periodMs, run) {
    const timer = setInterval(run, periodMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** How often a live clock looks whether something fell due. */
const TICK_MS = 50;

/** Where a live clock was anchored: from there exchange time grows with wall time times speed. */
interface Anchor {
  readonly wall: number;
  readonly exchange: TimeMs;
}

/**
 * Exchange time (architecture 2). Manual: it stands still until it is advanced. Live: it follows the
 * wall times `speed`, and a timer turns it into clock inputs whenever something fell due. It never goes back,
 * not even when the wall does, and changing mode or speed starts from where it is.
 */
export class ExchangeClock {
  readonly #driver: ClockDriver;
  readonly #wall: WallTime;
  #speed: number;
  #anchor: Anchor | null = null;
  #lastWall = 0;
  #stopTicking: (() => void) | null = null;
  #onTick: (now: TimeMs) => void = () => undefined;

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

  /** Now, in exchange time. Never before the last input. */
  now(): TimeMs {
    const settled = this.#driver.stateTime();
    if (!this.#anchor) return settled;
    const wall = this.#wall.now();
    if (wall < this.#lastWall)
      this.#anchorAt(Math.max(settled, timeAt(this.#anchor, this.#lastWall, this.#speed)), wall);
    this.#lastWall = wall;
    return Math.max(settled, timeAt(this.#anchor, wall, this.#speed));
  }

  /** Moves a manual clock by `ms`, at least 0. Throws ControlError, as all that follow. */
  advance(ms: number): AdvanceResult {
    if (!Number.isSafeInteger(ms) || ms < 0)
      throw refused('ms', 'ms must be a whole number of milliseconds, at least 0');
    return this.advanceTo(this.#driver.stateTime() + ms);
  }

  /** Moves a manual clock to `to`, running everything that falls due on the way. */
  advanceTo(to: TimeMs): AdvanceResult {
    if (this.#anchor) throw refused('mode', 'the clock is live: set it to manual before advancing it');
    if (!Number.isSafeInteger(to)) throw refused('time', 'time must be a whole number of Unix milliseconds');
    const now = this.#driver.stateTime();
    if (to < now) throw refused('time', `the clock never goes back: it is at ${now}`);
    return this.#driver.moveTo(to);
  }

  setMode(mode: ClockMode): void {
    if (mode === this.mode()) return;
    const now = this.now();
    this.stop();
    if (mode === 'manual') {
      this.#driver.moveTo(now);
      this.#anchor = null;
      return;
    }
    this.#anchorAt(now, this.#wall.now());
    this.#stopTicking = this.#wall.every(TICK_MS, () => this.#tick());
  }

  /** Exchange milliseconds for each millisecond of the wall; it matters to a live clock only. */
  setSpeed(speed: number): void {
    const now = this.now();
    this.#speed = checkedSpeed(speed);
    if (this.#anchor) this.#anchorAt(now, this.#wall.now());
  }

  /** Stops the ticking of a live clock; time itself goes on. */
  stop(): void {
    this.#stopTicking?.();
    this.#stopTicking = null;
  }

  /** Calls back at every tick of a live clock, after the timers that were due. A manual clock does not tick: an input advances it. */
  follow(onTick: (now: TimeMs) => void): void {
    this.#onTick = onTick;
  }

  // A tick with nothing due would only lengthen the journal.
  #tick(): void {
    const now = this.now();
    const due = this.#driver.nextDue();
    if (due !== undefined && due <= now) this.#driver.keepUp(now);
    this.#onTick(now);
  }

  #anchorAt(exchange: TimeMs, wall: number): void {
    this.#anchor = { exchange, wall };
    this.#lastWall = wall;
  }
}

function timeAt(anchor: Anchor, wall: number, speed: number): TimeMs {
  const time = anchor.exchange + Math.floor((wall - anchor.wall) * speed);
  invariant(Number.isSafeInteger(time), 'exchange time stays exact');
  return time;
}

function checkedSpeed(speed: number): number {
  if (!(Number.isFinite(speed) && speed > 0)) throw refused('speed', 'speed must be a number above 0');
  return speed;
}

const refused = (field: string, message: string): ControlError => new ControlError('INVALID_VALUE', field, message);
