import { Amount, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { normalMillionths, waitMs } from './drawing.ts';
import { decimal, type ParamsOf, whole } from './params.ts';
import { midOf, movedBy, type Side, Trading } from './trading.ts';

const DAY_MS = 86_400_000;
const MILLION = 1_000_000;

export const VALUE_PARAMS = {
  everyMs: whole(2_000, 1, DAY_MS, 'mean time between two looks at the market'),
  doubt: decimal('5', 'deviation of its opinion of the value from the index, in basis points', { min: 0, max: 1_000 }),
  reviseMs: whole(600_000, 1, 365 * DAY_MS, 'mean time after which it has another opinion'),
  edge: decimal('3', 'basis points by which the best price must be better than the value, so that it trades', {
    min: 0,
    max: 5_000,
  }),
  size: decimal('0', 'quantity of each order; 0 is ten times the smallest of the market', { min: 0 }),
  maxPosition: decimal('0', 'largest position; 0 is ten times `size`', { min: 0 }),
};

/**
 * Has an opinion of what the asset is worth, the index with an error of its own, and buys below it and sells above it. Its orders
 * never pay more than the value less the edge. Once the mid is at the value it goes home.
 */
export function value(params: ParamsOf<typeof VALUE_PARAMS>): Strategy {
  let trading: Trading;
  let error: Amount = ZERO;

  const revise = (context: StrategyContext): void => {
    error = params.doubt.mul(normalMillionths(context)).div(MILLION);
    context.after(waitMs(context, params.reviseMs), 'revise');
  };

  const valueOf = async ({ client, symbol }: StrategyContext): Promise<Amount | null> => {
    const prices = await trading.attempt('getMarketPrices', () => client.getMarketPrices());
    const index = prices?.[symbol]?.indexPrice;
    return index === undefined ? null : movedBy(new Amount(index), error);
  };

  const look = async (context: StrategyContext): Promise<void> => {
    const worth = await valueOf(context);
    const { bids, asks } = context.book;
    const mid = midOf(context.book);
    if (!worth || !mid) return;
    const size = trading.sizeOf(params.size);
    const most = params.maxPosition.isZero() ? size.mul(10) : params.maxPosition;
    const held = new Amount(context.position);
    const [low, high] = [movedBy(worth, params.edge.neg()), movedBy(worth, params.edge)];
    if (asks[0] && low.gte(asks[0][0])) await take('buy', low, Amount.min(size, most.minus(held)));
    else if (bids[0] && high.lte(bids[0][0])) await take('sell', high, Amount.min(size, most.plus(held)));
    else if (held.gt(ZERO) && mid.gte(worth))
      await take('sell', movedBy(mid, params.edge.neg()), Amount.min(size, held));
    else if (held.lt(ZERO) && mid.lte(worth))
      await take('buy', movedBy(mid, params.edge), Amount.min(size, held.neg()));
  };

  const take = async (side: Side, limit: Amount, wanted: Amount): Promise<void> => {
    const quantity = trading.quantityOf(wanted);
    if (trading.isTooSmall(quantity)) return;
    const price = trading.priceOf(side, limit);
    await trading.place([{ side, orderType: 'limitIoc', price, quantity: quantity.toFixed() }]);
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      revise(context);
      context.after(waitMs(context, params.everyMs), 'look');
    },
    onTimer: async (timer, context) => {
      if (timer === 'revise') {
        revise(context);
        return;
      }
      await look(context);
      context.after(waitMs(context, params.everyMs), 'look');
    },
  };
}
