import { type Amount, ZERO } from '../../statistics/amount.ts';
import type { Strategy } from '../../strategy.ts';
import { TargetPosition } from './target-position.ts';
import { midOf, Trading } from './trading.ts';

/** The position that a sample asks for; `stay` leaves it as it is. */
export type Wanted = 'long' | 'short' | 'flat' | 'stay';

/** Returns a strategy that looks at the mid every so often and holds the position that `wantedAt` asks for. */
export function sampledPosition(
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
