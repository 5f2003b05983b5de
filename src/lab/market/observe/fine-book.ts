import type { Push } from '../../../client/stream/types.ts';
import { meanOf } from '../statistics.ts';

/** What the 50 best levels did in short windows, seen in frames 50 ms apart. */
export interface FineBooks {
  /** Seconds that were watched, and frames in which a level had changed. */
  readonly seconds: number;
  readonly changes: number;
  /** Lives of best prices in ms, of both sides; the first and the last of a window are cut and left out. */
  readonly lives: readonly number[];
  /** One entry for each window. */
  readonly windows: readonly FineWindow[];
}

/** The top of a book every `GRID_MS`. NaN while a side was empty. */
export interface FineWindow {
  /** Quantity of the best levels: bids less asks, over their sum. */
  readonly imbalances: readonly number[];
  readonly mids: readonly number[];
}

export const GRID_MS = 500;
/** Levels of a side whose quantity makes the imbalance. */
const TOP_LEVELS = 5;

interface Top {
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
  readonly imbalance: number;
  readonly mid: number;
}

/** Gathers the frames of one window after the other. */
export class FineBook {
  readonly #windows: FineWindow[] = [];
  readonly #lives: number[] = [];
  #tops: Top[] = [];
  #start = 0;
  #ms = 0;
  #changes = 0;

  /** Begins a window. */
  begin(time: number): void {
    this.#start = time;
    this.#tops = [];
  }

  /** Takes a whole book. The first frame of a window is what stood there, the others are changes. */
  take({ timestamp, data }: Push<'orderbook'>): void {
    if (this.#tops.length > 0) this.#changes += 1;
    const [bid, ask] = [data.bids[0]?.price ?? '', data.asks[0]?.price ?? ''];
    const [bids, asks] = [data.bids, data.asks].map((side) =>
      side.slice(0, TOP_LEVELS).reduce((sum, { quantity }) => sum + Number(quantity), 0),
    ) as [number, number];
    const isWhole = bid !== '' && ask !== '';
    this.#tops.push({
      time: Math.max(timestamp, this.#start),
      bid,
      ask,
      imbalance: isWhole ? (bids - asks) / (bids + asks) : Number.NaN,
      mid: isWhole ? (Number(bid) + Number(ask)) / 2 : Number.NaN,
    });
  }

  /** Ends the window. */
  end(time: number): void {
    this.#ms += time - this.#start;
    this.#lives.push(
      ...livesOf(this.#tops.map(({ time: at, bid }) => [at, bid])),
      ...livesOf(this.#tops.map(({ time: at, ask }) => [at, ask])),
    );
    const [imbalances, mids]: [number[], number[]] = [[], []];
    let place = 0;
    for (let at = this.#start; at <= time; at += GRID_MS) {
      while ((this.#tops[place + 1]?.time ?? Number.POSITIVE_INFINITY) <= at) place += 1;
      imbalances.push(this.#tops[place]?.imbalance ?? Number.NaN);
      mids.push(this.#tops[place]?.mid ?? Number.NaN);
    }
    this.#windows.push({ imbalances, mids });
  }

  result(): FineBooks {
    return { seconds: this.#ms / 1_000, changes: this.#changes, lives: this.#lives, windows: this.#windows };
  }
}

/** Returns how long each value stood between its change to it and the change from it. */
export function livesOf(values: readonly (readonly [time: number, value: string])[]): number[] {
  const changes = values.filter(([, value], place) => place > 0 && value !== values[place - 1]?.[1]);
  return changes.slice(1).map(([time], place) => time - (changes[place]?.[0] ?? time));
}

/** Imbalances, and the returns of the mid over so many places of the grid after each; those without a number are left out. */
export function imbalanceAhead(
  windows: readonly FineWindow[],
  places: number,
): { readonly imbalances: number[]; readonly returns: number[] } {
  const [imbalances, returns]: [number[], number[]] = [[], []];
  for (const { imbalances: shown, mids } of windows) {
    for (let place = 0; place + places < mids.length; place += 1) {
      const ahead = Math.log((mids[place + places] ?? Number.NaN) / (mids[place] ?? Number.NaN));
      const imbalance = shown[place] ?? Number.NaN;
      if (Number.isNaN(ahead) || Number.isNaN(imbalance)) continue;
      imbalances.push(imbalance);
      returns.push(ahead);
    }
  }
  return { imbalances, returns };
}

/** The middle one of the values in order; of an even number the mean of the two. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? null) : meanOf(sorted.slice(Math.max(0, half - 1), half + 1));
}
