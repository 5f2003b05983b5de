import { ArgumentsRequired, type Dict, InvalidOrder, type Market, OrderNotFound } from 'ccxt';
import type * as Records from '../records.ts';
import { AccountReads } from './reads.ts';

/** What ccxt's params may ask of an order. */
interface OrderParams extends Dict {
  readonly timeInForce?: string;
  readonly postOnly?: boolean;
  readonly reduceOnly?: boolean;
  readonly clientOrderId?: string;
  readonly triggerPrice?: number | string;
  readonly stopPrice?: number | string;
  /** `ascending` when the price rises to `triggerPrice`, `descending` when it falls to it; without it the order is a stop of its side. */
  readonly triggerDirection?: string;
  readonly stopLossPrice?: number | string;
  readonly takeProfitPrice?: number | string;
  readonly triggerPriceType?: Records.PriceSource;
  /** Unix milliseconds, for GTD. */
  readonly expiresAt?: number;
}

type ListedOrder = Records.OrderItem;

/** A stop follows a price that rises to a buy or falls to a sell, a take profit the other direction. */
function triggerTypeOf(
  exchange: string,
  side: 'buy' | 'sell',
  { takeProfitPrice, stopLossPrice, triggerDirection }: OrderParams,
): 'triggerSl' | 'triggerTp' {
  if (takeProfitPrice !== undefined) return 'triggerTp';
  if (stopLossPrice !== undefined || triggerDirection === undefined) return 'triggerSl';
  if (triggerDirection !== 'ascending' && triggerDirection !== 'descending') {
    throw new InvalidOrder(`${exchange} triggerDirection must be ascending or descending (got ${triggerDirection})`);
  }
  return (triggerDirection === 'ascending') === (side === 'buy') ? 'triggerSl' : 'triggerTp';
}

/** Markets and an account of perpsim, with the methods of ccxt. */
export class Perpsim extends AccountReads {
  /**
   * `params`: timeInForce (GTC, IOC, PO, GTD), postOnly, reduceOnly, clientOrderId, triggerPrice, triggerDirection,
   * stopLossPrice, takeProfitPrice. The last two close a position, so they are reduce-only unless `reduceOnly` is false; an order with
   * `triggerPrice` may open one unless it is true.
   */
  async createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price?: number,
    params: OrderParams = {},
  ): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const item = this.#item(market, { type, side, amount, price, params });
    try {
      return this.#placed(await (await this.accountClient()).placeOrder(item), item, market);
    } catch (error) {
      throw this.asCcxtError(error);
    }
  }

  #item(
    market: Market,
    {
      type,
      side,
      amount,
      price,
      params,
    }: { type: string; side: string; amount: number; price: number | undefined; params: OrderParams },
  ): ListedOrder {
    if (side !== 'buy' && side !== 'sell') throw new InvalidOrder(`${this.id} side must be buy or sell (got ${side})`);
    if (type !== 'limit' && type !== 'market')
      throw new InvalidOrder(`${this.id} type must be limit or market (got ${type})`);
    if (type === 'limit' && price === undefined)
      throw new ArgumentsRequired(`${this.id} needs a price for a limit order`);
    const exit = params.takeProfitPrice ?? params.stopLossPrice;
    const trigger = exit ?? params.triggerPrice ?? params.stopPrice;
    const { clientOrderId, reduceOnly = exit !== undefined, triggerPriceType } = params;
    return {
      symbol: market.id,
      side,
      quantity: this.amountToPrecision(market.symbol, amount),
      ...(type === 'limit' && price !== undefined && { price: this.priceToPrecision(market.symbol, price) }),
      ...(trigger === undefined
        ? this.#kind(type, params)
        : {
            orderType: triggerTypeOf(this.id, side, params),
            triggerPrice: this.priceToPrecision(market.symbol, Number(trigger)),
            isTriggerMarket: type === 'market',
            ...(triggerPriceType !== undefined && { triggerPriceType }),
          }),
      ...(reduceOnly && { reduceOnly }),
      ...(clientOrderId !== undefined && { clientOrderId }),
    };
  }

  #kind(
    type: string,
    { timeInForce = 'GTC', postOnly = false, expiresAt }: OrderParams,
  ): Pick<ListedOrder, 'orderType' | 'expiresAt'> {
    if (postOnly || timeInForce === 'PO') {
      if (type === 'market') throw new InvalidOrder(`${this.id} a market order cannot be post-only`);
      return { orderType: 'limitAlo' };
    }
    if (type === 'market') return { orderType: 'market' };
    if (timeInForce === 'GTC') return { orderType: 'limitGtc' };
    if (timeInForce === 'IOC') return { orderType: 'limitIoc' };
    if (timeInForce !== 'GTD') throw new InvalidOrder(`${this.id} has no timeInForce ${timeInForce}`);
    if (expiresAt === undefined) throw new ArgumentsRequired(`${this.id} needs params.expiresAt for GTD`);
    return { orderType: 'limitGtd', expiresAt: Math.floor(expiresAt / 1_000) };
  }

  /** What the exchange said of a new order, as far as it did; fetchOrder knows the rest. */
  #placed(info: Records.OrderStatus, item: ListedOrder, market: Market): Dict {
    const { resting, filled, canceled } = info;
    const trigger = item.triggerPrice;
    return this.safeOrder(
      {
        info,
        id: (resting ?? filled ?? canceled)?.id,
        clientOrderId: item.clientOrderId,
        symbol: market.symbol,
        type: item.price === undefined ? 'market' : 'limit',
        ...{ side: item.side, amount: item.quantity, price: item.price, reduceOnly: item.reduceOnly ?? false },
        postOnly: item.orderType === 'limitAlo',
        ...{ filled: filled?.totalSize ?? (resting ? '0' : undefined), average: filled?.avgPrice },
        status: filled ? 'closed' : canceled ? 'canceled' : 'open',
        ...(trigger !== undefined && { triggerPrice: trigger }),
      },
      market,
    );
  }

  /** `params.clientOrderId` names the order in place of its id. */
  async cancelOrder(id: string, symbol?: string, params: OrderParams = {}): Promise<Dict> {
    const { clientOrderId } = params;
    const market = await this.someMarketOf(symbol);
    const client = await this.accountClient();
    const { statuses } = await client.cancelOrders(
      clientOrderId === undefined ? { orderIds: [id] } : { clientOrderIds: [clientOrderId] },
    );
    return this.#cancelled(statuses[0] ?? {}, market);
  }

  async cancelOrders(ids: readonly string[], symbol?: string, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.someMarketOf(symbol);
    const { statuses } = await (await this.accountClient()).cancelOrders({ orderIds: ids });
    return statuses.map((status) => this.#cancelled(status, market));
  }

  #cancelled(info: Records.OrderStatus, market: Market | undefined): Dict {
    if (info.error !== undefined || info.errorCode !== undefined) throw this.refusal(info.errorCode, info.error);
    return this.safeOrder({ info, id: info.canceled?.id, symbol: market?.symbol, status: 'canceled' }, market);
  }

  /** In every market where no symbol is given. */
  async cancelAllOrders(symbol?: string, _params: Dict = {}): Promise<Dict[]> {
    const market = await this.someMarketOf(symbol);
    const cancelled = await (
      await this.accountClient()
    )
      .cancelAllOrders([market?.id ?? '*'])
      .catch((error: unknown) => {
        // The API refuses where nothing is open; to ccxt that is an empty list.
        if (error instanceof OrderNotFound) return [];
        throw error;
      });
    return cancelled.map((info) => {
      const of = this.safeMarket(info.symbol);
      return this.safeOrder({ info, id: info.orderId, symbol: of.symbol, status: 'canceled' }, of);
    });
  }

  /** The order keeps its id; what is left out stays as it is. */
  async editOrder(
    id: string,
    symbol: string,
    _type: string,
    _side: string,
    amount?: number,
    price?: number,
    params: OrderParams = {},
  ): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const { triggerPrice } = params;
    const changes = {
      ...(price !== undefined && { price: this.priceToPrecision(market.symbol, price) }),
      ...(amount !== undefined && { quantity: this.amountToPrecision(market.symbol, amount) }),
      ...(triggerPrice !== undefined && { triggerPrice: this.priceToPrecision(market.symbol, Number(triggerPrice)) }),
    };
    await (await this.accountClient()).modifyOrder({ orderId: id }, changes);
    return this.fetchOrder(id, symbol);
  }

  async setLeverage(leverage: number, symbol?: string, _params: Dict = {}): Promise<Dict> {
    const { id } = await this.marketOf(symbol);
    return { ...(await (await this.accountClient()).updateLeverage(id, leverage)) };
  }
}
