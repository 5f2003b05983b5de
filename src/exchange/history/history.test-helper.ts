import type { OrderRecord } from '../../contract/orders/order-record.ts';
import type { OrderHistoryQuery, TradesQuery } from '../../contract/views.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { CancelCause, EngineEvent, FillSide, OrderFacts, PositionLeg, TradedEvent } from '../../engine/event.ts';
import { numberPastTrades, type PastOrigin, pastsOf } from '../../engine/world/past/start-of-present.ts';
import { History, type HistoryOptions } from './history.ts';
import { MarketPast } from './market-past.ts';

/** Noon of a Monday, on a whole minute; every test counts from here. */
export const T0 = 1_767_614_400_000;

/** One decimal of price (tick 0.1), four of quantity (lot 0.0001). */
export const ETH: MarketSpec = {
  symbol: 'ETH-USDT',
  description: 'Ether perpetual',
  baseAsset: 'ETH',
  quoteAsset: 'USDT',
  settleAsset: 'USDT',
  priceExponent: 1,
  quantityExponent: 4,
  tickUnits: 10_000_000,
  lotUnits: 10_000,
  notionalPerTickLot: 1_000n,
  minLots: 100,
  maxMarketLots: 3_000_000,
  maxLimitLots: 30_000_000,
  minPriceTicks: 1,
  limitCap: 5_000_000,
  limitFloor: 5_000_000,
  marketCap: 5_000_000,
  marketFloor: 5_000_000,
  minNotional: 0n,
  clearanceFee: 500_000,
  largePositionPenalty: '0',
  contractSize: 1,
  defaultLeverage: 10,
  fundingCap: 2_000_000,
  fundingFloor: -2_000_000,
  impactNotional: 2_000_000_000_000n,
  marginTiers: [],
  openInterestCap: 0n,
  session: null,
  initialIndex: 330_000_000_000,
  process: { kind: 'still' },
  liquidity: { kind: 'none' },
};

/** No decimals of price (tick 1), five of quantity (lot 0.00001). */
export const BTC: MarketSpec = {
  ...ETH,
  symbol: 'BTC-USDT',
  description: 'Bitcoin perpetual',
  baseAsset: 'BTC',
  priceExponent: 0,
  quantityExponent: 5,
  tickUnits: 100_000_000,
  lotUnits: 1_000,
  notionalPerTickLot: 1_000n,
  initialIndex: 9_500_000_000_000,
};

/** The past of a market alone. */
export function pastOf(spec: MarketSpec, change: Partial<PastOrigin> = {}): MarketPast {
  const pasts = pastsOf([spec], { seed: '7', startTime: T0, historyDays: 0, ...change });
  const process = pasts.get(spec.symbol);
  if (!process) throw new Error('one market, one past');
  return new MarketPast(spec, process, numberPastTrades(pasts));
}

/** Subaccounts 0 to 9 are users, those from 10 are agents. */
export const isAgent = (account: number): boolean => account >= 10;
export const AGENT = 10;

/** An order record in one level. */
function orderRowOf(record: OrderRecord) {
  const { order, orderId: _id, updateTime: _time, takeProfitOrder = null, stopLossOrder = null, ...rest } = record;
  return {
    remainingQuantity: null,
    expiresAt: null,
    cancelReason: null,
    cancelledAt: null,
    ...rest,
    ...order,
    cumulativeFilledQuantity: record.cumulative_filled_quantity,
    cumulativeFilledValue: record.cumulative_filled_value,
    positionId: record.position_id,
    takeProfit: takeProfitOrder,
    stopLoss: stopLossOrder,
  };
}

/** A history whose private records can be read one by one. */
export class TestHistory extends History {
  /** With the tables, so that every test may look at them. */
  override async ready(): Promise<void> {
    await super.ready();
    await this.openTables();
  }

  orderHistory(query: OrderHistoryQuery) {
    return this.orderRecords(query).value().map(orderRowOf);
  }

  /** A record says nothing of its position, so that is looked up. */
  trades(query: TradesQuery) {
    const { records, total } = this.tradeRecords(query);
    const positions = new Map(
      Array.from(
        this.select('SELECT trade_id, position_id FROM trades WHERE account = :account', { ':account': query.account }),
        ([trade, position]) => [trade, position],
      ),
    );
    const rows = (records?.value() ?? []).map(({ order, orderId: _id, ...rest }) => ({
      ...rest,
      ...order,
      positionId: positions.get(rest.tradeId),
    }));
    return { rows, total };
  }
}

/** A history that is ready and has taken `events`. */
export async function historyOf(
  events: readonly EngineEvent[],
  options: Partial<HistoryOptions> = {},
): Promise<TestHistory> {
  const history = newHistory(options);
  await history.ready();
  history.record(events);
  return history;
}

export function newHistory(options: Partial<HistoryOptions> = {}): TestHistory {
  const markets = new Map([
    ['BTC-USDT', BTC],
    ['ETH-USDT', ETH],
  ]);
  const origin = { seed: '7', startTime: T0, historyDays: 0 };
  return new TestHistory({ markets, isAgent, origin, ...options });
}

/** A buy of 1 ETH at 3,300.0, good till cancelled, of subaccount 1. */
export function facts(change: Partial<OrderFacts> & Pick<OrderFacts, 'no'>): OrderFacts {
  return {
    account: 1,
    symbol: 'ETH-USDT',
    clientId: '',
    side: 'buy',
    orderType: 'limitGtc',
    kind: 'limit',
    timeInForce: 'GTC',
    price: 33_000,
    quantity: 10_000,
    reduceOnly: false,
    postOnly: false,
    expiresAt: null,
    source: 'api',
    triggeredByLiquidation: false,
    trigger: null,
    closePosition: false,
    group: null,
    twap: null,
    parent: null,
    ...change,
  };
}

export const placed = (at: number, change: Partial<OrderFacts> & Pick<OrderFacts, 'no'>): EngineEvent => ({
  type: 'OrderPlaced',
  at,
  order: facts(change),
  rests: false,
});

/** The side of order `order` of subaccount 1 in an execution that opens a long of 1 ETH at 3,300.0 as position 7. */
export function fill(change: Partial<FillSide> & Pick<FillSide, 'order'>): FillSide {
  return {
    account: 1,
    side: 'buy',
    filled: 10_000,
    filledValue: 330_000_000_000n,
    complete: true,
    fee: 66_000_000n,
    feeRate: 20_000,
    feeTo: 'tradingFees',
    realizedPnl: 0n,
    legs: [leg({})],
    position: null,
    ...change,
  };
}

/** The side of an agent in an execution; nothing of it may show. */
export const agentFill = (order: number, side: 'buy' | 'sell'): FillSide =>
  fill({ order, side, account: AGENT, complete: false, fee: -999n, legs: [leg({ position: 999 })] });

export function leg(change: Partial<PositionLeg>): PositionLeg {
  return {
    leg: 'open',
    position: 7,
    direction: 'open long',
    quantity: 10_000,
    fee: 66_000_000n,
    closedPnl: 0n,
    entryCost: 330_000_000_000n,
    entryLots: 10_000,
    remaining: 10_000,
    ...change,
  };
}

/** An execution of 1 ETH at 3,300.0, mark 3,301.5: a user's taker buy meets an agent's ask unless changed. */
export function traded(at: number, change: Partial<TradedEvent> & Pick<TradedEvent, 'trade'>): TradedEvent {
  return {
    type: 'Traded',
    at,
    symbol: 'ETH-USDT',
    price: 33_000,
    quantity: 10_000,
    notional: 330_000_000_000n,
    mark: 33_015,
    cause: 'match',
    takerSide: 'buy',
    maker: agentFill(900, 'sell'),
    taker: fill({ order: 1 }),
    ...change,
  };
}

export const cancelled = (at: number, order: number, cause: CancelCause): EngineEvent => ({
  type: 'OrderCancelled',
  at,
  order,
  cause,
});

/** Everything subaccount 1 ever did, as far as a time window reaches. */
export const ALL = { account: 1, from: 0, to: Number.MAX_SAFE_INTEGER };
