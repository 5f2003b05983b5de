import type { Strategy } from '../../strategy.ts';
import { decimal, type ParamsOf, StrategyParamsError, whole } from './params.ts';
import { PriceWindow } from './price-window.ts';
import { sampledPosition } from './sampled-position.ts';
import { movedBy } from './trading.ts';

export const REVERSION_PARAMS = {
  size: decimal('0', 'size of its position; 0 is ten times the smallest order of the market', { min: 0 }),
  everyMs: whole(1_000, 1, 86_400_000, 'time between two samples of the mid'),
  window: whole(30, 2, 10_000, 'samples of the mean'),
  entry: decimal('10', 'basis points between mid and mean at which it takes a position against the move', {
    above: 0,
    max: 5_000,
  }),
  exit: decimal('2', 'basis points between mid and mean at which it closes, below `entry`', { min: 0, max: 5_000 }),
};
type Params = ParamsOf<typeof REVERSION_PARAMS>;

/** Trades against moves away from the mean of the mid, and closes when the mid has come back. */
export function reversion(params: Params): Strategy {
  const { entry, exit } = params;
  if (exit.gte(entry)) {
    throw new StrategyParamsError('reversion', [
      `exit must be below entry (got ${exit.toFixed()} and ${entry.toFixed()})`,
    ]);
  }
  const window = new PriceWindow(params.window);
  return sampledPosition(params, (mid) => {
    const mean = window.mean(params.window);
    window.add(mid);
    if (!mean) return 'stay';
    if (mid.gte(movedBy(mean, entry))) return 'short';
    if (mid.lte(movedBy(mean, entry.neg()))) return 'long';
    return mid.lte(movedBy(mean, exit)) && mid.gte(movedBy(mean, exit.neg())) ? 'flat' : 'stay';
  });
}
