import type { Fill } from '../strategy.ts';
import { type Amount, ZERO, meanOf } from './amount.ts';
import { type Sample, Steps } from './steps.ts';

const BASIS_POINTS = 10_000;

/** Mid prices of each market, by symbol, until the end of the run. */
export class Mids {
  readonly #steps = new Map<string, Steps>();
  readonly #endTime: number;

  constructor(mids: ReadonlyMap<string, readonly Sample[]>, endTime: number) {
    for (const [symbol, samples] of mids) this.#steps.set(symbol, new Steps(samples));
    this.#endTime = endTime;
  }

  /** Returns the last mid at or before this time; null before the first, and after the end of the run. */
  at(symbol: string, time: number): Amount | null {
    return time > this.#endTime ? null : (this.#steps.get(symbol)?.at(time) ?? null);
  }
}

/**
 * Computes the mean over fills of the move of the mid against them from the time of the fill until `afterMs` later, in
 * basis points of the mid at the fill: down after a buy, up after a sell. Negative is in their favour. Fills without
 * a mid at both times, such as those near the end of the run, do not count. Null when none counts.
 */
export function adverseSelectionOf(fills: readonly Fill[], mids: Mids, afterMs: number): Amount | null {
  const moves = fills.flatMap(({ symbol, time, side }) => {
    const at = mids.at(symbol, time);
    const later = mids.at(symbol, time + afterMs);
    if (!at?.gt(ZERO) || !later) return [];
    const move = side === 'buy' ? at.minus(later) : later.minus(at);
    return [move.mul(BASIS_POINTS).div(at)];
  });
  return meanOf(moves);
}
