import { Client, type Fetch } from '../../../client.ts';
import { type CommonFactor, commonFactorOf } from '../estimate/factor.ts';
import { figuresOf, type MarketFigures } from '../estimate/figures.ts';
import { deviation, mean } from '../estimate/statistics.ts';
import { type Deployment, type MarketPast, NO_PAST, readBook, readDeployment, readPast } from './deployment.ts';
import { MarketLook } from './market-look.ts';
import { PacedTransport } from './paced-transport.ts';
import { watch, type WatchOptions } from './watch.ts';

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
