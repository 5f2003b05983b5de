import { Amount, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { waitMs } from './drawing.ts';
import { decimal, type ParamsOf, whole, word } from './params.ts';
import { movedBy, type Side, Trading } from './trading.ts';

const DAY_MS = 86_400_000;
const ALIVE_MOST = 1_000;

export const NOISE_PARAMS = {
  side: word('both', ['both', 'buy', 'sell'], 'the side of its orders'),
  limitEveryMs: whole(2_000, 0, DAY_MS, 'mean time between two limit orders; 0 for none'),
  takeEveryMs: whole(10_000, 0, DAY_MS, 'mean time between two market orders; 0 for none'),
  lifeMs: whole(60_000, 1, 365 * DAY_MS, 'mean time after which a resting order is cancelled'),
  reach: decimal('50', 'basis points from the best price of the other side within which a limit order may stand', {
    above: 0,
    max: 5_000,
  }),
  size: decimal('0', 'size of every order; 0 is ten times the smallest of the market', { min: 0 }),
};

/**
 * Zero intelligence: limit orders at any price that does not take, market orders, and cancellations, each at random times that know
 * nothing of one another and of the price. Chance alone makes the book.
 */
export function noise(params: ParamsOf<typeof NOISE_PARAMS>): Strategy {
  let trading: Trading;
  let alive = 0;
  /** The index at the start, around which the first orders of an empty book stand. */
  let first: Amount | null = null;

  const sideOf = (context: StrategyContext): Side =>
    params.side !== 'both' ? params.side : context.random(0, 1) === 0 ? 'buy' : 'sell';

  const quantity = (): string => trading.sizeOf(params.size).toFixed();

  /** Between one increment and the whole reach away from the best price of the other side. */
  const priceOf = (context: StrategyContext, side: Side): string | null => {
    const { bids, asks } = context.book;
    const other = (side === 'buy' ? asks : bids)[0]?.[0];
    const from = other === undefined ? first : new Amount(other);
    if (!from) return null;
    const away = params.reach.mul(context.random(1, 1_000_000)).div(1_000_000);
    const price = movedBy(from, side === 'buy' ? away.neg() : away);
    return trading.priceOf(side, price);
  };

  const rest = async (context: StrategyContext): Promise<void> => {
    const side = sideOf(context);
    const price = priceOf(context, side);
    if (price === null || alive >= ALIVE_MOST) return;
    const clientOrderId = trading.nextId();
    const order = { side, orderType: 'limitGtc', price, quantity: quantity(), postOnly: true, clientOrderId } as const;
    const [status] = (await trading.place([order])) ?? [];
    if (!status?.resting) return;
    alive += 1;
    context.after(waitMs(context, params.lifeMs), clientOrderId);
  };

  const next = (context: StrategyContext, timer: 'limit' | 'take', mean: number): void => {
    if (mean > 0) context.after(waitMs(context, mean), timer);
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      const prices = await trading.attempt('getMarketPrices', () => context.client.getMarketPrices());
      const index = prices?.[context.symbol]?.indexPrice;
      first = index === undefined ? null : new Amount(index);
      next(context, 'limit', params.limitEveryMs);
      next(context, 'take', params.takeEveryMs);
    },
    onTimer: async (timer, context) => {
      if (timer === 'limit') {
        await rest(context);
        next(context, timer, params.limitEveryMs);
      } else if (timer === 'take') {
        const taken = trading.sizeOf(params.size);
        if (taken.gt(ZERO)) await trading.take(sideOf(context), taken);
        next(context, timer, params.takeEveryMs);
      } else {
        alive -= 1;
        // One that has been filled meanwhile is gone already.
        await trading.cancel([timer]);
      }
    },
  };
}
