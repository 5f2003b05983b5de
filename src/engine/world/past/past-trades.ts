import type { Draw } from '../../../kernel/random.ts';
import type { Ticks, TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import type { PastTrade } from './past-process.ts';

/** A minute of the walk in which something traded: the prices of its first and last trade. */
export interface PastMinute {
  readonly openTime: TimeMs;
  readonly open: Ticks;
  readonly close: Ticks;
  /** At least 1; `open` and `close` are equal when it is 1. */
  readonly trades: number;
}

const MINUTE_MS = 60_000;
/** Keeps the width of a draw within what a draw can be. */
const REACH_MAX: Ticks = 1_000_000_000;

/**
 * The trades of some minutes, oldest first. Each minute is cut into as many equal spans as it has trades, so that no
 * two share a moment. Prices go from open to close in even steps; trades between the first and the last stray by up to
 * `reach`, purchases upwards and sales downwards.
 */
export function tradesOf(spec: MarketSpec, minutes: readonly PastMinute[], reach: Ticks, draw: Draw): PastTrade[] {
  const least = Math.max(1, spec.minPriceTicks);
  const width = Math.min(reach, REACH_MAX);
  const { minLots, maxLots } = spec.liquidity.kind === 'agents' ? spec.liquidity : { minLots: 1, maxLots: 1 };
  const made: PastTrade[] = [];
  for (const { openTime, open, close, trades } of minutes) {
    const span = Math.floor(MINUTE_MS / trades);
    for (let index = 0; index < trades; index += 1) {
      const at = openTime + index * span + draw.between(0, span - 1);
      const strayed = draw.between(-width - 1, width);
      const isEnd = index === 0 || index === trades - 1;
      const way = onTheWay(open, close, index, trades - 1);
      const price = isEnd ? way : Math.max(least, strayed < 0 ? way + strayed + 1 : way + strayed);
      made.push({ at, takerSide: strayed < 0 ? 'sell' : 'buy', price, lots: draw.between(minLots, maxLots) });
    }
  }
  return made;
}

/** The price after `step` of `steps` even steps. Whole steps and the rest are taken apart, so that no product is large. */
function onTheWay(open: Ticks, close: Ticks, step: number, steps: number): Ticks {
  if (steps === 0) return close;
  const rest = (close - open) % steps;
  return open + ((close - open - rest) / steps) * step + Math.trunc((rest * step) / steps);
}
