import { absBig, divHalfEven } from '../../kernel/decimal.ts';
import type { PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';
import type { FillSide, PositionAfter, PositionLeg, PositionSeededEvent, TradedEvent } from '../event.ts';
import { feeOf, feeRateOf } from '../fees/fee-rates.ts';
import { addVolume } from '../fees/volume.ts';
import { postFill } from '../ledger.ts';
import { adlMoved } from '../liquidation/adl-ranking.ts';
import type { TradeCause } from '../liquidation/terms.ts';
import { addFeePaying } from '../lottery.ts';
import { accountOf, orderFilled } from '../orders/evolve-order.ts';
import { oppositeOf, type Side, signOf } from '../orders/order-terms.ts';
import { isMarketKind, type Order, remainingOf } from '../orders/order.ts';
import { priceBound } from '../prices.ts';
import { marketOf, notionalOf } from '../risk/margin.ts';
import type { Account, Market, Position, State } from '../state.ts';

/** The worst price an incoming order meets: its own limit, or the band of a market order. */
export function limitOf(market: Market, order: { side: Side; kind: string; price: Ticks }): Ticks {
  if (!isMarketKind(order.kind)) return order.price;
  const { marketCap, marketFloor } = market.spec;
  return priceBound(market.mark, order.side, marketCap, marketFloor);
}

/** True when a resting price satisfies an incoming order's limit. */
export const crosses = (side: Side, limit: Ticks, resting: Ticks): boolean =>
  side === 'buy' ? resting <= limit : resting >= limit;

/** True when an order at this limit would trade at once. */
export function wouldTrade(market: Market, side: Side, limit: Ticks): boolean {
  const best = market.book.best(oppositeOf(side));
  return best !== 0 && crosses(side, limit, best);
}

/** What an order would meet if it came in now. */
export interface Probe {
  readonly lots: Lots;
  readonly notional: Units;
  /** It would meet an order of its own subaccount before it is filled. */
  readonly meetsOwn: boolean;
}

const MEETS_NOTHING: Probe = { lots: 0, notional: 0n, meetsOwn: false };

/** Walks the book without touching it, as far as the order reaches. */
export function probe(market: Market, account: number, order: { side: Side; lots: Lots; limit: Ticks }): Probe {
  let left = order.lots;
  let notional = 0n;
  if (!wouldTrade(market, order.side, order.limit)) return MEETS_NOTHING;
  const { book } = market;
  for (let maker = book.front(oppositeOf(order.side)); maker; maker = book.behind(maker)) {
    if (left === 0 || !crosses(order.side, order.limit, maker.price)) break;
    if (maker.account === account) return { lots: order.lots - left, notional, meetsOwn: true };
    const lots = Math.min(left, remainingOf(maker));
    notional += notionalOf(market, lots, maker.price);
    left -= lots;
  }
  return { lots: order.lots - left, notional, meetsOwn: false };
}

/** What the next execution of an incoming order is, or why there is none. */
type NextFill =
  | { readonly maker: Order; readonly lots: Lots }
  | { readonly maker: null; readonly stop: 'nothing' | 'self_trade' | 'reduce_only' };

/**
 * The next execution: the oldest order at the best price, as much as both sides can take. A reduce-only
 * taker is measured against its position as it is at this fill, not as it was on entry (R-64, INV-18).
 */
export function nextFill(market: Market, taker: Order, account: Account): NextFill {
  const maker = market.book.front(oppositeOf(taker.side));
  if (!maker || !crosses(taker.side, limitOf(market, taker), maker.price)) return { maker: null, stop: 'nothing' };
  if (maker.account === taker.account) return { maker: null, stop: 'self_trade' };
  const wanted = taker.reduceOnly ? Math.min(remainingOf(taker), closableLots(account, taker)) : remainingOf(taker);
  if (wanted === 0) return { maker: null, stop: 'reduce_only' };
  return { maker, lots: Math.min(wanted, remainingOf(maker)) };
}

/** Returns how much of the account's position an order of this side could close. */
export function closableLots(account: Account, order: { symbol: string; side: Side }): Lots {
  const lots = account.positions.get(order.symbol)?.lots ?? 0;
  return Math.max(0, -lots * signOf(order.side));
}

/** Terms of an execution that are not the usual ones: the maker's price, and fees by tier. */
export interface FillTerms {
  readonly cause: TradeCause;
  /** Null is the maker's. */
  readonly price: Ticks | null;
  /** Null is by tier. */
  readonly maker: FillCharge | null;
  readonly taker: FillCharge | null;
}

/** What a side pays, at which rate, and who collects it. */
interface FillCharge {
  readonly rate: Ratio;
  readonly fee: Units;
  readonly to: FillSide['feeTo'];
}

export const FREE: FillCharge = { rate: 0, fee: 0n, to: 'tradingFees' };

const USUAL: FillTerms = { cause: 'match', price: null, maker: null, taker: null };

/** The execution of two orders: at the maker's price (INV-15), with every figure of both sides decided. */
export function tradeOf(
  state: State,
  market: Market,
  taker: Order,
  maker: Order,
  lots: Lots,
  terms: FillTerms = USUAL,
): TradedEvent {
  const price = terms.price ?? maker.price;
  const notional = notionalOf(market, lots, price);
  // Two accounts may open a position in one execution: each gets a number of its own.
  const { position } = state.counters;
  const makerSide = sideOf(state, market, maker, 'maker', terms.maker, lots, price, notional, position + 1);
  const takerSide = sideOf(state, market, taker, 'taker', terms.taker, lots, price, notional, position + 2);
  return {
    type: 'Traded',
    at: state.now,
    trade: state.counters.trade + 1,
    symbol: market.spec.symbol,
    price,
    quantity: lots,
    notional,
    mark: market.mark,
    cause: terms.cause,
    takerSide: taker.side,
    maker: makerSide,
    taker: takerSide,
  };
}

/** One side of an execution; `newPosition` is the number that a position gets which it opens. */
function sideOf(
  state: State,
  market: Market,
  order: Order,
  role: 'maker' | 'taker',
  charge: FillCharge | null,
  lots: Lots,
  price: Ticks,
  notional: Units,
  newPosition: PositionNo,
): FillSide {
  const account = accountOf(state, order.account);
  const feeRate = charge ? charge.rate : feeRateOf(state, account, role);
  const fee = charge ? charge.fee : feeOf(notional, feeRate);
  const held = account.positions.get(order.symbol);
  const effect = effectOfFill(market, held, order.side, lots, price, notional, feeRate, fee, newPosition);
  return {
    order: order.no,
    account: order.account,
    side: order.side,
    filled: order.filled + lots,
    filledValue: order.filledValue + notional,
    complete: order.filled + lots === order.quantity,
    fee,
    feeRate,
    feeTo: charge ? charge.to : 'tradingFees',
    realizedPnl: effect.realizedPnl,
    legs: effect.legs,
    position: effect.position,
  };
}

/** Applies one fill to both orders, both positions, both balances and the market. */
export function traded(state: State, event: TradedEvent): void {
  const market = marketOf(state, event.symbol);
  state.counters.trade = event.trade;
  // A trade outside the book moves no public price and is not counted as volume.
  const isPublic = event.cause === 'match';
  if (isPublic) market.lastTrade = event.price;
  if (isPublic && market.population) market.population.takenLots += signOf(event.takerSide) * event.quantity;
  sideTraded(state, market, event, event.maker);
  sideTraded(state, market, event, event.taker);
}

function sideTraded(state: State, market: Market, event: TradedEvent, side: FillSide): void {
  const account = accountOf(state, side.account);
  orderFilled(state, market, account, side.order, event.quantity, event.notional, side.complete);
  const before = Math.max(0, account.positions.get(event.symbol)?.lots ?? 0);
  setPosition(state, account, event, side);
  adlMoved(market, account.no);
  market.openInterest += Math.max(0, side.position?.lots ?? 0) - before;
  postFill(state, account, event.symbol, side);
  if (event.cause === 'match') countVolume(account, event, side);
}

/** Applies a pair of positions of the start. They cost nothing and count as no trade. */
export function positionSeeded(state: State, event: PositionSeededEvent): void {
  const { symbol, at, quantity, long, short } = event;
  for (const { account: no, position } of [long, short]) {
    const account = accountOf(state, no);
    setPosition(state, account, { symbol, at }, { position, realizedPnl: 0n, fee: 0n, legs: [] });
  }
  marketOf(state, symbol).openInterest += quantity;
}

/** Counts the volume that decides fee tiers and lottery tickets. Agents take part in neither. */
function countVolume(account: Account, { notional, at }: TradedEvent, { fee }: FillSide): void {
  if (account.agent) return;
  addVolume(account.ownerWallet.volume, notional, at);
  if (fee > 0n) addFeePaying(account, notional, at);
}

type Moment = Pick<TradedEvent, 'symbol' | 'at'>;
type Change = Pick<FillSide, 'position' | 'realizedPnl' | 'fee' | 'legs'>;

function setPosition(state: State, account: Account, event: Moment, side: Change): void {
  const { symbol } = event;
  const held = account.positions.get(symbol);
  if (!side.position) {
    account.positions.delete(symbol);
    return;
  }
  if (held?.no === side.position.no) {
    update(held, side.position, event, side);
    return;
  }
  state.counters.position = Math.max(state.counters.position, side.position.no);
  const fees = side.legs.at(-1)?.fee ?? 0n;
  const { no, lots, cost, entryCost, entryLots } = side.position;
  // Field by field, so that every position has one shape.
  const opened: Position = {
    no,
    account: account.no,
    symbol,
    lots,
    cost,
    entryCost,
    entryLots,
    realizedPnl: 0n,
    fees,
    netFunding: 0n,
    openedAt: event.at,
    updatedAt: event.at,
  };
  account.positions.set(symbol, opened);
}

function update(held: Position, after: PositionAfter, event: Moment, side: Change): void {
  held.lots = after.lots;
  held.cost = after.cost;
  held.entryCost = after.entryCost;
  held.entryLots = after.entryLots;
  held.realizedPnl += side.realizedPnl;
  held.fees += side.fee;
  held.updatedAt = event.at;
}

/** The effect of a fill on the position and balance of one side. */
interface FillEffect {
  readonly legs: readonly PositionLeg[];
  readonly position: PositionAfter | null;
  readonly realizedPnl: Units;
}

/**
 * Opens, grows, reduces, closes or flips a position. A fill through zero is a close leg and an open leg,
 * whose quantities and fees sum to the fill's (INV-31). Every fill comes here twice, so it makes only what its event holds.
 *
 * @param notional price x lots
 * @param fee what is paid: the rate's share of the notional, or less for a fill that closes or pays nothing
 * @param newPosition number that a newly opened position gets
 */
export function effectOfFill(
  market: Market,
  position: Position | undefined,
  side: Side,
  lots: Lots,
  price: Ticks,
  notional: Units,
  feeRate: Ratio,
  fee: Units,
  newPosition: PositionNo,
): FillEffect {
  const sign = signOf(side);
  if (!position || position.lots > 0 === sign > 0) return grown(position, sign, lots, notional, fee, newPosition);
  const closing = Math.abs(position.lots);
  if (closing >= lots) return reduced(position, sign, lots, notional, fee);
  const closed = notionalOf(market, closing, price);
  const closeFee = feeOf(closed, feeRate);
  const close = reduced(position, sign, closing, closed, closeFee);
  const open = grown(undefined, sign, lots - closing, notional - closed, fee - closeFee, newPosition);
  return { legs: [...close.legs, ...open.legs], position: open.position, realizedPnl: close.realizedPnl };
}

/** Adds to a position, or opens one: the entry price becomes the exact weighted average (INV-29). */
function grown(
  position: Position | undefined,
  sign: 1 | -1,
  added: Lots,
  notional: Units,
  fee: Units,
  newPosition: PositionNo,
): FillEffect {
  const lots = (position ? position.lots : 0) + sign * added;
  const paid = sign > 0 ? notional : -notional;
  const cost = position ? position.cost + paid : paid;
  const no = position ? position.no : newPosition;
  const entryCost = absBig(cost);
  const entryLots = Math.abs(lots);
  const leg: PositionLeg = {
    leg: 'open',
    position: no,
    direction: lots > 0 ? 'open long' : 'open short',
    quantity: added,
    fee,
    closedPnl: 0n,
    entryCost,
    entryLots,
    remaining: entryLots,
  };
  return { legs: [leg], position: { no, lots, cost, entryCost, entryLots }, realizedPnl: 0n };
}

/** Closes a part of a position: its rounded share of the cost goes with it, and the entry price stays. */
function reduced(position: Position, sign: 1 | -1, closed: Lots, notional: Units, fee: Units): FillEffect {
  const { no, cost, entryCost, entryLots } = position;
  const lots = position.lots + sign * closed;
  const released = lots === 0 ? cost : divHalfEven(cost * BigInt(closed), BigInt(Math.abs(position.lots)));
  const realizedPnl = (sign > 0 ? -notional : notional) - released;
  const leg: PositionLeg = {
    leg: 'close',
    position: no,
    direction: position.lots > 0 ? 'close long' : 'close short',
    quantity: closed,
    fee,
    closedPnl: realizedPnl,
    entryCost,
    entryLots,
    remaining: Math.abs(lots),
  };
  const after = lots === 0 ? null : { no, lots, cost: cost - released, entryCost, entryLots };
  return { legs: [leg], position: after, realizedPnl };
}
