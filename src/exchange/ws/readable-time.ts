import type { WallClock } from './wall-clock.ts';

/**
 * Wall time that counts only as long as this process was able to read what peers send: of a stretch in which the event
 * loop did not come around, such as a long step of the clock, no more counts than lies between two looks.
 */
export class ReadableTime {
  readonly #wall: WallClock;
  readonly #periodMs: number;
  #counted = 0;
  #lookedAt: number;

  constructor(wall: WallClock, periodMs: number) {
    this.#wall = wall;
    this.#periodMs = periodMs;
    this.#lookedAt = wall.now();
  }

  /** Milliseconds from any beginning, never going back. */
  now(): number {
    return this.#counted + Math.min(this.#wall.now() - this.#lookedAt, this.#periodMs);
  }

  /** To be called every `periodMs`, by a timer. Returns what has counted since the last look. */
  look(): number {
    const before = this.#counted;
    this.#counted = this.now();
    this.#lookedAt = this.#wall.now();
    return this.#counted - before;
  }
}
