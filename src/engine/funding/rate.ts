import { divHalfEven, maxBig, minBig } from '../../kernel/decimal.ts';
import { type Ratio, type TimeMs, UNIT_BIG } from '../../kernel/units.ts';
import type { MarketSpec } from '../config.ts';
import type { FundingProgress, Market } from '../state.ts';

const SAMPLE_MS = 1_000;
export const FUNDING_MS: TimeMs = 3_600_000;

/** Samples keep ten decimals more than the rate, so that their rounding does not affect it. */
const PREMIUM_UNIT = 10n ** 18n;

/** Interest of eight hours, and how far it may pull the rate from the premium (wire 6.2); 1e-8. */
const INTEREST = 10_000n;
const INTEREST_REACH = 50_000n;
/** The rate is stated for eight hours and charged for one. */
const HOURS = 8n;

/** Mark over index, in 1e-18, half to even. */
function premiumOf(market: Market): bigint {
  const index = BigInt(market.index);
  return divHalfEven((BigInt(market.mark) * BigInt(market.spec.tickUnits) - index) * PREMIUM_UNIT, index);
}

/**
 * Returns samples and their sum at `at`, which is not before the last sample. Each full second counts with the prices
 * of that second.
 */
export function samplesAt(market: Market, at: TimeMs): Pick<FundingProgress, 'samples' | 'premiumSum'> {
  const { sampledTo, samples, premiumSum } = market.funding;
  const more = Math.floor(at / SAMPLE_MS) - Math.floor(sampledTo / SAMPLE_MS);
  if (more === 0) return { samples, premiumSum };
  return { samples: samples + more, premiumSum: premiumSum + premiumOf(market) * BigInt(more) };
}

/**
 * Takes the samples that fell due before the prices of a market move. While prices stand still all samples are equal,
 * so they are taken together.
 */
export function takeSamples(market: Market, at: TimeMs): void {
  const { funding } = market;
  const { samples, premiumSum } = samplesAt(market, at);
  funding.samples = samples;
  funding.premiumSum = premiumSum;
  funding.sampledTo = at;
}

/** The one-hour rate that a settlement at `at` would charge; before the first sample, that of the present premium. */
export function fundingRateAt(market: Market, at: TimeMs): Ratio {
  const { samples, premiumSum } = samplesAt(market, at);
  return samples === 0
    ? hourlyRateOf(market.spec, premiumOf(market), 1)
    : hourlyRateOf(market.spec, premiumSum, samples);
}

/**
 * Wire 6.2: F8 = P + clamp(I - P, -0.0005, 0.0005), clamped to floor and cap of the market; an eighth of it,
 * half to even to eight decimals. P is `premiumSum / samples`; everything is kept over that divisor, so that
 * the rate is rounded once.
 */
export function hourlyRateOf(spec: MarketSpec, premiumSum: bigint, samples: number): Ratio {
  const one = PREMIUM_UNIT * BigInt(samples);
  const over = (ratio: bigint): bigint => (ratio * one) / UNIT_BIG;
  const pull = clamp(over(INTEREST) - premiumSum, over(-INTEREST_REACH), over(INTEREST_REACH));
  const eightHours = clamp(premiumSum + pull, over(BigInt(spec.fundingFloor)), over(BigInt(spec.fundingCap)));
  return Number(divHalfEven(eightHours * UNIT_BIG, one * HOURS));
}

const clamp = (value: bigint, low: bigint, high: bigint): bigint => maxBig(low, minBig(high, value));
