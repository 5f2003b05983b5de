import type { Client } from '../../../client/client.ts';
import type { MarketPrice, Orderbook } from '../../../client/records.ts';
import type { StreamClient, Subscription } from '../../../client/stream/stream-client.ts';
import type { Push } from '../../../client/stream/types.ts';
import { createExchange, type Exchange } from '../../../exchange/exchange.ts';
import type { WorldFile } from '../../../exchange/world/world-file.ts';
import { arrivalDistances, depthWithin, distinctGaps, type Side } from '../statistics.ts';
import { PastCheck } from './agreement.ts';
import { FineBook } from './fine-book.ts';
import {
  type Books,
  type HourCandle,
  type Liquidation,
  type MarketTerms,
  MetaorderRun,
  type Observation,
  type Prices,
  PRICES_MS,
  SHARES,
  type Takers,
  TRIAL_MS,
} from './observation.ts';
import { bookOf, Shock, SHOCK_MS, type SweepTrial, type TwoSides, type WallTrial } from './shocks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Books for arrivals come in bursts: so many, this long apart, at the start of every fifth minute. */
const BURST = { everyMs: 5 * MINUTE_MS, books: 10, gapMs: 250 } as const;
const BOOK_LEVELS = 1_000;
/** The past that candles and funding are read from. */
const PAST_DAYS = 29;
/** Metaorders begin once an hour, so many ms after its start. */
const TRIAL_AT_MS = 5 * MINUTE_MS;
/** The 50 best levels are watched in frames 50 ms apart for so long, at the start of every twentieth minute. */
const FINE = { everyMs: 20 * MINUTE_MS, minutes: 2, stepMs: 250 } as const;
/** Shocks are made every quarter of an hour, so many ms after its start: a wall and a sweep, of either side in turn. */
const SHOCK_EVERY_MS = 15 * MINUTE_MS;
const SHOCK_AT_MS = 7 * MINUTE_MS;
/** What an exchange keeps in memory while it is observed. */
const JOURNAL_INPUTS = 1_000;

export interface ObserveOptions {
  readonly world?: string | WorldFile;
  readonly seed: string;
  /** Unix ms; the world's when left out. */
  readonly startTime?: number;
  readonly hours: number;
  /** Called after each minute of exchange time; returns false to stop with what there is. */
  readonly onMinute?: (minutes: number) => boolean;
}

/** Runs an exchange and observes it through its public API: streams, reads, and metaorders against branches of it. */
export async function observe({ world, seed, startTime, hours, onMinute }: ObserveOptions): Promise<Observation> {
  const exchange = await createExchange({
    seed,
    limits: { enabled: false },
    journalWindow: JOURNAL_INPUTS,
    ...(world !== undefined && { world }),
    ...(startTime !== undefined && { startTime }),
  });
  // A connection has one stream of a book, so the one of whole seconds and the fine one have a client each.
  const clients: StreamClients = { slow: exchange.streamClient(0), fine: exchange.streamClient(0) };
  try {
    const watch = await Watch.begin(exchange, clients);
    let minutes = 0;
    while (minutes < hours * 60) {
      await watch.minute(minutes);
      minutes += 1;
      if (onMinute?.(minutes) === false) break;
    }
    return await watch.end(minutes / 60);
  } finally {
    await clients.slow.close();
    await clients.fine.close();
    await exchange.close();
  }
}

interface StreamClients {
  readonly slow: StreamClient;
  readonly fine: StreamClient;
}

/** One exchange under observation. */
class Watch {
  readonly #exchange: Exchange;
  readonly #client: StreamClient;
  readonly #reads: Client;
  readonly #market: MarketTerms;
  readonly #increment: string;
  readonly #symbols: readonly string[];
  readonly #start: number;
  readonly #takers = new TakerOrders();
  readonly #top: TopOfBook;
  readonly #prices: PriceSamples;
  readonly #books: BookSamples;
  readonly #arrivals: number[] = [];
  readonly #liquidations: Liquidation[] = [];
  readonly #trials: MetaorderRun[] = [];
  readonly #fine = new FineBook();
  readonly #fineClient: StreamClient;
  #fineStream: Subscription | null = null;
  readonly #walls: WallTrial[] = [];
  readonly #sweeps: SweepTrial[] = [];
  readonly #past: PastCheck;
  #endsAt: number;

  private constructor(exchange: Exchange, clients: StreamClients, market: MarketTerms, increment: string) {
    this.#exchange = exchange;
    this.#client = clients.slow;
    this.#fineClient = clients.fine;
    this.#reads = exchange.client(0);
    this.#market = market;
    this.#increment = increment;
    this.#symbols = [market.symbol, ...exchange.markets.filter((symbol) => symbol !== market.symbol)];
    this.#start = exchange.clock.now();
    this.#endsAt = this.#start;
    this.#top = new TopOfBook(this.#start, market.tick);
    this.#prices = new PriceSamples(this.#symbols);
    this.#books = new BookSamples(market.tick);
    this.#past = new PastCheck(this.#reads);
  }

  static async begin(exchange: Exchange, clients: StreamClients): Promise<Watch> {
    const listed = await exchange.client(0).getMarkets();
    const main = listed.find(({ symbol }) => symbol.startsWith('BTC-')) ?? listed[0];
    if (!main) throw new Error('the world has no market');
    const terms = {
      symbol: main.symbol,
      tick: Number(main.priceIncrement),
      minOrderSize: Number(main.minOrderSize),
      maxMarketOrderSize: Number(main.maxMarketOrderSize),
    };
    const watch = new Watch(exchange, clients, terms, main.orderSizeIncrement);
    await watch.#follow();
    return watch;
  }

  async #follow(): Promise<void> {
    const { symbol } = this.#market;
    await this.#client.subscribe('trades', { symbol }, (push) => this.#takers.take(push));
    const book = { symbol, depth: 10, format: 'snapshot', updateFrequencyMs: 1000 } as const;
    await this.#client.subscribe('orderbook', book, (push) => this.#top.take(push));
    for (const each of this.#symbols)
      await this.#client.subscribe('liquidations', { symbol: each }, ({ data }) => {
        const value = Number(data.size) * Number(data.liquidationPrice);
        this.#liquidations.push({ time: data.timestamp, symbol: data.symbol, value, stage: data.stage });
      });
    await this.#checkPast();
    this.#prices.take(await this.#reads.getMarketPrices());
    await this.#bookSample();
  }

  /** Lets one minute pass. */
  async minute(minute: number): Promise<void> {
    const sinceStart = minute * MINUTE_MS;
    const start = this.#start + sinceStart;
    if (sinceStart % HOUR_MS === TRIAL_AT_MS) await this.#trial(this.#trials.length);
    if (sinceStart % BURST.everyMs === 0) await this.#burst();
    if (sinceStart % FINE.everyMs === 0) await this.#beginFine();
    const shocks = sinceStart % SHOCK_EVERY_MS === SHOCK_AT_MS ? await this.#shocks() : null;
    for (let at = start + PRICES_MS; at <= start + MINUTE_MS; at += PRICES_MS) {
      await this.#advanceTo(at);
      this.#prices.take(await this.#reads.getMarketPrices());
    }
    if ((sinceStart + MINUTE_MS) % FINE.everyMs === FINE.minutes * MINUTE_MS) await this.#endFine();
    await this.#bookSample();
    await shocks?.end();
    if (minute + 1 === 60) await this.#checkPast();
  }

  async end(hours: number): Promise<Observation> {
    this.#endsAt = this.#exchange.clock.now();
    this.#top.fillTo(this.#endsAt);
    const midAt = (time: number): number => this.#top.mids[Math.round((time - this.#start) / 1_000)] ?? Number.NaN;
    const isWhole = (trial: number): boolean => this.#start + trial * HOUR_MS + TRIAL_AT_MS + TRIAL_MS <= this.#endsAt;
    const { symbol } = this.#market;
    const from = { symbol, startTime: this.#endsAt - PAST_DAYS * DAY_MS, endTime: this.#endsAt };
    const { candles } = await this.#reads.getCandles({ ...from, interval: '1h' });
    const { fundingRates } = await this.#reads.getFundingRateHistory({ ...from });
    return {
      seed: this.#exchange.seed,
      startTime: this.#start,
      hours,
      market: this.#market,
      symbols: this.#symbols,
      takers: this.#takers.result(),
      seconds: { mids: this.#top.mids, spreads: this.#top.spreads },
      prices: this.#prices.result(),
      books: this.#books.result(),
      arrivals: this.#arrivals,
      liquidations: this.#liquidations,
      funding: fundingRates
        .map(({ fundingTime, fundingRate }) => ({ time: fundingTime, rate: Number(fundingRate) }))
        .reverse(),
      candles: candles
        .filter(({ closeTime }) => closeTime <= this.#endsAt)
        .map(hourOf)
        .reverse(),
      trials: this.#trials.filter((_trial, place) => isWhole(place)).flatMap((trial) => trial.result(midAt) ?? []),
      fine: this.#fine.result(),
      walls: this.#walls,
      sweeps: this.#sweeps,
      past: this.#past.result(),
    };
  }

  async #advanceTo(time: number): Promise<void> {
    // Steps so short that no frame of the fine stream is left out for a reader that is behind.
    const step = this.#fineStream ? FINE.stepMs : time - this.#exchange.clock.now();
    for (let at = this.#exchange.clock.now() + step; step > 0 && at < time; at += step) {
      this.#exchange.clock.advanceTo(at);
      await this.#exchange.delivered();
    }
    this.#exchange.clock.advanceTo(time);
    await this.#exchange.delivered();
  }

  async #beginFine(): Promise<void> {
    const { symbol } = this.#market;
    this.#fine.begin(this.#exchange.clock.now());
    const book = { symbol, depth: 50, format: 'snapshot', updateFrequencyMs: 50 } as const;
    this.#fineStream = await this.#fineClient.subscribe('orderbook', book, (push) => this.#fine.take(push));
  }

  async #endFine(): Promise<void> {
    await this.#fineStream?.unsubscribe();
    this.#fineStream = null;
    this.#fine.end(this.#exchange.clock.now());
  }

  /** Makes a wall and a sweep in branches, and reads the book of the exchange at the same times: up to the next price sample here, the last by `end`. */
  async #shocks(): Promise<{ readonly end: () => Promise<void> }> {
    const place = this.#walls.length + this.#sweeps.length;
    const shocks = [
      new Shock('wall', place % 4 === 0 ? 'buy' : 'sell'),
      new Shock('sweep', place % 4 === 0 ? 'sell' : 'buy'),
    ];
    const name = this.#exchange.snapshot();
    for (const shock of shocks) {
      const branch = await this.#exchange.branch(name);
      try {
        await shock.execute(branch, this.#market, this.#increment);
      } finally {
        await branch.close();
      }
    }
    this.#exchange.deleteSnapshot(name);
    const start = this.#exchange.clock.now();
    const books: TwoSides[] = [];
    const look = async (afterMs: number): Promise<void> => {
      if (afterMs > 0) await this.#advanceTo(start + afterMs);
      books.push(await bookOf(this.#reads, this.#market.symbol));
    };
    for (const afterMs of SHOCK_MS) if (afterMs <= PRICES_MS) await look(afterMs);
    return {
      end: async () => {
        for (const afterMs of SHOCK_MS) if (afterMs > PRICES_MS) await look(afterMs);
        for (const shock of shocks) {
          const [wall, sweep] = [shock.wall(books), shock.sweep(books)];
          if (wall) this.#walls.push(wall);
          if (sweep) this.#sweeps.push(sweep);
        }
      },
    };
  }

  async #bookSample(): Promise<void> {
    const { bids, asks } = await this.#reads.getOrderbook(this.#market.symbol, BOOK_LEVELS);
    this.#books.take(sideOf(bids), sideOf(asks));
  }

  /** Several books in a row: what is in the later one and not in the earlier has arrived meanwhile. */
  async #burst(): Promise<void> {
    const { symbol, tick } = this.#market;
    const start = this.#exchange.clock.now();
    let before = await this.#reads.getOrderbook(symbol, BOOK_LEVELS);
    for (let book = 1; book <= BURST.books; book += 1) {
      await this.#advanceTo(start + book * BURST.gapMs);
      const after = await this.#reads.getOrderbook(symbol, BOOK_LEVELS);
      this.#arrivals.push(...arrivalDistances('buy', sideOf(before.bids), sideOf(after.bids), tick));
      this.#arrivals.push(...arrivalDistances('sell', sideOf(before.asks), sideOf(after.asks), tick));
      before = after;
    }
  }

  async #trial(trial: number): Promise<void> {
    const run = new MetaorderRun({ share: SHARES[trial % SHARES.length] ?? 0, side: trial % 2 === 0 ? 'buy' : 'sell' });
    const name = this.#exchange.snapshot();
    const branch = await this.#exchange.branch(name);
    this.#exchange.deleteSnapshot(name);
    try {
      await run.execute(branch, this.#market, this.#increment);
    } finally {
      await branch.close();
    }
    this.#trials.push(run);
  }

  async #checkPast(): Promise<void> {
    for (const symbol of this.#symbols) await this.#past.look(symbol, this.#exchange.clock.now());
  }
}

const hourOf = (candle: {
  readonly openTime: number;
  readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  readonly closePrice: string;
  readonly quoteVolume: string;
}): HourCandle => ({
  time: candle.openTime,
  open: Number(candle.openPrice),
  high: Number(candle.highPrice),
  low: Number(candle.lowPrice),
  close: Number(candle.closePrice),
  value: Number(candle.quoteVolume),
});

/** Gathers what getMarketPrices shows; the main market is the first of the symbols. */
class PriceSamples {
  readonly #symbols: readonly string[];
  readonly #index: number[][];
  readonly #mark: number[] = [];
  readonly #openInterest: number[] = [];
  #turnover: number[] = [];

  constructor(symbols: readonly string[]) {
    this.#symbols = symbols;
    this.#index = symbols.map(() => []);
  }

  take(shown: Readonly<Record<string, MarketPrice>>): void {
    const main = shown[this.#symbols[0] ?? ''];
    this.#mark.push(Number(main?.markPrice));
    // Long plus short.
    this.#openInterest.push(Number(main?.openInterest) / 2);
    for (const [place, symbol] of this.#symbols.entries()) this.#index[place]?.push(Number(shown[symbol]?.indexPrice));
    this.#turnover = this.#symbols.map((symbol) => Number(shown[symbol]?.quoteVolume24h ?? 0));
  }

  result(): Prices {
    return { index: this.#index, mark: this.#mark, openInterest: this.#openInterest, turnover: this.#turnover };
  }
}

/** Levels of a side whose gaps are counted. */
const GAP_LEVELS = 100;
/** Steps of one basis point in the shape of a book. */
const SHAPE_STEPS = 100;
const BP = 1e-4;
/** A price that is a multiple of so many ticks is round. */
const ROUND_TICKS = 10;

/** Levels of a side as numbers, best first. */
const sideOf = (levels: Orderbook['bids']): Side =>
  levels.map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }));

/** Adds up what is asked of many books, so that none has to be kept. */
export class BookSamples {
  readonly #tick: number;
  readonly #shape = new Array<number>(SHAPE_STEPS).fill(0);
  #samples = 0;
  #leastLevels = Number.POSITIVE_INFINITY;
  #leastQuantity = Number.POSITIVE_INFINITY;
  #near = 0;
  #wide = 0;
  #gaps = 0;
  #levels = 0;
  #roundLevels = 0;
  readonly #nearBySample: number[] = [];

  constructor(tick: number) {
    this.#tick = tick;
  }

  take(bids: Side, asks: Side): void {
    const [bid, ask] = [bids[0], asks[0]];
    this.#leastLevels = Math.min(this.#leastLevels, bids.length, asks.length);
    for (const side of [bids, asks])
      this.#leastQuantity = Math.min(
        this.#leastQuantity,
        side.reduce((sum, { quantity }) => sum + quantity, 0),
      );
    if (!bid || !ask) {
      this.#nearBySample.push(Number.NaN);
      return;
    }
    const mid = (bid.price + ask.price) / 2;
    this.#samples += 1;
    let nearNow = 0;
    for (const side of [bids, asks]) {
      const near = depthWithin(side, mid, 0.001);
      nearNow += near;
      this.#near += near;
      this.#wide += depthWithin(side, mid, 0.01);
      this.#gaps += distinctGaps(side.slice(0, GAP_LEVELS), this.#tick) / 2;
      for (const { price, quantity } of side) {
        const step = Math.floor(Math.abs(price - mid) / mid / BP);
        const before = this.#shape[step];
        if (before === undefined) continue;
        this.#shape[step] = before + quantity / 2;
        this.#levels += 1;
        if (Math.round(price / this.#tick) % ROUND_TICKS === 0) this.#roundLevels += 1;
      }
    }
    this.#nearBySample.push(nearNow);
  }

  result(): Books {
    const mean = (sum: number): number => (this.#samples === 0 ? 0 : sum / this.#samples);
    return {
      samples: this.#samples,
      leastLevels: this.#leastLevels,
      leastQuantity: this.#leastQuantity,
      near: mean(this.#near),
      wide: mean(this.#wide),
      gaps: mean(this.#gaps),
      shape: this.#shape.map(mean),
      round: this.#levels === 0 ? 0 : this.#roundLevels / this.#levels,
      nearBySample: this.#nearBySample,
    };
  }
}

/** Gathers public trades into the orders that took. */
export class TakerOrders {
  readonly #times: number[] = [];
  readonly #signs: number[] = [];
  readonly #quantities: number[] = [];
  readonly #values: number[] = [];

  take({ data }: Push<'trades'>): void {
    const { timestamp, side } = data;
    const sign = side === 'buy' ? 1 : -1;
    const quantity = Number(data.quantity);
    const value = quantity * Number(data.price);
    const last = this.#times.length - 1;
    if (this.#times[last] === timestamp && this.#signs[last] === sign) {
      this.#quantities[last] = (this.#quantities[last] ?? 0) + quantity;
      this.#values[last] = (this.#values[last] ?? 0) + value;
      return;
    }
    this.#times.push(timestamp);
    this.#signs.push(sign);
    this.#quantities.push(quantity);
    this.#values.push(value);
  }

  result(): Takers {
    return { times: this.#times, signs: this.#signs, quantities: this.#quantities, values: this.#values };
  }
}

const SECOND_MS = 1_000;

/** Follows the best prices of a book and keeps where they stood at each whole second. */
export class TopOfBook {
  readonly mids: number[] = [];
  readonly spreads: number[] = [];
  readonly #start: number;
  readonly #tick: number;
  #mid = Number.NaN;
  #spread = Number.NaN;

  constructor(start: number, tick: number) {
    this.#start = start;
    this.#tick = tick;
  }

  take({ timestamp, data }: Push<'orderbook'>): void {
    // A frame of a whole second is what stood there.
    this.fillTo(timestamp - 1);
    const [bid, ask] = [Number(data.bids[0]?.price), Number(data.asks[0]?.price)];
    this.#mid = (bid + ask) / 2;
    this.#spread = Math.round((ask - bid) / this.#tick);
  }

  /** The book has not changed up to this time. */
  fillTo(time: number): void {
    while (this.#start + this.mids.length * SECOND_MS <= time) {
      this.mids.push(this.#mid);
      this.spreads.push(this.#spread);
    }
  }
}
