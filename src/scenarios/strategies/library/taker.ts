import { type Amount, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { decimal, type ParamsOf, whole, word } from './params.ts';
import { midOf, movedBy, Trading } from './trading.ts';

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

export const TWAP_PARAMS = {
  side: word('buy', ['buy', 'sell'], 'what it does'),
  quantity: decimal('0', 'all that is to be traded; 0 is one smallest order of the market for each slice', { min: 0 }),
  slices: whole(10, 1, 10_000, 'number of orders'),
  durationMs: whole(600_000, 1, 365 * 86_400_000, 'time from the first order to one interval after the last'),
  limitBps: decimal('0', 'basis points beyond the first mid at which it does not trade; 0 for market orders', {
    min: 0,
    max: 5_000,
  }),
};
type Params = ParamsOf<typeof TWAP_PARAMS>;

/**
 * Trades a quantity in equal slices at equal intervals. What a slice does not fill, because the book is thin or the price
 * beyond the limit, is added to the next one; what is left after the last one is logged.
 */
export function twap(params: Params): Strategy {
  const { side, slices } = params;
  const interval = Math.max(1, Math.floor(params.durationMs / slices));
  let trading: Trading;
  let total: Amount = ZERO;
  let filled: Amount = ZERO;
  let placed = 0;
  let limit: string | null = null;

  const slice = async (context: StrategyContext): Promise<void> => {
    placed += 1;
    // The last slice takes what rounding has left.
    const due = placed === slices ? total : trading.quantityOf(total.mul(placed).div(slices));
    const quantity = due.minus(filled);
    if (!trading.isTooSmall(quantity)) {
      const order =
        limit === null
          ? ({ side, orderType: 'market', quantity: quantity.toFixed() } as const)
          : ({ side, orderType: 'limitIoc', price: limit, quantity: quantity.toFixed() } as const);
      const statuses = await trading.place([order]);
      filled = filled.plus(statuses?.[0]?.filled?.totalSize ?? '0');
    }
    if (placed < slices) return;
    context.stop('slice');
    const left = total.minus(filled);
    if (left.gt(ZERO)) context.log(`${left.toFixed()} of ${total.toFixed()} was not filled`);
  };

  const begin = async (context: StrategyContext): Promise<void> => {
    const mid = midOf(context.book);
    if (!mid) return;
    context.stop('begin');
    if (!params.limitBps.isZero()) {
      limit = trading.priceOf(side, movedBy(mid, side === 'buy' ? params.limitBps : params.limitBps.neg()));
    }
    context.every(interval, 'slice');
    await slice(context);
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      total = params.quantity.isZero() ? trading.smallest().mul(slices) : trading.quantityOf(params.quantity);
      // The book comes after the start.
      context.every(100, 'begin');
    },
    onTimer: (timer, context) => (timer === 'begin' ? begin(context) : slice(context)),
  };
}
