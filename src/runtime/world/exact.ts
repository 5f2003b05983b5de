import { Decimal } from 'decimal.js';

/** Precise enough for every figure of a world, and equal on every machine. */
export const Exact = Decimal.clone({ precision: 40 });

const YEAR_MS = 365 * 86_400_000;

/** The nearest whole number. */
export const whole = (figure: Decimal): number => figure.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toNumber();

/** The natural logarithm of 2: a power of 2 by it takes a tenth of the time. */
const LN2 = new Exact('0.6931471805599453094172321214581765680755');

/** The share that is gone after one step of what is half gone after its half-life, in parts per billion. */
export const faded = (stepMs: number, halfLifeMs: number): number =>
  Math.max(1, whole(new Exact(1).minus(LN2.times(-stepMs).div(halfLifeMs).exp()).times(1_000_000_000)));

/** The deviation of one step of a yearly volatility, in parts per billion of the price. A year has 365 days. */
export const stepPpb = (volatility: Decimal.Value, stepMs: number): number =>
  whole(new Exact(volatility).times(new Exact(stepMs).div(YEAR_MS).sqrt()).times(1_000_000_000));

/** The mean return of one step of a yearly drift, in parts per billion. */
export const driftPpbOf = (drift: Decimal.Value, stepMs: number): number =>
  whole(new Exact(drift).times(new Exact(stepMs).div(YEAR_MS)).times(1_000_000_000));
