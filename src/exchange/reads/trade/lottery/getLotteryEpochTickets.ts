import type { Static } from '@sinclair/typebox';
import { getLotteryEpochTickets } from '../../../../contract/actions/trade/lottery/getLotteryEpochTickets.ts';
import { type TicketRecord, TICKETS_MAX } from '../../../../contract/records/lottery.ts';
import { ticketsOf } from '../../../../engine/lottery.ts';
import { readTrade } from '../../read.ts';
import { epochsOf, ticketFields } from '../../records/lottery.ts';

/** What the response of getLotteryEpochTickets is made of. */
export const getLotteryEpochTicketsRead = readTrade(getLotteryEpochTickets, ({ start, end }, { state, account }) => {
  const { first, current } = epochsOf(state);
  const tickets: Static<typeof TicketRecord>[] = [];
  for (let epoch = Math.max(start, first); epoch <= Math.min(end, current); epoch += 1) {
    for (const ticket of ticketsOf(state, account, epoch)) {
      if (tickets.length === TICKETS_MAX) return { tickets };
      tickets.push(ticketFields(epoch, ticket));
    }
  }
  return { tickets };
});
