import { absBig, divHalfEven } from '../../kernel/decimal.ts';
import type { PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';
import type { FillSide, PositionAfter, PositionLeg, PositionSeededEvent, TradedEvent } from '../event.ts';
import { accountOf, orderFilled } from '../orders/evolve-order.ts';
import { feeOf, feeRateOf } from '../fees/fee-rates.ts';
import { addVolume } from '../fees/volume.ts';
import { postFill } from '../ledger.ts';
import { adlMoved } from '../liquidation/adl-ranking.ts';
import type { TradeCause } from '../liquidation/terms.ts';
import { addFeePaying } from '../lottery.ts';
import type { Order } from '../orders/order.ts';
import { type Side, signOf } from '../orders/order-terms.ts';
import { marketOf, notionalOf } from '../risk/margin.ts';
import type { Account, Market, Position, State } from '../state.ts';

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
export interface FillCharge {
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
export interface FillEffect {
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
