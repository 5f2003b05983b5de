import { absBig } from '../../../kernel/decimal.ts';
import { UNIT } from '../../../kernel/units.ts';
import type { CollateralSpec, HaircutTier, MarginTier, MarketSpec } from '../../config.ts';
import { adjustedValueOf, collateralPriceOf, maintenanceMarginOf } from '../../risk/margin.ts';
import type { Market, State } from '../../state.ts';

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

/**
 * How far one price may move against its owner before the owner is checked again. Prices are signed so that the
 * harmful direction is up: a price whose fall is harmful counts negative.
 */
export interface Bound<Owner> {
  /** The signed price from which on the owner is checked. */
  at: number;
  /** Its index in the heap; -1 while it is in none. */
  place: number;
  readonly owner: Owner;
  readonly heap: BoundHeap<Owner>;
}

/**
 * A heap of the bounds on one price in one direction, the nearest on top. A bound knows its index, so that it can be
 * moved or removed directly and no obsolete bound stays in the heap.
 */
export class BoundHeap<Owner> {
  readonly #bounds: Bound<Owner>[] = [];

  get size(): number {
    return this.#bounds.length;
  }

  /** The nearest bound; Infinity when there is none. */
  get nearest(): number {
    return this.#bounds[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Removes and returns a bound that the price has reached, or undefined. */
  takeReached(price: number): Bound<Owner> | undefined {
    const top = this.#bounds[0];
    if (top === undefined || top.at > price) return undefined;
    this.remove(top);
    return top;
  }

  /** Adds a bound, or moves it if it is in the heap. */
  set(bound: Bound<Owner>, at: number): void {
    bound.at = at;
    if (bound.place < 0) {
      bound.place = this.#bounds.length;
      this.#bounds.push(bound);
    }
    this.#sift(bound);
  }

  /** Removes a bound, if it is in the heap. */
  remove(bound: Bound<Owner>): void {
    const { place } = bound;
    if (place < 0) return;
    bound.place = -1;
    const last = this.#bounds.pop();
    if (last === undefined || last === bound) return;
    // The last bound comes from another branch: it may belong above this place or below it.
    this.#put(last, place);
    this.#sift(last);
  }

  #sift(bound: Bound<Owner>): void {
    this.#up(bound);
    this.#down(bound);
  }

  #up(bound: Bound<Owner>): void {
    let { place } = bound;
    while (place > 0) {
      const parent = this.#bounds[(place - 1) >> 1];
      if (parent === undefined || parent.at <= bound.at) break;
      const above = parent.place;
      this.#put(parent, place);
      place = above;
    }
    this.#put(bound, place);
  }

  #down(bound: Bound<Owner>): void {
    let { place } = bound;
    for (;;) {
      const left = this.#bounds[place * 2 + 1];
      if (left === undefined) break;
      const right = this.#bounds[place * 2 + 2];
      const child = right !== undefined && right.at < left.at ? right : left;
      if (child.at >= bound.at) break;
      const below = child.place;
      this.#put(child, place);
      place = below;
    }
    this.#put(bound, place);
  }

  #put(bound: Bound<Owner>, place: number): void {
    this.#bounds[place] = bound;
    bound.place = place;
  }
}
