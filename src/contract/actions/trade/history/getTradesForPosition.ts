import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import { parseUint64 } from '../../../../kernel/ids.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { id } from '../../../fields/fields.ts';
import { limit, offset } from '../../../fields/history.ts';
import { fieldTable, checked } from '../../../fields/table.ts';
import { Closed } from '../../../primitives.ts';
import { TradeRecord } from '../../../records/trade-record.ts';

const Result = Closed({ trades: Type.Array(TradeRecord), hasMore: Type.Boolean() });

/**
 * Every execution that opened, changed or closed one position, newest first, whenever it happened. One that went
 * through zero belongs to both positions it touched.
 *
 * Cost:   20 tokens.
 * Errors: 400 VALIDATION_ERROR for the page and a positionId that is missing or not numeric; 500 when a stored trade
 *         has no known direction.
 * Source: clauses GETTRADESFORPOSITION-*; wire 2.18. A position of another subaccount, or a missing one, has no trades.
 */
export const getTradesForPosition = defineTradeRead({
  name: 'getTradesForPosition',
  summary: 'List the executions of one position.',
  examples: [{ positionId: '1' }],
  fields: fieldTable(
    { positionId: checked(id(), readPositionId), limit: limit(100), offset: offset() },
    'Invalid request format',
  ),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INTERNAL_ERROR'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: true,
});

function readPositionId(sent = ''): string | Refusal {
  if (sent === '') return refuse('VALIDATION_ERROR', 'positionId is required');
  if (parseUint64(sent) !== undefined) return sent;
  return refuse('VALIDATION_ERROR', 'positionId must be a valid numeric value');
}
