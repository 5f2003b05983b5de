import { BILLION, MILLION } from './read.ts';

/**
 * Conversion of figures of a world. Sums, products, quotients and square roots of numbers are rounded in the same place on
 * every machine; other functions of Math are not, and are not used.
 */
const YEAR_MS = 365 * 86_400_000;
const LN2 = 0.6931471805599453;

/** Parts per million of a share in decimal text. */
export const millionths = (share: string): number => Math.round(Number(share) * MILLION);

/** Parts per billion of a share in decimal text. */
export const billionths = (share: string): number => Math.round(Number(share) * BILLION);

/** The deviation of one step of a yearly volatility, in parts per billion of the price. A year has 365 days. */
export const stepPpb = (volatility: number, stepMs: number): number =>
  Math.round(volatility * Math.sqrt(stepMs / YEAR_MS) * BILLION);

/** The mean return of one step of a yearly drift, in parts per billion. */
export const driftPpbOf = (drift: string, stepMs: number): number =>
  Math.round(((Number(drift) * stepMs) / YEAR_MS) * BILLION) + 0;

/** The share that is gone after one step of what is half gone after its half-life, in parts per billion. */
export const faded = (stepMs: number, halfLifeMs: number): number =>
  Math.max(1, Math.round(gone((LN2 * stepMs) / halfLifeMs) * BILLION));

/** 1 - e^-x by its series, after x has been halved until it is small: what is gone after two halves is known from one. */
function gone(x: number): number {
  if (x > 0.1) {
    const half = gone(x / 2);
    return half * (2 - half);
  }
  let sum = 0;
  let term = x;
  for (let power = 2; power < 16; power += 1) {
    sum += term;
    term *= -x / power;
  }
  return sum;
}

/** The natural logarithm of a figure above 0, by its series. */
export function logarithm(figure: number): number {
  let [rest, twos] = [figure, 0];
  for (; rest > 1.5; twos += 1) rest /= 2;
  for (; rest < 0.75; twos -= 1) rest *= 2;
  const ratio = (rest - 1) / (rest + 1);
  let sum = 0;
  let term = 2 * ratio;
  for (let power = 1; power < 40; power += 2) {
    sum += term / power;
    term *= ratio * ratio;
  }
  return sum + twos * LN2;
}
