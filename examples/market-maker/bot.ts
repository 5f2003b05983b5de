import { ApiError, type ManagedBook, type Push, type StreamClient, type Trade } from '../../src/client/index.ts';
import { toText, toUnits } from './decimal.ts';
import { quote, type Quotes, type Strategy } from './strategy.ts';

/** What one round left behind. Decimals are strings. */
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
  readonly price: bigint;
}

type OwnTrade = Pick<Trade, 'tradeId' | 'realizedPnl' | 'fee'>;

type Side = 'bid' | 'ask';
const SIDES: readonly Side[] = ['bid', 'ask'];

const TRADES_PAGE = 100;

/**
 * Keeps one order on each side of one market and counts what they earned. It sends over the trade connection, quotes from
 * a book that keeps itself, and hears of its fills; it reads orders and trades once at the start, and again whenever the
 * connection was lost, because what was told meanwhile is gone.
 */
export class Bot {
  private readonly client: StreamClient;
  private readonly symbol: string;
  private readonly strategy: Strategy;
  private readonly size: string;
  private readonly tick: bigint;
  private readonly book: ManagedBook;
  private readonly seenTrades = new Set<string>();
  /** Prices of own orders that are being cancelled, by order. */
  private readonly leaving = new Map<string, bigint>();
  /** Prices that own orders have left, with the engine sequence of that: a book from before still shows them. */
  private readonly left = new Map<bigint, number>();
  private readonly resting: Record<Side, Resting | undefined> = { bid: undefined, ask: undefined };
  private missedSomething = false;
  private fills = 0;
  private realized = 0n;
  private fees = 0n;

  private constructor(
    client: StreamClient,
    market: { priceIncrement: string; minOrderSize: string },
    book: ManagedBook,
  ) {
    this.client = client;
    this.book = book;
    this.symbol = book.symbol;
    this.tick = toUnits(market.priceIncrement);
    this.size = toText(toUnits(market.minOrderSize) * 10n);
    this.strategy = { positionMax: toUnits(this.size) * 5n, leanTicksMax: 5n };
  }

  /** Looks the market up, follows its book and its own subaccount, and takes the trades of earlier runs as seen. */
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

  /** Looks, re-quotes what moved, and reports. */
  async round(): Promise<Report> {
    if (this.missedSomething) await this.catchUp();
    await this.book.ready();
    const [mids, { position, unrealized }] = await Promise.all([this.client.getMids(), this.position()]);
    const mid = toUnits(mids[this.symbol] ?? '0');
    const quotes = quote({ ...this.bestOfOthers(), mid, tick: this.tick, position }, this.strategy);
    await this.requote(quotes);
    return this.report(mid, quotes, position, unrealized);
  }

  /** Leaves nothing in the book; the position stays. */
  async cancelAll(): Promise<void> {
    try {
      await this.client.cancelAllOrders([this.symbol]);
    } catch (error) {
      // Nothing was left to cancel.
      if (!(error instanceof ApiError && error.code === 'ORDER_NOT_FOUND')) throw error;
    }
    await this.catchUp();
  }

  /** What happened to the subaccount. Replies come before the events they cause, so an order is known when it ends. */
  private receive({ data, meseq = 0 }: Push<'subAccountUpdates'>): void {
    if (data.eventType === 'trade') {
      if (data.symbol === this.symbol) this.count(data);
    } else if (data.eventType === 'orderFilled' || data.eventType === 'orderCancelled') this.ended(data.orderId, meseq);
  }

  private ended(orderId: string, meseq: number): void {
    const leaving = this.leaving.get(orderId);
    if (leaving !== undefined) this.left.set(leaving, meseq);
    this.leaving.delete(orderId);
    for (const side of SIDES) {
      const order = this.resting[side];
      if (order?.orderId !== orderId) continue;
      this.left.set(order.price, meseq);
      this.resting[side] = undefined;
    }
  }

  /** Everything that events would have told. */
  private async catchUp(): Promise<void> {
    this.missedSomething = false;
    await this.clearStrangers();
    for (const trade of await this.newTrades()) this.count(trade);
  }

  /** Forgets orders that are gone and cancels those that are there without the bot knowing them. */
  private async clearStrangers(): Promise<void> {
    const live = new Set((await this.client.getOpenOrders({ symbol: this.symbol })).map(({ order }) => order.venueId));
    for (const side of SIDES) {
      if (!live.delete(this.resting[side]?.orderId ?? '')) this.resting[side] = undefined;
    }
    this.leaving.clear();
    if (live.size > 0) await this.client.cancelOrders({ orderIds: [...live] });
  }

  private async requote(quotes: Quotes): Promise<void> {
    const stale = SIDES.filter((side) => this.resting[side] && this.resting[side].price !== quotes[side]);
    if (stale.length > 0) await this.cancel(stale);
    for (const side of SIDES) if (!this.resting[side]) await this.place(side, quotes[side]);
  }

  private async cancel(sides: readonly Side[]): Promise<void> {
    const orderIds: string[] = [];
    for (const side of sides) {
      const order = this.resting[side];
      if (!order) continue;
      orderIds.push(order.orderId);
      // Until the book has caught up it may show what is no longer there.
      this.leaving.set(order.orderId, order.price);
      this.resting[side] = undefined;
    }
    await this.client.cancelOrders({ orderIds });
  }

  /** `limitAlo` is refused rather than taking; the next round then tries again at a new price. */
  private async place(side: Side, price: bigint): Promise<void> {
    const order = {
      symbol: this.symbol,
      side: side === 'bid' ? 'buy' : 'sell',
      orderType: 'limitAlo',
      price: toText(price),
      quantity: this.size,
    } as const;
    const { statuses } = await this.client.placeOrders([order]);
    const orderId = statuses[0]?.resting?.order.venueId;
    if (orderId !== undefined) this.resting[side] = { orderId, price };
  }

  private bestOfOthers(): { bestBid: bigint; bestAsk: bigint } {
    for (const [price, meseq] of this.left) if (this.book.meseq >= meseq) this.left.delete(price);
    return { bestBid: this.bestExceptOwn(this.book.bids), bestAsk: this.bestExceptOwn(this.book.asks) };
  }

  /** A level that holds no more than the bot's own order is not a competitor. */
  private bestExceptOwn(levels: ManagedBook['bids']): bigint {
    const prices = new Set([...this.left.keys(), ...this.leaving.values()]);
    for (const side of SIDES) if (this.resting[side]) prices.add(this.resting[side].price);
    for (const { price, quantity } of levels) {
      const at = toUnits(price);
      const own = prices.has(at);
      if (!own || toUnits(quantity) > toUnits(this.size)) return at;
    }
    return 0n;
  }

  private async position(): Promise<{ position: bigint; unrealized: bigint }> {
    const positions = await this.client.getPositions({ symbol: this.symbol });
    const mine = positions.find(({ symbol }) => symbol === this.symbol);
    if (mine === undefined) return { position: 0n, unrealized: 0n };
    const size = toUnits(mine.quantity);
    return { position: mine.side === 'short' ? -size : size, unrealized: toUnits(mine.unrealizedPnl) };
  }

  private count({ tradeId, realizedPnl, fee }: OwnTrade): void {
    if (this.seenTrades.has(tradeId)) return;
    this.seenTrades.add(tradeId);
    this.fills += 1;
    this.realized += toUnits(realizedPnl);
    this.fees += toUnits(fee);
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

  private report(mid: bigint, { bid, ask }: Quotes, position: bigint, unrealized: bigint): Report {
    return {
      symbol: this.symbol,
      mid: toText(mid),
      bid: toText(bid),
      ask: toText(ask),
      position: toText(position),
      fills: this.fills,
      realizedPnl: toText(this.realized, 4),
      unrealizedPnl: toText(unrealized, 4),
      fees: toText(this.fees, 4),
      netPnl: toText(this.realized + unrealized - this.fees, 4),
    };
  }
}
