import { Amount, ZERO } from '../../statistics/amount.ts';
import type { StrategyContext } from '../../strategy.ts';
import type { Trading } from './trading.ts';

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
