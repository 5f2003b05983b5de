import { Draw, streamOf } from '../../../../kernel/random.ts';
import type { EngineEvent } from '../../../event.ts';
import { factsOf } from '../../../orders/place-order.ts';
import type { Market, State } from '../../../state.ts';
import { WORLD_SOURCE } from '../../world-orders.ts';
import { type NewOrder, standingOrders, viewSide } from './depth-orders.ts';

/**
 * Places the orders of the group `depth` that stand in the book of a market before the start, also where it is closed. There are
 * thousands in an exchange, on both sides of the index, so none can be refused or trade: they become events without being
 * decided one by one.
 */
export function seedBook(state: State, market: Market, emit: (event: EngineEvent) => void): void {
  const { spec, population } = market;
  const { liquidity, symbol } = spec;
  if (liquidity.kind !== 'population' || !population) return;
  const accounts = population.accounts.depth;
  if (accounts.length === 0) return;
  const draw = new Draw(streamOf(state.config.seed, `population:${symbol}:depth:start`));
  const look = { state, market, spec: liquidity, population, accounts, memory: [], draw };
  for (const side of ['buy', 'sell'] as const) {
    for (const order of standingOrders(viewSide(look, side), liquidity.depth.levels)) rest(state, market, order, emit);
  }
}

function rest(state: State, { spec }: Market, order: NewOrder, emit: (event: EngineEvent) => void): void {
  const { account, side, price, lots } = order;
  const { symbol } = spec;
  const terms = {
    account,
    symbol,
    side,
    orderType: 'limitGtc',
    reduceOnly: false,
    postOnly: true,
    clientId: '',
    expiresAt: null,
    source: WORLD_SOURCE,
  } as const;
  const facts = factsOf(state, terms, { price, quantity: lots });
  emit({ type: 'OrderPlaced', at: state.now, order: facts });
  emit({ type: 'OrderRested', at: state.now, order: facts.no });
}
