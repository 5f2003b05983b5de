import { type Observation, PRICES_MS } from '../observe/observation.ts';
import { returnsOf } from '../statistics.ts';

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

/** Series that several figures are computed from. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Returns of the mid over steps of so many seconds. */
export const midReturns = ({ seconds }: Observation, step: number): number[] => returnsOf(seconds.mids, step);

/** The mark over the index, less 1, in basis points, every ten seconds. */
export const basisOf = ({ prices }: Observation): number[] =>
  prices.mark.map((mark, place) => (mark / (prices.index[0]?.[place] ?? Number.NaN) - 1) * 1e4);

/** Returns of the index of a market over five minutes. */
export const indexReturns = ({ prices }: Observation, place: number): number[] =>
  returnsOf(prices.index[place] ?? [], (5 * MINUTE_MS) / PRICES_MS);

/** Value that was traded in each minute. */
export function minuteValues({ takers, startTime, hours }: Observation): number[] {
  const values = new Array<number>(Math.floor(hours * 60)).fill(0);
  for (const [place, time] of takers.times.entries()) {
    const minute = Math.floor((time - startTime) / MINUTE_MS);
    const before = values[minute];
    if (before !== undefined) values[minute] = before + (takers.values[place] ?? 0);
  }
  return values;
}

/** Volatility of each minute: the sum of the absolute returns of its steps of ten seconds. */
export function minuteVolatilities({ seconds, hours }: Observation): number[] {
  return Array.from({ length: Math.floor(hours * 60) }, (_none, minute) => {
    const from = (minute * MINUTE_MS) / SECOND_MS;
    return returnsOf(seconds.mids.slice(from, from + 61), 10).reduce((sum, value) => sum + Math.abs(value), 0);
  });
}

/** Mean spread of each minute in ticks. */
export function minuteSpreads({ seconds, hours }: Observation): number[] {
  return Array.from({ length: Math.floor(hours * 60) }, (_none, minute) => {
    const spreads = seconds.spreads.slice(minute * 60, minute * 60 + 60).filter((spread) => !Number.isNaN(spread));
    return spreads.length === 0 ? 0 : spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length;
  });
}

/** Mean basis of the hour before each settlement that was observed, and the rate of it, in bp of eight hours. */
export function settledPremiums(observation: Observation): { readonly premium: number; readonly rate: number }[] {
  const { funding, startTime, hours } = observation;
  const basis = basisOf(observation);
  const perHour = (60 * MINUTE_MS) / PRICES_MS;
  return funding
    .filter(({ time }) => time >= startTime + 60 * MINUTE_MS && time <= startTime + hours * 60 * MINUTE_MS)
    .map(({ time, rate }) => {
      const end = Math.round((time - startTime) / PRICES_MS);
      const hour = basis.slice(end - perHour + 1, end + 1);
      return { premium: hour.reduce((sum, value) => sum + value, 0) / hour.length, rate: bpOfEightHours(rate) };
    });
}

/** Basis points per eight hours of a rate of one hour. */
export const bpOfEightHours = (rate: number): number => rate * 8 * 1e4;
