import type { TimeMs } from '../../kernel/units.ts';

/**
 * How lively each hour and weekday (UTC, 0 is Sunday) is, in parts per million of the mean. The two figures of a moment
 * are multiplied; they scale both volatility and the rate of trades.
 */
export interface ActivityProfile {
  /** 24 figures. */
  readonly hours: readonly number[];
  /** 7 figures. */
  readonly weekdays: readonly number[];
}

/** A volatility that wanders around its mean on two time scales, and jumps that make further jumps more likely. */
export interface VolatilitySpec {
  /** Mean milliseconds between steps; each gap is drawn from half to one and a half of it. */
  readonly stepMs: TimeMs;
  /** Root mean square of the return of one mean step without jumps, in parts per billion. */
  readonly volatilityPpb: number;
  /** Deviations of the two parts of the logarithm of volatility, in parts per million, and what a step loses of each (ppb). */
  readonly fastPpm: number;
  readonly fastDecayPpb: number;
  readonly slowPpm: number;
  readonly slowDecayPpb: number;
  /** Jumps as in the process `hawkes`: chance per step, mean number of direct followers, decay per step, deviation. */
  readonly intensityPpb: number;
  readonly branchingPpb: number;
  readonly decayPpb: number;
  readonly jumpPpb: number;
  readonly profile: ActivityProfile;
}

/** The common factor of an exchange: what moves its crypto markets together. */
export type FactorSpec = VolatilitySpec;

/** The process of one market: `beta` of the return of the common factor, and a return of its own. */
export interface StochasticSpec extends VolatilitySpec {
  readonly kind: 'stochastic';
  /** Share of the factor's return that the market makes, in parts per million; 0 is a market of its own. */
  readonly betaPpm: number;
  /** Mean of the return of a step, in parts per billion. */
  readonly driftPpb: number;
}

/** Where a volatility stands. All whole numbers. */
export interface VolatilityState {
  /** The two parts of the logarithm of volatility, in parts per million. */
  readonly fast: number;
  readonly slow: number;
  /** Excitation of jumps, as a chance of 1e-18 per step. */
  readonly excitation: bigint;
}

/** The common factor between two steps. */
export interface FactorState extends VolatilityState {
  readonly random: readonly [number, number, number, number];
  /** Sum of its returns since the start, in parts per billion. */
  readonly level: number;
}

/** What a stochastic market remembers besides its price and its stream. */
export interface DynamicsState extends VolatilityState {
  /** The level of the factor that this market has followed already. */
  readonly factorSeen: number;
  /** Volatility of the latest step over its mean, hours and factor included, in parts per million. */
  readonly livelinessPpm: number;
}
