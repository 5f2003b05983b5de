import { ZERO } from '../../statistics/amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { decimal, type ParamsOf, whole } from './params.ts';
import { Trading } from './trading.ts';

const DAY_MS = 86_400_000;

export const TAKER_PARAMS = {
  everyMs: whole(2_000, 1, DAY_MS, 'mean time between two orders; each pause is from half to one and a half of it'),
  size: decimal('0', 'smallest order; 0 is ten times the smallest of the market', { min: 0 }),
  spreadOfSize: decimal('1', 'the largest order is this many times the smallest', { min: 1, max: 1_000 }),
  buyShare: whole(50, 0, 100, 'percentage of orders that buy'),
  maxPosition: decimal('0', 'position beyond which it trades back only; 0 for no limit', { min: 0 }),
};

/** Noise: market orders of random size and side at random times. */
export function taker(params: ParamsOf<typeof TAKER_PARAMS>): Strategy {
  let trading: Trading;
  const next = (context: StrategyContext): void => {
    const half = Math.max(1, Math.floor(params.everyMs / 2));
    context.after(context.random(half, Math.max(half, params.everyMs + half)), 'order');
  };
  const sideOf = (context: StrategyContext): 'buy' | 'sell' => {
    const drawn = context.random(1, 100) <= params.buyShare ? 'buy' : 'sell';
    if (params.maxPosition.isZero() || params.maxPosition.gt(context.position.replace('-', ''))) return drawn;
    return context.position.startsWith('-') ? 'buy' : 'sell';
  };
  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      next(context);
    },
    onTimer: async (_timer, context) => {
      const side = sideOf(context);
      const smallest = trading.sizeOf(params.size);
      const more = smallest.mul(params.spreadOfSize.minus(1)).mul(context.random(0, 1_000)).div(1_000);
      const quantity = trading.quantityOf(smallest.plus(more));
      if (quantity.gt(ZERO)) await trading.take(side, quantity);
      next(context);
    },
  };
}
