import { type Amount, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { heavy, waitMs } from './drawing.ts';
import { StrategyParamsError } from './params-error.ts';
import { decimal, type ParamsOf, whole } from './params.ts';
import { type Side, Trading } from './trading.ts';

const DAY_MS = 86_400_000;

export const METAORDER_PARAMS = {
  size: decimal('0', 'quantity of each part; 0 is ten times the smallest order of the market', { min: 0 }),
  everyMs: whole(5_000, 1, DAY_MS, 'mean time between two parts'),
  restMs: whole(60_000, 1, 365 * DAY_MS, 'mean time between the end of a large order and the next one'),
  shortest: whole(2, 1, 100_000, 'parts of the shortest large order'),
  longest: whole(300, 1, 100_000, 'parts of the longest, not below `shortest`'),
  tail: decimal(
    '1.5',
    'exponent of their lengths: the chance of more than x parts falls as x to the power of minus this',
    {
      min: 0.1,
      max: 10,
    },
  ),
  buyShare: whole(50, 0, 100, 'percentage of large orders that buy'),
};

/**
 * Works one large order after the other, in parts: the lengths have a heavy tail, which is why signs of trades remember for long. It
 * closes nothing: two of its orders in one direction add up.
 */
export function metaorder(params: ParamsOf<typeof METAORDER_PARAMS>): Strategy {
  const { shortest, longest } = params;
  if (longest < shortest) {
    throw new StrategyParamsError('metaorder', [`longest must not be below shortest (got ${longest} and ${shortest})`]);
  }
  const tailPpm = params.tail.mul(1_000_000).round().toNumber();
  let trading: Trading;
  let side: Side = 'buy';
  let left = 0;
  let filled: Amount = ZERO;

  const begin = (context: StrategyContext): void => {
    side = context.random(1, 100) <= params.buyShare ? 'buy' : 'sell';
    left = heavy(context, shortest, longest, tailPpm);
    filled = ZERO;
    context.log(`a large order begins: ${side} in ${left} parts`);
  };

  const part = async (context: StrategyContext): Promise<void> => {
    if (left === 0) begin(context);
    const taken = await trading.take(side, trading.sizeOf(params.size));
    filled = filled.plus(taken?.abs() ?? ZERO);
    left -= 1;
    if (left === 0) context.log(`a large order ends: ${side} ${filled.toFixed()}`);
    context.after(waitMs(context, left === 0 ? params.restMs : params.everyMs), 'part');
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      context.after(waitMs(context, params.restMs), 'part');
    },
    onTimer: (_timer, context) => part(context),
  };
}
