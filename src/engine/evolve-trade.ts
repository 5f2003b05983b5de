import type { FillSide, PositionAfter, PositionSeededEvent, TradedEvent } from './event.ts';
import { accountOf, orderFilled } from './evolve-order.ts';
import { addVolume } from './fees/volume.ts';
import { adlMoved } from './liquidation/ranking/adl-index.ts';
import { addFeePaying } from './lottery.ts';
import { marketOf } from './risk/margin.ts';
import type { Account, Market, Position, State } from './state.ts';
import { signOf } from './orders/side.ts';
import { postFill } from './ledger.ts';

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
