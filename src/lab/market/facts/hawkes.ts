/** Events of a window of time that are few tell nothing of what excites them. */
const LEAST_EVENTS = 100;
const RATIOS = Array.from({ length: 20 }, (_none, place) => place * 0.05);
/** Mean lives of the excitement that are tried, as shares of the mean gap: powers of two. */
const LIVES = Array.from({ length: 12 }, (_none, place) => 2 ** (place - 3));

/**
 * Branching ratio of a Hawkes process with an exponential kernel, by maximum likelihood over a grid: how many events one
 * event causes directly in the mean. Times are sorted; the base rate follows from the ratio and the mean rate, so the
 * window should be short enough that the base rate is about constant in it. Null for fewer than 100 events.
 */
export function hawkesRatio(times: readonly number[], from: number, to: number): number | null {
  const span = to - from;
  if (times.length < LEAST_EVENTS || span <= 0) return null;
  let best = { ratio: 0, likelihood: Number.NEGATIVE_INFINITY };
  for (const life of LIVES) {
    const decay = times.length / span / life;
    const excitations = excitationsAt(times, decay);
    const inside = times.reduce((sum, time) => sum + 1 - Math.exp(-decay * (to - time)), 0);
    for (const ratio of RATIOS) {
      const base = (times.length - ratio * inside) / span;
      if (base <= 0) continue;
      const likelihood = excitations.reduce((sum, excitation) => sum + Math.log(base + ratio * decay * excitation), 0);
      if (likelihood > best.likelihood) best = { ratio, likelihood };
    }
  }
  return best.ratio;
}

/** Returns for each time the sum of exp(-decay x age) over the times before it. */
export function excitationsAt(times: readonly number[], decay: number): number[] {
  let sum = 0;
  return times.map((time, place) => {
    const before = times[place - 1];
    sum = before === undefined ? 0 : (sum + 1) * Math.exp(-decay * (time - before));
    return sum;
  });
}
