import type { Observation } from '../observe/observation.ts';

/** Why a figure cannot be had from an observation. */
export interface Unjudged {
  readonly why: string;
}

/** One figure of a market and the range in which that of a real market lies. */
export interface Fact {
  /** Short name, unique. */
  readonly id: string;
  /** The fact that it shows; several figures may show one. */
  readonly fact: string;
  /** What is computed. */
  readonly figure: string;
  /** Bounds of the range; null for none. */
  readonly least: number | null;
  readonly most: number | null;
  /** Digits after the point that are shown. */
  readonly digits: number;
  readonly of: (observation: Observation) => number | Unjudged;
}

export const isUnjudged = (figure: number | Unjudged): figure is Unjudged => typeof figure !== 'number';

/** A figure that the series may not determine. */
export const known = (value: number | null | undefined, why: string): number | Unjudged =>
  value === null || value === undefined || !Number.isFinite(value) ? { why } : value;

/** Refuses to judge an observation that is too short. */
export const fromHours =
  (hours: number, of: Fact['of']): Fact['of'] =>
  (observation) =>
    observation.hours < hours ? { why: `needs ${hours} h` } : of(observation);
