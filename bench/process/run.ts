import type { Figure } from '../table/figure.ts';

/** One measurement after the other, each reported when it begins. */
export interface Run {
  readonly rounds: number;
  /** Measures `rounds` times. Contestants of a round follow each other, so that a slow minute is slow for all of them. */
  each<T>(measure: (round: number) => T | Promise<T>): Promise<T[]>;
}

/** A part of the benchmark that runs alone with `--only`. Full and quick runs give it the same work. */
export interface Part {
  readonly name: string;
  readonly about: string;
  /** Rounds of a full run. */
  readonly rounds: number;
  /** Seconds that a round takes on two quiet cores, and what is needed besides: for the time that is left. */
  readonly roundSeconds: number;
  readonly fixedSeconds: number;
  /** Runs only when it is named: no row with a budget depends on it. */
  readonly extra?: boolean;
  measure(run: Run): Promise<Figure[]>;
}
