import type { ValuePoint } from './account-values.ts';
import { type Amount, ZERO } from './amount.ts';

export interface Drawdown {
  readonly amount: Amount;
  readonly share: Amount;
}

/**
 * Computes the highest fall of what was earned from an earlier peak, and the highest fall as a share of its peak. The
 * two may be of different times. A peak of zero or below has no share.
 */
export function drawdownOf(points: readonly ValuePoint[]): Drawdown {
  let peak: Amount | null = null;
  let amount = ZERO;
  let share = ZERO;
  for (const { earned } of points) {
    if (peak === null || earned.gt(peak)) peak = earned;
    const fall = peak.minus(earned);
    if (fall.gt(amount)) amount = fall;
    if (peak.gt(ZERO) && fall.div(peak).gt(share)) share = fall.div(peak);
  }
  return { amount, share };
}
