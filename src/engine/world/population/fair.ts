import { fadePpb, mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import type { Draw } from '../../../kernel/random.ts';
import type { Lots, PriceUnits, TimeMs } from '../../../kernel/units.ts';
import type { Market } from '../../state.ts';
import type { FairSpec } from '../population-spec.ts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

/**
 * What a trade moves is spread over four parts that fade at different speeds. Their sum falls about as the square root of the
 * time that has passed, so that the impact of a long series of trades grows with the square root of its length, and part of
 * it lasts for an hour.
 */
const IMPACT_PARTS: readonly { readonly lifeMs: TimeMs; readonly sharePpm: number }[] = [
  { lifeMs: 5_000, sharePpm: 540_000 },
  { lifeMs: 40_000, sharePpm: 280_000 },
  { lifeMs: 300_000, sharePpm: 130_000 },
  { lifeMs: 2_400_000, sharePpm: 50_000 },
];

/** However much is traded, the fair price stays within 4 % of the index, and so inside the band of limit orders. */
const FAIR_LIMIT_PPB = 40_000_000;

/** What the makers of a market believe, besides the index. Deviations are in parts per billion of the index. */
export interface FairView {
  readonly at: TimeMs;
  readonly slow: number;
  readonly fast: number;
  /** Taker lots that the impact counts already. */
  readonly seenLots: Lots;
  readonly impact: readonly number[];
}

/** The view before the first look. */
export const NO_VIEW: readonly number[] = [0, 0, 0, 0, ...IMPACT_PARTS.map(() => 0)];

/** Reads a view from the memory of the makers. */
export function viewOf([at = 0, slow = 0, fast = 0, seenLots = 0, ...impact]: readonly number[]): FairView {
  return { at, slow, fast, seenLots, impact };
}

/** Returns a view as the numbers that the memory of the makers holds; `viewOf` reads them back. */
export const memoryOf = ({ at, slow, fast, seenLots, impact }: FairView): readonly number[] => [
  at,
  slow,
  fast,
  seenLots,
  ...impact,
];

/** The view at a later time: the basis wanders, old impact fades, and the trades since the last look add to it. */
export function viewAfter(spec: FairSpec, view: FairView, at: TimeMs, takenLots: Lots, draw: Draw): FairView {
  const elapsed = view.at === 0 ? 0 : at - view.at;
  const added = impactOf(spec, takenLots - view.seenLots);
  return {
    at,
    slow: wandered(view.slow, spec.slowPpb, fadePpb(elapsed, spec.slowMs), draw),
    fast: wandered(view.fast, spec.fastPpb, fadePpb(elapsed, spec.fastMs), draw),
    seenLots: takenLots,
    impact: IMPACT_PARTS.map(
      ({ lifeMs, sharePpm }, part) =>
        mulDiv(view.impact[part] ?? 0, fadePpb(elapsed, lifeMs), BILLION) + mulDiv(added, sharePpm, MILLION),
    ),
  };
}

/** One step of a mean-reverting process with the given deviation, of which the share `kept` is left. */
function wandered(value: number, deviation: number, kept: number, draw: Draw): number {
  const newShare = BILLION - mulDiv(kept, kept, BILLION);
  const noise = mulDiv(deviation, squareRoot(newShare * 1_000), MILLION);
  return mulDiv(value, kept, BILLION) + mulDiv(noise, draw.normalMillionths(), MILLION);
}

/** Returns how far signed taker lots move the fair price at once, in ppb: with the square root of their number. */
export function impactOf({ impactPpb, impactLots }: FairSpec, lots: Lots): number {
  const size = mulDiv(Math.abs(lots), MILLION, impactLots);
  const moved = mulDiv(impactPpb, squareRoot(size), 1_000);
  return lots < 0 ? -moved : moved;
}

/** The price that the makers of a market believed to be fair at their last look, at the index of now. */
export function fairOf(market: Market): PriceUnits {
  const memory = market.population?.groups.makers.memory;
  return memory ? fairAt(market.index, viewOf(memory)) : market.index;
}

/** The fair price of a view. */
export function fairAt(index: PriceUnits, { slow, fast, impact }: FairView): PriceUnits {
  const deviation = impact.reduce((sum, part) => sum + part, slow + fast);
  const limited = Math.max(-FAIR_LIMIT_PPB, Math.min(FAIR_LIMIT_PPB, deviation));
  return index + mulDiv(index, limited, BILLION);
}
