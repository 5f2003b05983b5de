import type { Lots, Ticks, TimeMs, Units } from '../../kernel/units.ts';
import type { OrderFacts, OrderKind } from '../event.ts';
import type { OrderPhase, Trigger } from './conditional-terms.ts';

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

/** Kinds without a price of their own: in the market they go as far as the band of market orders, and never rest. */
const MARKET_KINDS: ReadonlySet<string> = new Set(['market', 'stopMarket', 'takeProfitMarket'] satisfies OrderKind[]);

/** Returns true for a kind of order without a limit price. */
export const isMarketKind = (kind: string): boolean => MARKET_KINDS.has(kind);

/** Take-profit kinds; the other conditional ones are stops. */
export const isTakeProfit = (kind: OrderKind): boolean => kind === 'takeProfitMarket' || kind === 'takeProfitLimit';
