import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { id } from '../../fields/fields.ts';
import { fieldTable, optional, checked } from '../../fields/table.ts';
import { Closed, IdText, Time, OneOf, HashText } from '../../primitives.ts';
import { readEpochFilter } from '../../records/lottery.ts';

const Result = Closed({
  epochId: IdText,
  startTime: Time,
  endTime: Time,
  status: OneOf(['open', 'drawn']),
  drawnBalls: Type.Array(Type.Integer({ minimum: 1 })),
  vrfSeedTxHash: Type.Optional(HashText),
  vrfDrawTxHash: Type.Optional(HashText),
});

/**
 * One epoch of the lottery, the present one unless the request names another. `endTime` is the first millisecond after it, when it
 * is drawn. `drawnBalls` are the five balls ascending and then the bonus ball; until the draw it is empty and there are
 * no hashes.
 *
 * Cost:   50 tokens.
 * Errors: 400 VALIDATION_ERROR for an epochId that is not numeric; 404 NOT_FOUND for one that the exchange has not seen.
 * Source: clauses GETLOTTERYEPOCH-*; wire 2.22, R-66: the hashes are digests of what the draw started from and of what
 *         it came to.
 */
export const getLotteryEpoch = defineInfo({
  name: 'getLotteryEpoch',
  summary: 'An epoch of the lottery and what was drawn in it.',
  examples: [{}],
  fields: fieldTable({ epochId: optional(checked(id(), readEpochFilter)) }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'NOT_FOUND'],
  cost: () => 50,
  usesHistory: false,
});
