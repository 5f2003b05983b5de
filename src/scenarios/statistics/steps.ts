import { Amount } from './amount.ts';

/** A time in Unix ms of the exchange, and the amount that holds from then on, in decimal text. */
export type Sample = readonly [time: number, amount: string];

/** A value that changes at some times and stays until the next: samples in order of time; of equal times the last holds. */
export class Steps {
  readonly #samples: readonly Sample[];

  /** @throws RangeError for samples that are not in order of time */
  constructor(samples: readonly Sample[]) {
    samples.forEach(([time], place) => {
      const before = samples[place - 1]?.[0] ?? time;
      if (before > time) throw new RangeError(`samples must be in order of time: ${time} comes after ${before}`);
    });
    this.#samples = samples;
  }

  get start(): number | null {
    return this.#samples[0]?.[0] ?? null;
  }

  get end(): number | null {
    return this.#samples.at(-1)?.[0] ?? null;
  }

  /** Returns the value at this time; null before the first sample. Costs the logarithm of the number of samples. */
  at(time: number): Amount | null {
    let low = 0;
    let high = this.#samples.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#samples[middle]?.[0] ?? time) <= time) low = middle + 1;
      else high = middle;
    }
    const sample = this.#samples[low - 1];
    return sample ? new Amount(sample[1]) : null;
  }
}
