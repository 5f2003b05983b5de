import { type Dict, type Market, Precise } from 'ccxt';
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

export function marketOf(record: Records.Market, tier: Records.Tier | undefined): Dict {
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
    ...{ maker: number(tier?.makerFeeRate), taker: number(tier?.takerFeeRate), percentage: true, tierBased: true },
    precision: { amount: Number(record.orderSizeIncrement), price: Number(record.priceIncrement) },
    limits: {
      leverage: { min: 1, max: maintenanceMarginTiers[0]?.maxLeverage },
      amount: { min: number(record.minOrderSize), max: number(record.maxLimitOrderSize) },
      price: { min: number(record.minOrderPrice), max: undefined },
      cost: { min: number(figure(record.minNotionalValue)), max: undefined },
      market: { min: number(record.minOrderSize), max: number(record.maxMarketOrderSize) },
    },
    marginModes: { cross: true, isolated: true },
    info: record,
  };
}

export function currencyOf(record: Records.Asset, code: string): Dict {
  const { symbol: id, name, withdrawFee } = record;
  return {
    ...{ id, code, name, type: 'crypto', active: true, margin: record.isCollateral },
    ...{ deposit: record.isCollateral, withdraw: record.isCollateral, fee: number(withdrawFee) },
    precision: stepOf(record.quantityPrecision),
    limits: {
      amount: { min: stepOf(record.quantityPrecision), max: undefined },
      withdraw: { min: number(withdrawFee) },
    },
    ...{ networks: {}, info: record },
  };
}

/** The smallest amount of so many decimals. */
const stepOf = (decimals: number): number => Number(`1e-${decimals}`);

/** [time, open, high, low, close, volume] */
export const candleOf = (each: Records.Candles['candles'][number]): number[] => [
  each.openTime,
  ...[each.openPrice, each.highPrice, each.lowPrice, each.closePrice, each.volume].map(Number),
];

/** The rate of this hour, which is settled at its end. */
export function fundingRateOf(
  info: Records.FundingRate,
  price: Records.MarketPrice | undefined,
  iso8601: (time: number | undefined) => string | undefined,
): Dict {
  const { lastSettlementTime, nextFundingTime, fundingInterval } = info;
  const settled = lastSettlementTime === 0 ? undefined : lastSettlementTime;
  return {
    info,
    ...{ markPrice: number(price?.markPrice), indexPrice: number(price?.indexPrice) },
    ...{ interestRate: undefined, estimatedSettlePrice: undefined },
    ...{ timestamp: price?.timestamp, datetime: iso8601(price?.timestamp) },
    fundingRate: Number(info.estimatedFundingRate),
    ...{ fundingTimestamp: nextFundingTime, fundingDatetime: iso8601(nextFundingTime) },
    ...{ nextFundingRate: undefined, nextFundingTimestamp: undefined, nextFundingDatetime: undefined },
    previousFundingRate: settled === undefined ? undefined : Number(info.lastSettlementRate),
    ...{ previousFundingTimestamp: settled, previousFundingDatetime: iso8601(settled) },
    interval: `${fundingInterval / HOUR_MS}h`,
  };
}

const HOUR_MS = 3_600_000;

export function leverageTiersOf(market: Market): Dict[] {
  const { maintenanceMarginTiers } = market['info'] as Records.Market;
  return maintenanceMarginTiers.map((info, index) => ({
    ...{ tier: index + 1, symbol: market.symbol, currency: market['settle'] },
    ...{ minNotional: number(info.minPositionSize), maxNotional: number(info.maxPositionSize) },
    ...{ maintenanceMarginRate: number(info.maintenanceMarginRequirement), maxLeverage: info.maxLeverage },
    info,
  }));
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
  const unsaid = { order: undefined, type: undefined, takerOrMaker: undefined };
  return { id, side, price, amount, timestamp, datetime, ...unsaid, info: record };
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

/** Nothing is filled for nothing; for what is filled, ccxt knows the cost where the API does not say it. */
export const costOf = (filled: string | undefined, value?: string): string | undefined =>
  figure(filled) === undefined ? '0' : figure(value);

/** What fires with no price is a market order too; `0` is no price. */
const isMarketOrder = ({ type, price }: Records.OpenOrder | Records.OrderRecord): boolean =>
  type === 'MARKET' || (type !== 'LIMIT' && figure(price) === undefined);

/** An order of getOpenOrders, or a state of one of getOrderHistory. */
export function orderOf(record: Records.OpenOrder | Records.OrderRecord, datetime: string | undefined): Dict {
  const { order, orderId, side, type, quantity, price, timeInForce, createdTime, filledQuantity } = record;
  const isMarket = isMarketOrder(record);
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
    cost: costOf(filled, value),
    // As the exchange rounds it, and as the response to the order said; ccxt would divide.
    average: 'filledPrice' in record ? figure(record.filledPrice) : undefined,
    triggerPrice,
    ...(type.startsWith('STOP') && { stopLossPrice: triggerPrice }),
    ...(type.startsWith('TAKE') && { takeProfitPrice: triggerPrice }),
    info: record,
  };
}

export interface PositionFigures {
  readonly market: Market;
  readonly markPrice: string | undefined;
  readonly leverage: string | number | undefined;
  readonly datetime: string | undefined;
}

export function positionOf(record: Records.Position, { market, markPrice, leverage, datetime }: PositionFigures): Dict {
  const { quantity, usedMargin, unrealizedPnl, maintenanceMargin } = record;
  const contractSize = String(market['contractSize']);
  const notional =
    markPrice === undefined ? undefined : Precise.stringMul(Precise.stringMul(quantity, contractSize), markPrice);
  return {
    ...{ symbol: market.symbol, id: record.positionId },
    ...{ timestamp: record.createdAt, datetime, lastUpdateTimestamp: record.updatedAt },
    ...{ side: record.side, contracts: number(quantity), contractSize: Number(contractSize), hedged: false },
    ...{ entryPrice: number(record.entryPrice), markPrice: number(markPrice), notional: number(notional) },
    ...{ lastPrice: undefined, marginMode: undefined },
    leverage: leverage === undefined ? undefined : Number(leverage),
    ...{ unrealizedPnl: number(unrealizedPnl), realizedPnl: number(record.realizedPnl) },
    percentage: share(unrealizedPnl, usedMargin, '100'),
    liquidationPrice: number(figure(record.liquidationPrice)),
    ...{ collateral: number(usedMargin), initialMargin: number(usedMargin) },
    initialMarginPercentage: share(usedMargin, notional),
    maintenanceMargin: number(maintenanceMargin),
    maintenanceMarginPercentage: share(maintenanceMargin, notional),
    marginRatio: share(maintenanceMargin, usedMargin),
    ...{ stopLossPrice: undefined, takeProfitPrice: undefined },
    info: record,
  };
}

/** Exact to eight decimals; undefined where there is nothing to divide by. */
function share(part: string, whole: string | undefined, times = '1'): number | undefined {
  if (whole === undefined || Number(whole) === 0) return undefined;
  return Number(Precise.stringDiv(Precise.stringMul(part, times), whole, SHARE_DECIMALS));
}

const SHARE_DECIMALS = 8;

/** `timestamp` is when it was closed: the list is by that, and so are `since` and `limit`. */
export function closedPositionOf(record: Records.ClosedPosition, market: Market, datetime: string | undefined): Dict {
  const { positionId: id, closedAt: timestamp, side, quantity, leverage } = record;
  return {
    ...{ symbol: market.symbol, id, timestamp, datetime, lastUpdateTimestamp: timestamp, side, hedged: false },
    ...{ contracts: number(quantity), contractSize: market['contractSize'], leverage },
    ...{ entryPrice: number(record.entryPrice), markPrice: undefined, lastPrice: number(record.closePrice) },
    ...{ notional: undefined, unrealizedPnl: undefined, realizedPnl: number(record.realizedPnl) },
    ...{ marginMode: undefined, liquidationPrice: undefined, percentage: undefined, marginRatio: undefined },
    ...{ collateral: undefined, initialMargin: undefined, initialMarginPercentage: undefined },
    ...{ maintenanceMargin: undefined, maintenanceMarginPercentage: undefined },
    ...{ stopLossPrice: undefined, takeProfitPrice: undefined },
    info: record,
  };
}

const TRANSACTION_STATUSES: Readonly<Record<Records.FundsStatus, string>> = {
  success: 'ok',
  pending: 'pending',
  failed: 'failed',
};

export const fundsStatusOf = (status: Records.FundsStatus): string => TRANSACTION_STATUSES[status];

/** A deposit or a withdrawal. */
export function transactionOf(record: Records.BalanceUpdate, code: string, datetime: string | undefined): Dict {
  const { id, timestamp, destinationAddress: address, fee, grossAmount } = record;
  return {
    ...{ info: record, id, txid: record.txHash, timestamp, datetime, network: undefined, comment: undefined },
    ...{ address, addressTo: address, addressFrom: undefined, tag: undefined, tagTo: undefined, tagFrom: undefined },
    type: record.action === 'DEPOSIT' ? 'deposit' : 'withdrawal',
    ...{ amount: Number(grossAmount), currency: code, status: fundsStatusOf(record.status) },
    ...{ updated: undefined, internal: false, fee: { currency: code, cost: Number(fee), rate: undefined } },
  };
}

export function transferOf(record: Records.Transfer, code: string, datetime: string | undefined): Dict {
  const { transferId: id, timestamp, from: fromAccount, to: toAccount } = record;
  const amount = Number(record.amount);
  const status = fundsStatusOf(record.status);
  return { info: record, id, timestamp, datetime, currency: code, amount, fromAccount, toAccount, status };
}
