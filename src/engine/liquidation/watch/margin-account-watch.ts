import { invariant } from '../../../kernel/errors.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import { type Lots, UNIT, type Units } from '../../../kernel/units.ts';
import type { FillSide } from '../../event.ts';
import { settlementAsset } from '../../risk/margin.ts';
import type { Account, Position, State } from '../../state.ts';
import type { MarginAccount } from '../terms.ts';
import { type Bound, type BoundHeap, WatchedAsset, WatchedMarket } from './watched-prices.ts';

/** Everything that bounds are set on. */
export interface WatchedWorld {
  readonly settlement: string;
  readonly markets: ReadonlyMap<string, WatchedMarket<MarginAccountWatch>>;
  /** Collaterals that have a price. */
  readonly assets: readonly WatchedAsset<MarginAccountWatch>[];
  readonly exposure: Exposure<MarginAccountWatch>;
}

/** Returns what a watch has to know of the world: the settlement asset, and the collaterals with a price. */
export function watchedWorld(state: State): WatchedWorld {
  const priced = state.config.collaterals.filter(({ priceMarket }) => priceMarket !== null);
  return {
    settlement: settlementAsset(state),
    markets: new Map([...state.markets].map(([symbol, market]) => [symbol, new WatchedMarket(market)])),
    assets: priced.map((spec) => new WatchedAsset(state, spec)),
    exposure: new Exposure(),
  };
}

/** How close a margin account is to liquidation. `flat` has no position. `near` is unhealthy, or too close to it for bounds to decide. */
export type WatchState = 'flat' | 'safe' | 'near';

/** A margin account, and the price bounds within which it stays healthy. */
export class MarginAccountWatch implements MarginAccount {
  readonly account: AccountNo;
  readonly symbol: string | null;
  readonly #holder: Account;
  readonly #bounds: Bound<MarginAccountWatch>[] = [];
  /** What is left of the budget when all bounds are reached together, and the cash: estimates that never rise. */
  #spare = -1;
  #cash = 0;

  constructor(holder: Account, symbol: string | null) {
    this.account = holder.no;
    this.symbol = symbol;
    this.#holder = holder;
  }

  /**
   * Returns how the margin account stands now, and sets new bounds where the present ones no longer guarantee its
   * health.
   */
  look(world: WatchedWorld): WatchState {
    const { exposure } = world;
    exposure.reset();
    if (this.symbol === null) this.#gaugeCross(world);
    else this.#gaugeIsolated(world, this.symbol);
    const budget = exposure.positions === 0 ? -1 : exposure.budget();
    if (budget < 0) {
      this.#keep(0);
      this.#spare = -1;
      return exposure.positions === 0 ? 'flat' : 'near';
    }
    const most = this.#atRisk(exposure);
    this.#spare = budget - (most <= budget ? most : this.#bound(exposure, budget));
    return 'safe';
  }

  /**
   * Returns true when a fill certainly left the margin account healthy and the account solvent, so that no check is
   * needed: the position has a valid bound, and the fill cost less than the spare amount at any mark within it.
   */
  bears(market: WatchedMarket<MarginAccountWatch>, lots: Lots, notional: number, side: FillSide): boolean {
    if (this.#spare < 0 || this.#cash <= 1 || side.position === null) return false;
    const heap = side.position.lots > 0 ? market.mark.falling : market.mark.rising;
    const bound = this.#boundIn(heap);
    if (bound === undefined) return false;
    const fee = Number(side.fee);
    const farthest = lots * market.perTickLot * Math.abs(bound.at);
    this.#spare -= (notional + farthest) * market.shortWeight + Math.abs(fee) + market.slack;
    this.#cash += Number(side.realizedPnl) - fee;
    return this.#spare >= 0 && this.#cash > 1;
  }

  #boundIn(heap: BoundHeap<MarginAccountWatch>): Bound<MarginAccountWatch> | undefined {
    for (const bound of this.#bounds) if (bound.heap === heap) return bound;
    return undefined;
  }

  #gaugeCross({ settlement, markets, assets, exposure }: WatchedWorld): void {
    const { balances, positions, isolated } = this.#holder;
    for (const position of positions.values()) {
      if (isolated.size > 0 && isolated.has(position.symbol)) continue;
      const market = markets.get(position.symbol);
      invariant(market, 'a position is in a market');
      exposure.addPosition(market, position);
    }
    if (exposure.positions === 0) return;
    this.#cash = exposure.addCash(balances.get(settlement) ?? 0n);
    if (balances.size === 1) return;
    for (const asset of assets) {
      const held = balances.get(asset.spec.asset);
      if (held) exposure.addHolding(asset, held);
    }
  }

  #gaugeIsolated({ markets, exposure }: WatchedWorld, symbol: string): void {
    const position = this.#holder.positions.get(symbol);
    const held = this.#holder.isolated.get(symbol);
    const market = markets.get(symbol);
    if (!position || !held || !market) return;
    exposure.addCash(held.margin);
    exposure.addPosition(market, position);
  }

  /** Returns the loss if all bounds are reached together; Infinity when the set of bounds is not the one needed now. */
  #atRisk({ count, heaps, prices, weights }: Exposure<MarginAccountWatch>): number {
    if (this.#bounds.length !== count) return Number.POSITIVE_INFINITY;
    let most = 0;
    for (let index = 0; index < count; index += 1) {
      const bound = this.#bounds[index];
      if (bound === undefined || bound.heap !== heaps[index]) return Number.POSITIVE_INFINITY;
      const steps = bound.at - 1 - (prices[index] ?? 0);
      if (steps < 0) return Number.POSITIVE_INFINITY;
      most += steps * (weights[index] ?? 0);
    }
    return most;
  }

  /**
   * Gives each price an equal part of the budget, up to its own size: no price falls further, and few rise further.
   * Returns what is lost if all of them are reached together.
   */
  #bound({ count, heaps, prices, weights }: Exposure<MarginAccountWatch>, budget: number): number {
    const share = budget / count;
    let most = 0;
    this.#keep(count);
    for (let index = 0; index < count; index += 1) {
      const heap = heaps[index];
      const price = prices[index] ?? 0;
      invariant(heap, 'every price that can hurt has bounds');
      const weight = weights[index] ?? 1;
      const steps = Math.min(Math.floor(share / weight), Math.abs(price));
      most += steps * weight;
      let bound = this.#bounds[index];
      if (bound === undefined || bound.heap !== heap) {
        bound?.heap.remove(bound);
        bound = { at: 0, place: -1, owner: this, heap };
        this.#bounds[index] = bound;
      }
      const at = price + steps + 1;
      // A price that would have to fall below nothing needs no bound in the heap.
      if (at > 0 && price < 0) {
        heap.remove(bound);
        bound.at = at;
      } else heap.set(bound, at);
    }
    return most;
  }

  /** Removes all bounds after the first `count`. */
  #keep(count: number): void {
    for (let last = this.#bounds.length; last > count; last -= 1) {
      const bound = this.#bounds.pop();
      bound?.heap.remove(bound);
    }
  }
}

/** A generous bound on the relative error of the double arithmetic. */
const DOUBT = 1e-13;

/**
 * A reusable buffer: how much a margin account has above maintenance, and how fast each price can take that away. It
 * is reused so that a check allocates nothing. Amounts are estimated in doubles here and leave only as bounds, on the
 * safe side.
 */
class Exposure<Owner> {
  /** The prices that can do harm: their heaps, their present signed values, and the loss per step. */
  readonly heaps: BoundHeap<Owner>[] = [];
  readonly prices: number[] = [];
  readonly weights: number[] = [];
  count = 0;
  positions = 0;
  #slack = 0;
  #scale = 0;

  reset(): void {
    this.count = 0;
    this.positions = 0;
    this.#slack = 0;
    this.#scale = 0;
  }

  /** What prices may take before the margin account can be unhealthy; negative when it is too close to decide. */
  budget(): number {
    return this.#slack - this.#scale * DOUBT;
  }

  addCash(amount: Units): number {
    const cash = Number(amount);
    this.#slack += cash;
    this.#scale += Math.abs(cash);
    return cash;
  }

  addPosition(market: WatchedMarket<Owner>, { lots, cost }: Position): void {
    const { mark } = market;
    const paid = Number(cost);
    const long = lots > 0;
    const perTick = Math.abs(lots) * market.perTickLot;
    const notional = perTick * mark.now;
    const maintenance = market.maintenanceOf(notional);
    this.#slack += (long ? notional : -notional) - paid - maintenance - market.slack;
    this.#scale += notional + Math.abs(paid) + maintenance;
    this.positions += 1;
    if (long) this.#add(mark.falling, -mark.now, perTick);
    else this.#add(mark.rising, mark.now, perTick * market.shortWeight);
  }

  addHolding(asset: WatchedAsset<Owner>, amount: Units): void {
    const { price } = asset;
    const whole = Number(amount) / UNIT;
    const value = whole * price.now;
    this.#slack += asset.adjustedOf(value) - asset.slack;
    this.#scale += Math.abs(value);
    if (whole > 0) this.#add(price.falling, -price.now, whole);
    else this.#add(price.rising, price.now, -whole);
  }

  #add(heap: BoundHeap<Owner>, price: number, weight: number): void {
    this.heaps[this.count] = heap;
    this.prices[this.count] = price;
    this.weights[this.count] = weight;
    this.count += 1;
  }
}
