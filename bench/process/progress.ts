import type { Part } from './run.ts';

/** Quick runs show whether a change went in the right direction; they are too few to judge by. */
const QUICK_ROUNDS = 2;

export const roundsOf = (part: Part, isQuick: boolean): number =>
  isQuick ? Math.min(QUICK_ROUNDS, part.rounds) : part.rounds;

export const secondsOf = (part: Part, rounds: number): number => part.fixedSeconds + rounds * part.roundSeconds;

/** 75 as `1m15s`. */
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole}s` : `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, '0')}s`;
}

/**
 * Seconds that are left: what the estimates say, scaled by how long the finished work took against its own estimate.
 * At the start nothing is finished, and the estimates stand alone.
 */
export function secondsLeft(estimated: { readonly done: number; readonly all: number }, elapsed: number): number {
  const left = Math.max(0, estimated.all - estimated.done);
  return estimated.done === 0 ? left : left * (elapsed / estimated.done);
}

/** Says which part and which round runs and how long the rest takes, a line for each round. */
export class Progress {
  readonly #parts: readonly Part[];
  readonly #isQuick: boolean;
  readonly #now: () => number;
  readonly #say: (line: string) => void;
  readonly #started: number;
  #done = 0;

  constructor(parts: readonly Part[], isQuick: boolean, now: () => number, say: (line: string) => void) {
    this.#parts = parts;
    this.#isQuick = isQuick;
    this.#now = now;
    this.#say = say;
    this.#started = now();
  }

  get elapsedSeconds(): number {
    return (this.#now() - this.#started) / 1_000;
  }

  get estimatedSeconds(): number {
    return this.#parts.reduce((sum, part) => sum + secondsOf(part, roundsOf(part, this.#isQuick)), 0);
  }

  /** To be called before each round, counted from 0. */
  round(part: Part, round: number, rounds: number): void {
    const left = secondsLeft(
      { done: this.#done + (round === 0 ? 0 : secondsOf(part, round)), all: this.estimatedSeconds },
      this.elapsedSeconds,
    );
    const place = `[${this.#parts.indexOf(part) + 1}/${this.#parts.length}] ${part.name}`;
    this.#say(
      `${place}: round ${round + 1} of ${rounds}, ${timeText(this.elapsedSeconds)} so far, about ${timeText(left)} left`,
    );
  }

  finished(part: Part): void {
    this.#done += secondsOf(part, roundsOf(part, this.#isQuick));
  }
}
