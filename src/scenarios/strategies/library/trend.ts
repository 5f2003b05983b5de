import type { Strategy } from '../../strategy.ts';
import { decimal, type ParamsOf, StrategyParamsError, whole } from './params.ts';
import { PriceWindow } from './price-window.ts';
import { sampledPosition } from './sampled-position.ts';
import { movedBy } from './trading.ts';

export const TREND_PARAMS = {
  size: decimal('0', 'size of its position; 0 is ten times the smallest order of the market', { min: 0 }),
  everyMs: whole(1_000, 1, 86_400_000, 'time between two samples of the mid'),
  fast: whole(5, 1, 10_000, 'samples of the short mean'),
  slow: whole(20, 2, 10_000, 'samples of the long mean, more than `fast`'),
  threshold: decimal('1', 'basis points by which the means must differ for a position', { min: 0, max: 5_000 }),
};
type Params = ParamsOf<typeof TREND_PARAMS>;

/** Is long while the short mean of the mid is above the long one, short while it is below. */
export function trend(params: Params): Strategy {
  if (params.fast >= params.slow)
    throw new StrategyParamsError('trend', [`fast must be below slow (got ${params.fast} and ${params.slow})`]);
  const window = new PriceWindow(params.slow);
  return sampledPosition(params, (mid) => {
    window.add(mid);
    const [fast, slow] = [window.mean(params.fast), window.mean(params.slow)];
    if (!fast || !slow) return 'stay';
    if (fast.gt(movedBy(slow, params.threshold))) return 'long';
    return fast.lt(movedBy(slow, params.threshold.neg())) ? 'short' : 'flat';
  });
}
