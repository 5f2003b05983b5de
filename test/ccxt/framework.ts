import type { Bot } from './kit.ts';

/**
 * The call pattern of the strategy frameworks that run on ccxt, and nothing else: markets, candles by paging, an order with its stop
 * attached, and after a restart a look at what is there. It stands for them, because those are programs of other languages, or bring
 * a database along. It knows ccxt alone: nothing in it is about this exchange.
 */

export interface FrameworkSettings {
  readonly symbol: string;
  readonly timeframe: '1m' | '5m' | '1h';
  /** How many candles the strategy needs before its first signal. */
  readonly warmUp: number;
  /** Worth of an entry, in the quote currency. */
  readonly stake: number;
  readonly leverage: number;
  /** How far from the entry the stop is, in percent. */
  readonly stopPercent: number;
}

type Candle = readonly [time: number, open: number, high: number, low: number, close: number, volume: number];

/** What the framework finds after a start. */
export interface Reconciled {
  readonly contracts: number;
  readonly side: 'long' | 'short' | undefined;
  /** Trigger of the stop; undefined without a position. */
  readonly stop: number | undefined;
  /** True when a position had no stop, and it was placed again. */
  readonly isRestored: boolean;
}

/** What a framework needs of an exchange before it accepts it. */
const NEEDED = [
  'fetchMarkets',
  'fetchOHLCV',
  'fetchBalance',
  'fetchPositions',
  'fetchOpenOrders',
  'fetchOrder',
  'fetchMyTrades',
  'fetchFundingRateHistory',
  'createOrder',
  'cancelOrder',
  'setLeverage',
] as const;
/** Candles of one call. */
const PAGE = 300;

/** One life of the program: what it knows is lost with it. */
export class Framework {
  readonly #bot: Bot;
  readonly #settings: FrameworkSettings;
  candles: readonly Candle[] = [];

  constructor(bot: Bot, settings: FrameworkSettings) {
    this.#bot = bot;
    this.#settings = settings;
  }

  /** Loads markets and candles, and finds what an earlier life has left. */
  async start(): Promise<Reconciled> {
    const { symbol, timeframe, warmUp } = this.#settings;
    const missing = NEEDED.filter((method) => this.#bot.has[method] !== true);
    if (missing.length > 0) throw new Error(`the exchange has no ${missing.join(', ')}`);
    const markets = await this.#bot.loadMarkets(true);
    if (markets[symbol]?.swap !== true) throw new Error(`${symbol} is no perpetual`);
    const attached = this.#bot.featureValue(symbol, 'createOrder', 'stopLoss') as
      | { readonly price?: boolean }
      | undefined;
    if (attached === undefined) throw new Error('the exchange takes no stop with an order');
    this.candles = await this.#page(timeframe, warmUp);
    return this.reconcile();
  }

  /** From the oldest candle that is wanted, page by page, until a page brings nothing new. */
  async #page(timeframe: string, count: number): Promise<Candle[]> {
    const { symbol } = this.#settings;
    const stepMs = this.#bot.parseTimeframe(timeframe) * 1_000;
    const [newest] = (await this.#bot.fetchOHLCV(symbol, timeframe, undefined, 1)) as unknown as Candle[];
    let since = Number(newest?.[0]) - (count - 1) * stepMs;
    const found: Candle[] = [];
    for (;;) {
      const page = (await this.#bot.fetchOHLCV(symbol, timeframe, since, PAGE)) as unknown as Candle[];
      const last = found.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
      const news = page.filter(([time]) => time > last);
      if (news.length === 0) return found;
      found.push(...news);
      since = (found.at(-1)?.[0] ?? since) + stepMs;
    }
  }

  /** The fast mean against the slow one, as every introduction has it. */
  signal(): 'buy' | 'sell' {
    const mean = (count: number): number =>
      this.candles.slice(-count).reduce((sum, [, , , , close]) => sum + close, 0) / count;
    return mean(20) > mean(100) ? 'buy' : 'sell';
  }

  /** Enters at the market, with the stop in the same call. Returns the id of the order. */
  async enter(side: 'buy' | 'sell'): Promise<string> {
    const { symbol, stake, leverage } = this.#settings;
    await this.#bot.setLeverage(leverage, symbol);
    const { last } = await this.#bot.fetchTicker(symbol);
    const amount = Number(this.#bot.amountToPrecision(symbol, stake / Number(last)));
    const stopLoss = { triggerPrice: this.#stopOf(side, Number(last)) };
    const order = await this.#bot.createOrder(symbol, 'market', side, amount, undefined, { stopLoss });
    return String(order.id);
  }

  /** Position, stop and orders as the exchange has them; a position without a stop gets one. */
  async reconcile(): Promise<Reconciled> {
    const { symbol } = this.#settings;
    const [position] = (await this.#bot.fetchPositions([symbol])).filter(({ contracts }) => Number(contracts) > 0);
    const stops = (await this.#bot.fetchOpenOrders(symbol)).filter(({ stopLossPrice }) => stopLossPrice !== undefined);
    if (!position) return { contracts: 0, side: undefined, stop: undefined, isRestored: false };
    const side = position.side === 'long' ? 'long' : 'short';
    const contracts = Number(position.contracts);
    const [stop] = stops;
    if (stop) return { contracts, side, stop: Number(stop.stopLossPrice), isRestored: false };
    const entered = side === 'long' ? 'buy' : 'sell';
    const trigger = this.#stopOf(entered, Number(position.entryPrice));
    const exit = entered === 'buy' ? 'sell' : 'buy';
    await this.#bot.createOrder(symbol, 'market', exit, contracts, undefined, {
      stopLossPrice: trigger,
      reduceOnly: true,
    });
    return { contracts, side, stop: trigger, isRestored: true };
  }

  #stopOf(side: 'buy' | 'sell', price: number): number {
    const { symbol, stopPercent } = this.#settings;
    const factor = 1 + ((side === 'buy' ? -1 : 1) * stopPercent) / 100;
    return Number(this.#bot.priceToPrecision(symbol, price * factor));
  }
}
