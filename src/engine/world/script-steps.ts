interface Timed {
  readonly afterMs: number;
}

/** Returns the step at exactly `afterMs`, by binary search: steps ascend, and there may be many. */
export function stepAt<T extends Timed>(steps: readonly T[], afterMs: number): T | undefined {
  const step = steps[placeOf(steps, afterMs)];
  return step?.afterMs === afterMs ? step : undefined;
}

/** Returns the first step later than `afterMs`. */
export function stepAfter<T extends Timed>(steps: readonly T[], afterMs: number): T | undefined {
  return steps[placeOf(steps, afterMs + 1)];
}

/** The number of steps before `afterMs`, which is the place of the first at or after it. */
function placeOf(steps: readonly Timed[], afterMs: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle] as Timed).afterMs < afterMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
