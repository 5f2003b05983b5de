import { maxLeverageOf } from '../../../../kernel/terms.ts';
import type { Lots } from '../../../../kernel/units.ts';
import type { MarketSpec } from '../../../config.ts';
import type { HoldersSpec } from '../population-spec.ts';

/** What one holder is like, for as long as the market exists. */
export interface Persona {
  /** Follows the trend, leans against moves, or has opinions that no price explains. */
  readonly style: 'trend' | 'reversion' | 'opinion';
  /** The usual position. */
  readonly lots: Lots;
  readonly leverage: number;
  /** Without a stop a large move liquidates it. */
  readonly stops: boolean;
}

const MILLION = 1_000_000;
/**
 * Steps of low-discrepancy sequences as shares of 2^32 (powers of the real root of x^5 = x + 1, inverted): traits are
 * spread evenly and independently over few holders.
 */
const STEPS = [3_679_390_609, 3_152_041_523, 2_700_274_806, 2_313_257_605] as const;
/** Shares of the styles. */
const TREND_PPM = 450_000;
const REVERSION_PPM = 400_000;
/** The smallest usual position, as a share of the mean one; sizes above it are skewed to the right. */
const SMALLEST_PPM = 250_000;

const PERSONAS = new WeakMap<HoldersSpec, WeakMap<MarketSpec, readonly Persona[]>>();

/** The persona of the holder of this rank. */
export function personaOf(market: MarketSpec, spec: HoldersSpec, rank: number): Persona {
  return personasOf(market, spec)[rank] ?? newPersona(market, spec, rank);
}

/** Holders are looked at again and again, and stay as they are. */
function personasOf(market: MarketSpec, spec: HoldersSpec): readonly Persona[] {
  const markets = PERSONAS.get(spec) ?? new WeakMap<MarketSpec, readonly Persona[]>();
  const known = markets.get(market);
  if (known) return known;
  const personas = Array.from({ length: spec.count }, (_, rank) => newPersona(market, spec, rank));
  PERSONAS.set(spec, markets.set(market, personas));
  return personas;
}

function newPersona(market: MarketSpec, spec: HoldersSpec, rank: number): Persona {
  const [style, size, leverage, stop] = STEPS.map((step) => traitPpm(rank, step)) as [number, number, number, number];
  const sizePpm = SMALLEST_PPM + Math.floor((3 * (MILLION - SMALLEST_PPM) * squared(size)) / MILLION);
  const stops = stop >= spec.stoplessPpm;
  // Who sets no stop is no friend of low leverage either.
  const share = stops ? squared(leverage) : leverage;
  const spread = Math.floor(((spec.leverageHigh - spec.leverageLow) * share) / MILLION);
  return {
    style: style < TREND_PPM ? 'trend' : style < TREND_PPM + REVERSION_PPM ? 'reversion' : 'opinion',
    lots: Math.max(market.minLots, Math.floor((spec.lots * sizePpm) / MILLION)),
    leverage: Math.max(1, Math.min(maxLeverageOf(market), spec.leverageLow + spread)),
    stops,
  };
}

const traitPpm = (rank: number, step: number): number =>
  Math.floor(((Math.imul(rank + 1, step) >>> 0) / 0x100000000) * MILLION);

const squared = (ppm: number): number => Math.floor((ppm * ppm) / MILLION);
