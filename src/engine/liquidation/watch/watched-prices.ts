import { absBig } from '../../../kernel/decimal.ts';
import { UNIT } from '../../../kernel/units.ts';
import type { CollateralSpec, HaircutTier, MarginTier, MarketSpec } from '../../config.ts';
import { adjustedValueOf, collateralPriceOf } from '../../risk/collateral.ts';
import { maintenanceMarginOf } from '../../risk/margin.ts';
import type { Market, State } from '../../state.ts';
import { BoundHeap } from './bound-heap.ts';

/**
 * What the watch knows of a market and of a priced collateral: the rules of margin and haircut as plain numbers.
 * They are estimates, good to one part in 1e15, that only ever decide when to look; what is found is decided exactly.
 */

/** A price, and the bounds on it for each direction. */
export class WatchedPrice<Owner> {
  readonly falling = new BoundHeap<Owner>();
  readonly rising = new BoundHeap<Owner>();
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  /** Moves the price; true when it has reached a bound. */
  move(to: number): boolean {
    this.now = to;
    return this.rising.nearest <= to || this.falling.nearest <= -to;
  }

  /** Removes the bounds that the price has reached and returns their owners. */
  takeReached(): Owner[] {
    const owners: Owner[] = [];
    for (const [heap, price] of [[this.falling, -this.now] as const, [this.rising, this.now] as const]) {
      for (let bound = heap.takeReached(price); bound; bound = heap.takeReached(price)) owners.push(bound.owner);
    }
    return owners;
  }
}

export class WatchedMarket<Owner> {
  readonly mark: WatchedPrice<Owner>;
  readonly perTickLot: number;
  /** How fast a short loses, as a share of its notional: the mark's own rise, and what maintenance grows by at most. */
  readonly shortWeight: number;
  /** How far rounding and the edges of tiers may take a maintenance margin off its slope: once now, once later. */
  readonly slack: number;
  readonly #tiers: readonly { readonly most: number; readonly rate: number; readonly deduction: number }[];

  constructor(market: Market) {
    const { spec } = market;
    this.mark = new WatchedPrice(market.mark);
    this.perTickLot = Number(spec.notionalPerTickLot);
    this.shortWeight = 1 + Math.max(...spec.marginTiers.map(({ maintenanceRate }) => maintenanceRate)) / UNIT;
    this.slack = ROUNDING + 2 * marginEdges(spec);
    this.#tiers = spec.marginTiers.map(({ maxNotional, maintenanceRate, deduction }) => ({
      most: maxNotional === null ? Number.POSITIVE_INFINITY : Number(maxNotional),
      rate: maintenanceRate / UNIT,
      deduction: Number(deduction),
    }));
  }

  /** Maintenance margin of a notional, but for `slack`. */
  maintenanceOf(notional: number): number {
    for (const { most, rate, deduction } of this.#tiers) {
      if (notional <= most) return Math.max(0, notional * rate - deduction);
    }
    return notional;
  }
}

export class WatchedAsset<Owner> {
  readonly spec: CollateralSpec;
  /** Per whole asset, peg included. */
  readonly price: WatchedPrice<Owner>;
  readonly slack: number;
  readonly #tiers: readonly { readonly below: number; readonly share: number; readonly addition: number }[];

  constructor(state: State, spec: CollateralSpec) {
    this.spec = spec;
    this.price = new WatchedPrice(priceNow(state, spec));
    this.slack = ROUNDING + 2 * haircutEdges(spec);
    this.#tiers = spec.tiers.map(({ maxValue, haircut, valueAddition }) => ({
      below: maxValue === null ? Number.POSITIVE_INFINITY : Number(maxValue),
      share: (UNIT - haircut) / UNIT,
      addition: Number(valueAddition),
    }));
  }

  /** Updates the price; returns true when it has reached a bound. */
  reprice(state: State): boolean {
    return this.price.move(priceNow(state, this.spec));
  }

  /** Value after the haircut, but for `slack`. */
  adjustedOf(value: number): number {
    if (value <= 0) return value;
    for (const { below, share, addition } of this.#tiers) {
      if (value < below) return value * share + addition;
    }
    return 0;
  }
}

const priceNow = (state: State, spec: CollateralSpec): number => Number(collateralPriceOf(state, spec));

/** Every division rounds by less than a unit; now and later, no figure takes more than eight of them. */
const ROUNDING = 8;

/** What maintenance jumps by at the edges of its tiers: a deduction leaves a gap of its own there (wire 6.3). */
function marginEdges(spec: MarketSpec): number {
  const jump = ({ maxNotional }: MarginTier): bigint =>
    maxNotional === null
      ? 0n
      : absBig(maintenanceMarginOf(spec, maxNotional + 1n) - maintenanceMarginOf(spec, maxNotional));
  return spec.marginTiers.reduce((sum, tier) => sum + Number(jump(tier)), 0);
}

/** The same for the haircut value, which a band of a hand-made world need not continue. */
function haircutEdges({ tiers }: CollateralSpec): number {
  const jump = (tier: HaircutTier, index: number): bigint => {
    const next = tiers[index + 1];
    if (tier.maxValue === null || next === undefined) return 0n;
    return absBig(adjustedValueOf(tier.maxValue, next) - adjustedValueOf(tier.maxValue, tier));
  };
  return tiers.reduce((sum, tier, index) => sum + Number(jump(tier, index)), 0);
}
