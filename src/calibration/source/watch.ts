import { ApiError, type Client, ConnectionError, type Push, type StreamClient } from '../../client/index.ts';
import { readBook, readTrades } from './deployment.ts';
import type { MarketLook } from './market-look.ts';
import type { Wall } from './paced-transport.ts';

export interface WatchOptions {
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
  { watchMs, openStream, wall, signal, onProgress }: WatchOptions,
): Promise<void> {
  const begun = wall.now();
  const isOver = (): boolean => signal.aborted || wall.now() - begun >= watchMs;
  if (isOver()) return;
  const { timestamp_ms: start } = await client.getExchangeStatus();
  // Books carry no time: they are as old as the machine says.
  const now = (): number => start + wall.now() - begun;
  const stream = openStream();
  try {
    const isStreaming = await follow(stream, looks, onProgress);
    while (!isOver()) {
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
  onProgress: (what: string) => void,
): Promise<boolean> {
  try {
    await stream.subscribe('trades', {}, ({ data }: Push<'trades'>) => looks.get(data.symbol)?.trade(data));
    await stream.subscribe('marketPrices', {}, ({ data }: Push<'marketPrices'>) =>
      looks.get(data.symbol)?.prices(data.timestamp, data),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof ApiError)) throw error;
    onProgress(`the streams cannot be followed (${error.message}): trades are read with each book`);
    return false;
  }
}

const seconds = (ms: number): number => Math.round(ms / 1000);
