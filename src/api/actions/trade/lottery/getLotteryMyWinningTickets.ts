import { type Static, Type } from '@sinclair/typebox';
import { prizeOf, ticketsOf } from '../../../../engine/lottery/lottery.ts';
import { isRefusal } from '../../../../kernel/errors.ts';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import { formatAmount } from '../../../format.ts';
import { readEpoch, TICKET_FIELDS, ticketFields } from '../../../records/lottery.ts';
import { Closed, decode, DecimalText, IdText, SubAccountParams } from '../../../primitives.ts';

const Winner = Closed({ ...TICKET_FIELDS, prize: DecimalText });
const Result = Closed({ tickets: Type.Array(Winner) });

/**
 * Tickets of a subaccount that won something, by epoch, then by serial: of one epoch, or of all that were drawn. An
 * epoch that is not drawn yet has no winners.
 *
 * Units:  prize in USDT, from the table in `engine/lottery/lottery.ts`.
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for an epochId that is not numeric.
 * Source: clause GETLOTTERYMYWINNINGTICKETS; wire 2.22, R-66.
 */
export const getLotteryMyWinningTickets = defineTradeRead<{ epoch: number | null }, Static<typeof Result>>({
  name: 'getLotteryMyWinningTickets',
  summary: 'List lottery tickets of a subaccount that won.',
  params: Type.Object({ ...SubAccountParams, epochId: Type.Optional(IdText) }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
  parse: (params) => {
    const sent = decode(params, { epochId: 'id' });
    if (isRefusal(sent)) return sent;
    const { epochId = '' } = sent;
    if (epochId === '') return { epoch: null };
    const epoch = readEpoch(epochId, 'epochId');
    return isRefusal(epoch) ? epoch : { epoch };
  },
  read: ({ epoch: only }, { state, account }) => {
    const tickets: Static<typeof Winner>[] = [];
    for (const [epoch, draw] of state.lottery.draws) {
      if (only !== null && epoch !== only) continue;
      for (const ticket of ticketsOf(state, account, epoch)) {
        const prize = prizeOf(ticket, draw);
        if (prize > 0n) tickets.push({ ...ticketFields(epoch, ticket), prize: formatAmount(prize) });
      }
    }
    return { tickets };
  },
});
