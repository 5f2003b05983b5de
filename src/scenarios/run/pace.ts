/** How exchange time follows the wall in a run. */
export interface Pace {
  /** Resolves when the clock may move, with the time that it may move to: at most `to`. */
  until(to: number, now: number, stopped: Promise<void>): Promise<number>;
}

/** As fast as the machine can. */
export const UNPACED: Pace = { until: (to) => Promise.resolve(to) };
