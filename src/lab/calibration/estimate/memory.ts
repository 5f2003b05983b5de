import { autocovariance, type Estimate, type Figure, missing } from './figure.ts';
import type { Returns } from './returns.ts';

/** A part of the logarithm of volatility: its deviation, and the time after which it has lost all but 1/e. */
export interface MemoryPart {
  readonly deviation: Estimate;
  readonly hours: Estimate;
}

export interface VolatilityMemory {
  readonly fast: MemoryPart;
  readonly slow: MemoryPart;
}

/** Returns whose mean square is one observation of volatility. */
const RETURNS_AT_LEAST = 10;
const WINDOW_AT_LEAST_MS = 300_000;
const HOUR_MS = 3_600_000;
const FAST_HOURS = [0.1, 0.15, 0.25, 0.4, 0.6, 1, 1.5];
const SLOW_HOURS = [4, 6, 10, 16, 24, 48, 96];
const FAST_TAKES_HOURS = 8;
const SLOW_TAKES_DAYS = 5;

/**
 * Fits two exponentials to the autocovariance of the logarithm of realised variance. Chance within a window adds to its
 * variance (lag 0) alone, which is left out of the fit; half of the logarithm of variance is that of volatility.
 */
export function memoryOf(returns: Returns | null, jumps: ReadonlySet<number>): VolatilityMemory {
  const tooShort = (what: string): MemoryPart => ({ deviation: missing(what), hours: missing(what) });
  const fastTakes = `takes ${FAST_TAKES_HOURS} hours of prices`;
  const slowTakes = `takes ${SLOW_TAKES_DAYS} days of prices`;
  if (!returns) return { fast: tooShort(fastTakes), slow: tooShort(slowTakes) };
  const each = Math.max(RETURNS_AT_LEAST, Math.ceil(WINDOW_AT_LEAST_MS / returns.stepMs));
  const windowMs = each * returns.stepMs;
  const logs = logVariances(returns, jumps, each);
  const hours = (logs.filter((value) => value !== null).length * windowMs) / HOUR_MS;
  const from = `${logs.length} windows of ${windowMs / 60_000} min`;
  const sure = (value: number, relative: number): Figure => ({ value, error: value * relative, from });
  const lags = lagsUpTo(logs.length);
  const points = lags.flatMap((lag) => {
    const { value, pairs } = autocovariance(logs, lag);
    return pairs < 10 ? [] : [{ hours: (lag * windowMs) / HOUR_MS, value: value / 4, weight: pairs }];
  });
  const fast = hours >= FAST_TAKES_HOURS && points.length > 3;
  const slow = hours >= SLOW_TAKES_DAYS * 24 && points.length > 3;
  const fit = bestFit(points, slow);
  const certainty = (tau: number): number => Math.min(1, Math.sqrt((4 * tau) / hours) + 0.1);
  return {
    fast: fast
      ? { deviation: sure(Math.sqrt(fit.fast), certainty(fit.fastHours)), hours: sure(fit.fastHours, 0.5) }
      : tooShort(fastTakes),
    slow: slow
      ? { deviation: sure(Math.sqrt(fit.slow), certainty(fit.slowHours)), hours: sure(fit.slowHours, 0.5) }
      : tooShort(slowTakes),
  };
}

function logVariances({ values }: Returns, jumps: ReadonlySet<number>, each: number): (number | null)[] {
  const logs: (number | null)[] = [];
  for (let start = 0; start + each <= values.length; start += each) {
    let sum = 0;
    let there = 0;
    for (let at = start; at < start + each; at += 1) {
      const value = values[at];
      if (value === null || value === undefined || jumps.has(at)) continue;
      sum += value * value;
      there += 1;
    }
    logs.push(there < each / 2 || sum === 0 ? null : Math.log(sum / there));
  }
  return logs;
}

/** Lags that grow by a third, up to a quarter of the windows. */
function lagsUpTo(windows: number): number[] {
  const lags: number[] = [];
  for (let lag = 1; lag <= windows / 4; lag = Math.max(lag + 1, Math.floor(lag * 1.33))) lags.push(lag);
  return lags;
}

interface Point {
  readonly hours: number;
  readonly value: number;
  readonly weight: number;
}

interface Fit {
  readonly fast: number;
  readonly fastHours: number;
  readonly slow: number;
  readonly slowHours: number;
  readonly off: number;
}

function bestFit(points: readonly Point[], hasSlow: boolean): Fit {
  let best: Fit = { fast: 0, fastHours: 0.5, slow: 0, slowHours: 24, off: Infinity };
  for (const fastHours of FAST_HOURS) {
    for (const slowHours of SLOW_HOURS) {
      // A part whose time the data do not cover would take up what the mean has hidden.
      const fit = fitAt(points, fastHours, slowHours, hasSlow);
      if (fit.off < best.off) best = fit;
    }
  }
  return best;
}

/** Least squares for two variances that are not negative. */
function fitAt(points: readonly Point[], fastHours: number, slowHours: number, hasSlow: boolean): Fit {
  let [ff, fs, ss, fy, sy] = [0, 0, 0, 0, 0];
  for (const { hours, value, weight } of points) {
    const f = Math.exp(-hours / fastHours);
    const s = hasSlow ? Math.exp(-hours / slowHours) : 0;
    ff += weight * f * f;
    fs += weight * f * s;
    ss += weight * s * s;
    fy += weight * f * value;
    sy += weight * s * value;
  }
  const determinant = ff * ss - fs * fs;
  let fast = determinant > 0 ? (fy * ss - sy * fs) / determinant : fy / ff;
  let slow = determinant > 0 ? (sy * ff - fy * fs) / determinant : 0;
  if (slow < 0) [fast, slow] = [fy / ff, 0];
  else if (fast < 0) [fast, slow] = [0, sy / ss];
  fast = Math.max(0, fast);
  slow = Math.max(0, slow);
  let off = 0;
  for (const { hours, value, weight } of points) {
    const miss = value - fast * Math.exp(-hours / fastHours) - slow * Math.exp(-hours / slowHours);
    off += weight * miss * miss;
  }
  return { fast, fastHours, slow, slowHours, off };
}
