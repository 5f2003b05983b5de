import { Amount, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { decimal, type ParamsOf, whole } from './params.ts';
import { TargetPosition } from './trend.ts';
import { midOf, movedBy, Trading } from './trading.ts';

const DAY_MS = 86_400_000;

export const INFORMED_PARAMS = {
  size: decimal('0', 'quantity of each order; 0 is ten times the smallest of the market', { min: 0 }),
  maxPosition: decimal('0', 'largest position; 0 is ten times `size`', { min: 0 }),
  everyMs: whole(500, 1, DAY_MS, 'time between two orders'),
  edge: decimal('5', 'basis points by which the index must be beyond the best price, so that it trades', {
    min: 0,
    max: 5_000,
  }),
  moveAtMs: whole(
    0,
    0,
    365 * DAY_MS,
    'time of a price move that it knows of, after its start; 0 for none: the index is all it knows',
  ),
  moveBps: decimal('0', 'size of that move in basis points, negative for down', { min: -10_000, max: 10_000 }),
  leadMs: whole(5_000, 1, DAY_MS, 'how long before the move it begins to trade'),
  holdMs: whole(5_000, 0, DAY_MS, 'how long after the move it begins to close its position'),
};
type Params = ParamsOf<typeof INFORMED_PARAMS>;

/**
 * Takes liquidity because it knows more than the book: that the index is beyond the best price, or that the price is
 * about to move.
 */
export function informed(params: Params): Strategy {
  let trading: Trading;
  let holding: TargetPosition;
  let startedAt = 0;

  /** 1 to buy, -1 to sell, 0 to close the position, null to wait. */
  const directionOf = (context: StrategyContext): Promise<number | null> | number | null => {
    if (params.moveAtMs === 0) return byIndex(context);
    const elapsed = context.now - startedAt;
    if (elapsed < params.moveAtMs - params.leadMs) return null;
    return elapsed < params.moveAtMs + params.holdMs ? params.moveBps.cmp(0) : 0;
  };
  const byIndex = async ({ client, symbol, book }: StrategyContext): Promise<number | null> => {
    const prices = await trading.attempt('getMarketPrices', () => client.getMarketPrices());
    const index = prices?.[symbol]?.indexPrice;
    const [bid, ask, mid] = [book.bids[0], book.asks[0], midOf(book)];
    if (index === undefined) return null;
    if (ask && movedBy(new Amount(ask[0]), params.edge).lt(index)) return 1;
    if (bid && movedBy(new Amount(bid[0]), params.edge.neg()).gt(index)) return -1;
    // The book has come to the index: what was bought below it has earned what there was to earn.
    const side = holding.position.cmp(0);
    return mid && side !== 0 && mid.cmp(index) * side >= 0 ? 0 : null;
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      holding = new TargetPosition(context, trading);
      startedAt = context.now;
      context.every(params.everyMs, 'look');
    },
    onTimer: async (_timer, context) => {
      const direction = await directionOf(context);
      if (direction === null) return;
      const size = trading.sizeOf(params.size);
      const { position } = holding;
      const limit = params.maxPosition.isZero() ? size.mul(10) : params.maxPosition;
      const target = direction === 0 ? towardsZero(position, size) : position.plus(size.mul(direction));
      await holding.moveTo(Amount.max(limit.neg(), Amount.min(limit, target)));
    },
  };
}

const towardsZero = (position: Amount, size: Amount): Amount =>
  position.abs().lte(size) ? ZERO : position.minus(size.mul(position.cmp(0)));
