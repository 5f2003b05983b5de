import { invariant, isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { OrderNo } from '../../kernel/ids.ts';
import { Draw } from '../../kernel/random.ts';
import { type Lots, type Ticks, type TimeMs, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { EngineEvent, OrderFacts, TradedEvent } from '../event.ts';
import { armTimer, type Deciders, type Decision, type Handlers, type Jobs } from '../handlers.ts';
import { marketOf, notionalOf } from '../risk/margin.ts';
import type { Account, Market, State } from '../state.ts';
import { accountOf, endOrder, isLive, liveOrder, statusAfter } from './evolve-order.ts';
import type { Order } from './order.ts';
import {
  readPrice,
  readQuantity,
  refuseMeeting,
  refuseOverMargin,
  refuseOverOpenInterest,
  refuseReduceOnly,
  refuseTakenClientId,
  refuseTooManyOrders,
  refuseUntradable,
  withinBand,
} from './place-order.ts';
import type { EndTwap, PlaceTwap, SendTwapChunk, TwapCommand, TwapPlan, TwapProgress } from './twap-terms.ts';

/**
 * TWAP (wire 2.4): a parent that is live but never on the book, and chunks that are orders of their own. A
 * chunk is a market order, or an IOC at the parent's price, so it has ended before its input has: what it
 * could not fill is dropped, and a cancelled parent never leaves one behind (INV-25). The price of the parent is
 * the worst of any chunk: it is not held against the band, but each chunk keeps to the band of its moment.
 * The parent reserves no margin for chunks that have not been sent; margin for the whole is asked for once, when it is
 * placed.
 */

/** Least total notional at the mark, in the settlement currency. */
const NOTIONAL_MIN: Units = 10_000n * UNIT_BIG;
const BPS = 10_000;

export const TWAP_DECIDERS: Deciders<TwapCommand['type']> = {
  PlaceTwap: placeTwap,
  SendTwapChunk: sendTwapChunk,
  EndTwap: endTwap,
};

export const TWAP_JOBS: Jobs<'twapChunk'> = {
  twapChunk: (state, { order }) => {
    const progress = state.twaps.get(order);
    const plan = state.orders.get(order)?.twap;
    invariant(progress && plan, () => `the timer of TWAP ${order} ends with it`);
    const last = progress.sent + 1 === plan.chunks;
    const send = { type: 'SendTwapChunk', order } as const;
    return { events: [], commands: last ? [send, { type: 'EndTwap', order }] : [send] };
  },
};

/** Accepts a parent and sends its first chunk. A refusal of the first chunk does not refuse the parent. */
function placeTwap(state: State, command: PlaceTwap): Decision {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (!account) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (!market) return refuse('MARKET_NOT_FOUND');
  const untradable = refuseUntradable(state, market, account, command);
  if (untradable) return untradable;
  const sizes = readSizes(market, command);
  if (isRefusal(sizes)) return sizes;
  const parent = parentFacts(state, command, sizes);
  const refusal = refuseParent(state, market, account, parent);
  if (refusal) return refusal;
  const placed = { type: 'OrderPlaced', at: state.now, order: parent, rests: false } as const;
  const start = { ...parent, createdAt: state.now };
  return [placed, ...chunkEvents(state, start, { sent: 0, sentLots: 0 }, parent.no + 1)];
}

/** The parent may be larger than one order may be, but no chunk of it. */
function readSizes(market: Market, command: PlaceTwap): { price: Ticks; quantity: Lots } | Refusal {
  const price = command.price === '' ? 0 : readPrice(market.spec, command.price);
  if (isRefusal(price)) return price;
  const chunkMax = price === 0 ? market.spec.maxMarketLots : market.spec.maxLimitLots;
  const quantity = readQuantity(market.spec, command.quantity, chunkMax * command.chunks);
  return isRefusal(quantity) ? quantity : { price, quantity };
}

function parentFacts(state: State, command: PlaceTwap, sizes: { price: Ticks; quantity: Lots }): OrderFacts {
  const { chunks, intervalMs, sizeVarianceBps, intervalVarianceBps } = command;
  const chunkLots = (sizes.quantity - (sizes.quantity % chunks)) / chunks;
  return {
    no: state.counters.order,
    account: command.account,
    symbol: command.symbol,
    clientId: command.clientId,
    side: command.side,
    orderType: 'twap',
    kind: 'twap',
    timeInForce: 'GTC',
    ...sizes,
    reduceOnly: command.reduceOnly,
    postOnly: false,
    expiresAt: null,
    source: command.source,
    triggeredByLiquidation: false,
    trigger: null,
    closePosition: false,
    group: null,
    twap: { chunks, chunkLots, intervalMs, sizeVarianceBps, intervalVarianceBps },
    parent: null,
  };
}

function refuseParent(state: State, market: Market, account: Account, order: OrderFacts): Refusal | null {
  const { symbol, side, quantity, price } = order;
  if (notionalOf(market, quantity, market.mark) < NOTIONAL_MIN) {
    return refuse('VALIDATION_ERROR', 'TWAP notional must be at least 10000');
  }
  const early = refuseTakenClientId(account, order.clientId) ?? refuseTooManyOrders(state, account, symbol);
  if (early) return early;
  if (order.reduceOnly) return refuseReduceOnly(account, { symbol, side, lots: quantity });
  const nothingMet = { lots: 0, notional: 0n, meetsOwn: false };
  const worst = price === 0 ? market.mark : withinBand(market, side, price);
  const resting = { restingPrice: worst, restingLots: quantity };
  return (
    refuseOverOpenInterest(market, account, side, quantity) ??
    refuseOverMargin(state, market, account, { side, added: quantity, ...resting, probe: nothingMet })
  );
}

function sendTwapChunk(state: State, { order }: SendTwapChunk): Decision {
  const parent = state.orders.get(order);
  const progress = state.twaps.get(order);
  invariant(parent && progress, 'a chunk is sent while its parent lives');
  return chunkEvents(state, parent, progress, state.counters.order);
}

type Parent = OrderFacts & Pick<Order, 'createdAt'>;

/** The next chunk: its size and the moment of the one after it are drawn, and the exchange takes it or not. */
function chunkEvents(
  state: State,
  parent: Parent,
  progress: { readonly sent: number; readonly sentLots: Lots },
  child: OrderNo,
): EngineEvent[] {
  const { twap } = parent;
  invariant(twap, 'a parent has a plan');
  const draw = new Draw(state.twapRandom);
  const chunk = progress.sent + 1;
  const lots = chunkLots(twap, chunk, parent.quantity - progress.sentLots, draw);
  const next = chunk < twap.chunks ? chunkTime(twap, parent.createdAt, chunk, draw) : null;
  const facts = chunkFacts(marketOf(state, parent.symbol), parent, child, lots);
  const taken = lots > 0 && !refuseChunk(state, facts);
  const sent = {
    type: 'TwapChunkSent',
    at: state.now,
    order: parent.no,
    chunk,
    lots,
    child: taken ? child : null,
    random: draw.stream(),
  } as const;
  const events: EngineEvent[] = [sent];
  if (next !== null) events.push(timerAt(state, next, parent.no));
  if (taken) events.push({ type: 'OrderPlaced', at: state.now, order: facts, rests: false });
  return events;
}

/** What a chunk offers. The last one takes all that is left; a varied one leaves a lot for each that follows. */
function chunkLots(plan: TwapPlan, chunk: number, left: Lots, draw: Draw): Lots {
  const following = plan.chunks - chunk;
  if (following === 0) return left;
  return Math.max(0, Math.min(varied(plan.chunkLots, plan.sizeVarianceBps, draw), left - following));
}

/** When chunk `index` (from 0) is sent. Varied around its place in the plan, so that the whole neither stretches nor shrinks. */
function chunkTime(plan: TwapPlan, start: TimeMs, index: number, draw: Draw): TimeMs {
  return start + (index - 1) * plan.intervalMs + varied(plan.intervalMs, plan.intervalVarianceBps, draw);
}

/** A value moved by up to `bps` either way, rounded down. Nothing is drawn where nothing varies. */
function varied(value: number, bps: number, draw: Draw): number {
  if (bps === 0) return value;
  const scaled = value * (BPS + draw.between(-bps, bps));
  return (scaled - (scaled % BPS)) / BPS;
}

const timerAt = (state: State, due: TimeMs, order: OrderNo): EngineEvent =>
  armTimer(state, due, { kind: 'twapChunk', order });

function chunkFacts(market: Market, parent: OrderFacts, no: OrderNo, quantity: Lots): OrderFacts {
  const isMarket = parent.price === 0;
  return {
    no,
    account: parent.account,
    symbol: parent.symbol,
    clientId: '',
    side: parent.side,
    orderType: isMarket ? 'market' : 'limitIoc',
    kind: isMarket ? 'market' : 'limit',
    timeInForce: 'IOC',
    price: isMarket ? 0 : withinBand(market, parent.side, parent.price),
    quantity,
    reduceOnly: parent.reduceOnly,
    postOnly: false,
    expiresAt: null,
    source: parent.source,
    triggeredByLiquidation: false,
    trigger: null,
    closePosition: false,
    group: null,
    twap: null,
    parent: parent.no,
  };
}

/** The checks of an order, minimum sizes apart: those the parent has met for all its chunks. */
function refuseChunk(state: State, chunk: OrderFacts): Refusal | null {
  const market = marketOf(state, chunk.symbol);
  const account = state.accounts.get(chunk.account);
  invariant(account, 'a parent belongs to an account');
  const { symbol, side, quantity } = chunk;
  return (
    refuseUntradable(state, market, account, { side, lots: quantity, reduceOnly: chunk.reduceOnly }) ??
    (chunk.reduceOnly ? refuseReduceOnly(account, { symbol, side, lots: quantity }) : null) ??
    refuseMeeting(state, market, account, chunk)
  );
}

/** Ends a parent that is not filled after its last chunk. */
function endTwap(state: State, { order }: EndTwap): Decision {
  if (!state.orders.has(order)) return [];
  return [{ type: 'OrderCancelled', at: state.now, order, cause: 'twap_ended' }];
}

/** Returns the effect of a child's fill on its parent, or null for an order without a parent. */
export function twapFillOf(state: State, child: Order, trade: TradedEvent): EngineEvent | null {
  if (child.parent === null) return null;
  const parent = state.orders.get(child.parent);
  const progress = state.twaps.get(child.parent);
  invariant(parent && progress, 'a chunk trades while its parent lives');
  const filled = parent.filled + trade.quantity;
  return {
    type: 'TwapFilled',
    at: state.now,
    order: parent.no,
    child: child.no,
    filled,
    filledValue: parent.filledValue + trade.notional,
    fees: progress.fees + trade.taker.fee,
    filledChunks: progress.filledChunks + (progress.lastFilled === progress.sent ? 0 : 1),
    position: trade.taker.legs.at(-1)?.position ?? 0,
    complete: filled === parent.quantity,
  };
}

export const TWAP_HANDLERS: Handlers<'TwapChunkSent' | 'TwapFilled'> = {
  TwapChunkSent: (state, { order, chunk, lots, random }) => {
    const progress = progressOf(state, order);
    progress.sent = chunk;
    progress.sentLots += lots;
    state.twapRandom = random;
  },
  TwapFilled: twapFilled,
};

function twapFilled(state: State, event: Extract<EngineEvent, { type: 'TwapFilled' }>): void {
  const parent = liveOrder(state, event.order);
  const progress = progressOf(state, event.order);
  const status = statusAfter(parent.status, event.complete ? 'filledWhole' : 'filledPartly');
  invariant(event.filled <= progress.sentLots, `TWAP ${parent.no} fills no more than its chunks asked for`);
  parent.filled = event.filled;
  parent.filledValue = event.filledValue;
  parent.updatedAt = event.at;
  progress.fees = event.fees;
  progress.filledChunks = event.filledChunks;
  progress.lastFilled = progress.sent;
  if (isLive(status)) parent.status = status;
  else endOrder(state, parent, accountOf(state, parent.account));
}

function progressOf(state: State, order: OrderNo): TwapProgress {
  const progress = state.twaps.get(order);
  invariant(progress, `TWAP ${order} is live`);
  return progress;
}

/** INV-24, INV-25: a parent keeps to its plan, and no chunk outlives the input that sent it. */
export function checkTwaps(state: State): void {
  let parents = 0;
  for (const order of state.orders.values()) {
    invariant(order.parent === null, `INV-25 chunk ${order.no} has ended`);
    if (!order.twap) continue;
    parents += 1;
    const progress = state.twaps.get(order.no);
    invariant(progress && !order.resting, `INV-24 TWAP ${order.no} is followed and not on the book`);
    invariant(progress.sent < order.twap.chunks, `INV-24 TWAP ${order.no} has a chunk to wait for`);
    invariant(
      order.filled <= progress.sentLots && progress.sentLots < order.quantity,
      `INV-24 TWAP ${order.no} fills what its chunks asked for`,
    );
    invariant(progress.filledChunks <= progress.sent, `INV-24 TWAP ${order.no} fills chunks it sent`);
  }
  invariant(parents === state.twaps.size, 'INV-24 only live parents are followed');
}
