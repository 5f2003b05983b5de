import type { Dict } from 'ccxt';
import type * as Records from '../records.ts';

/** Records of the API as parts of ccxt's structures, which `safeOrder` and the others complete. */

/** Undefined for what the API leaves empty. */
export const text = (value: string | null | undefined): string | undefined =>
  value === '' || value === null ? undefined : value;

/** Undefined for 0 too, where the API has 0 for none. */
export const figure = (value: string | undefined): string | undefined =>
  Number(value) === 0 ? undefined : text(value);

export const number = (value: string | undefined): number | undefined =>
  text(value) === undefined ? undefined : Number(value);

export function marketOf(record: Records.Market): Dict {
  const { symbol: id, baseAsset, quoteAsset, settleAsset, maintenanceMarginTiers } = record;
  return {
    id,
    symbol: `${baseAsset}/${quoteAsset}:${settleAsset}`,
    ...{ base: baseAsset, quote: quoteAsset, settle: settleAsset },
    ...{ baseId: baseAsset, quoteId: quoteAsset, settleId: settleAsset },
    ...{ type: 'swap', spot: false, margin: false, swap: true, future: false, option: false, index: false },
    ...{ contract: true, linear: true, inverse: false, subType: 'linear' },
    active: record.isOpen && !record.isCloseOnly,
    contractSize: record.contractSize,
    ...{ maker: 0.0002, taker: 0.0005, percentage: true, tierBased: true },
    precision: { amount: Number(record.orderSizeIncrement), price: Number(record.priceIncrement) },
    limits: {
      leverage: { min: 1, max: maintenanceMarginTiers[0]?.maxLeverage },
      amount: { min: number(record.minOrderSize), max: number(record.maxLimitOrderSize) },
      price: { min: number(record.minOrderPrice), max: undefined },
      cost: { min: number(record.minNotionalValue), max: undefined },
    },
    marginModes: { cross: true, isolated: true },
    info: record,
  };
}

export function tickerOf(record: Records.MarketPrice, datetime: string | undefined): Dict {
  const last = text(record.lastPrice);
  return {
    timestamp: record.timestamp,
    datetime,
    ...{ bid: text(record.bestBid), ask: text(record.bestAsk), last, close: last },
    open: figure(record.prevDayPrice),
    ...{ baseVolume: text(record.volume24h), quoteVolume: text(record.quoteVolume24h) },
    ...{ markPrice: text(record.markPrice), indexPrice: text(record.indexPrice) },
    info: record,
  };
}

export function publicTradeOf(record: Records.PublicTrade, datetime: string | undefined): Dict {
  const { tradeId: id, side, price, quantity: amount, timestamp } = record;
  return { id, side, price, amount, timestamp, datetime, info: record };
}

export function ownTradeOf(record: Records.Trade, datetime: string | undefined, currency: unknown): Dict {
  const {
    tradeId: id,
    orderId: order,
    orderType,
    side,
    price,
    quantity: amount,
    timestamp,
    maker,
    fee,
    feeRate,
  } = record;
  return {
    ...{ id, order, side, price, amount, timestamp, datetime },
    type: orderType === 'market' ? 'market' : 'limit',
    takerOrMaker: maker ? 'maker' : 'taker',
    fee: { currency, cost: fee, rate: feeRate },
    info: record,
  };
}

const STATUSES: Readonly<Record<string, string>> = {
  cancelled: 'canceled',
  filled: 'closed',
  rejected: 'rejected',
};

/** An order of getOpenOrders, or a state of one of getOrderHistory. */
export function orderOf(record: Records.OpenOrder | Records.OrderRecord, datetime: string | undefined): Dict {
  const { order, orderId, side, type, quantity, price, timeInForce, createdTime, filledQuantity } = record;
  const isMarket = type === 'MARKET' || (type !== 'LIMIT' && text(price) === undefined);
  const triggerPrice = figure(record.triggerPrice);
  const value = 'cumulative_filled_value' in record ? record.cumulative_filled_value : undefined;
  const filled = 'cumulative_filled_quantity' in record ? record.cumulative_filled_quantity : filledQuantity;
  return {
    id: orderId,
    clientOrderId: text(order.clientId),
    ...{ timestamp: createdTime, datetime, lastUpdateTimestamp: record.updatedTime },
    ...{ type: isMarket ? 'market' : 'limit', side, amount: text(quantity), price: text(price), filled },
    timeInForce: record.postOnly ? 'PO' : timeInForce,
    postOnly: record.postOnly,
    reduceOnly: record.reduceOnly,
    status: 'status' in record ? (STATUSES[record.status] ?? 'open') : 'open',
    ...(figure(value) !== undefined && { cost: value }),
    triggerPrice,
    ...(type.startsWith('STOP') && { stopLossPrice: triggerPrice }),
    ...(type.startsWith('TAKE') && { takeProfitPrice: triggerPrice }),
    info: record,
  };
}

export interface PositionFigures {
  readonly markPrice: string | undefined;
  readonly leverage: string | number | undefined;
  readonly datetime: string | undefined;
}

export function positionOf(record: Records.Position, { markPrice, leverage, datetime }: PositionFigures): Dict {
  const contracts = Number(record.quantity);
  const notional = markPrice === undefined ? undefined : contracts * Number(markPrice);
  const margin = Number(record.usedMargin);
  const unrealized = Number(record.unrealizedPnl);
  return {
    id: record.positionId,
    ...{ timestamp: record.createdAt, datetime, lastUpdateTimestamp: record.updatedAt },
    ...{ side: record.side, contracts, contractSize: 1, hedged: false },
    ...{ entryPrice: number(record.entryPrice), markPrice: number(markPrice), notional },
    leverage: leverage === undefined ? undefined : Number(leverage),
    ...{ unrealizedPnl: unrealized, realizedPnl: number(record.realizedPnl) },
    percentage: margin === 0 ? undefined : (unrealized / margin) * 100,
    liquidationPrice: number(figure(record.liquidationPrice)),
    ...{ collateral: margin, initialMargin: margin, maintenanceMargin: number(record.maintenanceMargin) },
    info: record,
  };
}
