import { type Static, Type } from '@sinclair/typebox';
import type { EngineEvent, OrderFacts } from '../../engine/event.ts';
import type { CommandOutcome } from '../../engine/engine.ts';
import type { PlaceGroup } from '../../engine/orders/conditional-terms.ts';
import type { Market, State } from '../../engine/state.ts';
import { invariant, type Refusal } from '../../kernel/errors.ts';
import { type OrderNo, venueIdOf } from '../../kernel/ids.ts';
import type { Lots, Units } from '../../kernel/units.ts';
import { formatAverage, formatLots } from '../format.ts';
import {
  ClientIdText,
  Closed,
  DecimalText,
  ErrorCodeWord,
  IdText,
  NameText,
  Nullable,
  OrderIdentifier,
  orderIdentifier,
  Time,
} from '../primitives.ts';

/** Entries of `statuses` (wire 2.4): what became of each item of a placement or a cancel. */

const Placed = { order: OrderIdentifier, id: IdText };

const RestingStatus = Closed({ resting: Closed({ ...Placed, expiresAt: Type.Optional(Time) }) });
const FilledStatus = Closed({
  filled: Closed({ ...Placed, totalSize: DecimalText, avgPrice: DecimalText, expiresAt: Type.Optional(Time) }),
});
const CanceledStatus = Closed({ canceled: Closed(Placed) });
const ErrorStatus = Closed({
  error: NameText,
  errorCode: ErrorCodeWord,
  order: Type.Optional(Closed({ venueId: Nullable(IdText), clientId: ClientIdText })),
});
export const PlaceStatus = Type.Union([RestingStatus, FilledStatus, CanceledStatus, ErrorStatus]);
export const CancelStatus = Type.Union([CanceledStatus, ErrorStatus]);
export type PlaceStatus = Static<typeof PlaceStatus>;
type CanceledStatus = Static<typeof CanceledStatus>;
type ErrorStatus = Static<typeof ErrorStatus>;

/** The entries of linked orders, in the order in which they were placed; rejected, each says so for itself. */
export function groupStatusesOf(
  { main, pairs }: PlaceGroup,
  outcome: CommandOutcome,
  state: Readonly<State>,
): PlaceStatus[] {
  const orders: readonly { readonly clientId: string }[] = [...(main ? [main] : []), ...pairs.flat()];
  return orders.map(({ clientId }, index) => placeStatusOf(clientId, outcome, state, index));
}

/** The entry of a placed order, the `nth` of its command: rejected, or what its first events made of it. */
export function placeStatusOf(clientId: string, outcome: CommandOutcome, state: Readonly<State>, nth = 0): PlaceStatus {
  if (outcome.refusal) return errorStatus(outcome.refusal, { venueId: null, clientId });
  const order = placedOrderOf(outcome.events, nth);
  const identifier = orderIdentifier(order.no, order.clientId);
  const id = venueIdOf(order.no);
  const named = { order: identifier, id };
  // A TWAP waits for its later chunks whatever its first one came to; TP/SL of a position are only ever resting (wire 2.4).
  if (order.twap || coversPosition(order)) return { resting: named };
  const expiry = order.expiresAt === null ? {} : { expiresAt: order.expiresAt };
  const { lots, value } = takenBy(order.no, outcome.events);
  if (lots > 0) {
    const { spec } = marketOf(state, order.symbol);
    const totalSize = formatLots(spec, lots);
    const avgPrice = formatAverage(spec, value, lots);
    // A spread that stands first in an object gives each copy a hidden class of its own (V8 11).
    return { filled: { order: identifier, id, totalSize, avgPrice, ...expiry } };
  }
  const ended = outcome.events.some((event) => event.type === 'OrderCancelled' && event.order === order.no);
  return ended ? { canceled: named } : { resting: { ...named, ...expiry } };
}

/** The entry of an order that was cancelled on request. */
export const canceledStatus = (no: OrderNo, clientId: string): CanceledStatus => ({
  canceled: { order: orderIdentifier(no, clientId), id: venueIdOf(no) },
});

/** The entry of a refused item. It names the order by whatever id is known, and leaves it out when none is. */
export function errorStatus(refusal: Refusal, known: { venueId: string | null; clientId: string }): ErrorStatus {
  const { venueId, clientId } = known;
  const said = { error: refusal.message, errorCode: refusal.code };
  return venueId === null && clientId === '' ? said : { ...said, order: { venueId, clientId } };
}

/** What an order took from the book on entry. */
function takenBy(no: OrderNo, events: readonly EngineEvent[]): { lots: Lots; value: Units } {
  let lots = 0;
  let value = 0n;
  for (const event of events) {
    if (event.type !== 'Traded' || event.taker.order !== no) continue;
    lots += event.quantity;
    value += event.notional;
  }
  return { lots, value };
}

function placedOrderOf(events: readonly EngineEvent[], nth: number): OrderFacts {
  const placed = events.filter((event) => event.type === 'OrderPlaced')[nth];
  invariant(placed, 'an accepted order was placed');
  return placed.order;
}

const coversPosition = ({ group }: OrderFacts): boolean => group?.role === 'child' && group.main === null;

function marketOf(state: Readonly<State>, symbol: string): Market {
  const market = state.markets.get(symbol);
  invariant(market, () => `market ${symbol} exists`);
  return market;
}
