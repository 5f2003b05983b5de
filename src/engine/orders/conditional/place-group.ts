import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import type { OrderNo, PositionNo } from '../../../kernel/ids.ts';
import type { Deciders, Decision } from '../../handlers.ts';
import type { EngineEvent, OrderFacts } from '../../event.ts';
import type { Account, Market, State } from '../../state.ts';
import type { ConditionalCommand, GroupPlace, OrderLink, PlaceGroup } from './conditional-terms.ts';
import { isTakeProfit } from '../order-kind.ts';
import { conditionalFacts, placeConditional, refuseWrongSide } from './place-conditional.ts';
import { acceptOrder, mayRest } from '../place-order.ts';
import { refuseTooManyOrders, refuseUntradable } from '../validate.ts';

export const CONDITIONAL_DECIDERS: Deciders<ConditionalCommand['type']> = {
  PlaceConditional: placeConditional,
  PlaceGroup: placeGroup,
};

/**
 * Accepts linked orders together or refuses them all with the first reason found. The main order gets the
 * first number and its children the next ones, so that all are known before the main order meets the book.
 */
function placeGroup(state: State, command: PlaceGroup): Decision {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (!account) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (!market) return refuse('MARKET_NOT_FOUND');
  const refusal = refuseUntradable(state, market, account, command.main) ?? refuseRepeatedClientId(command);
  if (refusal) return refusal;
  return command.main === null
    ? attachToPosition(state, market, account, command)
    : placeWithMain(state, market, account, command, command.main);
}

function placeWithMain(
  state: State,
  market: Market,
  account: Account,
  command: PlaceGroup,
  main: NonNullable<PlaceGroup['main']>,
): Decision {
  const accepted = acceptOrder(state, market, account, main);
  if (isRefusal(accepted)) return accepted;
  const no = state.counters.order;
  const children = childFacts(state, market, account, command, { first: no + 1, main: no, position: null });
  if (isRefusal(children)) return children;
  const placed = accepted.map((event) => (event.type === 'OrderPlaced' ? withChildren(event, children) : event));
  const waits = placed.some((event) => event.type === 'OrderPlaced' && mayRest(event.order)) ? 1 : 0;
  const refusal = refuseTooManyOrders(state, account, command.symbol, children.length + waits);
  return refusal ?? [...placed, ...children.map((order) => placedEvent(state, order))];
}

/** Conditionals of a position that is there: they end when it does. */
function attachToPosition(state: State, market: Market, account: Account, command: PlaceGroup): Decision {
  const position = account.positions.get(command.symbol);
  if (!position) return refuse('REDUCE_ONLY_NO_POSITION');
  const wrongSide = command.pairs.flat().map((child) => refuseWrongSide(account, child));
  const first = wrongSide.find((refusal) => refusal !== null);
  if (first) return first;
  const place = { first: state.counters.order, main: null, position: position.no };
  const children = childFacts(state, market, account, command, place);
  if (isRefusal(children)) return children;
  const refusal = refuseTooManyOrders(state, account, command.symbol, children.length);
  return refusal ?? children.map((order) => placedEvent(state, order));
}

interface Places {
  readonly first: OrderNo;
  readonly main: OrderNo | null;
  readonly position: PositionNo | null;
}

function childFacts(
  state: State,
  market: Market,
  account: Account,
  { pairs }: PlaceGroup,
  { first, main, position }: Places,
): OrderFacts[] | Refusal {
  const all: OrderFacts[] = [];
  for (const [pair, children] of pairs.entries()) {
    for (const child of children) {
      const group: GroupPlace = { role: 'child', group: main ?? first, pair, main, position };
      const facts = conditionalFacts(state, market, account, child, { no: first + all.length, group });
      if (isRefusal(facts)) return facts;
      all.push(facts);
    }
  }
  return all;
}

function withChildren(
  event: Extract<EngineEvent, { type: 'OrderPlaced' }>,
  children: readonly OrderFacts[],
): EngineEvent {
  const group: GroupPlace = {
    role: 'main',
    takeProfit: linkTo(children.find(({ kind }) => isTakeProfit(kind))),
    stopLoss: linkTo(children.find(({ kind }) => !isTakeProfit(kind))),
  };
  return { ...event, order: { ...event.order, group } };
}

const linkTo = (order: OrderFacts | undefined): OrderLink | null =>
  order ? { no: order.no, clientId: order.clientId } : null;

const placedEvent = (state: State, order: OrderFacts): EngineEvent => ({ type: 'OrderPlaced', at: state.now, order });

/** No two orders of a group may share a client id, as no two live orders may. */
function refuseRepeatedClientId({ main, pairs }: PlaceGroup): Refusal | null {
  const orders: readonly { readonly clientId: string }[] = [...(main ? [main] : []), ...pairs.flat()];
  const named = orders.map(({ clientId }) => clientId).filter((clientId) => clientId !== '');
  return new Set(named).size < named.length ? refuse('IDEMPOTENCY_CONFLICT') : null;
}
