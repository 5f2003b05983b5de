import { STANDARD_LIMITS } from '../engine/admission/limits.ts';
import type { LimitsSpec, TierSpec } from '../engine/config.ts';
import { ControlError } from './control-error.ts';

/** How requests are limited; what is left out is as the specification states it. */
export interface LimitOptions {
  /** False: nothing is limited, and responses carry no snapshot. Default true. */
  readonly enabled?: boolean;
  /** Tokens of the bucket of one client address. Default 10,000. */
  readonly ipTokens?: number;
  /** Milliseconds in which an empty bucket of either kind is full again. Default 10,000. */
  readonly windowMs?: number;
  /** Tokens of a subaccount's bucket by fee tier. Default: as the world says. */
  readonly tierTokens?: Readonly<Record<string, number>>;
  /** Orders of one subaccount within any second; 0 for as many as it likes. Default 100. */
  readonly ordersPerSecond?: number;
  /** Requests of one address a minute, or a second, on a surface, whatever they cost; 0, the default, for no such limit. */
  readonly tradePerMinute?: number;
  readonly infoPerMinute?: number;
  readonly infoPerSecond?: number;
}

/** Smallest and largest value of each figure. Cap times window stays exact as a number (SEC-05). */
const FIGURES = {
  ipTokens: [1, 1_000_000_000],
  windowMs: [1, 3_600_000],
  ordersPerSecond: [0, 1_000_000],
  tradePerMinute: [0, 1_000_000],
  infoPerMinute: [0, 1_000_000],
  infoPerSecond: [0, 1_000_000],
} as const satisfies Record<string, readonly [number, number]>;

const OTHERS = ['enabled', 'tierTokens'];

/** Reads limits of unchecked origin. Throws ControlError that names the field. */
export function readLimits(given: unknown): LimitOptions {
  if (!isRecord(given)) throw wrong('limits', 'limits takes settings, such as ipTokens');
  for (const [key, value] of Object.entries(given)) {
    if (Object.hasOwn(FIGURES, key)) checkFigure(`limits.${key}`, value, FIGURES[key as keyof typeof FIGURES]);
    else if (!OTHERS.includes(key)) {
      throw wrong(
        `limits.${key}`,
        `limits has no ${key}; there are ${[...Object.keys(FIGURES), ...OTHERS].join(', ')}`,
      );
    }
  }
  const { enabled, tierTokens } = given;
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw wrong('limits.enabled', 'limits.enabled takes true or false');
  if (tierTokens !== undefined) {
    if (!isRecord(tierTokens))
      throw wrong('limits.tierTokens', 'limits.tierTokens takes tokens by tier, such as tier_1: 1200');
    for (const [tier, tokens] of Object.entries(tierTokens))
      checkFigure(`limits.tierTokens.${tier}`, tokens, FIGURES.ipTokens);
  }
  return given;
}

/** Limits with every gap filled. */
export function limitsOf({ tierTokens: _, ...given }: LimitOptions): LimitsSpec {
  return { ...STANDARD_LIMITS, ...given };
}

/** Tiers with the buckets that are asked for. Throws ControlError for a tier that the world has not. */
export function withBuckets(tiers: readonly TierSpec[], { tierTokens = {} }: LimitOptions): readonly TierSpec[] {
  const wanted = new Map(Object.entries(tierTokens));
  for (const tierId of wanted.keys()) {
    if (tiers.some((tier) => tier.tierId === tierId)) continue;
    const known = tiers.map((tier) => tier.tierId).join(', ');
    throw wrong(`limits.tierTokens.${tierId}`, `the world has no tier ${tierId}; there are ${known}`);
  }
  return tiers.map((tier) => ({ ...tier, bucketCap: wanted.get(tier.tierId) ?? tier.bucketCap }));
}

function checkFigure(field: string, value: unknown, [least, most]: readonly [number, number]): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw wrong(field, `${field} takes a whole number from ${least} to ${most}`);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (field: string, message: string): ControlError => new ControlError('INVALID_VALUE', field, message);
