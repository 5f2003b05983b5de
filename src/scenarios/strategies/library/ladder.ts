import { Amount, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { decimal, type ParamsOf, whole, word } from './params.ts';
import { midOf, movedBy, type Side, Trading } from './trading.ts';

export const LADDER_PARAMS = {
  side: word('buy', ['buy', 'sell'], 'the position that it opens: `buy` is long'),
  size: decimal('0', 'size of the position; 0 is ten times the smallest order of the market', { min: 0 }),
  rungs: whole(5, 1, 20, 'take-profit orders, of equal size'),
  step: decimal('10', 'distance of the first rung from the entry, and between two rungs, in basis points', {
    above: 0,
    max: 5_000,
  }),
  stop: decimal('0', 'basis points against the position at which all is closed; 0 for no stop', { min: 0, max: 9_000 }),
};
type Params = ParamsOf<typeof LADDER_PARAMS>;

/**
 * Opens a position with a market order, and closes it in parts by a ladder of reduce-only limit orders. When the mid
 * reaches the stop, the ladder is cancelled and the rest closed by a market order.
 */
export function ladder(params: Params): Strategy {
  const { side } = params;
  const exit: Side = side === 'buy' ? 'sell' : 'buy';
  const sign = side === 'buy' ? 1 : -1;
  let trading: Trading;
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let left: Amount = ZERO;
  let stopPrice: Amount | null = null;
  const rungs: string[] = [];

  const open = async (context: StrategyContext): Promise<void> => {
    if (context.book.bids.length === 0 || context.book.asks.length === 0) return;
    context.stop('open');
    const size = trading.sizeOf(params.size);
    const statuses = await trading.place([{ side, orderType: 'market', quantity: size.toFixed() }]);
    const entry = statuses?.[0]?.filled;
    if (!entry) return context.log('the entry was not filled');
    state = 'open';
    left = new Amount(entry.totalSize);
    const price = new Amount(entry.avgPrice);
    if (!params.stop.isZero()) stopPrice = movedBy(price, params.stop.mul(-sign));
    await climb(price);
  };

  const climb = async (entry: Amount): Promise<void> => {
    const each = trading.quantityOf(left.div(params.rungs));
    const orders = Array.from({ length: params.rungs }, (_, place) => {
      // The last rung takes what rounding has left.
      const quantity = place === params.rungs - 1 ? left.minus(each.mul(place)) : each;
      const price = trading.priceOf(exit, movedBy(entry, params.step.mul(place + 1).mul(sign)));
      return {
        side: exit,
        orderType: 'limitGtc',
        price,
        quantity: quantity.toFixed(),
        reduceOnly: true,
        clientOrderId: trading.nextId(),
      } as const;
    }).filter(({ quantity }) => !trading.isTooSmall(new Amount(quantity)));
    rungs.push(...orders.map(({ clientOrderId }) => clientOrderId));
    if (orders.length > 0) await trading.place(orders);
  };

  const closeAll = async (context: StrategyContext): Promise<void> => {
    state = 'closed';
    context.log('the stop was reached');
    await trading.cancel(rungs);
    if (!trading.isTooSmall(left)) {
      await trading.place([{ side: exit, orderType: 'market', quantity: left.toFixed(), reduceOnly: true }]);
    }
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      // The book comes after the start.
      context.every(100, 'open');
    },
    onTimer: (_timer, context) => open(context),
    onFill: (fill, context) => {
      if (fill.side !== exit || state !== 'open') return;
      left = left.minus(fill.quantity);
      if (left.gt(ZERO)) return;
      state = 'closed';
      context.log('the ladder was filled');
    },
    onBook: async (book, context) => {
      const mid = midOf(book);
      if (state !== 'open' || !mid || !stopPrice) return;
      if (side === 'buy' ? mid.lte(stopPrice) : mid.gte(stopPrice)) await closeAll(context);
    },
  };
}
