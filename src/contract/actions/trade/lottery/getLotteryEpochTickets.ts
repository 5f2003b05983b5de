import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { id } from '../../../fields/fields.ts';
import { fieldTable, optional } from '../../../fields/table.ts';
import { Closed } from '../../../primitives.ts';
import { TicketRecord, TICKETS_MAX, readEpoch, EPOCHS_MAX } from '../../../records/lottery.ts';

const Result = Closed({ tickets: Type.Array(TicketRecord, { maxItems: TICKETS_MAX }) });

/**
 * Lottery tickets of a subaccount, by epoch, then by serial; the first 5,000 of the range. Those of the present epoch
 * are listed as they are earned.
 *
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for a missing start, an id that is not numeric, and a range that is backwards or longer
 *         than 13 epochs.
 * Source: clauses GETLOTTERYEPOCHTICKETS-*; wire 2.22, R-66. Without an end it is the one epoch.
 */
export const getLotteryEpochTickets = defineTradeRead({
  name: 'getLotteryEpochTickets',
  summary: 'List lottery tickets of a subaccount.',
  examples: [{ startEpochId: '1' }],
  fields: fieldTable({ startEpochId: id(), endEpochId: optional(id()) }).refine(readRange),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
});

interface SentRange {
  readonly startEpochId: string | undefined;
  readonly endEpochId: string | undefined;
}

function readRange({ startEpochId = '', endEpochId = '' }: SentRange) {
  if (startEpochId === '') return refuse('VALIDATION_ERROR', 'startEpochId is required');
  const start = readEpoch(startEpochId, 'startEpochId');
  if (isRefusal(start)) return start;
  const end = endEpochId === '' ? start : readEpoch(endEpochId, 'endEpochId');
  if (isRefusal(end)) return end;
  if (end < start) return refuse('VALIDATION_ERROR', 'endEpochId must not be before startEpochId');
  if (end - start >= EPOCHS_MAX) return refuse('VALIDATION_ERROR', `epoch range cannot exceed ${EPOCHS_MAX} epochs`);
  return { start, end };
}
