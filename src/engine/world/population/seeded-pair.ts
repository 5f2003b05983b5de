import { invariant } from '../../../kernel/assert.ts';
import type { AccountNo, PositionNo } from '../../../kernel/ids.ts';
import type { MarketSpec } from '../../config.ts';
import type { PositionSeededEvent, SeededSide } from '../../event.ts';
import { accountOf } from '../../evolve-order.ts';
import type { Side } from '../../orders/side.ts';
import { marketOf, notionalOf } from '../../risk/margin.ts';
import { effectOfFill } from '../../risk/position-math.ts';
import type { State } from '../../state.ts';
import type { SeededPair } from './group.ts';

/** The event of a pair of positions that were opened before the start; `accounts` are those of the group. */
export function seededPair(
  state: State,
  { symbol }: MarketSpec,
  accounts: readonly AccountNo[],
  { long, short, price, lots: quantity }: SeededPair,
): PositionSeededEvent {
  const market = marketOf(state, symbol);
  const notional = notionalOf(market, quantity, price);
  const sideOf = (place: number, side: Side, newPosition: PositionNo): SeededSide => {
    const account = accounts[place];
    invariant(account !== undefined, `the start of ${symbol} names an account of the group`);
    const held = accountOf(state, account).positions.get(symbol);
    const fill = effectOfFill(market, held, side, quantity, price, notional, 0, 0n, newPosition);
    const { position, realizedPnl } = fill;
    invariant(position && realizedPnl === 0n, `a position of the start of ${symbol} only grows`);
    return { account, position };
  };
  const { position } = state.counters;
  return {
    type: 'PositionSeeded',
    at: state.now,
    symbol,
    price,
    quantity,
    long: sideOf(long, 'buy', position + 1),
    short: sideOf(short, 'sell', position + 2),
  };
}
