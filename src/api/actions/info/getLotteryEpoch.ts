import { type Static, Type } from '@sinclair/typebox';
import { epochStart } from '../../../engine/lottery/lottery.ts';
import { isRefusal, refuse } from '../../../kernel/errors.ts';
import { defineInfo } from '../../action.ts';
import { epochsOf, readEpoch } from '../../records/lottery.ts';
import { Closed, decode, HashText, IdText, OneOf, Time } from '../../primitives.ts';

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
 * One epoch of the lottery, the present one unless told otherwise. `endTime` is the first millisecond after it, when it
 * is drawn. `drawnBalls` are the five balls ascending and then the bonus ball; until the draw it is empty and there are
 * no hashes.
 *
 * Cost:   50 tokens.
 * Errors: 400 VALIDATION_ERROR for an epochId that is not numeric; 404 NOT_FOUND for one that the exchange has not seen.
 * Source: clauses GETLOTTERYEPOCH-*; wire 2.22, R-66: the hashes are digests of what the draw started from and of what
 *         it came to.
 */
export const getLotteryEpoch = defineInfo<number | null, Static<typeof Result>>({
  name: 'getLotteryEpoch',
  summary: 'An epoch of the lottery and what was drawn in it.',
  params: Type.Object({ epochId: Type.Optional(IdText) }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'NOT_FOUND'],
  cost: () => 50,
  usesHistory: false,
  parse: (params) => {
    const sent = decode(params, { epochId: 'id' });
    if (isRefusal(sent)) return sent;
    const { epochId = '' } = sent;
    return epochId === '' ? null : readEpoch(epochId, 'epochId');
  },
  read: (asked, { state }) => {
    const { first, current } = epochsOf(state);
    const epoch = asked ?? current;
    if (epoch < first || epoch > current) return refuse('NOT_FOUND', 'Epoch not found');
    const draw = state.lottery.draws.get(epoch);
    const times = { startTime: epochStart(epoch), endTime: epochStart(epoch + 1) };
    if (!draw) return { epochId: String(epoch), ...times, status: 'open', drawnBalls: [] };
    return {
      epochId: String(epoch),
      ...times,
      status: 'drawn',
      drawnBalls: [...draw.balls, draw.bonus],
      vrfSeedTxHash: `0x${draw.seedDigest}`,
      vrfDrawTxHash: `0x${draw.drawDigest}`,
    };
  },
});
