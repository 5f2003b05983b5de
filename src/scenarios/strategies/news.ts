import type { Push } from '../../client/stream/types.ts';

/** What a strategy is shown, in the order of showing things of one moment. */
const CHANNELS = ['subAccountUpdates', 'trades', 'orderbook'] as const;
type Channel = (typeof CHANNELS)[number];

/** A push that has arrived, by channel. */
export type NewsItem = { readonly [N in Channel]: { readonly channel: N; readonly push: Push<N> } }[Channel];

/**
 * Pushes that have arrived and have not been shown. Each channel keeps the order of its arrivals. Between channels the
 * exchange time of a push decides, then the order fills, trades, book: so the order does not depend on which connection
 * was read first.
 */
export class News {
  #waiting: Record<Channel, NewsItem[]> = { subAccountUpdates: [], trades: [], orderbook: [] };

  add(item: NewsItem): void {
    this.#waiting[item.channel].push(item);
  }

  has(channel: Channel): boolean {
    return this.#waiting[channel].length > 0;
  }

  /** Takes everything that has arrived by now. */
  take(): NewsItem[] {
    const queues = CHANNELS.map((channel) => this.#waiting[channel].toReversed());
    this.#waiting = { subAccountUpdates: [], trades: [], orderbook: [] };
    const taken: NewsItem[] = [];
    for (let first = earliest(queues); first; first = earliest(queues)) taken.push(first);
    return taken;
  }
}

/** Takes the item with the lowest time from the ends of the queues; of equal times that of the first queue. */
function earliest(queues: readonly NewsItem[][]): NewsItem | undefined {
  let best: NewsItem[] | undefined;
  let time = Number.POSITIVE_INFINITY;
  for (const queue of queues) {
    const at = queue.at(-1)?.push.timestamp ?? Number.POSITIVE_INFINITY;
    if (at < time) [best, time] = [queue, at];
  }
  return best?.pop();
}
