import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import { parseUint64 } from '../../kernel/ids.ts';
import { IdText, Closed } from '../primitives.ts';

/** Lottery tickets (wire 2.22). The five balls ascend. */

/** Epochs and tickets that one read goes through at most (wire 2.22, R-123). */
export const EPOCHS_MAX = 13;

export const TICKETS_MAX = 5_000;

const Ball = Type.Integer({ minimum: 1 });

export const TICKET_FIELDS = {
  epochId: IdText,
  ticketSerial: IdText,
  ball1: Ball,
  ball2: Ball,
  ball3: Ball,
  ball4: Ball,
  ball5: Ball,
  bonusBall: Type.Integer({ minimum: 1, maximum: 5 }),
} as const;

export const TicketRecord = Closed(TICKET_FIELDS);

/** An epoch by its id, which may be one that never was. Errors: VALIDATION_ERROR. */
export function readEpoch(text: string, field: string): number | Refusal {
  const id = parseUint64(text);
  return id === undefined || id > BigInt(Number.MAX_SAFE_INTEGER)
    ? refuse('VALIDATION_ERROR', `${field} must be a valid numeric value`)
    : Number(id);
}

/** The epoch that a request names; undefined for none. Errors: VALIDATION_ERROR. */
export const readEpochFilter = (sent = '', name: string): number | undefined | Refusal =>
  sent === '' ? undefined : readEpoch(sent, name);
