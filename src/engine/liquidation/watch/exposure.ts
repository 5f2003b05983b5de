import { UNIT, type Units } from '../../../kernel/units.ts';
import type { Position } from '../../state.ts';
import type { BoundHeap } from './bound-heap.ts';
import type { WatchedAsset, WatchedMarket } from './watched-prices.ts';

/** A generous bound on the relative error of the double arithmetic. */
const DOUBT = 1e-13;

/**
 * A reusable buffer: how much a margin account has above maintenance, and how fast each price can take that away. It
 * is reused so that a check allocates nothing. Amounts are estimated in doubles here and leave only as bounds, on the
 * safe side.
 */
export class Exposure<Owner> {
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
