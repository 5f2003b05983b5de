import { ApiError } from '../../../client/errors.ts';
import type { Market, OrderItem, OrderStatus } from '../../../client/records.ts';
import { Amount, ZERO } from '../../amount.ts';
import type { BookView, StrategyContext } from '../../strategy.ts';

export type Side = 'buy' | 'sell';
type NewOrder = Omit<OrderItem, 'symbol'>;

export const BASIS_POINTS = 10_000;

export const midOf = ({ bids, asks }: BookView): Amount | null => {
  const [bid, ask] = [bids[0], asks[0]];
  return bid && ask ? new Amount(bid[0]).plus(ask[0]).div(2) : null;
};

/** Moves a price by so many basis points. */
export const movedBy = (price: Amount, bps: Amount): Amount => price.plus(price.mul(bps).div(BASIS_POINTS));

/**
 * Parts that the strategies of the library share: the increments of their market, and requests whose failure is logged and not
 * thrown, because an exchange that refuses or does not respond is a part of many scenarios.
 */
export class Trading {
  readonly #context: StrategyContext;
  readonly #market: Market;
  readonly #logged = new Set<string>();
  readonly #idPrefix: string;
  #ids = 0;

  private constructor(context: StrategyContext, market: Market) {
    this.#context = context;
    this.#market = market;
    this.#idPrefix = context.random(0, 0xffff_ffff).toString(36);
  }

  /** Reads the market of the strategy. Throws ApiError, or Error when there is no such market. */
  static async open(context: StrategyContext): Promise<Trading> {
    const market = (await context.client.getMarkets()).find(({ symbol }) => symbol === context.symbol);
    if (!market) throw new Error(`there is no market ${context.symbol}`);
    return new Trading(context, market);
  }

  /** A size of zero stands for ten times the smallest order of the market. Rounds down to what an order may have. */
  sizeOf(size: Amount): Amount {
    return this.quantityOf(size.isZero() ? new Amount(this.#market.minOrderSize).mul(10) : size);
  }

  /** Rounds a quantity down to the increment of the market. */
  quantityOf(quantity: Amount): Amount {
    const lots = quantity.div(this.#market.orderSizeIncrement);
    return lots.floor().mul(this.#market.orderSizeIncrement);
  }

  isTooSmall(quantity: Amount): boolean {
    return quantity.lt(this.#market.minOrderSize) || quantity.lte(ZERO);
  }

  /** Rounds a price to the increment of the market, never to a worse one: down for a buy, up for a sell. */
  priceOf(side: Side, price: Amount): string {
    const ticks = price.div(this.#market.priceIncrement);
    return (side === 'buy' ? ticks.floor() : ticks.ceil()).mul(this.#market.priceIncrement).toFixed();
  }

  smallest(): Amount {
    return new Amount(this.#market.minOrderSize);
  }

  nextId(): string {
    this.#ids += 1;
    return `${this.#idPrefix}-${this.#ids}`;
  }

  /** Places orders of the market; null when the request failed, and what became of them is not known. */
  async place(orders: readonly NewOrder[]): Promise<readonly OrderStatus[] | null> {
    const { client, symbol } = this.#context;
    const placed = await this.attempt('placeOrders', () =>
      client.placeOrders(orders.map((order) => ({ ...order, symbol }))),
    );
    for (const { error, errorCode } of placed?.statuses ?? []) {
      if (errorCode !== undefined) this.#logOnce(errorCode, `an order was refused: ${errorCode} ${error ?? ''}`);
    }
    return placed?.statuses ?? null;
  }

  /** Sends a market order; returns the signed quantity that was filled, or null when that is not known. */
  async take(side: Side, quantity: Amount): Promise<Amount | null> {
    const statuses = await this.place([{ side, orderType: 'market', quantity: quantity.toFixed() }]);
    if (!statuses) return null;
    const filled = new Amount(statuses[0]?.filled?.totalSize ?? '0');
    return side === 'buy' ? filled : filled.neg();
  }

  /** Cancels orders by their client order ids; returns false when the request failed. */
  async cancel(clientOrderIds: readonly string[]): Promise<boolean> {
    if (clientOrderIds.length === 0) return true;
    const { client } = this.#context;
    return (await this.attempt('cancelOrders', () => client.cancelOrders({ clientOrderIds }))) !== null;
  }

  /** Returns what a request resolves with; logs a refusal or a lost response, and returns null. */
  async attempt<T>(action: string, request: () => Promise<T>): Promise<T | null> {
    try {
      return await request();
    } catch (error) {
      // `fetch` rejects with a TypeError when no response comes.
      if (error instanceof ApiError) this.#logOnce(error.code, `${action} was refused: ${error.code} ${error.message}`);
      else if (error instanceof TypeError) this.#logOnce(action, `${action} got no response: ${error.message}`);
      else throw error;
      return null;
    }
  }

  /** A market that is closed for an hour would fill the report otherwise. */
  #logOnce(key: string, text: string): void {
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    this.#context.log(`${text} (logged once)`);
  }
}
