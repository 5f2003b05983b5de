import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import type { OrderFacts } from '../event.ts';
import type { OrderPhase, Trigger } from './conditional/conditional-terms.ts';

/** A live order: its facts, and the figures that change while it lives. */
export interface Order extends OrderFacts {
  price: Ticks;
  quantity: Lots;
  trigger: Trigger | null;
  phase: OrderPhase;
  status: LiveStatus;
  /** Lots that the position had no room for: they neither fill nor come back. */
  trimmed: Lots;
  filled: Lots;
  filledValue: Units;
  readonly createdAt: TimeMs;
  updatedAt: TimeMs;
  /** Neighbours in the queue of a price level; owned by the book, null when not resting. */
  previous: Order | null;
  next: Order | null;
  resting: boolean;
}

export type LiveStatus = 'placed' | 'partially filled' | 'modified';

/** The lots of an order that still work: its quantity less what has filled and what was trimmed. */
export const remainingOf = (order: Pick<Order, 'quantity' | 'filled' | 'trimmed'>): Lots =>
  order.quantity - order.filled - order.trimmed;
