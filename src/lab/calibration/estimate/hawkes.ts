import { excitationsAt } from '../../market/facts/hawkes.ts';
import { type Estimate, missing } from './figure.ts';
import { peak } from './statistics.ts';

/** How taker orders excite each other: an exponential kernel. */
export interface Excitation {
  /** Mean number of orders that one order causes directly. */
  readonly branching: Estimate;
  /** Mean ms until an order that another one causes. */
  readonly excitedMs: Estimate;
}

const LEAST = 500;
/** The newest ones, which is plenty and keeps the fit at about a second. */
const MOST = 60_000;
const WINDOW_MS = 1_800_000;
/** A window has at least this many orders in the mean: a base rate of its own takes up what excitation explains. */
const PER_WINDOW = 300;
const EXCITED_LEAST_MS = 20;
const EXCITED_MOST_MS = 600_000;
const BRANCHING_MOST = 0.98;

/**
 * Maximum likelihood of a self-exciting process with the intensity base + branching x decay x sum of exp(-decay x age).
 * The base rate of each half hour is (1 - branching) times its mean rate, so that busy and quiet hours are not taken for
 * excitation. `times` are Unix ms.
 */
export function excitationOf(times: readonly number[]): Excitation {
  if (times.length < LEAST) {
    const why = `takes ${LEAST} taker orders, there are ${times.length}`;
    return { branching: missing(why), excitedMs: missing(why) };
  }
  const events = spread(times.slice(-MOST));
  const rates = baseRates(events);
  const fitAt = (logMs: number): { branching: number; height: number } => {
    const decay = 1 / Math.exp(logMs);
    const sums = excitationsAt(events, decay);
    const height = (branching: number): number => likelihood(sums, rates, branching, decay);
    const branching = peak(0, BRANCHING_MOST, 14, height);
    return { branching, height: height(branching) };
  };
  let best = Math.log(1000);
  let bestHeight = -Infinity;
  const step = 0.9;
  for (let logMs = Math.log(EXCITED_LEAST_MS); logMs <= Math.log(EXCITED_MOST_MS); logMs += step) {
    const { height } = fitAt(logMs);
    if (height > bestHeight) [best, bestHeight] = [logMs, height];
  }
  const logMs = peak(best - step, best + step, 10, (at) => fitAt(at).height);
  const { branching } = fitAt(logMs);
  const decay = 1 / Math.exp(logMs);
  const sums = excitationsAt(events, decay);
  const error = Math.max(
    0.02,
    curvatureError((at) => likelihood(sums, rates, at, decay), branching),
  );
  const from = `maximum likelihood over ${events.length} taker orders, self-exciting with an exponential kernel`;
  if (branching < 2 * error) {
    return {
      branching: { value: branching, error, from },
      excitedMs: missing('orders do not excite each other beyond chance'),
    };
  }
  return {
    branching: { value: branching, error, from },
    excitedMs: { value: Math.exp(logMs), error: (Math.exp(logMs) * error) / Math.max(branching, 0.1), from },
  };
}

/** Times of one millisecond are spread over it: an intensity knows no two events at once. */
function spread(times: readonly number[]): number[] {
  const result: number[] = [];
  for (let at = 0; at < times.length;) {
    let end = at;
    while (end < times.length && times[end] === times[at]) end += 1;
    for (let place = at; place < end; place += 1) result.push((times[at] ?? 0) + (place - at + 0.5) / (end - at));
    at = end;
  }
  return result;
}

/** The mean rate per ms around each event, by windows of equal length. */
function baseRates(events: readonly number[]): number[] {
  const first = events[0] ?? 0;
  const span = (events.at(-1) ?? 0) - first + 1;
  const windowMs = Math.max(WINDOW_MS, (span * PER_WINDOW) / events.length);
  const windows = Math.max(1, Math.round(span / windowMs));
  const counts = new Array<number>(windows).fill(0);
  const windowOf = (time: number): number => Math.min(windows - 1, Math.floor(((time - first) / span) * windows));
  for (const time of events) counts[windowOf(time)] = (counts[windowOf(time)] ?? 0) + 1;
  return events.map((time) => ((counts[windowOf(time)] ?? 0) * windows) / span);
}

/** The integral of the intensity is the number of events for every branching, so that only the logarithms count. */
function likelihood(sums: readonly number[], rates: readonly number[], branching: number, decay: number): number {
  let total = 0;
  for (let at = 0; at < rates.length; at += 1) {
    total += Math.log((rates[at] ?? 0) * (1 - branching) + branching * decay * (sums[at] ?? 0));
  }
  return total;
}

function curvatureError(height: (at: number) => number, at: number): number {
  const step = 0.01;
  const middle = Math.min(Math.max(at, 2 * step), BRANCHING_MOST - step);
  const bend = (height(middle - step) - 2 * height(middle) + height(middle + step)) / (step * step);
  return bend < 0 ? 1 / Math.sqrt(-bend) : 0.2;
}
