import type { OrderRef } from '../../engine/orders/order-terms.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import { type OrderNo, orderNoOf, venueIdOf } from '../../kernel/ids.ts';
import type { ActionContext } from '../action.ts';
import { readVenueId } from '../primitives.ts';

/** An order that a request names, and what is known of it before the engine is asked. */
export interface OrderTarget {
  /** Null when no order can have the id that was sent: the engine need not be asked. */
  readonly ref: OrderRef | null;
  /** Null when the request names a client id that no live order carries. */
  readonly venueId: string | null;
  /** Empty when unset or unknown. */
  readonly clientId: string;
  /** Empty when unknown. */
  readonly symbol: string;
}

const ID_FAULTS = {
  empty: 'orderId is required',
  'not a number': 'orderId must be a valid integer',
  'not positive': 'orderId must be a positive integer',
} as const;

/** The venue id of a cancel or a modify. Errors: VALIDATION_ERROR with the texts of wire 2.5. */
export function parseVenueId(text: string): bigint | Refusal {
  const id = readVenueId(text);
  return typeof id === 'string' ? refuse('VALIDATION_ERROR', ID_FAULTS[id]) : id;
}

/** By venue id. An order of another subaccount counts as unknown, so that responses never show what exists (SEC-12). */
export function targetByVenueId(id: bigint, context: ActionContext): OrderTarget {
  const no = orderNoOf(id);
  if (no === undefined) return { ref: null, venueId: id.toString(), clientId: '', symbol: '' };
  const { clientId, symbol } = ownOrder(no, context) ?? UNKNOWN;
  return { ref: { no }, venueId: venueIdOf(no), clientId, symbol };
}

/** By client id, which only live orders hold. */
export function targetByClientId(clientId: string, context: ActionContext): OrderTarget {
  const no = context.account.clientIds.get(clientId);
  if (no === undefined) return { ref: { clientId }, venueId: null, clientId, symbol: '' };
  return { ref: { clientId }, venueId: venueIdOf(no), clientId, symbol: ownOrder(no, context)?.symbol ?? '' };
}

const UNKNOWN = { clientId: '', symbol: '' } as const;

function ownOrder(no: OrderNo, context: ActionContext) {
  const order = context.state.orders.get(no);
  return order?.account === context.account.no ? order : undefined;
}
