import { divHalfEvenInt } from '../../../../kernel/decimal.ts';
import { expPpb, lnPpb, mulDiv } from '../../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../../kernel/ids.ts';
import type { Lots, Ticks } from '../../../../kernel/units.ts';
import { type Side, signOf } from '../../../orders/order-terms.ts';
import { priceBound } from '../../../prices.ts';
import { fairOf } from '../fair.ts';
import type { Look } from '../group.ts';
import type { DepthSpec } from '../population-spec.ts';
import { limitLots } from '../sizes.ts';

/** Where new orders of the group `depth` stand, and how large they are. */

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
const SPAN_STEP = 10;
/** Orders that one account at most has: below the limit of its tier. */
const ROOM = 190;
/** This share of the orders that arrive has distances of the standing book: they keep up the far end. */
const STANDING_PPM = 120_000;
/** How far from the touch orders of a full book begin, in closest distances. */
const STANDING_FROM = 5;
/** The best price of a side tells where its orders belong, unless it is farther from the fair price than this share, ppm. */
const FAR_BEST_PPM = 3_000;
const SIZE_DEVIATION_PPM = 600_000;
/** A taken price is left for the next one outwards, at most so often. */
const STEPS_ASIDE = 20;

/** A resting order that is to be placed. */
export interface NewOrder {
  readonly account: AccountNo;
  readonly side: Side;
  readonly price: Ticks;
  readonly lots: Lots;
}

/** One side of a book at one look. */
export interface BookSideView {
  readonly look: Look;
  readonly side: Side;
  /** The price that distances count from, and the best that the band allows. */
  readonly start: Ticks;
  readonly band: Ticks;
  /** Where a standing book begins, and the logarithm of its end over its beginning, in steps of `SPAN_STEP` ppb. */
  readonly first: Ticks;
  readonly span: number;
}

/** Distances count from the best price of the side, or from the fair price where the best is stale or far away. */
export function viewSide(look: Look, side: Side): BookSideView {
  const { market } = look;
  const { limitCap, limitFloor, tickUnits } = market.spec;
  const fair = Math.max(1, divHalfEvenInt(fairOf(market), tickUnits));
  const best = market.book.best(side);
  const away = signOf(side) * (fair - best);
  const start = best === 0 || away < 0 || away * MILLION > fair * FAR_BEST_PPM ? fair : best;
  const { first, span } = standingOf(look.spec.depth);
  return { look, side, start, band: priceBound(market.mark, side, limitCap, limitFloor), first, span };
}

const STANDING = new WeakMap<DepthSpec, Pick<BookSideView, 'first' | 'span'>>();

/** Where a standing book begins and how far it goes, which follows from figures that never change. */
function standingOf(spec: DepthSpec): Pick<BookSideView, 'first' | 'span'> {
  const known = STANDING.get(spec);
  if (known) return known;
  const first = Math.min(spec.farTicks, spec.nearTicks * STANDING_FROM);
  const standing = { first, span: Math.floor((lnPpb(spec.farTicks) - lnPpb(first)) / SPAN_STEP) };
  STANDING.set(spec, standing);
  return standing;
}

const ordersOf = ({ state, market }: Look, account: AccountNo): ReadonlySet<number> =>
  state.accounts.get(account)?.open.get(market.spec.symbol)?.orders ?? new Set();

/** So many orders of a standing book, at free prices. They are dealt out in turn, because none of them counts yet. */
export function standingOrders(view: BookSideView, orders: number): NewOrder[] {
  const { accounts, market } = view.look;
  const rooms = accounts.map((account) => ROOM - ordersOf(view.look, account).size);
  const taken = new Set<Ticks>();
  const added: NewOrder[] = [];
  for (let rank = 0; rank < orders; rank += 1) {
    const turn = rank % accounts.length;
    const room = rooms[turn] ?? 0;
    if (room <= 0) continue;
    let distance = standingDistance(view);
    for (let step = 0; step < STEPS_ASIDE; step += 1) {
      const price = priceAt(view, distance);
      if (!taken.has(price) && !market.book.first(view.side, price)) break;
      distance += 1;
    }
    taken.add(priceAt(view, distance));
    const order = orderAt(view, accounts[turn], distance);
    if (order) added.push(order);
    rooms[turn] = room - 1;
  }
  return added;
}

/** One order that arrives: its distance has a heavy tail. */
export function arrivingOrder(view: BookSideView): NewOrder | null {
  const { draw, spec } = view.look;
  const { nearTicks, farTicks, tailPpm } = spec.depth;
  const isFar = draw.chance(STANDING_PPM);
  return orderAt(view, willing(view), isFar ? standingDistance(view) : draw.pareto(nearTicks, farTicks, tailPpm));
}

/**
 * A distance in a standing book, which is flatter than what arrives, because orders far from the touch live longer: there are as
 * many orders between one distance and twice as far as between that and four times.
 */
const standingDistance = ({ look: { draw }, first, span }: BookSideView): Ticks =>
  mulDiv(first, expPpb(SPAN_STEP * draw.between(0, span)), BILLION);

const priceAt = ({ side, start }: BookSideView, distance: Ticks): Ticks => start - signOf(side) * distance;

/** Null where the market takes no order at the price. */
function orderAt(view: BookSideView, account: AccountNo | undefined, distance: Ticks): NewOrder | null {
  const { look, side, band } = view;
  const { spec } = look.market;
  const price = priceAt(view, distance);
  if (account === undefined || price < spec.minPriceTicks || signOf(side) * (price - band) > 0) return null;
  const lots = look.draw.logNormal(lotsAt(look, distance), SIZE_DEVIATION_PPM);
  return { account, side, price, lots: limitLots(spec, price, lots) };
}

/** Sizes grow with the fourth power of the distance: hardly within the first percent, much beyond it. */
function lotsAt({ spec: { depth } }: Look, distance: Ticks): Lots {
  const share = mulDiv(distance, 1_000, depth.farTicks);
  const square = share * share;
  return depth.lots + mulDiv(depth.farLots - depth.lots, square * square, MILLION * MILLION);
}

/** Of the accounts that may have more orders the one with the least position of this side, so that positions stay small. */
function willing({ look, side }: BookSideView): AccountNo | undefined {
  const { state, market, accounts } = look;
  let chosen: AccountNo | undefined;
  let least = 0;
  for (const account of accounts) {
    if (ordersOf(look, account).size >= ROOM) continue;
    const held = signOf(side) * (state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0);
    if (chosen !== undefined && held >= least) continue;
    chosen = account;
    least = held;
  }
  return chosen;
}
