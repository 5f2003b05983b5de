import type { Lots, Ticks } from '../kernel/units.ts';
import type { FillSide, TradedEvent } from './event.ts';
import { accountOf } from './evolve-order.ts';
import { feeRateOf } from './risk/fees.ts';
import { notionalOf } from './risk/margin.ts';
import { effectOfFill } from './risk/position-math.ts';
import type { Market, Order, State } from './state.ts';

/** The execution of two orders: at the maker's price (INV-15), with every figure of both sides decided. */
export function tradeOf(state: State, market: Market, taker: Order, maker: Order, lots: Lots): TradedEvent {
  const price = maker.price;
  const notional = notionalOf(market, lots, price);
  const fill = { lots, price, notional };
  // Two accounts may open a position in one execution: each gets a number of its own.
  const makerSide = sideOf(state, market, maker, { ...fill, maker: true, newPosition: state.counters.position + 1 });
  const takerSide = sideOf(state, market, taker, { ...fill, maker: false, newPosition: state.counters.position + 2 });
  return {
    type: 'Traded',
    at: state.now,
    trade: state.counters.trade + 1,
    symbol: market.spec.symbol,
    price,
    quantity: lots,
    notional,
    mark: market.mark,
    cause: 'match',
    takerSide: taker.side,
    maker: makerSide,
    taker: takerSide,
  };
}

interface Fill {
  readonly lots: Lots;
  readonly price: Ticks;
  readonly notional: bigint;
  readonly maker: boolean;
  readonly newPosition: number;
}

function sideOf(state: State, market: Market, order: Order, fill: Fill): FillSide {
  const account = accountOf(state, order.account);
  const feeRate = feeRateOf(state, account, fill.maker ? 'maker' : 'taker');
  const { lots, price, notional, newPosition } = fill;
  const facts = { side: order.side, lots, price, notional, feeRate, newPosition };
  const effect = effectOfFill(market, account.positions.get(order.symbol), facts);
  return {
    order: order.no,
    account: order.account,
    side: order.side,
    filled: order.filled + lots,
    filledValue: order.filledValue + fill.notional,
    complete: order.filled + lots === order.quantity,
    fee: effect.fee,
    feeRate,
    feeTo: 'tradingFees',
    realizedPnl: effect.realizedPnl,
    legs: effect.legs,
    position: effect.position,
  };
}
