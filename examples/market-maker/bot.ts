import { Decimal } from 'decimal.js';
import { ApiError, type ManagedBook, type Push, type StreamClient, type Trade } from '../../src/client.ts';
import { quote, type Quotes, type Strategy, type View } from './strategy.ts';

/** The state after a round. Decimals are strings. */
export interface Report {
  readonly symbol: string;
  readonly mid: string;
  readonly bid: string;
  readonly ask: string;
  readonly position: string;
  readonly fills: number;
  readonly realizedPnl: string;
  readonly unrealizedPnl: string;
  readonly fees: string;
  /** Realized plus unrealized less fees. */
  readonly netPnl: string;
}

interface Resting {
  readonly orderId: string;
  readonly price: Decimal;
}

type OwnTrade = Pick<Trade, 'tradeId' | 'realizedPnl' | 'fee'>;

type Side = 'bid' | 'ask';
const SIDES: readonly Side[] = ['bid', 'ask'];

const TRADES_PAGE = 100;
const SWITCH_SECONDS = 5;
/** The first and the longest wait after rejections. */
const ROUNDS_MIN = 3;
const ROUNDS_MAX = 8;

/** An order could not be cancelled. */
export class CancelError extends Error {
  override readonly name = 'CancelError';
}

/**
 * Keeps one order on each side of one market and counts what they earn. It sends over the trade connection, quotes from the
 * client's copy of the book, and receives its fills as events. It reads orders and trades at the start and after each lost
 * connection, because events of the time between are not sent again, and after a write that failed.
 */
export class Bot {
  private readonly client: StreamClient;
  private readonly symbol: string;
  private readonly strategy: Strategy;
  private readonly size: string;
  private readonly tick: Decimal;
  private readonly book: ManagedBook;
  private readonly seenTrades = new Set<string>();
  /** Prices of own orders that are being cancelled, by order. */
  private readonly leaving = new Map<string, Decimal>();
  /** Prices of own orders that have ended, with the sequence number of the end: an older book still shows the order. */
  private readonly left = new Map<string, number>();
  private readonly resting: Record<Side, Resting | undefined> = { bid: undefined, ask: undefined };
  private missedSomething = false;
  /** Rounds without an order after one that was rejected: `left` of the `last` wait. */
  private readonly waits: Record<Side, { last: number; left: number }> = {
    bid: { last: 0, left: 0 },
    ask: { last: 0, left: 0 },
  };
  private switchDue = 0;
  private fills = 0;
  private realized = new Decimal(0);
  private fees = new Decimal(0);

  private constructor(
    client: StreamClient,
    market: { priceIncrement: string; minOrderSize: string },
    book: ManagedBook,
  ) {
    this.client = client;
    this.book = book;
    this.symbol = book.symbol;
    this.tick = new Decimal(market.priceIncrement);
    this.size = new Decimal(market.minOrderSize).times(10).toFixed();
    this.strategy = { positionMax: new Decimal(this.size).times(5), leanTicksMax: 5 };
  }

  /** Finds the market, follows its book and the subaccount, and marks the trades of earlier runs as seen. */
  static async open(client: StreamClient, symbol: string): Promise<Bot> {
    const market = (await client.getMarkets()).find((candidate) => candidate.symbol === symbol);
    if (market === undefined) throw new Error(`there is no market ${symbol}`);
    const bot = new Bot(client, market, await client.book(symbol, { depth: 10, updateFrequencyMs: 100 }));
    await client.subscribe('subAccountUpdates', { sub_account_id: client.subAccountId }, (push) => bot.receive(push));
    client.on('reconnected', ({ endpoint }) => {
      if (endpoint === 'trade') bot.missedSomething = true;
    });
    for (const trade of await bot.newTrades()) bot.seenTrades.add(trade.tradeId);
    await bot.clearStrangers();
    return bot;
  }

  /**
   * Moves the orders whose price has changed, and reports. Without a whole book it takes its orders away, and returns undefined.
   *
   * @param now Unix ms
   */
  async round(now: number): Promise<Report | undefined> {
    await this.armSwitch(now);
    if (this.missedSomething) await this.catchUp();
    if (this.book.state !== 'live') {
      await this.cancelAll();
      return undefined;
    }
    const seen = await this.see();
    if (!seen) return undefined;
    try {
      await this.requote(seen.quotes);
    } catch (error) {
      // Nobody knows what has become of a write without a response.
      this.missedSomething = true;
      throw error;
    }
    return seen.report;
  }

  /** Cancels all its orders, disarms the switch, and reports a last time. */
  async leave(): Promise<Report | undefined> {
    await this.cancelAll();
    await this.client.scheduleCancel(0);
    return (await this.see())?.report;
  }

  /** Reads market and position, and finds the prices to quote. A market that is closed has none. */
  private async see(): Promise<{ readonly quotes: Quotes; readonly report: Report } | undefined> {
    const [mids, { position, unrealized }] = await Promise.all([this.client.getMids(), this.position()]);
    const mid = new Decimal(mids[this.symbol] ?? '0');
    if (mid.isZero()) return undefined;
    const quotes = quote({ ...this.bestOfOthers(), mid, tick: this.tick, position }, this.strategy);
    return { quotes, report: this.report(mid, quotes, position, unrealized) };
  }

  /** The exchange cancels all orders of the subaccount by itself when it has not heard from the bot for some seconds. */
  private async armSwitch(now: number): Promise<void> {
    if (now < this.switchDue) return;
    await this.client.scheduleCancel(SWITCH_SECONDS);
    this.switchDue = now + (SWITCH_SECONDS * 1000) / 2;
  }

  /** Cancels every order of the market. The position stays open. */
  private async cancelAll(): Promise<void> {
    try {
      await this.client.cancelAllOrders([this.symbol]);
    } catch (error) {
      // Nothing was left to cancel.
      if (!(error instanceof ApiError && error.code === 'ORDER_NOT_FOUND')) throw error;
    }
    await this.catchUp();
  }

  /** Handles an event of the subaccount. A reply comes before the events it causes, so an order is known when it ends. */
  private receive({ data, meseq = 0 }: Push<'subAccountUpdates'>): void {
    if (data.eventType === 'trade') {
      if (data.symbol === this.symbol) this.count(data);
    } else if (data.eventType === 'orderFilled' || data.eventType === 'orderCancelled') this.ended(data.orderId, meseq);
  }

  private ended(orderId: string, meseq: number): void {
    const leaving = this.leaving.get(orderId);
    if (leaving !== undefined) this.left.set(leaving.toFixed(), meseq);
    this.leaving.delete(orderId);
    for (const side of SIDES) {
      const order = this.resting[side];
      if (order?.orderId !== orderId) continue;
      this.left.set(order.price.toFixed(), meseq);
      this.resting[side] = undefined;
    }
  }

  /** Reads what the missed events would have reported. */
  private async catchUp(): Promise<void> {
    this.missedSomething = false;
    try {
      await this.clearStrangers();
      for (const trade of await this.newTrades()) this.count(trade);
    } catch (error) {
      this.missedSomething = true;
      throw error;
    }
  }

  /** Forgets orders that have ended, and cancels open orders that the bot does not know. */
  private async clearStrangers(): Promise<void> {
    const live = new Set((await this.client.getOpenOrders({ symbol: this.symbol })).map(({ order }) => order.venueId));
    for (const side of SIDES) {
      if (!live.delete(this.resting[side]?.orderId ?? '')) this.resting[side] = undefined;
    }
    this.leaving.clear();
    if (live.size > 0) await this.cancelOrders([...live]);
  }

  private async requote(quotes: Quotes): Promise<void> {
    const stale = SIDES.filter((side) => this.resting[side] && !this.resting[side].price.eq(quotes[side]));
    if (stale.length > 0) await this.cancel(stale);
    for (const side of SIDES) {
      const wait = this.waits[side];
      if (this.resting[side]) continue;
      if (wait.left > 0) wait.left -= 1;
      else await this.place(side, quotes[side]);
    }
  }

  private async cancel(sides: readonly Side[]): Promise<void> {
    const orders = sides.flatMap((side) => this.resting[side] ?? []);
    // The book shows an order until it receives the cancel.
    for (const { orderId, price } of orders) this.leaving.set(orderId, price);
    await this.cancelOrders(orders.map(({ orderId }) => orderId));
    for (const side of sides) this.resting[side] = undefined;
  }

  /** Throws when one of them could not be cancelled: it has ended by itself, or is still there. What is open has to be read then. */
  private async cancelOrders(orderIds: readonly string[]): Promise<void> {
    const { statuses } = await this.client.cancelOrders({ orderIds });
    const error = statuses.find((status) => status.error !== undefined)?.error;
    if (error !== undefined) throw new CancelError(error);
  }

  /**
   * The exchange rejects a `limitAlo` order that would trade at once; the next round tries again at a new price. What it rejects
   * for another reason it would reject again, so each such order doubles the wait.
   */
  private async place(side: Side, price: Decimal): Promise<void> {
    const order = {
      symbol: this.symbol,
      side: side === 'bid' ? 'buy' : 'sell',
      orderType: 'limitAlo',
      price: price.toFixed(),
      quantity: this.size,
    } as const;
    const [status] = (await this.client.placeOrders([order])).statuses;
    const orderId = status?.resting?.order.venueId;
    if (orderId !== undefined) this.resting[side] = { orderId, price };
    const isRejected = orderId === undefined && status?.errorCode !== 'POST_ONLY_WOULD_TRADE';
    const wait = isRejected ? Math.min(ROUNDS_MAX, 2 * this.waits[side].last + ROUNDS_MIN) : 0;
    this.waits[side] = { last: wait, left: wait };
  }

  private bestOfOthers(): Pick<View, 'bestBid' | 'bestAsk'> {
    for (const [price, meseq] of this.left) if (this.book.meseq >= meseq) this.left.delete(price);
    return { bestBid: this.bestExceptOwn(this.book.bids), bestAsk: this.bestExceptOwn(this.book.asks) };
  }

  /** Skips levels that hold no more than the bot's own order. */
  private bestExceptOwn(levels: ManagedBook['bids']): Decimal | undefined {
    const prices = new Set([...this.left.keys(), ...[...this.leaving.values()].map((price) => price.toFixed())]);
    for (const side of SIDES) if (this.resting[side]) prices.add(this.resting[side].price.toFixed());
    for (const { price, quantity } of levels) {
      const at = new Decimal(price);
      const isOwn = prices.has(at.toFixed());
      if (!isOwn || new Decimal(quantity).gt(this.size)) return at;
    }
    return undefined;
  }

  private async position(): Promise<{ position: Decimal; unrealized: Decimal }> {
    const positions = await this.client.getPositions({ symbol: this.symbol });
    const mine = positions.find(({ symbol }) => symbol === this.symbol);
    if (mine === undefined) return { position: new Decimal(0), unrealized: new Decimal(0) };
    const size = new Decimal(mine.quantity);
    return { position: mine.side === 'short' ? size.neg() : size, unrealized: new Decimal(mine.unrealizedPnl) };
  }

  private count({ tradeId, realizedPnl, fee }: OwnTrade): void {
    if (this.seenTrades.has(tradeId)) return;
    this.seenTrades.add(tradeId);
    this.fills += 1;
    this.realized = this.realized.plus(realizedPnl);
    this.fees = this.fees.plus(fee);
  }

  /** Trades come newest first, so pages are read until one holds a trade that was seen. */
  private async newTrades(): Promise<Trade[]> {
    const fresh: Trade[] = [];
    for (let offset = 0; ; offset += TRADES_PAGE) {
      const page = await this.client.getTrades({ symbol: this.symbol, limit: TRADES_PAGE, offset });
      const unseen = page.trades.filter(({ tradeId }) => !this.seenTrades.has(tradeId));
      fresh.push(...unseen);
      if (unseen.length < page.trades.length || !page.hasMore) return fresh;
    }
  }

  private report(mid: Decimal, { bid, ask }: Quotes, position: Decimal, unrealized: Decimal): Report {
    return {
      symbol: this.symbol,
      mid: mid.toFixed(),
      bid: bid.toFixed(),
      ask: ask.toFixed(),
      position: position.toFixed(),
      fills: this.fills,
      realizedPnl: money(this.realized),
      unrealizedPnl: money(unrealized),
      fees: money(this.fees),
      netPnl: money(this.realized.plus(unrealized).minus(this.fees)),
    };
  }
}

/** At most four decimals, the rest cut off. */
const money = (amount: Decimal): string => amount.toDecimalPlaces(4, Decimal.ROUND_DOWN).toFixed();
