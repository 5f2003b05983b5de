import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { id } from '../../../fields/fields.ts';
import { fieldTable, optional, checked } from '../../../fields/table.ts';
import { Closed, DecimalText } from '../../../primitives.ts';
import { TICKET_FIELDS, readEpochFilter } from '../../../records/lottery.ts';

export const Winner = Closed({ ...TICKET_FIELDS, prize: DecimalText });

const Result = Closed({ tickets: Type.Array(Winner) });

/**
 * Tickets of a subaccount that won something, by epoch, then by serial: of one epoch, or of the latest five that were drawn, and
 * among the first 5,000 of each, as many as getLotteryEpochTickets lists. An epoch that is not drawn yet has no winners.
 *
 * Units:  prize in USDT, from the table in `engine/lottery.ts`.
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for an epochId that is not numeric.
 * Source: clause GETLOTTERYMYWINNINGTICKETS; wire 2.22, R-66.
 */
export const getLotteryMyWinningTickets = defineTradeRead({
  name: 'getLotteryMyWinningTickets',
  summary: 'List lottery tickets of a subaccount that won.',
  examples: [{}],
  fields: fieldTable({ epochId: optional(checked(id(), readEpochFilter)) }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
});
