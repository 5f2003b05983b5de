import { ApiError, type Client, type Orderbook, type Trade } from '../../src/client/index.ts';
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

/** Levels to look at: enough to see past the bot's own two orders. */
const BOOK_LIMIT = 5;
const TRADES_PAGE = 100;

/** Keeps one order on each side of one market and counts what they earned. */
export class Bot {
  private readonly client: Client;
  private readonly symbol: string;
  private readonly strategy: Strategy;
  private readonly size: string;
  private readonly tick: bigint;
  private readonly seenTrades = new Set<string>();
  private resting: { bid?: Resting; ask?: Resting } = {};
  private fills = 0;
  private realized = 0n;
  private fees = 0n;

  private constructor(client: Client, market: { symbol: string; priceIncrement: string; minOrderSize: string }) {
    this.client = client;
    this.symbol = market.symbol;
    this.tick = toUnits(market.priceIncrement);
    this.size = toText(toUnits(market.minOrderSize) * 10n);
    this.strategy = { positionMax: toUnits(this.size) * 5n, leanTicksMax: 5n };
  }

  /** Looks the market up and takes the trades of earlier runs as seen. */
  static async open(client: Client, symbol: string): Promise<Bot> {
    const markets = await client.getMarkets();
    const market = markets.find((candidate) => candidate.symbol === symbol);
    if (market === undefined) throw new Error(`there is no market ${symbol}`);
    const bot = new Bot(client, market);
    for (const trade of await bot.newTrades()) bot.seenTrades.add(trade.tradeId);
    return bot;
  }

  /** Looks, re-quotes what moved, and counts. */
  async round(): Promise<Report> {
    const [book, mids] = await Promise.all([this.client.getOrderbook(this.symbol, BOOK_LIMIT), this.client.getMids()]);
    const { position, unrealized } = await this.position();
    const mid = toUnits(mids[this.symbol] ?? '0');
    const quotes = quote({ ...this.bestOfOthers(book), mid, tick: this.tick, position }, this.strategy);
    await this.requote(quotes);
    await this.countFills();
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
    await this.countFills();
  }

  private async requote({ bid, ask }: Quotes): Promise<void> {
    const live = new Set((await this.client.getOpenOrders({ symbol: this.symbol })).map(({ order }) => order.venueId));
    const keep = (resting: Resting | undefined, price: bigint): Resting | undefined =>
      resting?.price === price && live.has(resting.orderId) ? resting : undefined;
    const next = { bid: keep(this.resting.bid, bid), ask: keep(this.resting.ask, ask) };
    const stale = [...live].filter((id) => id !== next.bid?.orderId && id !== next.ask?.orderId);
    if (stale.length > 0) await this.client.cancelOrders({ orderIds: stale });
    this.resting = {
      ...withOrder('bid', next.bid ?? (await this.place('buy', bid))),
      ...withOrder('ask', next.ask ?? (await this.place('sell', ask))),
    };
  }

  /** `limitAlo` is refused rather than taking; the next round then tries again at a new price. */
  private async place(side: 'buy' | 'sell', price: bigint): Promise<Resting | undefined> {
    const order = {
      symbol: this.symbol,
      side,
      orderType: 'limitAlo',
      price: toText(price),
      quantity: this.size,
    } as const;
    const { statuses } = await this.client.placeOrders([order]);
    const orderId = statuses[0]?.resting?.order.venueId;
    return orderId === undefined ? undefined : { orderId, price };
  }

  private bestOfOthers({ bids, asks }: Orderbook): { bestBid: bigint; bestAsk: bigint } {
    return {
      bestBid: this.bestExcept(bids, this.resting.bid?.price),
      bestAsk: this.bestExcept(asks, this.resting.ask?.price),
    };
  }

  /** A level that holds no more than the bot's own order is not a competitor. */
  private bestExcept(levels: Orderbook['bids'], own: bigint | undefined): bigint {
    for (const [price, quantity] of levels) {
      if (toUnits(price) !== own || toUnits(quantity) > toUnits(this.size)) return toUnits(price);
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

  private async countFills(): Promise<void> {
    for (const trade of await this.newTrades()) {
      this.seenTrades.add(trade.tradeId);
      this.fills += 1;
      this.realized += toUnits(trade.realizedPnl);
      this.fees += toUnits(trade.fee);
    }
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

const withOrder = (side: 'bid' | 'ask', order: Resting | undefined): { bid?: Resting; ask?: Resting } =>
  order === undefined ? {} : { [side]: order };
