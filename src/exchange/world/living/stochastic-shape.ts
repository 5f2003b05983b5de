import { integer, object, decimal, type Reader } from '../read.ts';
import { DAY_MS, stepMs } from '../ranges.ts';
import { profileShape, type WorldProfile } from './activity-profile.ts';

/** A volatility that wanders, and jumps in clusters, in figures of a year, a day and milliseconds. */
export interface WorldVolatility {
  /** Deviation of the return of a year, jumps and all: "0.5" is 50 %. */
  readonly volatility: string;
  /** Mean milliseconds between two steps. */
  readonly stepMs: number;
  /** Deviations of the two parts of the logarithm of volatility, and the half-lives of what they are at. */
  readonly fastDeviation: string;
  readonly fastHalfLifeMs: number;
  readonly slowDeviation: string;
  readonly slowHalfLifeMs: number;
  /** All jumps of a day in the mean. */
  readonly jumpsPerDay: string;
  /** The deviation of the return of a jump; left out, jumps are a tenth of the variance that the factor does not give. */
  readonly jumpSize?: string;
  /** How many further jumps one jump causes directly, in the mean, and how long its excitement lasts. */
  readonly branching: string;
  readonly jumpHalfLifeMs: number;
  readonly profile: WorldProfile;
}

/** What moves several markets together. */
export type WorldFactor = WorldVolatility;

/** What the factor moves is part of the volatility of the market. */
export interface WorldStochastic extends WorldVolatility {
  readonly kind: 'stochastic';
  /** Share of the return of the factor. */
  readonly beta: string;
  /** Mean return of a year. */
  readonly drift: string;
}

const deviation = decimal({ low: '0', high: '2' });
const halfLifeMs = integer(1000, 30 * DAY_MS);

const volatilityFields = {
  volatility: decimal({ low: '0', high: '10' }),
  stepMs,
  fastDeviation: deviation,
  fastHalfLifeMs: halfLifeMs,
  slowDeviation: deviation,
  slowHalfLifeMs: halfLifeMs,
  jumpsPerDay: decimal({ low: '0', high: '86400' }),
  jumpSize: decimal({ low: '0', high: '0.1' }),
  branching: decimal({ low: '0', high: '0.99' }),
  jumpHalfLifeMs: halfLifeMs,
  profile: profileShape,
};

const VOLATILITY_DEFAULTS = {
  stepMs: 1000,
  fastDeviation: '0.5',
  fastHalfLifeMs: 624_000,
  slowDeviation: '0.3',
  slowHalfLifeMs: 30_000_000,
  jumpsPerDay: '24',
  jumpSize: undefined,
  branching: '0.5',
  jumpHalfLifeMs: 42_000,
  profile: 'crypto',
} as const;

export const factorShape: Reader<WorldFactor> = object<WorldFactor>(volatilityFields, VOLATILITY_DEFAULTS);

export const stochasticFields = {
  ...volatilityFields,
  beta: decimal({ low: '-10', high: '10' }),
  drift: decimal({ low: '-10', high: '10' }),
};

export const STOCHASTIC_DEFAULTS = { ...VOLATILITY_DEFAULTS, beta: '0', drift: '0' } as const;
