import { broken, invariant } from '../../kernel/assert.ts';
import type { EngineEvent } from '../event.ts';
import type { LiveStatus } from './order.ts';
import type { OrderPhase } from './conditional/conditional-terms.ts';

/** Every state an order can be seen in, in the words of the order history (wire 2.18). */
export type OrderStatus = LiveStatus | 'filled' | 'cancelling' | 'cancelled';

/**
 * What can happen to an order. A fill that completes the order and one that does not are two happenings here and one
 * event type.
 */
export type OrderHappening =
  | 'placed'
  | 'triggered'
  | 'filledPartly'
  | 'filledWhole'
  | 'modified'
  | 'cancelledByUser'
  | 'cancelledByRule';

/** Before its placement an order is nowhere; after a terminal state nothing follows (INV-11). */
type Nowhere = 'none';

/**
 * The only place that says which states follow which. Each cell lists the states reached, in order: a
 * user's cancel passes through `cancelling`, and a conditional order that fires is placed once more. A missing
 * cell is our bug, never a user's mistake.
 */
export const ORDER_TRANSITIONS: Readonly<
  Record<OrderStatus | Nowhere, Partial<Record<OrderHappening, readonly OrderStatus[]>>>
> = {
  none: { placed: ['placed'] },
  placed: {
    triggered: ['placed'],
    filledPartly: ['partially filled'],
    filledWhole: ['filled'],
    modified: ['modified'],
    cancelledByUser: ['cancelling', 'cancelled'],
    cancelledByRule: ['cancelled'],
  },
  'partially filled': {
    filledPartly: ['partially filled'],
    filledWhole: ['filled'],
    modified: ['modified'],
    cancelledByUser: ['cancelling', 'cancelled'],
    cancelledByRule: ['cancelled'],
  },
  modified: {
    triggered: ['placed'],
    filledPartly: ['partially filled'],
    filledWhole: ['filled'],
    modified: ['modified'],
    cancelledByUser: ['cancelling', 'cancelled'],
    cancelledByRule: ['cancelled'],
  },
  cancelling: {},
  cancelled: {},
  filled: {},
};

/** The last state of each cell. */
const LAST_REACHED = Object.fromEntries(
  Object.entries(ORDER_TRANSITIONS).map(([from, cells]) => [
    from,
    Object.fromEntries(Object.entries(cells).map(([happening, reached]) => [happening, reached.at(-1)])),
  ]),
) as Readonly<Record<OrderStatus | Nowhere, Partial<Record<OrderHappening, OrderStatus>>>>;

/** The state an order is in after something happened to it. */
export function statusAfter(from: OrderStatus | Nowhere, happening: OrderHappening): OrderStatus {
  const last = LAST_REACHED[from][happening];
  if (!last) broken(`${happening} cannot follow ${from}`);
  return last;
}

/** Which happening a cancellation is. */
export const cancelHappening = (event: Extract<EngineEvent, { type: 'OrderCancelled' }>): OrderHappening =>
  event.cause === 'user' ? 'cancelledByUser' : 'cancelledByRule';

/** What moves an order from waiting to the market. It may be cancelled in every phase. */
const PHASES: Readonly<Record<OrderPhase, Partial<Record<'armed' | 'triggered', OrderPhase>>>> = {
  asleep: { armed: 'armed' },
  armed: { triggered: 'working' },
  working: {},
};

export function phaseAfter(from: OrderPhase, happening: 'armed' | 'triggered'): OrderPhase {
  const phase = PHASES[from][happening];
  invariant(phase, `an order that is ${from} cannot be ${happening}`);
  return phase;
}
