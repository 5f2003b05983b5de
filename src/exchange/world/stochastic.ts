import type { ActivityProfile, FactorSpec, StochasticSpec, VolatilitySpec } from '../../engine/world/dynamics-spec.ts';
import { billionths, driftPpbOf, faded, millionths, stepPpb } from './figures.ts';
import { BILLION, DAY_MS, decimal, integer, object, oneOf, type Reader, report, stepMs } from './read.ts';

const DAYS = 365;
/** The share of the variance that jumps have where a world does not say how large they are. */
const JUMP_SHARE = 0.1;

/** Returns the common factor of all markets as the engine takes it. */
export const factorSpec = (factor: WorldFactor): FactorSpec => volatilitySpec(factor, Number(factor.volatility));

/** Returns a stochastic price as the engine takes it; what the common factor explains is no part of its own volatility. */
export function stochasticSpec(process: WorldStochastic, factor: WorldFactor | undefined): StochasticSpec {
  return {
    kind: 'stochastic',
    ...volatilitySpec(process, without(process.volatility, factorShare(process, factor))),
    betaPpm: millionths(process.beta),
    driftPpb: driftPpbOf(process.drift, process.stepMs),
  };
}

/** The deviation of a year that a market gets from the factor. */
const factorShare = ({ beta }: WorldStochastic, factor: WorldFactor | undefined): number =>
  Number(factor?.volatility ?? 0) * Number(beta);

/** The deviation of a year that comes from jumps of a written size. */
export const jumpVolatility = ({ jumpsPerDay, jumpSize = '0' }: WorldVolatility): number =>
  Math.sqrt(Number(jumpsPerDay) * DAYS) * Number(jumpSize);

/** The least volatility that a market can have: what the factor and its jumps give it. The two are independent. */
export function leastVolatility(process: WorldStochastic, factor: WorldFactor | undefined): number {
  const [jumps, moved] = [jumpVolatility(process), factorShare(process, factor)];
  return Math.sqrt(jumps * jumps + moved * moved);
}

/** What is left of a volatility without a part that is independent of the rest. */
const without = (volatility: number | string, part: number): number =>
  Math.sqrt(Math.max(0, Number(volatility) * Number(volatility) - part * part));

/** The chance that a step has a jump that no earlier jump has caused: a jump counts with all its followers. */
export const jumpChancePpb = ({ jumpsPerDay, branching, stepMs }: WorldVolatility): number =>
  Math.round(((Number(jumpsPerDay) * (1 - Number(branching)) * stepMs) / DAY_MS) * BILLION);

/** `volatility` is that of walk and jumps together. */
function volatilitySpec(figures: WorldVolatility, volatility: number): VolatilitySpec {
  const { stepMs, fastDeviation, fastHalfLifeMs, slowDeviation, slowHalfLifeMs, jumpSize } = figures;
  const jumps = jumpSize === undefined ? volatility * Math.sqrt(JUMP_SHARE) : jumpVolatility(figures);
  const jumpsOfYear = Number(figures.jumpsPerDay) * DAYS;
  return {
    stepMs,
    volatilityPpb: stepPpb(without(volatility, jumps), stepMs),
    fastPpm: millionths(fastDeviation),
    fastDecayPpb: faded(stepMs, fastHalfLifeMs),
    slowPpm: millionths(slowDeviation),
    slowDecayPpb: faded(stepMs, slowHalfLifeMs),
    intensityPpb: jumpChancePpb(figures),
    branchingPpb: billionths(figures.branching),
    decayPpb: faded(stepMs, figures.jumpHalfLifeMs),
    jumpPpb: jumpsOfYear === 0 ? 0 : Math.round((jumps / Math.sqrt(jumpsOfYear)) * BILLION),
    profile: activityOf(figures.profile),
  };
}

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

const NAMES = ['crypto', 'commodity', 'flat'] as const;

const figure = integer(1, 10_000);

/** A list of exactly so many figures. */
const figures =
  (length: number): Reader<readonly number[]> =>
  (node, problems) => {
    if (node.kind !== 'list' || node.items.length !== length) {
      return report(problems, node, `must be a list of ${length} whole numbers`);
    }
    const items = node.items.map((item) => figure(item, problems)).filter((item) => item !== undefined);
    return items.length === length ? items : undefined;
  };

const lists = object<WorldProfileLists>({ hours: figures(24), weekdays: figures(7) });
const names = oneOf(NAMES);

const profileShape: Reader<WorldProfile> = (node, problems) =>
  node.kind === 'map' ? lists(node, problems) : names(node, problems);

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

/** How lively hours and weekdays are: a name, or lists of one's own. */
type WorldProfile = (typeof NAMES)[number] | WorldProfileLists;

/** Only the proportions count: the mean of a list is mean activity. */
export interface WorldProfileLists {
  /** 24 figures, from 00:00 UTC on. */
  readonly hours: readonly number[];
  /** 7 figures, from Sunday on. */
  readonly weekdays: readonly number[];
}

const PROFILES: Readonly<Record<(typeof NAMES)[number], WorldProfileLists>> = {
  // Busiest when Europe and America are both awake, quiet before Asia starts and at weekends.
  crypto: {
    hours: [
      950, 850, 800, 750, 720, 720, 760, 820, 900, 960, 980, 1000, 1060, 1230, 1400, 1450, 1400, 1300, 1180, 1080, 1020,
      960, 890, 820,
    ],
    weekdays: [733, 1099, 1140, 1140, 1129, 1099, 661],
  },
  // Around the trading floors of America.
  commodity: {
    hours: [
      710, 761, 710, 660, 660, 710, 863, 1015, 1066, 1066, 1015, 1066, 1218, 1522, 1725, 1624, 1471, 1319, 1167, 913,
      710, 660, 660, 710,
    ],
    weekdays: [646, 1077, 1131, 1238, 1131, 1131, 646],
  },
  flat: { hours: Array.from({ length: 24 }, () => 1), weekdays: Array.from({ length: 7 }, () => 1) },
};

const MILLION = 1_000_000;

/** A profile in parts per million of the mean of each list. */
function activityOf(profile: WorldProfile): ActivityProfile {
  const { hours, weekdays } = typeof profile === 'string' ? PROFILES[profile] : profile;
  return { hours: shares(hours), weekdays: shares(weekdays) };
}

function shares(list: readonly number[]): number[] {
  const sum = list.reduce((total, item) => total + item, 0);
  return list.map((item) => Math.round((item * list.length * MILLION) / sum));
}
