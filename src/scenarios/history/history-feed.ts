import type { ExchangeConfig } from '../../engine/config.ts';
import { loadWorld, worldToConfig } from '../../exchange/world/world-file.ts';
import { RunError } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';
import { type HistoryControl, MarketFeed } from './market-feed.ts';

/** Plays recorded data into a run at its times. */
export class HistoryFeed {
  readonly #feeds: readonly MarketFeed[];

  private constructor(feeds: readonly MarketFeed[]) {
    this.#feeds = feeds;
  }

  /**
   * Opens the data of a scenario. Throws MarketDataError for data that cannot be read, and names the row; rows further on
   * are read, and refused, as they are played.
   */
  static async open(
    { histories, world }: Pick<Scenario, 'histories' | 'world'>,
    control: HistoryControl,
    startTime: number,
  ): Promise<HistoryFeed> {
    if (histories.length === 0) return new HistoryFeed([]);
    const { markets } = configOf(world);
    const feeds: MarketFeed[] = [];
    for (const history of histories) {
      const spec = markets.find(({ symbol }) => symbol === history.symbol);
      if (spec?.liquidity.kind !== 'history') {
        throw new RunError(`the world must give ${history.symbol} the liquidity { kind: history }`);
      }
      const { symbol, tickUnits, lotUnits, process } = spec;
      const market = { symbol, tickUnits, lotUnits, hasIndex: process.kind === 'still' };
      feeds.push(await MarketFeed.open(history, market, control, startTime));
    }
    return new HistoryFeed(feeds);
  }

  /** When there is something to play next; null once all has been played. */
  nextTime(): number | null {
    const times = this.#feeds.flatMap((feed) => feed.nextTime() ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Plays everything that is due by `now`, market by market. */
  async perform(now: number): Promise<void> {
    for (const feed of this.#feeds) await feed.perform(now);
  }

  /** Closes the files. */
  async close(): Promise<void> {
    for (const feed of this.#feeds) await feed.close();
  }
}

function configOf(world: Scenario['world']): ExchangeConfig {
  const file = typeof world === 'string' ? loadWorld(world).file : world;
  return worldToConfig(file, { seed: '0', nonceRule: 'increasing' });
}
