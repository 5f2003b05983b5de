import { getLotteryEpoch } from '../../../contract/actions/info/getLotteryEpoch.ts';
import { epochStart } from '../../../engine/lottery.ts';
import { refuse } from '../../../kernel/errors.ts';
import { readInfo } from '../read.ts';
import { epochsOf } from '../records/lottery.ts';

/** What the response of getLotteryEpoch is made of. */
export const getLotteryEpochRead = readInfo(getLotteryEpoch, ({ epochId: asked }, { state }) => {
  const { first, current } = epochsOf(state);
  const epoch = asked ?? current;
  if (epoch < first || epoch > current) return refuse('NOT_FOUND', 'Epoch not found');
  const draw = state.lottery.draws.get(epoch);
  const times = { startTime: epochStart(epoch), endTime: epochStart(epoch + 1) };
  if (!draw) return { epochId: String(epoch), ...times, status: 'open' as const, drawnBalls: [] };
  return {
    epochId: String(epoch),
    ...times,
    status: 'drawn' as const,
    drawnBalls: [...draw.balls, draw.bonus],
    vrfSeedTxHash: `0x${draw.seedDigest}`,
    vrfDrawTxHash: `0x${draw.drawDigest}`,
  };
});
