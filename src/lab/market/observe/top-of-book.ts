import type { Push } from '../../../client/stream/types.ts';

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
