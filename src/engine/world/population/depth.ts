import { FewSet } from '../../../kernel/tables.ts';
import { divHalfEvenInt } from '../../../kernel/decimal.ts';
import { expPpb, lnPpb, mulDiv } from '../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import { Draw, streamOf } from '../../../kernel/random.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import type { EngineEvent } from '../../event.ts';
import { sortedOrdersOf } from '../../orders/evolve-order.ts';
import { type Side, signOf } from '../../orders/order-terms.ts';
import type { Order } from '../../orders/order.ts';
import { factsOf } from '../../orders/place-order.ts';
import { priceBound } from '../../prices.ts';
import type { Market, State } from '../../state.ts';
import { livelinessPpm } from '../dynamics.ts';
import type { DepthSpec } from '../population-spec.ts';
import { decimalOfLots, decimalOfTicks, quote, WORLD_SOURCE } from '../world-orders.ts';
import { fairOf } from './fair.ts';
import type { GroupRules, Look } from './group.ts';
import {
  afterThinning,
  foreseenPpb,
  isRoundPrice,
  prefersRound,
  roundLots,
  roundPrice,
  tiltedLots,
} from './signals.ts';
import { isQuoterOf, limitLots } from './sizes.ts';

const MILLION = 1_000_000;
/** Orders that one account is meant to have, far below the limit of its tier. */
const PER_ACCOUNT = 130;
/** A side that has lost more than this share of its orders is filled again at once, by at most so many orders in one look. */
const LOST_PPM = 60_000;
const BURST = 60;
/** Else one order arrives, and one more per this many that are missing. */
const MISSING_PER_ORDER = 12;
/** An order that leaves is the closest of this many. */
const CANDIDATES = 3;
/** An order farther from the best price than this multiple of the farthest new order is cancelled before closer ones. */
const TOO_FAR = 1.5;

/** Traders whose orders wait deeper in the book. What is kept up is the number of levels, which the book knows. */
export const DEPTH: GroupRules = {
  accounts: ({ depth }) =>
    Array.from({ length: Math.ceil((2 * depth.levels) / PER_ACCOUNT) }, (_, rank) => `depth ${rank + 1}`),
  memory: () => [],
  act: (seen) => {
    const requoteMs = seen.spec.signals?.requoteMs ?? 0;
    const isRequote = requoteMs > 0 && seen.draw.between(0, seen.spec.depth.everyMs + requoteMs - 1) >= requoteMs;
    const mean = Math.ceil((everyMsOf(seen.spec.depth.everyMs, requoteMs) * MILLION) / pace(seen));
    // Changes of single orders come at even distances: each is seen, and none hides behind another.
    const afterMs =
      requoteMs === 0
        ? Math.max(1, seen.draw.exponential(mean))
        : seen.draw.between(Math.ceil(mean / 4), Math.ceil((7 * mean) / 4));
    // Orders draw as often as they need to from a branch, so that what users do changes no later time.
    const look = { ...seen, draw: seen.draw.branch() };
    const chosen = look.draw.chance(MILLION / 2) ? 'buy' : 'sell';
    const commands: Command[] = [];
    if (isRequote) {
      const requoted = requotedOf(look, chosen);
      if (requoted) commands.push(requoted);
      return { commands, memory: look.memory, afterMs };
    }
    for (const side of SIDES) addChanges(look, side, side === chosen, commands);
    return { commands, memory: look.memory, afterMs };
  },
};

/** Mean milliseconds between two looks of a group that also changes single orders. */
const everyMsOf = (everyMs: number, requoteMs: number): number =>
  requoteMs === 0 ? everyMs : Math.max(1, Math.round((everyMs * requoteMs) / (everyMs + requoteMs)));

/** The order that is changed stands so many orders behind the front, in the mean: what is close to the touch changes most. */
const REQUOTED = 12;
/** An order that moves does so by at most so many ticks. */
const REQUOTED_TICKS = 3;
/** Sizes change by this deviation of their logarithm. */
const REQUOTED_DEVIATION_PPM = 300_000;

/**
 * One order near the touch gets another size, or moves by a few ticks behind the best price. Round prices stay, and so do those of makers,
 * who decide them themselves. The new size is the usual one, larger on the side that is known to gain.
 */
function requotedOf({ state, market, population, accounts, draw, spec: figures }: Look, side: Side): Command | null {
  const { book, spec } = market;
  const { signals, makers, depth } = figures;
  const isQuoter = isQuoterOf(population);
  const moves = draw.chance(MILLION / 2);
  const by = draw.between(-REQUOTED_TICKS, REQUOTED_TICKS);
  let order = book.front(side);
  for (let skipped = draw.exponential(REQUOTED); order && skipped > 0; skipped -= 1) order = book.behind(order);
  while (order && !isQuoter(order.account)) order = book.behind(order);
  if (!order || !signals) return null;
  const best = book.best(side);
  const isDeep = order.account >= (accounts[0] ?? 0);
  const farther = signOf(side) * (best - order.price - by) < 0 ? best : order.price + by;
  const price = moves && isDeep && !isRoundPrice(order.price) ? Math.max(spec.minPriceTicks, farther) : order.price;
  const band = priceBound(market.mark, side, spec.limitCap, spec.limitFloor);
  if (signOf(side) * (price - band) > 0) return null;
  const usual = isDeep ? depth.lots : makers.lots;
  const tilted = Math.max(1, tiltedLots(figures, side, foreseenPpb(state, market, signals), usual));
  const lots = limitLots(spec, price, draw.logNormal(tilted, REQUOTED_DEVIATION_PPM));
  const quantity = order.filled + order.trimmed + lots;
  if (quantity > spec.maxLimitLots) return null;
  return {
    type: 'ModifyOrder',
    account: order.account,
    order: { no: order.no },
    price: decimalOfTicks(spec, price),
    quantity: decimalOfLots(spec, quantity),
    triggerPrice: null,
  };
}

const pace = ({ market }: Look): number => Math.max(MILLION / 2, Math.min(2 * MILLION, livelinessPpm(market)));

const SIDES = ['buy', 'sell'] as const;

/** Adds the orders that leave and arrive. A side that has lost most of its orders is filled whole. */
function addChanges(look: Look, side: Side, isChosen: boolean, commands: Command[]): void {
  const { signals } = look.spec;
  const levels = afterThinning(signals, look.state.now, look.spec.depth.levels);
  const count = look.market.book.levelCount(side);
  const missing = levels - count;
  if (missing * MILLION > levels * LOST_PPM) {
    const orders = standingOrders(viewSide(look, side), 2 * count < levels ? missing : BURST);
    for (const order of orders) commands.push(placed(look, order));
    return;
  }
  if (!isChosen) return;
  const view = viewSide(look, side);
  const arriving = 1 + Math.max(0, Math.floor(missing / MISSING_PER_ORDER));
  // Drawn before the one that leaves, which comes first.
  const orders: (NewOrder | null)[] = [];
  for (let rank = 0; rank < arriving; rank += 1) orders.push(arrivingOrder(view));
  // Before a scheduled hour orders leave faster than they come.
  const leaves = missing > 0 ? 0 : 1 + (signals ? Math.min(BURST, Math.floor(-missing / MISSING_PER_ORDER)) : 0);
  const left = new Set<number>();
  for (let rank = 0; rank < leaves; rank += 1) {
    const leaving = leavingOf(look, side);
    if (!leaving || left.has(leaving.order.no)) continue;
    left.add(leaving.order.no);
    commands.push(leaving);
  }
  for (const order of orders) if (order) commands.push(placed(look, order));
}

const placed = ({ market }: Look, { account, side, price, lots }: NewOrder): Command =>
  quote(market.spec, account, side, price, lots);

/** One order of the side goes: of a few neighbours in age the closest, or one that is beyond the farthest distance. */
function leavingOf(look: Look, side: Side): CancelByNo | null {
  const { state, market, spec, draw, accounts } = look;
  const account = accounts[draw.between(0, accounts.length - 1)] ?? 0;
  const orders = sortedOrdersOf(state, account, market.spec.symbol, 'age');
  const best = market.book.best(side);
  const first = draw.between(0, Math.floor((orders.buy.length + orders.sell.length) / 2));
  let closest: Order | undefined;
  for (let place = first; place < first + CANDIDATES; place += 1) {
    const order = orders[side][place];
    if (!order) break;
    if (signOf(side) * (best - order.price) > TOO_FAR * spec.depth.farTicks) return cancelOf(order);
    if (!closest || signOf(side) * (order.price - closest.price) > 0) closest = order;
  }
  return closest ? cancelOf(closest) : null;
}

/** A cancel that names its order by number. */
interface CancelByNo {
  readonly type: 'CancelOrder';
  readonly account: AccountNo;
  readonly order: { readonly no: number };
}

const cancelOf = ({ no, account }: Order): CancelByNo => ({ type: 'CancelOrder', account, order: { no } });

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
interface NewOrder {
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
function viewSide(look: Look, side: Side): BookSideView {
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

const NO_ORDERS = new FewSet<number>();

const ordersOf = ({ state, market }: Look, account: AccountNo): FewSet<number> =>
  state.accounts.get(account)?.open.get(market.spec.symbol)?.orders ?? NO_ORDERS;

/** So many orders of a standing book, at free prices. They are dealt out in turn, because none of them counts yet. */
function standingOrders(view: BookSideView, orders: number): NewOrder[] {
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
function arrivingOrder(view: BookSideView): NewOrder | null {
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
  const { signals } = look.spec;
  const isRound = prefersRound(signals, look.draw);
  const price = isRound ? roundPrice(side, priceAt(view, distance)) : priceAt(view, distance);
  if (account === undefined || price < spec.minPriceTicks || signOf(side) * (price - band) > 0) return null;
  const drawn = look.draw.logNormal(lotsAt(look, distance), SIZE_DEVIATION_PPM);
  const lots = isRound ? roundLots(drawn) : drawn;
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

/**
 * Places the orders of the group `depth` that stand in the book of a market before the start, also where it is closed. There are
 * thousands in an exchange, on both sides of the index, so none can be refused or trade: they become events without being
 * decided one by one.
 */
export function seedBook(state: State, market: Market, emit: (event: EngineEvent) => void): void {
  const { spec, population } = market;
  const { liquidity, symbol } = spec;
  if (liquidity.kind !== 'population' || !population) return;
  const accounts = population.accounts.depth;
  if (accounts.length === 0) return;
  const draw = new Draw(streamOf(state.config.seed, `population:${symbol}:depth:start`));
  const look = { state, market, spec: liquidity, population, accounts, memory: [], draw };
  for (const side of ['buy', 'sell'] as const) {
    for (const order of standingOrders(viewSide(look, side), liquidity.depth.levels)) rest(state, market, order, emit);
  }
}

function rest(state: State, { spec }: Market, order: NewOrder, emit: (event: EngineEvent) => void): void {
  const { account, side, price, lots } = order;
  const { symbol } = spec;
  const terms = {
    account,
    symbol,
    side,
    orderType: 'limitGtc',
    reduceOnly: false,
    postOnly: true,
    clientId: '',
    expiresAt: null,
    source: WORLD_SOURCE,
  } as const;
  const facts = factsOf(state, terms, { price, quantity: lots });
  emit({ type: 'OrderPlaced', at: state.now, order: facts, rests: true });
}
