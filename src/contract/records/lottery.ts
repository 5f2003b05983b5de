import { type Static, Type } from '@sinclair/typebox';
import { epochAt, type Ticket } from '../../engine/lottery/lottery.ts';
import type { State } from '../../engine/state.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import { parseUint64 } from '../../kernel/ids.ts';
import { Closed, IdText } from '../primitives.ts';

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

export function ticketFields(epoch: number, { serial, balls, bonus }: Ticket): Static<typeof TicketRecord> {
  const [ball1 = 0, ball2 = 0, ball3 = 0, ball4 = 0, ball5 = 0] = balls;
  return {
    epochId: String(epoch),
    ticketSerial: String(serial),
    ball1,
    ball2,
    ball3,
    ball4,
    ball5,
    bonusBall: bonus,
  };
}

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

/** The first epoch of an exchange and the present one. */
export const epochsOf = (state: Readonly<State>): { first: number; current: number } => ({
  first: epochAt(state.config.startTime),
  current: epochAt(state.now),
});
