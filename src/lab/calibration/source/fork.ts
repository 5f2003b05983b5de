import { ApiError, Client, ConnectionError, type Fetch, type Push, type StreamClient } from '../../../client.ts';
import { marketPrices } from '../../../contract/channels/marketPrices.ts';
import { trades } from '../../../contract/channels/trades.ts';
import { type CommonFactor, commonFactorOf } from '../estimate/factor.ts';
import { deviation, mean } from '../estimate/figure.ts';
import { figuresOf, type MarketFigures } from '../estimate/figures.ts';
import {
  type Deployment,
  MarketLook,
  type MarketPast,
  NO_PAST,
  readBook,
  readDeployment,
  readPast,
  readTrades,
} from './deployment.ts';
import { misfitOf, PacedTransport, SourceLost, type Wall } from './transport.ts';

export interface ForkOptions extends WatchOptions {
  readonly fetch: Fetch;
}

/** A deployment with the estimates of its markets. */
export interface Fork {
  readonly deployment: Deployment;
  readonly markets: readonly ForkedMarket[];
  readonly factor: CommonFactor | null;
  /** True when the signal ended it before all was read. */
  readonly isCut: boolean;
}

export interface ForkedMarket {
  readonly figures: MarketFigures;
  /** Mean and deviation of the hourly funding rates; null where there are none. */
  readonly funding: { readonly mean: number; readonly deviation: number; readonly hours: number } | null;
  /** Open interest of one side, in the settlement asset. */
  readonly open: number;
}

/** A client has a key, and public reads do not sign with it. */
export const NO_KEY = `0x${'1'.repeat(64)}`;
/** Looks at each book without a watch. */
const LOOKS = 3;
const LOOK_MS = 2_000;

/**
 * Reads a deployment over its public surface and estimates its markets.
 *
 * @throws SourceLost when it cannot be reached or does not respond as the API does
 */
export async function readFork(options: ForkOptions): Promise<Fork> {
  const { url, fetch, wall, signal, onProgress } = options;
  const client = new Client({
    privateKey: NO_KEY,
    subAccountId: '0',
    transport: new PacedTransport(url, fetch, wall),
  });
  const deployment = await readDeployment(client);
  const looks = new Map(deployment.markets.map(({ symbol }) => [symbol, new MarketLook(symbol)]));
  const pasts = new Map<string, MarketPast>();
  for (const [symbol, look] of looks) {
    if (signal.aborted) break;
    onProgress(`reading ${symbol}, ${pasts.size + 1} of ${looks.size}`);
    const past = await readPast(client, symbol, deployment.time);
    for (const trade of past.trades) look.trade(trade);
    pasts.set(symbol, past);
  }
  await (options.watchMs > 0 ? watch(client, looks, options) : lookAtBooks(client, looks, deployment.time, options));
  // Reading takes a while: what moves is read again.
  const latest = await readDeployment(client);
  return {
    deployment: latest,
    markets: [...looks].map(([symbol, look]) => forkedMarket(latest, symbol, look, pasts.get(symbol) ?? NO_PAST)),
    factor: commonFactorOf(byTurnover(latest, pasts)),
    isCut: pasts.size < looks.size,
  };
}

/** A few looks at each book, a moment apart. */
async function lookAtBooks(
  client: Client,
  looks: ReadonlyMap<string, MarketLook>,
  from: number,
  { wall, signal }: ForkOptions,
): Promise<void> {
  for (let round = 0; round < LOOKS; round += 1) {
    if (round > 0) await wall.wait(LOOK_MS);
    for (const look of looks.values()) {
      if (signal.aborted) return;
      look.book(from + round * LOOK_MS, await readBook(client, look.symbol));
    }
  }
}

function forkedMarket(deployment: Deployment, symbol: string, look: MarketLook, past: MarketPast): ForkedMarket {
  const { markets, prices, openInterest } = deployment;
  const tick = Number(markets.find((market) => market.symbol === symbol)?.priceIncrement ?? '1');
  const figures = figuresOf(look.observed(past), tick);
  const price = Number(prices[symbol]?.indexPrice ?? figures.price);
  return {
    figures: { ...figures, price },
    funding:
      past.funding.length === 0
        ? null
        : { mean: mean(past.funding), deviation: deviation(past.funding), hours: past.funding.length },
    open: (openInterest.get(symbol) ?? 0) * price,
  };
}

/** Candles by market, the one with the largest volume of a day first: it gives the common factor its scale. */
function byTurnover(
  { prices }: Deployment,
  pasts: ReadonlyMap<string, MarketPast>,
): Map<string, MarketPast['minutes']> {
  const volumeOf = (symbol: string): number => Number(prices[symbol]?.quoteVolume24h ?? '0');
  const sorted = [...pasts].sort(([a], [b]) => volumeOf(b) - volumeOf(a));
  return new Map(sorted.map(([symbol, { minutes }]) => [symbol, minutes]));
}

interface WatchOptions {
  /** Ends in `/v1`. */
  readonly url: string;
  /** How long to watch. */
  readonly watchMs: number;
  /** A client for the streams of the deployment. */
  readonly openStream: () => Pick<StreamClient, 'subscribe' | 'close'>;
  readonly wall: Wall;
  /** Ends it early. */
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
}

/** Time between two looks at the whole books of all markets, where the rate limit allows. */
const ROUND_MS = 5_000;
/** Time after which a signal ends a wait. */
const MOMENT_MS = 200;

/**
 * Follows the trades and prices of all markets, and looks at their books in turn, until the time is over or the signal
 * ends it. Where the streams cannot be had, the last trades are read with each book.
 *
 * @throws SourceLost
 */
export async function watch(
  client: Client,
  looks: ReadonlyMap<string, MarketLook>,
  { url, watchMs, openStream, wall, signal, onProgress }: WatchOptions,
): Promise<void> {
  const begun = wall.now();
  const isOver = (): boolean => signal.aborted || wall.now() - begun >= watchMs;
  if (isOver()) return;
  const { timestamp_ms: start } = await client.getExchangeStatus();
  // Books carry no time: they are as old as the machine says.
  const now = (): number => start + wall.now() - begun;
  const stream = openStream();
  try {
    const misfits: string[] = [];
    const onMisfit = (what: string): void => void misfits.push(what);
    const isStreaming = await follow(stream, looks, { onProgress, onMisfit });
    while (!isOver()) {
      if (misfits[0] !== undefined) throw new SourceLost(url, misfits[0]);
      const round = wall.now();
      for (const look of looks.values()) {
        if (isOver()) break;
        look.book(now(), await readBook(client, look.symbol));
        if (!isStreaming) for (const trade of await readTrades(client, look.symbol)) look.trade(trade);
        onProgress(`watched ${seconds(wall.now() - begun)} s of ${seconds(watchMs)} s`);
      }
      while (!isOver() && wall.now() - round < ROUND_MS) await wall.wait(MOMENT_MS);
    }
  } finally {
    await stream.close();
  }
}

async function follow(
  stream: Pick<StreamClient, 'subscribe'>,
  looks: ReadonlyMap<string, MarketLook>,
  { onProgress, onMisfit }: { readonly onProgress: (what: string) => void; readonly onMisfit: (what: string) => void },
): Promise<boolean> {
  try {
    await stream.subscribe('trades', {}, ({ data }: Push<'trades'>) => {
      const misfit = misfitOf(trades.data, data, 'data');
      if (misfit === null) looks.get(data.symbol)?.trade(data);
      else onMisfit(`channel trades: ${misfit}`);
    });
    await stream.subscribe('marketPrices', {}, ({ data }: Push<'marketPrices'>) => {
      const misfit = misfitOf(marketPrices.data, data, 'data');
      if (misfit === null) looks.get(data.symbol)?.prices(data.timestamp, data);
      else onMisfit(`channel marketPrices: ${misfit}`);
    });
    return true;
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof ApiError)) throw error;
    onProgress(`the streams cannot be followed (${error.message}): trades are read with each book`);
    return false;
  }
}

const seconds = (ms: number): number => Math.round(ms / 1000);
