import type { Static } from '@sinclair/typebox';
import type { TicketRecord } from '../../../contract/records/lottery.ts';
import { type Ticket, epochAt } from '../../../engine/lottery.ts';
import type { State } from '../../../engine/state.ts';

/** Returns a lottery ticket with its epoch, serial number and balls as texts. */
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

/** The first epoch of an exchange and the present one. */
export const epochsOf = (state: Readonly<State>): { first: number; current: number } => ({
  first: epochAt(state.config.startTime),
  current: epochAt(state.now),
});
