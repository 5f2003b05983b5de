import type {
  Asset,
  Client,
  CollateralTerms,
  Market,
  MarketPrice,
  Orderbook,
  PublicTrade,
  Tier,
} from '../../../client.ts';
import {
  type BookSample,
  bookSampleOf,
  type Candle,
  type Levels,
  type Observations,
  OrderCollector,
  type TimedValue,
} from '../estimate/observations.ts';

/** What the public surface of a deployment shows of the exchange as a whole. */
export interface Deployment {
  /** Exchange time, Unix ms. */
  readonly time: number;
  readonly markets: readonly Market[];
  readonly prices: Readonly<Record<string, MarketPrice>>;
  readonly collaterals: readonly CollateralTerms[];
  readonly assets: readonly Asset[];
  readonly tiers: readonly Tier[];
  /** One side of the open interest by symbol, in the base asset. */
  readonly openInterest: ReadonlyMap<string, number>;
}

/** What it shows of the past of one market. */
export interface MarketPast {
  readonly minutes: readonly Candle[];
  readonly hours: readonly Candle[];
  /** Oldest first. */
  readonly trades: readonly PublicTrade[];
  /** Hourly rates, oldest first. */
  readonly funding: readonly number[];
}

export const NO_PAST: MarketPast = { minutes: [], hours: [], trades: [], funding: [] };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Minutes for volatility and its memory, hours for activity. */
const MINUTE_DAYS = 7;
const HOUR_DAYS = 30;
/** The deployment's clock goes on while it is read, and 30 days are the most that it shows of funding. */
const FUNDING_DAYS = 29;
const TRADES = 100;
const LEVELS = 1000;

/** Reads what is one for all markets. Throws SourceLost. */
export async function readDeployment(client: Client): Promise<Deployment> {
  const { timestamp_ms: time } = await client.getExchangeStatus();
  const interest = await client.getOpenInterest();
  return {
    time,
    markets: await client.getMarkets(),
    prices: await client.getMarketPrices(),
    collaterals: await client.getCollaterals(),
    assets: await client.getAssets(),
    tiers: await client.getTiers(),
    openInterest: new Map(interest.map(({ symbol, longOpenInterest }) => [symbol, Number(longOpenInterest)])),
  };
}

/** Reads the candles, last trades and funding of a market. Throws SourceLost. */
export async function readPast(client: Client, symbol: string, time: number): Promise<MarketPast> {
  const minutes = await candlesOf(client, symbol, {
    interval: '1m',
    length: MINUTE_MS,
    from: time - MINUTE_DAYS * DAY_MS,
    to: time,
  });
  const hours = await candlesOf(client, symbol, {
    interval: '1h',
    length: HOUR_MS,
    from: time - HOUR_DAYS * DAY_MS,
    to: time,
  });
  const trades = await readTrades(client, symbol);
  const funding = await client.getFundingRateHistory({
    symbol,
    startTime: time - FUNDING_DAYS * DAY_MS,
    endTime: time,
  });
  // A market that is closed for an hour trades nothing in it, and its price stands still.
  const lively = new Set(hours.filter(({ volume }) => volume > 0).map(({ time: hour }) => hour));
  return {
    minutes: inOrder(minutes.filter((minute) => lively.has(minute.time - (minute.time % HOUR_MS)))),
    hours: inOrder(hours.filter(({ volume }) => volume > 0)),
    trades,
    funding: funding.fundingRates.map(({ fundingRate }) => Number(fundingRate)).reverse(),
  };
}

/** The last trades, oldest first. */
export async function readTrades(client: Client, symbol: string): Promise<readonly PublicTrade[]> {
  const { trades } = await client.getLastTrades(symbol, TRADES);
  return [...trades].reverse();
}

export const readBook = (client: Client, symbol: string): Promise<Orderbook> => client.getOrderbook(symbol, LEVELS);

interface CandleSpan {
  readonly interval: '1m' | '1h';
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** A deployment may list the newest candles of a span only: the older ones are then asked for again. */
async function candlesOf(
  client: Client,
  symbol: string,
  { interval, length, from, to }: CandleSpan,
): Promise<Candle[]> {
  const found: Candle[] = [];
  for (let end = to; end > from;) {
    const { candles } = await client.getCandles({ symbol, interval, startTime: from, endTime: end });
    // The running candle is not whole, and one before the first trade has no price.
    const whole = candles.filter(({ openTime, closePrice }) => Number(closePrice) > 0 && openTime + length <= to);
    found.push(
      ...whole.map(({ openTime, closePrice, volume, tradeCount }) => ({
        time: openTime,
        length,
        close: Number(closePrice),
        volume: Number(volume),
        trades: tradeCount,
      })),
    );
    const oldest = candles.reduce((least, { openTime }) => Math.min(least, openTime), end);
    if (oldest <= from + length || oldest >= end) break;
    end = oldest - 1;
  }
  return found;
}

/** Each once, oldest first. */
function inOrder(candles: readonly Candle[]): Candle[] {
  const byTime = new Map(candles.map((candle) => [candle.time, candle]));
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** Time between two looks at the best prices. */
const TOP_MS = 1_000;

/** Observations of one market while it is looked at. */
export class MarketLook {
  readonly symbol: string;
  readonly #orders = new OrderCollector();
  readonly #ids = new Set<string>();
  readonly #book: BookSample[] = [];
  readonly #basis: TimedValue[] = [];

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  trade({
    tradeId,
    timestamp,
    price,
    quantity,
    side,
  }: Pick<PublicTrade, 'tradeId' | 'timestamp' | 'price' | 'quantity' | 'side'>): void {
    if (this.#ids.has(tradeId)) return;
    this.#ids.add(tradeId);
    this.#orders.add(timestamp, Number(price), Number(quantity), side);
  }

  /** The best prices, and mark against index. */
  prices(at: number, { bestBid, bestAsk, markPrice, indexPrice }: PriceTexts): void {
    const time = Math.max(at, this.#book.at(-1)?.time ?? 0, this.#basis.at(-1)?.time ?? 0);
    const [bid, ask, index] = [Number(bestBid), Number(bestAsk), Number(indexPrice)];
    if (time - (this.#book.at(-1)?.time ?? 0) >= TOP_MS && bid > 0 && ask > bid)
      this.#book.push({ time, bid, ask, depth: null });
    if (time - (this.#basis.at(-1)?.time ?? 0) >= TOP_MS && index > 0) {
      this.#basis.push({ time, value: Number(markPrice) / index - 1 });
    }
  }

  book(time: number, { bids, asks }: Orderbook): void {
    const sample = bookSampleOf(Math.max(time, this.#book.at(-1)?.time ?? 0), levelsOf(bids), levelsOf(asks));
    if (sample) this.#book.push(sample);
  }

  observed({ minutes, hours }: Pick<MarketPast, 'minutes' | 'hours'>): Observations {
    return {
      symbol: this.symbol,
      orders: this.#orders.series(),
      book: this.#book,
      candles: minutes,
      hours,
      basis: this.#basis,
      distances: [],
    };
  }
}

interface PriceTexts {
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly markPrice: string;
  readonly indexPrice: string;
}

const levelsOf = (levels: Orderbook['bids']): Levels =>
  levels.map(([price, quantity]) => [Number(price), Number(quantity)]);
