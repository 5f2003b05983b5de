import { Amount, ZERO } from './amount.ts';
import { type Sample, Steps } from './steps.ts';

const MINUTE_MS = 60_000;

/** Account value at one time, with and without what was paid in and out since the first sample. */
export interface ValuePoint {
  readonly value: Amount;
  /** The value less payments: it moves by profit and loss only. */
  readonly earned: Amount;
}

/** Account value of a run, with the payments in (positive) and out (negative) that are no profit or loss. */
export class AccountValues {
  readonly #value: Steps;
  readonly #samples: readonly Sample[];
  readonly #paid: Steps;

  constructor(equity: readonly Sample[], payments: readonly Sample[]) {
    this.#value = new Steps(equity);
    this.#samples = equity;
    const start = this.#value.start ?? 0;
    let total = ZERO;
    const paid = payments
      // What was paid at the time of the first sample is part of that sample.
      .filter(([time]) => time > start)
      .map(([time, amount]): Sample => {
        total = total.plus(amount);
        return [time, total.toFixed()];
      });
    this.#paid = new Steps(paid);
  }

  /** Every sample. */
  all(): ValuePoint[] {
    return this.#samples.map(([time, value]) => this.#point(time, new Amount(value)));
  }

  /** The value at the first sample and at each whole minute after it, up to the last sample. */
  eachMinute(): ValuePoint[] {
    const { start, end } = this.#value;
    const points: ValuePoint[] = [];
    if (start === null || end === null) return points;
    for (let time = start; time <= end; time += MINUTE_MS) {
      points.push(this.#point(time, this.#value.at(time) ?? ZERO));
    }
    return points;
  }

  /** What was earned from the first sample to the last. */
  earned(): Amount {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last) return ZERO;
    return this.#point(last[0], new Amount(last[1])).earned.minus(first[1]);
  }

  #point(time: number, value: Amount): ValuePoint {
    return { value, earned: value.minus(this.#paid.at(time) ?? ZERO) };
  }
}
