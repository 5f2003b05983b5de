import {
  type Amount,
  ArgumentsRequired,
  BadRequest,
  type Dict,
  InvalidOrder,
  type Market,
  NotSupported,
  Precise,
} from 'ccxt';
import type * as Records from '../records.ts';
import { type Caller, type ParamName, understood } from './params.ts';

/** How an order of ccxt is worded for the API. What the two together cannot say is refused. */

/** What ccxt's params may ask of an order. */
export interface OrderParams extends Dict {
  readonly timeInForce?: string;
  readonly postOnly?: boolean;
  readonly reduceOnly?: boolean;
  readonly clientOrderId?: string;
  readonly triggerPrice?: Amount;
  /** The older name of `triggerPrice`, which ccxt's own methods send. */
  readonly stopPrice?: Amount;
  /** `ascending` when the price rises to `triggerPrice`, `descending` when it falls to it; without it the order is a stop of its side. */
  readonly triggerDirection?: string;
  readonly triggerPriceType?: Records.PriceSource;
  /** Close a position: reduce-only unless `reduceOnly` is false. */
  readonly stopLossPrice?: Amount;
  readonly takeProfitPrice?: Amount;
  /** Exits that are attached to this order and wait until it fills. */
  readonly stopLoss?: AttachedParams;
  readonly takeProfit?: AttachedParams;
  /** Unix milliseconds, for GTD. */
  readonly expiresAt?: number;
  readonly marginMode?: 'cross' | 'isolated';
  /** Of an isolated market. */
  readonly leverage?: Amount;
  /** Margin that goes into an isolated market with the order. */
  readonly isolatedMargin?: Amount;
}

/** An exit that is attached to an order. With `price` it fires a limit order. */
export interface AttachedParams extends Dict {
  readonly triggerPrice?: Amount;
  readonly price?: Amount;
  readonly type?: string;
  readonly amount?: Amount;
  readonly triggerPriceType?: Records.PriceSource;
}

export const ORDER_PARAMS: readonly ParamName[] = [
  ...(['timeInForce', 'postOnly', 'reduceOnly', 'clientOrderId', 'expiresAt'] as const),
  ...(['triggerPrice', 'stopPrice', 'triggerDirection', 'triggerPriceType'] as const),
  ...(['stopLossPrice', 'takeProfitPrice', 'stopLoss', 'takeProfit', 'marginMode'] as const),
];
const ISOLATED_PARAMS: readonly ParamName[] = ['leverage', 'isolatedMargin'];
const ATTACHED_PARAMS: readonly ParamName[] = ['triggerPrice', 'price', 'type', 'amount', 'triggerPriceType'];

/** An order as ccxt's methods give it. */
export interface Wanted {
  readonly type: string;
  readonly side: string;
  readonly amount: Amount | undefined;
  readonly price: Amount | undefined;
  readonly params: OrderParams;
}

/** The market of an order, and the precision that its figures get. */
export interface MarketPrecision {
  readonly market: Market;
  readonly amountText: (amount: Amount) => string;
  readonly priceText: (price: Amount) => string;
}

/** What is sent: an order, the exits that are attached to it, or an order of an isolated market. */
export interface OrderRequest {
  readonly item: Records.OrderItem;
  readonly attached: readonly Records.OrderItem[];
  readonly isolated: { readonly leverage: Amount; readonly margin: string } | undefined;
}

/**
 * @throws InvalidOrder for what contradicts itself, ArgumentsRequired for what is missing
 * @throws NotSupported, BadRequest for a parameter that is not taken
 */
export function orderRequest(caller: Caller, precision: MarketPrecision, wanted: Wanted): OrderRequest {
  const { params } = wanted;
  const isIsolated = params.marginMode === 'isolated';
  understood(caller, params, isIsolated ? [...ORDER_PARAMS, ...ISOLATED_PARAMS] : ORDER_PARAMS);
  const item = itemOf(caller, precision, wanted);
  const attached = attachedTo(caller, precision, item, params);
  if (isIsolated && (attached.length > 0 || item.triggerPrice !== undefined)) {
    throw new NotSupported(
      `${named(caller)} an isolated order is plain: give stops and targets after it, with reduceOnly`,
    );
  }
  return { item, attached, isolated: isIsolated ? isolatedTerms(caller, params) : undefined };
}

const named = ({ id, method }: Caller): string => `${id} ${method}:`;

function itemOf(caller: Caller, { market, amountText, priceText }: MarketPrecision, wanted: Wanted): Records.OrderItem {
  const { type, side, amount, price, params } = wanted;
  if (side !== 'buy' && side !== 'sell')
    throw new InvalidOrder(`${named(caller)} side must be buy or sell (got ${side})`);
  if (type !== 'limit' && type !== 'market') {
    throw new InvalidOrder(`${named(caller)} type must be limit or market (got ${type})`);
  }
  if (amount === undefined) throw new ArgumentsRequired(`${named(caller)} an order needs an amount`);
  if (type === 'limit' && price === undefined)
    throw new ArgumentsRequired(`${named(caller)} a limit order needs a price`);
  const exit = params.takeProfitPrice ?? params.stopLossPrice;
  const trigger = triggerOf(caller, params);
  const { clientOrderId, reduceOnly = exit !== undefined } = params;
  return {
    symbol: market.id,
    side,
    quantity: amountText(amount),
    ...(type === 'limit' && price !== undefined && { price: priceText(price) }),
    ...(trigger === undefined
      ? kindOf(caller, type, params)
      : { triggerPrice: priceText(trigger), ...conditionalKind(caller, type, side, params) }),
    ...(reduceOnly && { reduceOnly }),
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
}

const TRIGGERS = ['triggerPrice', 'stopPrice', 'stopLossPrice', 'takeProfitPrice'] as const;

/** The price that an order waits for. One order waits for one price. */
function triggerOf(caller: Caller, params: OrderParams): Amount | undefined {
  const given = TRIGGERS.filter((name) => params[name] !== undefined);
  if (given.length > 1) {
    throw new InvalidOrder(
      `${named(caller)} an order waits for one price (got ${given.join(' and ')}): send two orders, or attach stopLoss and takeProfit to one`,
    );
  }
  const [name] = given;
  return name && params[name];
}

type Kind = Pick<Records.OrderItem, 'orderType' | 'expiresAt'>;

function kindOf(caller: Caller, type: 'limit' | 'market', params: OrderParams): Kind {
  const { timeInForce, postOnly = timeInForce === 'PO', expiresAt } = params;
  for (const name of ['triggerDirection', 'triggerPriceType'] as const) {
    if (params[name] !== undefined) throw new InvalidOrder(`${named(caller)} ${name} needs a triggerPrice`);
  }
  if (expiresAt !== undefined && timeInForce !== 'GTD') {
    throw new InvalidOrder(`${named(caller)} expiresAt needs timeInForce GTD`);
  }
  if (postOnly && timeInForce !== undefined && timeInForce !== 'PO' && timeInForce !== 'GTC') {
    throw new InvalidOrder(`${named(caller)} an order is post-only or ${timeInForce}, not both`);
  }
  if (type === 'market') {
    if (postOnly) throw new InvalidOrder(`${named(caller)} a market order cannot be post-only`);
    if (timeInForce !== undefined && timeInForce !== 'IOC') {
      throw new InvalidOrder(`${named(caller)} a market order is IOC (got ${timeInForce})`);
    }
    return { orderType: 'market' };
  }
  if (postOnly) return { orderType: 'limitAlo' };
  if (timeInForce === 'IOC') return { orderType: 'limitIoc' };
  if (timeInForce !== 'GTD') return { orderType: 'limitGtc' };
  if (expiresAt === undefined) throw new ArgumentsRequired(`${named(caller)} GTD needs params.expiresAt`);
  if (expiresAt % 1_000 !== 0) {
    throw new InvalidOrder(`${named(caller)} expiresAt must be a whole second, in milliseconds (got ${expiresAt})`);
  }
  return { orderType: 'limitGtd', expiresAt: expiresAt / 1_000 };
}

type ConditionalKind = Pick<Records.OrderItem, 'orderType' | 'isTriggerMarket' | 'triggerPriceType'>;

function conditionalKind(
  caller: Caller,
  type: 'limit' | 'market',
  side: 'buy' | 'sell',
  params: OrderParams,
): ConditionalKind {
  const { timeInForce, postOnly, expiresAt, triggerDirection, takeProfitPrice, stopLossPrice, triggerPriceType } =
    params;
  if (postOnly === true || (timeInForce !== undefined && timeInForce !== 'GTC') || expiresAt !== undefined) {
    throw new InvalidOrder(`${named(caller)} an order with a trigger is GTC and cannot be post-only`);
  }
  const isExit = takeProfitPrice !== undefined || stopLossPrice !== undefined;
  if (isExit && triggerDirection !== undefined) {
    throw new InvalidOrder(
      `${named(caller)} triggerDirection belongs to triggerPrice: a stop loss and a take profit have one`,
    );
  }
  // A stop follows a price that rises to a buy or falls to a sell, a take profit the other direction.
  const isStop =
    takeProfitPrice === undefined &&
    (triggerDirection === undefined || (triggerDirection === 'ascending') === (side === 'buy'));
  return {
    orderType: isStop ? 'triggerSl' : 'triggerTp',
    isTriggerMarket: type === 'market',
    ...(triggerPriceType !== undefined && { triggerPriceType }),
  };
}

/** The take profit first, as the API gives their states. */
function attachedTo(
  caller: Caller,
  precision: MarketPrecision,
  main: Records.OrderItem,
  { takeProfit, stopLoss }: OrderParams,
): Records.OrderItem[] {
  const exits = [
    ...(takeProfit ? [exitOf(caller, precision, main, 'takeProfit', takeProfit)] : []),
    ...(stopLoss ? [exitOf(caller, precision, main, 'stopLoss', stopLoss)] : []),
  ];
  if (exits.length === 0) return exits;
  if (main.triggerPrice !== undefined) {
    throw new InvalidOrder(
      `${named(caller)} stopLoss and takeProfit are attached to a plain order, not to one that waits for a price`,
    );
  }
  if (main.reduceOnly === true) {
    throw new InvalidOrder(
      `${named(caller)} an order that only reduces opens nothing for stopLoss and takeProfit to close`,
    );
  }
  return exits;
}

function exitOf(
  { id, method }: Caller,
  { market, amountText, priceText }: MarketPrecision,
  main: Records.OrderItem,
  name: 'takeProfit' | 'stopLoss',
  params: AttachedParams,
): Records.OrderItem {
  const caller = { id, method: `${method} params.${name}` };
  understood(caller, params, ATTACHED_PARAMS);
  const { triggerPrice, price, type = price === undefined ? 'market' : 'limit', amount, triggerPriceType } = params;
  if (triggerPrice === undefined) throw new ArgumentsRequired(`${named(caller)} triggerPrice is needed`);
  if (type !== 'limit' && type !== 'market') throw new BadRequest(`${named(caller)} type must be limit or market`);
  if (type === 'limit' && price === undefined)
    throw new ArgumentsRequired(`${named(caller)} a limit order needs a price`);
  if (type === 'market' && price !== undefined) throw new InvalidOrder(`${named(caller)} a market order has no price`);
  if (amount !== undefined && !Precise.stringEq(amountText(amount), String(main.quantity))) {
    throw new NotSupported(`${named(caller)} amount is that of the order that it is attached to`);
  }
  return {
    symbol: market.id,
    side: main.side === 'buy' ? 'sell' : 'buy',
    quantity: String(main.quantity),
    orderType: name === 'takeProfit' ? 'triggerTp' : 'triggerSl',
    triggerPrice: priceText(triggerPrice),
    isTriggerMarket: type === 'market',
    ...(price !== undefined && { price: priceText(price) }),
    ...(triggerPriceType !== undefined && { triggerPriceType }),
    reduceOnly: true,
  };
}

/** How much margin a position gets is the decision of the bot: it is given, not worked out. */
function isolatedTerms(caller: Caller, { leverage, isolatedMargin }: OrderParams): OrderRequest['isolated'] {
  if (leverage === undefined) throw new ArgumentsRequired(`${named(caller)} marginMode isolated needs params.leverage`);
  if (isolatedMargin === undefined) {
    throw new ArgumentsRequired(
      `${named(caller)} marginMode isolated needs params.isolatedMargin, in the settlement currency`,
    );
  }
  return { leverage, margin: String(isolatedMargin) };
}
