import { invariant, refuse } from '../../../kernel/errors.ts';
import type { OrderNo } from '../../../kernel/ids.ts';
import type { Lots } from '../../../kernel/units.ts';
import type { Deciders, Decision } from '../../handlers.ts';
import { marketOf } from '../../risk/margin.ts';
import type { Position, State } from '../../state.ts';
import type { Delist } from '../../command.ts';
import { closingSideOf, type EngineEffects, placedFor } from './liquidation-orders.ts';
import { privateTrade } from './after-book.ts';

/** The market closes first, so that nothing is placed in it any more; `settle` does the rest. */
export const DELIST_DECIDERS: Deciders<Delist['type']> = {
  Delist: (state, { symbol, price }): Decision => {
    if (!state.markets.has(symbol)) return refuse('MARKET_NOT_FOUND');
    if (price !== null && price < 1) return refuse('INVALID_VALUE', 'price must be at least one tick');
    return [{ type: 'MarketStatusSet', at: state.now, symbol, status: 'closed' }];
  },
};

/**
 * Cancels all that is live in a market that was closed, and closes its positions. Longs and shorts are as large as each other
 * (INV-28), so closing one against the other leaves none; accounts are paired in the order of their numbers. It costs no fee, and
 * is no public trade.
 */
export function settle(state: State, run: EngineEffects, { symbol, price }: Delist): void {
  cancelAll(state, run, symbol);
  const market = marketOf(state, symbol);
  const at = price ?? market.mark;
  const open = [...state.accounts.values()]
    .flatMap(({ positions }) => positions.get(symbol) ?? [])
    .sort((a, b) => a.account - b.account);
  const shorts = open.filter(({ lots }) => lots < 0).map(sizeOf);
  for (const long of open.filter(({ lots }) => lots > 0).map(sizeOf)) {
    const sale = placeClosing(state, run, long);
    while (long.left > 0) {
      const [short] = shorts;
      invariant(short, () => `INV-28 ${symbol} has shorts for its longs`);
      short.order ??= placeClosing(state, run, short);
      const lots = Math.min(long.left, short.left);
      run.emit(privateTrade(state, symbol, 'settlement', { taker: sale, maker: short.order, lots, price: at }));
      long.left -= lots;
      short.left -= lots;
      if (short.left === 0) shorts.shift();
    }
  }
}

interface Closing {
  readonly position: Position;
  /** Unsigned. */
  readonly quantity: Lots;
  left: Lots;
  order?: OrderNo;
}

function sizeOf(position: Position): Closing {
  const quantity = Math.abs(position.lots);
  return { position, quantity, left: quantity };
}

/** The end of an order can end orders linked to it, each with its own cause. */
function cancelAll(state: State, run: EngineEffects, symbol: string): void {
  const live = [...state.orders.values()].filter((order) => order.symbol === symbol).map(({ no }) => no);
  for (const order of live.sort((a, b) => a - b)) {
    if (state.orders.has(order)) run.emitAll([{ type: 'OrderCancelled', at: state.now, order, cause: 'delisted' }]);
  }
}

/** Places the order that closes a position whole, and returns its number. */
function placeClosing(state: State, run: EngineEffects, { position, quantity }: Closing): OrderNo {
  const placed = placedFor(state, {
    account: position.account,
    symbol: position.symbol,
    side: closingSideOf(position),
    quantity,
    reduceOnly: true,
    triggeredByLiquidation: false,
    source: 'settlement',
  });
  run.emit(placed);
  return placed.order.no;
}
