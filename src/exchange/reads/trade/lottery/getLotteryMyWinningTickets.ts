import type { Static } from '@sinclair/typebox';
import {
  type Winner,
  getLotteryMyWinningTickets,
} from '../../../../contract/actions/trade/lottery/getLotteryMyWinningTickets.ts';
import { formatAmount } from '../../../../contract/format.ts';
import { TICKETS_MAX } from '../../../../contract/records/lottery.ts';
import { ticketsOf, prizeOf } from '../../../../engine/lottery.ts';
import { readTrade } from '../../read.ts';
import { ticketFields } from '../../records/lottery.ts';

/** Epochs that a read without an id goes through: those before them are read by their ids. */
const DRAWN_MAX = 5;

/** What the response of getLotteryMyWinningTickets is made of. */
export const getLotteryMyWinningTicketsRead = readTrade(
  getLotteryMyWinningTickets,
  ({ epochId: only }, { state, account }) => {
    const tickets: Static<typeof Winner>[] = [];
    const drawn = [...state.lottery.draws].filter(([epoch]) => only === undefined || epoch === only);
    for (const [epoch, draw] of drawn.slice(-DRAWN_MAX)) {
      for (const ticket of ticketsOf(state, account, epoch)) {
        if (ticket.serial > TICKETS_MAX) break;
        const prize = prizeOf(ticket, draw);
        if (prize > 0n) tickets.push({ ...ticketFields(epoch, ticket), prize: formatAmount(prize) });
      }
    }
    return { tickets };
  },
);
