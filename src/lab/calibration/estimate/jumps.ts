import { type Estimate, mean, meanSquare, missing, sureText } from './figure.ts';
import { count, type Returns } from './returns.ts';

/** Returns that volatility alone does not explain. */
interface Jumps {
  readonly found: readonly Jump[];
  /** Returns that were looked at. */
  readonly returns: number;
}

export interface Jump {
  /** Place among the returns. */
  readonly at: number;
  readonly value: number;
  /** Deviation of a return around it. */
  readonly local: number;
}

/** Figures of the jumps of a market. */
export interface JumpFigures {
  readonly perDay: Estimate;
  /** Deviation of the return of a jump. */
  readonly size: Estimate;
  /** How many further jumps a jump causes directly. */
  readonly branching: Estimate;
}

/** Returns on each side that say how volatile the moment is. */
const AROUND = 30;
const LEAST_AROUND = 16;
/** Chance that a day without jumps shows one anyway is far below one: of Gaussian returns 1 in 15 million is larger. */
const THRESHOLD = 5.4;
const DAY_MS = 86_400_000;
/** Mean product of neighbouring absolute Gaussian values. */
const BIPOWER = 2 / Math.PI;
const LEAST_FOR_SIZE = 5;
const LEAST_FOR_CLUSTERS = 40;
const NO_PRICES = missing('takes at least thirty returns');

/**
 * Finds returns above 5.4 local deviations, as Lee and Mykland do: the local deviation comes from products of neighbouring
 * absolute returns (bipower variation), which one jump hardly moves.
 */
function jumpsIn({ values }: Returns): Jumps {
  const products = values.map((value, at) => {
    const before = values[at - 1];
    return value === null || before === null || before === undefined ? null : Math.abs(value * before);
  });
  const found: Jump[] = [];
  let returns = 0;
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const local = localDeviation(products, at);
    if (local === null) continue;
    returns += 1;
    if (Math.abs(value) > THRESHOLD * local) found.push({ at, value, local });
  }
  return { found, returns };
}

/** From the products around a return, without the two that it is part of. */
function localDeviation(products: readonly (number | null)[], at: number): number | null {
  let sum = 0;
  let pairs = 0;
  for (let place = Math.max(0, at - AROUND); place <= at + AROUND + 1; place += 1) {
    const product = products[place];
    if (place === at || place === at + 1 || product === null || product === undefined) continue;
    sum += product;
    pairs += 1;
  }
  return pairs < LEAST_AROUND || sum === 0 ? null : Math.sqrt(sum / pairs / BIPOWER);
}

/**
 * Intensity, size and clustering of the jumps that were found. Those below the threshold were not: sizes are taken for
 * Gaussian, and both figures are corrected for the part that is hidden.
 */
export function jumpFigures(jumps: Jumps, stepMs: number): JumpFigures {
  if (jumps.returns === 0) return { perDay: NO_PRICES, size: NO_PRICES, branching: NO_PRICES };
  const { found, returns } = jumps;
  const days = (returns * stepMs) / DAY_MS;
  if (found.length < LEAST_FOR_SIZE) {
    const why = `${found.length} jumps in ${returns} returns of ${stepMs / 1000} s; sizes take at least ${LEAST_FOR_SIZE}`;
    const perDay =
      days < 1
        ? missing(`${why}, and their number a day`)
        : {
            value: found.length / days,
            error: Math.sqrt(found.length + 1) / days,
            from: `${found.length} jumps in ${sureText(days)} days`,
          };
    return { perDay, size: missing(why), branching: missing(why) };
  }
  const own = Math.sqrt(
    Math.max(0, meanSquare(found.map(({ value }) => value)) - meanSquare(found.map(({ local }) => local))),
  );
  const bound = THRESHOLD * (found.map(({ local }) => local).reduce((sum, each) => sum + each, 0) / found.length);
  const { size, seen } = unhidden(own, bound);
  const from = `${found.length} returns beyond ${THRESHOLD} local deviations`;
  const relative = 1 / Math.sqrt(found.length);
  return {
    perDay: {
      value: found.length / seen / days,
      error: (found.length / seen / days) * relative * (1 + (1 - seen)),
      from,
    },
    size: { value: size, error: size * relative, from },
    branching: branchingOf(jumps, from),
  };
}

/** Deviation of Gaussian sizes of which those above `bound` have the root mean square `above`, and the share that is above. */
function unhidden(above: number, bound: number): { size: number; seen: number } {
  // Below two fifths of the bound almost all is hidden, and nothing certain can be said.
  let [low, high] = [bound * 0.4, Math.max(above, bound * 0.4)];
  for (let round = 0; round < 60; round += 1) {
    const size = (low + high) / 2;
    const a = bound / size;
    const square = size * size * (1 + (a * density(a)) / tail(a));
    if (square < above * above) low = size;
    else high = size;
  }
  const size = (low + high) / 2;
  return { size, seen: 2 * tail(bound / size) };
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** Chance of a Gaussian value above x (Zelen and Severo, 26.2.17 of Abramowitz and Stegun). */
function tail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x);
  return density(x) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
}

/** Counts of a self-exciting process spread (1 - branching)^-2 times as wide as those of independent jumps. */
function branchingOf({ found, returns }: Jumps, from: string): Estimate {
  if (found.length < LEAST_FOR_CLUSTERS)
    return missing(`${found.length} jumps; clustering takes at least ${LEAST_FOR_CLUSTERS}`);
  const windows = Math.floor(found.length / 4);
  const last = found.at(-1)?.at ?? 0;
  const length = Math.max(returns, last + 1) / windows;
  const counts = new Array<number>(windows).fill(0);
  for (const { at } of found) {
    const window = Math.min(windows - 1, Math.floor(at / length));
    counts[window] = (counts[window] ?? 0) + 1;
  }
  const average = found.length / windows;
  let spread = 0;
  for (const each of counts) spread += (each - average) * (each - average);
  const ratio = Math.max(1, spread / (windows - 1) / average);
  const value = Math.min(0.95, 1 - 1 / Math.sqrt(ratio));
  return {
    value,
    error: Math.max(0.05, (1 - value) / Math.sqrt(2 * windows)),
    from: `counts in ${windows} windows, ${from}`,
  };
}

const YEAR_MS = 31_536_000_000;

/** Volatility as a share per year, jumps and all, and the jumps. */
export interface VolatilityEstimate {
  readonly annual: Estimate;
  readonly jumps: Jumps;
}

/**
 * Root mean square of the returns, jumps and all, per year of 365 days. A bid-ask bounce makes neighbours of
 * opposite sign: twice their covariance is added to the variance, which takes the bounce out again.
 */
export function volatilityOf(returns: Returns | null): VolatilityEstimate {
  const why = 'takes at least thirty returns: five minutes of books, or half an hour of trades or candles of a minute';
  if (!returns) return { annual: missing(why), jumps: { found: [], returns: 0 } };
  const jumps = jumpsIn(returns);
  const isJump = new Set(jumps.found.map(({ at }) => at));
  const kept = returns.values.map((value, at) => (isJump.has(at) ? null : value));
  const values = returns.values.filter((value) => value !== null);
  const neighbours = kept.flatMap((value, at) => {
    const before = kept[at - 1];
    return value === null || before === null || before === undefined ? [] : [value * before];
  });
  const square = meanSquare(values);
  // Middles of a book do not bounce; what their neighbours have in common is chance.
  const bounce = returns.stepMs < 60_000 ? 0 : Math.min(0, mean(neighbours));
  const variance = Math.max(square + 2 * bounce, square / 4);
  const annual = Math.sqrt((variance * YEAR_MS) / returns.stepMs);
  return {
    annual: {
      value: annual,
      error: annual * relativeError(values, square),
      from: `${count(returns)} returns of ${secondsOf(returns)} from ${returns.of}`,
    },
    jumps,
  };
}

/** Standard error of a root mean square over its value. Squares that follow each other are alike, so blocks are compared. */
function relativeError(values: readonly number[], square: number): number {
  const blocks = Math.min(20, Math.floor(values.length / 10));
  const plain = 1 / Math.sqrt(2 * values.length);
  if (blocks < 4) return plain;
  const size = Math.floor(values.length / blocks);
  const means = Array.from({ length: blocks }, (_, at) => meanSquare(values.slice(at * size, (at + 1) * size)));
  let sum = 0;
  for (const each of means) sum += (each / square - 1) * (each / square - 1);
  return Math.max(plain, Math.sqrt(sum / (blocks - 1) / blocks) / 2);
}

export const secondsOf = ({ stepMs }: Returns): string =>
  stepMs % 60_000 === 0 ? `${stepMs / 60_000} min` : `${stepMs / 1000} s`;
