import { Draw, streamOf } from '../../../kernel/random.ts';
import type { Observations, OrderSeries } from './observations.ts';

/** Series with known parameters, equal in every run. */
export class Synthetic {
  readonly #draw: Draw;

  constructor(seed: string) {
    this.#draw = new Draw(streamOf(seed, 'synthetic'));
  }

  /** From 0 to 1, both excluded. */
  uniform(): number {
    return (this.#draw.uint32() + 0.5) / 4_294_967_296;
  }

  gaussian(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  exponential(mean: number): number {
    return -mean * Math.log(this.uniform());
  }

  /** Times in ms of a self-exciting process, as families: each event has Poisson children with exponential delays. */
  hawkes(spanMs: number, baseMs: number, branching: number, excitedMs: number): number[] {
    const times: number[] = [];
    for (let at = this.exponential(baseMs); at < spanMs; at += this.exponential(baseMs)) times.push(at);
    for (let index = 0; index < times.length; index += 1) {
      for (let left = this.exponential(1); left < branching; left += this.exponential(1)) {
        const child = (times[index] ?? 0) + this.exponential(excitedMs);
        if (child < spanMs) times.push(child);
      }
    }
    return times.sort((a, b) => a - b).map((time) => Math.floor(time));
  }
}

export const NO_ORDERS: OrderSeries = { times: [], prices: [], sizes: [], sides: [], executions: 0 };

export const observed = (parts: Partial<Observations>): Observations => ({
  symbol: 'BTC-USDT',
  orders: NO_ORDERS,
  book: [],
  candles: [],
  hours: [],
  basis: [],
  distances: [],
  ...parts,
});

/** Middles of a book every `stepMs`, from logarithmic returns. */
export function bookOfReturns(returns: readonly number[], stepMs: number, spread = 2, start = 1_767_225_600_000) {
  let price = 95_000;
  return returns.map((value, at) => {
    price *= Math.exp(value);
    return { time: start + at * stepMs, bid: price - spread / 2, ask: price + spread / 2, depth: null };
  });
}
