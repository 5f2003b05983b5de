import { Amount, meanOf, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { StrategyParamsError } from './params-error.ts';
import { decimal, type ParamsOf, whole } from './params.ts';
import { midOf, movedBy, Trading } from './trading.ts';

export const TREND_PARAMS = {
  size: decimal('0', 'size of its position; 0 is ten times the smallest order of the market', { min: 0 }),
  everyMs: whole(1_000, 1, 86_400_000, 'time between two samples of the mid'),
  fast: whole(5, 1, 10_000, 'samples of the short mean'),
  slow: whole(20, 2, 10_000, 'samples of the long mean, more than `fast`'),
  threshold: decimal('1', 'basis points by which the means must differ for a position', { min: 0, max: 5_000 }),
};
type TrendParams = ParamsOf<typeof TREND_PARAMS>;

/** Trades to be long while the short mean of the mid is above the long one, short while it is below. */
export function trend(params: TrendParams): Strategy {
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
type ReversionParams = ParamsOf<typeof REVERSION_PARAMS>;

/** Trades against moves away from the mean of the mid, and closes when the mid has come back. */
export function reversion(params: ReversionParams): Strategy {
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

/** The position that a sample asks for; `stay` leaves it as it is. */
export type Wanted = 'long' | 'short' | 'flat' | 'stay';

/** Returns a strategy that looks at the mid every so often and holds the position that `wantedAt` asks for. */
function sampledPosition(
  params: { readonly size: Amount; readonly everyMs: number },
  wantedAt: (mid: Amount) => Wanted,
): Strategy {
  let trading: Trading;
  let holding: TargetPosition;
  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      holding = new TargetPosition(context, trading);
      context.every(params.everyMs, 'sample');
    },
    onTimer: async (_timer, context) => {
      const mid = midOf(context.book);
      const wanted = mid ? wantedAt(mid) : 'stay';
      if (wanted === 'stay') return;
      const size = trading.sizeOf(params.size);
      await holding.moveTo(wanted === 'long' ? size : wanted === 'short' ? size.neg() : ZERO);
    },
  };
}

/** How long fills may take to be shown; until then the responses of the orders count. */
const SETTLED_MS = 5_000;

/**
 * Brings a position to a size by market orders. It knows its position from the responses of its orders for some time after
 * one, because fills are shown later, and from its fills otherwise.
 */
export class TargetPosition {
  readonly #context: StrategyContext;
  readonly #trading: Trading;
  #known: { readonly position: Amount; readonly until: number } | null = null;

  constructor(context: StrategyContext, trading: Trading) {
    this.#context = context;
    this.#trading = trading;
  }

  /** Signed. */
  get position(): Amount {
    const { now, position } = this.#context;
    return this.#known && now < this.#known.until ? this.#known.position : new Amount(position);
  }

  /** Sends at most one order. A difference below the smallest order stays. */
  async moveTo(target: Amount): Promise<void> {
    const { position } = this;
    const missing = target.minus(position);
    const quantity = this.#trading.quantityOf(missing.abs());
    if (this.#trading.isTooSmall(quantity)) return;
    const filled = await this.#trading.take(missing.gt(ZERO) ? 'buy' : 'sell', quantity);
    this.#known = filled ? { position: position.plus(filled), until: this.#context.now + SETTLED_MS } : null;
  }
}

/** The latest prices, so many at most. */
class PriceWindow {
  readonly #size: number;
  readonly #prices: Amount[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  add(price: Amount): void {
    this.#prices.push(price);
    if (this.#prices.length > this.#size) this.#prices.shift();
  }

  /** Returns the mean of the latest `count` prices; null until there are so many. */
  mean(count: number): Amount | null {
    return this.#prices.length < count ? null : meanOf(this.#prices.slice(-count));
  }
}
