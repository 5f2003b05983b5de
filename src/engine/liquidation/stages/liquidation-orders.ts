import type { AccountNo } from '../../../kernel/ids.ts';
import type { Lots } from '../../../kernel/units.ts';
import type { Side } from '../../orders/order-terms.ts';
import type { EngineEvent, OrderFacts } from '../../event.ts';
import type { Position, State } from '../../state.ts';

/** The side that closes a position. */
export const closingSideOf = ({ lots }: Pick<Position, 'lots'>): Side => (lots > 0 ? 'sell' : 'buy');

interface Terms {
  readonly account: AccountNo;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: Lots;
  readonly reduceOnly: boolean;
  readonly triggeredByLiquidation: boolean;
  readonly source: '' | 'vault' | 'adl' | 'settlement';
}

/** Returns a market order that the exchange places for an account. Rules of admission do not apply. */
export function placedFor(state: State, terms: Terms): Extract<EngineEvent, { type: 'OrderPlaced' }> {
  const { account, symbol, side, quantity, reduceOnly, triggeredByLiquidation, source } = terms;
  const order: OrderFacts = {
    no: state.counters.order,
    account,
    symbol,
    clientId: '',
    side,
    orderType: 'market',
    kind: 'market',
    timeInForce: 'IOC',
    price: 0,
    quantity,
    reduceOnly,
    postOnly: false,
    expiresAt: null,
    source,
    triggeredByLiquidation,
    trigger: null,
    closePosition: false,
    group: null,
    twap: null,
    parent: null,
  };
  return { type: 'OrderPlaced', at: state.now, order };
}

/** Returns the liquidation order that closes a position, or a part of it. */
export const placedAgainst = (state: State, position: Position, quantity: Lots) =>
  placedFor(state, {
    account: position.account,
    symbol: position.symbol,
    side: closingSideOf(position),
    quantity,
    reduceOnly: true,
    triggeredByLiquidation: true,
    source: '',
  });
