import {
  type Amount,
  ArgumentsRequired,
  BadRequest,
  type Dict,
  InvalidOrder,
  type Market,
  NotSupported,
  OrderNotFound,
  Precise,
} from 'ccxt';
import type { Client } from '../client.ts';
import type * as Records from '../records.ts';
import { Funds } from './funds.ts';
import { costOf } from './structures.ts';
import {
  type MarketPrecision,
  type OrderParams,
  type OrderRequest,
  orderRequest,
  type Wanted,
} from './order-request.ts';

/** An order of a list, as ccxt's createOrders and editOrders take it. */
interface Listed {
  readonly id?: string;
  readonly symbol: string;
  readonly type: string;
  readonly side: string;
  readonly amount?: Amount;
  readonly price?: Amount;
  readonly params?: OrderParams;
}

const EDIT_PARAMS = ['clientOrderId', 'triggerPrice', 'stopPrice', 'stopLossPrice', 'takeProfitPrice'] as const;
type EditParams = Dict & { readonly [K in (typeof EDIT_PARAMS)[number]]?: K extends 'clientOrderId' ? string : Amount };

/** As many as one request takes. */
const CREATED_MAX = 20;
const EDITED_MAX = 10;

/** Markets and an account of perpsim, with the methods of ccxt. */
export class Perpsim extends Funds {
  /**
   * `params`: timeInForce (GTC, IOC, PO, GTD with expiresAt), postOnly, reduceOnly, clientOrderId; triggerPrice with triggerDirection, or
   * stopLossPrice or takeProfitPrice, each with triggerPriceType; stopLoss and takeProfit, which are attached to a plain order;
   * marginMode isolated with leverage and isolatedMargin. An order with `stopLossPrice` or `takeProfitPrice` closes a position, so it is
   * reduce-only unless `reduceOnly` is false; one with `triggerPrice` may open one unless it is true.
   *
   * @throws BadRequest, NotSupported for any other parameter
   */
  async createOrder(
    symbol: string,
    type: string,
    side: string,
    amount?: Amount,
    price?: Amount,
    params: OrderParams = {},
  ): Promise<Dict> {
    const precision = this.#precisionIn(await this.marketOf(symbol));
    const request = orderRequest({ id: this.id, method: 'createOrder' }, precision, {
      type,
      side,
      amount,
      price,
      params,
    });
    const statuses = await sentBy(await this.accountClient(), request);
    const [main] = statuses;
    if (!main) throw this.refusal(undefined, 'the response has no status of the order');
    const placed = this.#placed(main, request, precision.market);
    this.#checkAttached(statuses, placed);
    return placed;
  }

  #precisionIn(market: Market): MarketPrecision {
    return {
      market,
      amountText: (amount) => this.amountToPrecision(market.symbol, amount),
      priceText: (price) => this.priceToPrecision(market.symbol, price),
    };
  }

  /** Throws for a stop or target that the exchange has refused: the order stands without it, and its id is in the message. */
  #checkAttached(statuses: readonly Records.OrderStatus[], placed: Dict): void {
    const [, ...attached] = statuses;
    const refused = attached.find(isRefused);
    if (!refused) return;
    const id = String(placed['id']);
    throw this.refusal(refused.errorCode, `${refused.error ?? ''} (order ${id} stands without this stop or target)`);
  }

  /** What the exchange said of a new order, as far as it did; fetchOrder knows the rest. */
  #placed(
    info: Records.OrderStatus,
    { item, attached }: Pick<OrderRequest, 'item' | 'attached'>,
    market: Market,
  ): Dict {
    if (isRefused(info)) throw this.refusal(info.errorCode, info.error);
    const { resting, filled, canceled } = info;
    const [isStop, isTarget] = (['triggerSl', 'triggerTp'] as const).map((type) => item.orderType === type);
    const exitPrice = (type: 'triggerSl' | 'triggerTp'): string | undefined =>
      attached.find(({ orderType }) => orderType === type)?.triggerPrice;
    return this.safeOrder(
      {
        info,
        id: (resting ?? filled ?? canceled)?.id,
        clientOrderId: item.clientOrderId,
        symbol: market.symbol,
        type: item.price === undefined ? 'market' : 'limit',
        timeInForce: TIMES[item.orderType],
        ...{ side: item.side, amount: item.quantity, price: item.price, reduceOnly: item.reduceOnly ?? false },
        postOnly: item.orderType === 'limitAlo',
        ...{ filled: filled?.totalSize ?? '0', average: filled?.avgPrice, cost: costOf(filled?.totalSize) },
        status: statusOf(info, item),
        triggerPrice: item.triggerPrice,
        stopLossPrice: isStop ? item.triggerPrice : exitPrice('triggerSl'),
        takeProfitPrice: isTarget ? item.triggerPrice : exitPrice('triggerTp'),
      },
      market,
    );
  }

  /**
   * Up to 20 plain or conditional orders in one request. Each is taken or refused by itself: one that is refused has the status
   * `rejected` and the reason in `info`.
   */
  async createOrders(orders: readonly Listed[], params: Dict = {}): Promise<Dict[]> {
    this.takes('createOrders', params);
    if (orders.length > CREATED_MAX)
      throw new BadRequest(`${this.id} createOrders takes ${CREATED_MAX} orders at most`);
    await this.loadMarkets();
    const requests = orders.map((order, index) => this.#requestOf(order, `createOrders order ${index}`));
    const { statuses } = await (await this.accountClient()).placeOrders(requests.map(({ item }) => item));
    return statuses.flatMap((status, index) => {
      const request = requests[index];
      if (!request) return [];
      const market = this.safeMarket(request.item.symbol);
      if (!isRefused(status)) return [this.#placed(status, request, market)];
      const { side, quantity: amount, price, clientOrderId } = request.item;
      const parts = { info: status, id: undefined, clientOrderId, side, amount, price, status: 'rejected' };
      return [
        this.safeOrder({ symbol: market.symbol, type: price === undefined ? 'market' : 'limit', ...parts }, market),
      ];
    });
  }

  #requestOf({ symbol, type, side, amount, price, params = {} }: Listed, method: string): OrderRequest {
    const wanted: Wanted = { type, side, amount, price, params };
    const request = orderRequest({ id: this.id, method }, this.#precisionIn(this.market(symbol)), wanted);
    if (request.attached.length > 0 || request.isolated) {
      throw new NotSupported(
        `${this.id} ${method}: stopLoss, takeProfit and marginMode isolated are for createOrder alone`,
      );
    }
    return request;
  }

  /** `params.clientOrderId` names the order in place of its id. */
  async cancelOrder(
    id: string,
    symbol?: string,
    params: Dict & { readonly clientOrderId?: string } = {},
  ): Promise<Dict> {
    this.takes('cancelOrder', params, ['clientOrderId', 'trigger', 'stop']);
    const { clientOrderId } = params;
    const market = await this.someMarketOf(symbol);
    const named = clientOrderId === undefined ? { orderIds: [id] } : { clientOrderIds: [clientOrderId] };
    const { statuses } = await (await this.accountClient()).cancelOrders(named);
    const [status = {}] = statuses;
    if (isRefused(status)) throw this.refusal(status.errorCode, status.error);
    return this.#cancelled(status, market);
  }

  /**
   * `params.clientOrderIds` names the orders in place of their ids. An order that could not be cancelled has no status, and the reason
   * in `info`; where that is so of all of them, the reason of the first is thrown.
   */
  async cancelOrders(
    ids: readonly string[],
    symbol?: string,
    params: Dict & { readonly clientOrderIds?: readonly string[] } = {},
  ): Promise<Dict[]> {
    this.takes('cancelOrders', params, ['clientOrderIds', 'trigger', 'stop']);
    const { clientOrderIds } = params;
    const market = await this.someMarketOf(symbol);
    const client = await this.accountClient();
    const { statuses } = await client.cancelOrders(
      clientOrderIds === undefined ? { orderIds: ids } : { clientOrderIds },
    );
    const [first] = statuses;
    if (first && statuses.every(isRefused)) throw this.refusal(first.errorCode, first.error);
    return statuses.map((status, index) => this.#cancelled(status, market, ids[index]));
  }

  #cancelled(info: Records.OrderStatus, market: Market | undefined, id?: string): Dict {
    const status = isRefused(info) ? undefined : 'canceled';
    const clientOrderId = info.canceled?.order.clientId;
    const named = { id: info.canceled?.id ?? id, clientOrderId: clientOrderId === '' ? undefined : clientOrderId };
    return this.safeOrder({ info, ...named, symbol: market?.symbol, status }, market);
  }

  /** Each of these orders is in a market of its own. */
  async cancelOrdersForSymbols(
    orders: readonly { readonly id: string; readonly symbol: string }[],
    params: Dict = {},
  ): Promise<Dict[]> {
    this.takes('cancelOrdersForSymbols', params);
    await this.loadMarkets();
    const cancelled = await this.cancelOrders(orders.map(({ id }) => id));
    return cancelled.map((order, index) => ({ ...order, symbol: orders[index]?.symbol }));
  }

  /** In every market where no symbol is given: of every kind. */
  async cancelAllOrders(symbol?: string, params: Dict = {}): Promise<Dict[]> {
    this.takes('cancelAllOrders', params);
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
      const status = info.message === '' ? 'canceled' : undefined;
      return this.safeOrder({ info, id: info.orderId, symbol: of.symbol, status }, of);
    });
  }

  /** Cancels everything `timeout` milliseconds from now unless it is called again before; 0 disarms it. */
  async cancelAllOrdersAfter(timeout: number, params: Dict = {}): Promise<Dict> {
    this.takes('cancelAllOrdersAfter', params);
    if (!Number.isSafeInteger(timeout) || timeout < 0 || timeout % 1_000 !== 0) {
      throw new BadRequest(`${this.id} cancelAllOrdersAfter takes whole seconds, in milliseconds (got ${timeout})`);
    }
    const info = await (await this.accountClient()).scheduleCancel(timeout / 1_000);
    const { triggerTime } = info;
    return { info, triggerTime, datetime: this.iso8601(triggerTime) };
  }

  /** The order keeps its id; what is left out stays as it is. Type and side are those that it has. */
  async editOrder(
    id: string,
    symbol: string,
    type?: string,
    side?: string,
    amount?: Amount,
    price?: Amount,
    params: EditParams = {},
  ): Promise<Dict> {
    this.takes('editOrder', params, EDIT_PARAMS);
    const market = await this.marketOf(symbol);
    const order = await this.#openOrder(market, id, params.clientOrderId);
    const changes = this.#changes('editOrder', market, order, { type, side, amount, price, params });
    const info = await (await this.accountClient()).modifyOrder({ orderId: String(order['id']) }, changes);
    if (info.status === 'rejected') throw this.refusal(info.errorCode, info.error);
    return this.fetchOrder(String(order['id']), symbol);
  }

  /** Up to 10 orders, each with its id. One that is refused has the status `rejected` and the reason in `info`. */
  async editOrders(orders: readonly Listed[], params: Dict = {}): Promise<Dict[]> {
    this.takes('editOrders', params);
    if (orders.length > EDITED_MAX) throw new BadRequest(`${this.id} editOrders takes ${EDITED_MAX} orders at most`);
    await this.loadMarkets();
    const open = await this.openOrders(undefined);
    const edits = orders.map(({ id, symbol, params: own = {}, ...wanted }, index) => {
      const method = `editOrders order ${index}`;
      this.takes(method, own, EDIT_PARAMS.slice(1));
      const order = open.find((each) => each['id'] === id);
      if (!order) throw this.refusal('ORDER_NOT_FOUND', `no open order ${String(id)}`);
      const { type, side, amount, price } = wanted;
      const changes = this.#changes(method, this.market(symbol), order, { type, side, amount, price, params: own });
      return { orderId: String(id), ...changes };
    });
    const results = await (await this.accountClient()).modifyOrderBatch(edits);
    const after = await this.openOrders(undefined);
    return results.map((info, index) => {
      const [id, market] = [edits[index]?.orderId, this.market(String(orders[index]?.symbol))];
      const edited = after.find((order) => order['id'] === id);
      if (info.status !== 'rejected' && edited) return { ...edited, info };
      const status = info.status === 'rejected' ? 'rejected' : undefined;
      return this.safeOrder({ info, id, symbol: market.symbol, status }, market);
    });
  }

  async #openOrder(market: Market, id: string, clientOrderId: string | undefined): Promise<Dict> {
    const orders = await this.openOrders(market);
    const found = orders.find((order) =>
      clientOrderId === undefined ? order['id'] === id : order['clientOrderId'] === clientOrderId,
    );
    if (!found) throw this.refusal('ORDER_NOT_FOUND', `no open order ${clientOrderId ?? id} in ${market.id}`);
    return found;
  }

  #changes(
    method: string,
    { symbol }: Market,
    order: Dict,
    wanted: {
      readonly type: string | undefined;
      readonly side: string | undefined;
      readonly amount: Amount | undefined;
      readonly price: Amount | undefined;
      readonly params: EditParams;
    },
  ): Records.Changes {
    for (const name of ['type', 'side'] as const) {
      if (wanted[name] === undefined || wanted[name] === order[name]) continue;
      const has = `order ${String(order['id'])} has ${name} ${String(order[name])}`;
      throw new InvalidOrder(`${this.id} ${method}: ${has}, which cannot be edited (got ${wanted[name]})`);
    }
    const { triggerPrice, stopPrice, stopLossPrice, takeProfitPrice } = wanted.params;
    const [trigger, ...others] = [triggerPrice, stopPrice, stopLossPrice, takeProfitPrice].filter(
      (each) => each !== undefined,
    );
    if (others.length > 0) throw new InvalidOrder(`${this.id} ${method}: an order waits for one price`);
    const changes = {
      ...(wanted.price !== undefined && { price: this.priceToPrecision(symbol, wanted.price) }),
      ...(wanted.amount !== undefined && { quantity: this.amountToPrecision(symbol, wanted.amount) }),
      ...(trigger !== undefined && { triggerPrice: this.priceToPrecision(symbol, trigger) }),
    };
    if (Object.keys(changes).length > 0) return changes;
    throw new ArgumentsRequired(`${this.id} ${method} needs an amount, a price or a trigger price`);
  }

  /** With a market order for all that there is. `side`: the side of the position, where that matters to the caller. */
  async closePosition(symbol: string, side?: string, params: Dict = {}): Promise<Dict> {
    this.takes('closePosition', params);
    const market = await this.marketOf(symbol);
    const client = await this.accountClient();
    const [position] = await client.getPositions({ symbol: market.id });
    if (!position || (side !== undefined && side !== position.side)) {
      throw this.refusal('REDUCE_ONLY_NO_POSITION', `no ${side ?? 'open'} position in ${market.id}`);
    }
    const item = closing(position);
    const { statuses } = await client.placeOrders([item]);
    return this.#placed(statuses[0] ?? {}, { item, attached: [] }, market);
  }

  /** Every position, with one market order for each, and as they stood before. */
  async closeAllPositions(params: Dict = {}): Promise<Dict[]> {
    this.takes('closeAllPositions', params);
    await this.loadMarkets();
    const client = await this.accountClient();
    const records = await client.getPositions();
    if (records.length === 0) return [];
    const { statuses } = await client.placeOrders(records.map(closing));
    const refused = statuses.find(isRefused);
    if (refused) throw this.refusal(refused.errorCode, refused.error);
    return records.map((record) => this.position(record));
  }

  /** Of a market: of its position and its orders at once. */
  async setLeverage(leverage: number, symbol?: string, params: Dict = {}): Promise<Dict> {
    this.takes('setLeverage', params);
    const { id } = await this.marketOf(symbol);
    return { ...(await (await this.accountClient()).updateLeverage(id, leverage)) };
  }
}

const TIMES: Readonly<Partial<Record<string, string>>> = {
  limitGtc: 'GTC',
  limitIoc: 'IOC',
  limitGtd: 'GTD',
  limitAlo: 'PO',
  market: 'IOC',
  triggerSl: 'GTC',
  triggerTp: 'GTC',
};

const isRefused = ({ error, errorCode }: Records.OrderStatus): boolean =>
  error !== undefined || errorCode !== undefined;

/** The states of an order and of the exits that are attached to it, in this order. */
async function sentBy(
  client: Client,
  { item, attached, isolated }: OrderRequest,
): Promise<readonly Records.OrderStatus[]> {
  if (isolated) {
    const { leverage, margin: isolatedMargin } = isolated;
    return (await client.placeIsolatedOrder({ order: item, leverage: String(leverage), isolatedMargin })).statuses;
  }
  const grouping = attached.length > 0 ? 'normalTpsl' : 'na';
  return (await client.placeOrders([item, ...attached], { grouping })).statuses;
}

/** `filled` tells of a part too: what then is left rests, or is gone where the order may not rest. */
function statusOf({ filled, canceled }: Records.OrderStatus, { orderType, quantity }: Records.OrderItem): string {
  if (canceled) return 'canceled';
  if (!filled) return 'open';
  if (!Precise.stringLt(filled.totalSize, String(quantity))) return 'closed';
  return orderType === 'limitGtc' || orderType === 'limitGtd' ? 'open' : 'canceled';
}

const closing = ({ symbol, side, quantity }: Records.Position): Records.OrderItem => ({
  ...{ symbol, side: side === 'long' ? 'sell' : 'buy', orderType: 'market', quantity, reduceOnly: true },
});
