import { marketPrices } from '../../../contract/channels/marketPrices.ts';
import { trades } from '../../../contract/channels/trades.ts';
import { ApiError, type Client, ConnectionError, type Push, type StreamClient } from '../../../client.ts';
import { misfitOf } from './check-response.ts';
import { readBook, readTrades } from './deployment.ts';
import type { MarketLook } from './market-look.ts';
import { SourceLost, type Wall } from './paced-transport.ts';

export interface WatchOptions {
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
