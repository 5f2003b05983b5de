import type { TimeMs } from '../../kernel/units.ts';
import type { MarketPast } from './market-past.ts';
import type { PastHourRows } from './past-hour.ts';

/** Makes hours of the past of a market somewhere else, in the order asked for. */
export type MakePast = (symbol: string, hours: readonly TimeMs[]) => Promise<readonly PastHourRows[]>;

/** A stretch of the past of one market. */
export interface PastStretch {
  readonly symbol: string;
  readonly from: TimeMs;
  readonly before: TimeMs;
}

/** The newest hours are made where they are read: that takes a few milliseconds, and less than asking for them. */
const MADE_HERE = 2;
const HOUR_MS = 3_600_000;

/** Has the past made elsewhere before it is read, so that no read makes more of it than it has time for. */
export class PastLoader {
  readonly #pasts: ReadonlyMap<string, MarketPast>;
  readonly #make: MakePast;
  /** By market. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(pasts: ReadonlyMap<string, MarketPast>, make: MakePast) {
    this.#pasts = pasts;
    this.#make = make;
  }

  /**
   * Resolves once stretches of the past can be read at little cost; null where they can be now. What cannot be made elsewhere is
   * left to the read.
   */
  ready(stretches: readonly PastStretch[]): Promise<void> | null {
    const waits = stretches.flatMap((stretch) => this.#readyFor(stretch) ?? []);
    return waits.length === 0 ? null : Promise.all(waits).then(() => undefined);
  }

  #readyFor(stretch: PastStretch): Promise<void> | null {
    const past = this.#pasts.get(stretch.symbol);
    const [oldest] = past?.missing(stretch.from, stretch.before) ?? [];
    if (!past || oldest === undefined || oldest >= past.to - MADE_HERE * HOUR_MS) return null;
    const before = this.#underWay.get(stretch.symbol) ?? Promise.resolve();
    // Behind what is under way for the market, which may be a part of it.
    const loaded = before.then(() => this.#load(past, stretch));
    this.#underWay.set(stretch.symbol, loaded);
    void loaded.then(() => {
      if (this.#underWay.get(stretch.symbol) === loaded) this.#underWay.delete(stretch.symbol);
    });
    return loaded;
  }

  async #load(past: MarketPast, { symbol, from, before }: PastStretch): Promise<void> {
    const hours = past.missing(from, before);
    if (hours.length === 0) return;
    const made = await this.#make(symbol, hours);
    for (const [place, rows] of made.entries()) past.keep(hours[place] as TimeMs, rows);
  }
}
