import { setTimeout as pause } from 'node:timers/promises';
import { WALL_TIME } from '../../../exchange/clock/clock.ts';
import type { Pace } from '../pace.ts';

/** Wall time between two moves of the clock: what a bot does takes effect at the time of the last move. */
const MOVE_EVERY_MS = 5;

/** Exchange time follows the wall, so many times as fast, from the moment that `begin` resolves. */
export class WallPace implements Pace {
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
