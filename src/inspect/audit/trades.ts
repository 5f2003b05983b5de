import type { MarketSpec } from '../../engine/config.ts';
import type { EngineEvent, FillSide, PositionLeg, TradedEvent } from '../../engine/event.ts';
import { type PositionNo, VAULT_NO } from '../../kernel/ids.ts';
import { type Lots, type Ticks, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { Books } from './books.ts';
import { type LedgerPosition, nearest } from './ledger.ts';

/** What an execution did to one side, recomputed from what was held before, price, quantity and rate alone. */
interface Worked {
  readonly side: FillSide;
  readonly held: LedgerPosition | undefined;
  readonly effect: Effect;
  readonly pnl: Units;
  readonly fee: Units;
}

/** One execution: both sides worked out, held against what the event says, and booked. */
export function bookTrade(books: Books, event: TradedEvent): void {
  const { symbol, quantity, price, maker, taker } = event;
  const spec = books.spec(symbol);
  if (!spec) return;
  const market = { account: null, subject: symbol };
  books.count('trades', event.trade);
  books.same('notional', market, notionalAt(spec, quantity, price), event.notional);
  books.same('side of the taker', market, event.takerSide, taker.side);
  books.same('side of the maker', market, taker.side === 'buy' ? 'sell' : 'buy', maker.side);
  books.holds(maker.account !== taker.account, 'sides of a trade', market, 'two accounts', 'one and the same');
  checkCause(books, event);
  for (const side of [maker, taker]) {
    const worked = workOut(books, spec, event, side);
    checkSide(books, event, worked);
    bookSide(books, event, worked);
  }
}

function workOut(books: Books, spec: MarketSpec, event: TradedEvent, side: FillSide): Worked {
  const held = books.account(side.account).positions.get(event.symbol);
  const sign = side.side === 'buy' ? 1 : -1;
  const effect = effectOf(spec, held, { sign, lots: event.quantity, price: event.price });
  return { side, held, effect, pnl: effect.closed?.pnl ?? 0n, fee: feeOf(books, spec, event, side) };
}

/**
 * Notional times rate. A clearance fee takes no more than the account has left, which is not for the books to know:
 * any part of it is right. What does not come from two orders that met costs nothing.
 */
function feeOf(books: Books, spec: MarketSpec, event: TradedEvent, side: FillSide): Units {
  const about = { account: side.account, subject: event.symbol };
  const full = nearest(notionalAt(spec, event.quantity, event.price) * BigInt(side.feeRate), UNIT_BIG);
  if (event.cause !== 'match') {
    books.same(`fee rate of a trade by ${event.cause}`, about, 0, side.feeRate);
    books.same(`fee of a trade by ${event.cause}`, about, 0n, side.fee);
  }
  if (side.feeTo === 'tradingFees') {
    books.same('fee', about, full, side.fee);
    return full;
  }
  books.same('rate of the clearance fee', about, spec.clearanceFee, side.feeRate);
  books.holds(side.fee >= 0n && side.fee <= full, 'clearance fee', about, 'from nothing to notional x rate', side.fee);
  return side.fee;
}

function checkCause(books: Books, event: TradedEvent): void {
  const { cause, symbol, maker, taker, mark, price } = event;
  const about = { account: null, subject: symbol };
  if (cause === 'takeover') {
    books.same('price of a takeover', about, mark, price);
    const vaults = [maker, taker].filter(({ account }) => account === VAULT_NO).length;
    books.same('vaults in a takeover', about, 1, vaults);
  }
  if (cause === 'adl') books.awaitDeleveraged(event);
}

/**
 * Returns true for a side that may only close: both sides of a deleveraging and of the end of a market, the side that is taken
 * over, and the side that pays a clearance fee.
 */
function mayOnlyClose({ cause }: TradedEvent, side: FillSide): boolean {
  if (cause === 'adl' || cause === 'settlement' || side.feeTo === 'clearanceFees') return true;
  return cause === 'takeover' && side.account !== VAULT_NO;
}

function checkSide(books: Books, event: TradedEvent, { side, effect, pnl }: Worked): void {
  const about = { account: side.account, subject: event.symbol };
  books.same('realized PnL', about, pnl, side.realizedPnl);
  checkLegs(books, event, side, effect);
  const { after } = effect;
  const found = side.position;
  books.same('position lots', about, after?.lots ?? 0, found?.lots ?? 0);
  books.same('position cost', about, after?.cost ?? 0n, found?.cost ?? 0n);
  books.same('entry cost', about, after?.entryCost ?? 0n, found?.entryCost ?? 0n);
  books.same('entry lots', about, after?.entryLots ?? 0, found?.entryLots ?? 0);
  if (after && after.no !== 0) books.same('position number', about, after.no, found?.no ?? null);
  if (mayOnlyClose(event, side)) books.same('lots opened by a forced close', about, 0, effect.opened);
}

/** The legs split the trade into what it closed and what it opened, and nothing is lost between them. */
function checkLegs(books: Books, event: TradedEvent, side: FillSide, { closed, opened }: Effect): void {
  const about = { account: side.account, subject: event.symbol };
  const lotsOf = (kind: PositionLeg['leg']): number =>
    side.legs.filter(({ leg }) => leg === kind).reduce((sum, { quantity }) => sum + quantity, 0);
  books.same('lots of the closing leg', about, closed?.lots ?? 0, lotsOf('close'));
  books.same('lots of the opening leg', about, opened, lotsOf('open'));
  const fees = side.legs.reduce((sum, { fee }) => sum + fee, 0n);
  books.same('sum of the fees of the legs', about, side.fee, fees);
  const pnl = side.legs.reduce((sum, { closedPnl }) => sum + closedPnl, 0n);
  books.same('sum of the PnL of the legs', about, side.realizedPnl, pnl);
  const closing = side.legs.find(({ leg }) => leg === 'close');
  if (closed) books.same('position of the closing leg', about, closed.position, closing?.position ?? null);
}

function bookSide(books: Books, event: TradedEvent, { side, held, effect, pnl, fee }: Worked): void {
  const { symbol } = event;
  const { positions } = books.account(side.account);
  const { after } = effect;
  const before = Math.max(0, held?.lots ?? 0);
  books.openInterest.set(symbol, (books.openInterest.get(symbol) ?? 0) + Math.max(0, after?.lots ?? 0) - before);
  if (!after) positions.delete(symbol);
  else if (held && after.no === held.no) {
    const carried = { realizedPnl: held.realizedPnl + pnl, fees: held.fees + fee, netFunding: held.netFunding };
    positions.set(symbol, { ...after, ...carried });
  } else {
    // The leg that opens a position states its number and its part of the fee.
    const leg = side.legs.at(-1);
    const fresh = { realizedPnl: 0n, fees: leg?.fee ?? 0n, netFunding: 0n };
    positions.set(symbol, { ...after, no: side.position?.no ?? 0, ...fresh });
  }
  books.post(books.settlement, [
    books.cash(side.account, symbol, pnl - fee),
    { house: 'clearing', amount: -pnl },
    { house: side.feeTo, amount: fee },
  ]);
}

/** Says why it was this winner: it must be about the execution just before it. */
export function bookDeleveraged(books: Books, event: Extract<EngineEvent, { type: 'Deleveraged' }>): void {
  const about = { account: event.winner, subject: event.market };
  const trade = books.deleveragedTrade();
  books.counts.deleveraged += 1;
  if (!trade) {
    books.same('execution of a deleveraging', about, 'one just before', 'none');
    return;
  }
  const winner = [trade.maker, trade.taker].find(({ account }) => account === event.winner);
  const candidate = [trade.maker, trade.taker].find(({ account }) => account === event.account);
  books.same('market of the deleveraging', about, trade.symbol, event.market);
  books.same('lots of the deleveraging', about, trade.quantity, event.lots);
  books.same('price of the deleveraging', about, trade.price, event.price);
  books.same('order of the winner', about, winner?.order ?? null, event.order);
  books.same('position of the winner', about, winner?.legs[0]?.position ?? null, event.position);
  books.holds(
    candidate !== undefined && candidate !== winner,
    'other side of the winner',
    about,
    'the liquidated account',
    'another',
  );
}

/** One side of an execution, as far as a position is concerned. */
export interface Fill {
  /** +1 buys, -1 sells. */
  readonly sign: 1 | -1;
  readonly lots: Lots;
  readonly price: Ticks;
}

/** What a fill makes of a position: what it closed and what it opened, either of which may be nothing. */
interface Effect {
  readonly closed: { readonly position: PositionNo; readonly lots: Lots; readonly pnl: Units } | null;
  readonly opened: Lots;
  /** Null when it is flat. `no` is that of the position held before, 0 for a new one. */
  readonly after: Pick<LedgerPosition, 'no' | 'lots' | 'cost' | 'entryCost' | 'entryLots'> | null;
}

/** Price of a tick times base of a lot, all in 1e-8: exact, or the market's grid is wrong. */
function notionalAt(spec: MarketSpec, lots: Lots, price: Ticks): Units {
  const product = BigInt(lots) * BigInt(spec.lotUnits) * BigInt(price) * BigInt(spec.tickUnits);
  return product / UNIT_BIG;
}

/**
 * Average cost: lots that go take their share of the cost along, to the nearest unit; what they brought in beyond it
 * is realized. Lots that come add what they cost. A fill larger than the position closes it and opens the rest.
 */
export function effectOf(spec: MarketSpec, held: LedgerPosition | undefined, { sign, lots, price }: Fill): Effect {
  const against = held !== undefined && held.lots * sign < 0;
  const closing = against ? Math.min(lots, Math.abs(held.lots)) : 0;
  const opening = lots - closing;
  const rest = against ? afterClosing(held, sign, closing) : (held ?? null);
  const closed =
    against && closing > 0
      ? { position: held.no, lots: closing, pnl: pnlOf(spec, held, { sign, lots: closing, price }) }
      : null;
  return { closed, opened: opening, after: opening === 0 ? rest : grown(spec, rest, { sign, lots: opening, price }) };
}

function shareOfCost({ lots, cost }: LedgerPosition, closing: Lots): Units {
  return nearest(cost * BigInt(closing), BigInt(Math.abs(lots)));
}

function pnlOf(spec: MarketSpec, held: LedgerPosition, { sign, lots, price }: Fill): Units {
  const proceeds = -BigInt(sign) * notionalAt(spec, lots, price);
  return proceeds - shareOfCost(held, lots);
}

function afterClosing(held: LedgerPosition, sign: 1 | -1, closing: Lots): Effect['after'] {
  const lots = held.lots + sign * closing;
  return lots === 0 ? null : { ...held, lots, cost: held.cost - shareOfCost(held, closing) };
}

function grown(spec: MarketSpec, held: Effect['after'], { sign, lots, price }: Fill): Effect['after'] {
  const size = (held?.lots ?? 0) + sign * lots;
  const cost = (held?.cost ?? 0n) + BigInt(sign) * notionalAt(spec, lots, price);
  return { no: held?.no ?? 0, lots: size, cost, entryCost: cost < 0n ? -cost : cost, entryLots: Math.abs(size) };
}
