import { Amount, ZERO } from '../../amount.ts';
import type { Strategy, StrategyContext } from '../../strategy.ts';
import { StrategyParamsError } from './params-error.ts';
import { decimal, type ParamsOf, whole } from './params.ts';
import { BASIS_POINTS, midOf, Trading } from './trading.ts';
import { TargetPosition } from './trend.ts';

export const ARBITRAGE_PARAMS = {
  everyMs: whole(1_000, 1, 86_400_000, 'time between two looks at index and mid'),
  band: decimal('8', 'basis points between mid and index beyond which it trades against the difference', {
    above: 0,
    max: 5_000,
  }),
  home: decimal('2', 'basis points within which it closes its position, below `band`', { min: 0, max: 5_000 }),
  size: decimal('0', 'quantity of each order; 0 is ten times the smallest of the market', { min: 0 }),
  maxPosition: decimal('0', 'largest position; 0 is ten times `size`', { min: 0 }),
};

/**
 * Holds the mid near the index: sells while it is above by more than the band, buys while it is below, and goes home once both agree
 * again. The other side of its trade, the asset itself, is not part of this market.
 */
export function arbitrage(params: ParamsOf<typeof ARBITRAGE_PARAMS>): Strategy {
  const { band, home } = params;
  if (home.gte(band)) {
    throw new StrategyParamsError('arbitrage', [
      `home must be below band (got ${home.toFixed()} and ${band.toFixed()})`,
    ]);
  }
  let trading: Trading;
  let holding: TargetPosition;

  /** Mid over index in basis points; null while one of them is not known. */
  const basisOf = async ({ client, symbol, book }: StrategyContext): Promise<Amount | null> => {
    const prices = await trading.attempt('getMarketPrices', () => client.getMarketPrices());
    const [index, mid] = [prices?.[symbol]?.indexPrice, midOf(book)];
    return index === undefined || !mid ? null : mid.minus(index).mul(BASIS_POINTS).div(index);
  };

  return {
    onStart: async (context) => {
      trading = await Trading.open(context);
      holding = new TargetPosition(context, trading);
      context.every(params.everyMs, 'look');
    },
    onTimer: async (_timer, context) => {
      const basis = await basisOf(context);
      if (!basis) return;
      const size = trading.sizeOf(params.size);
      const most = params.maxPosition.isZero() ? size.mul(10) : params.maxPosition;
      const { position } = holding;
      if (basis.abs().gt(band)) {
        const target = basis.gt(ZERO) ? position.minus(size) : position.plus(size);
        await holding.moveTo(Amount.max(most.neg(), Amount.min(most, target)));
      } else if (basis.abs().lte(home) && !position.isZero()) {
        await holding.moveTo(position.abs().lte(size) ? ZERO : position.minus(size.mul(position.cmp(0))));
      }
    },
  };
}
