import type { PositionNo } from '../kernel/ids.ts';
import type { Lots, Ratio, Ticks, Units } from '../kernel/units.ts';
import type { FillSide, TradedEvent } from './event.ts';
import { accountOf } from './evolve-order.ts';
import type { TradeCause } from './liquidation/terms.ts';
import { feeOf, feeRateOf } from './fees/fee-rates.ts';
import { notionalOf } from './risk/margin.ts';
import { effectOfFill } from './risk/position-math.ts';
import type { Market, State } from './state.ts';
import type { Order } from './orders/order.ts';

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
