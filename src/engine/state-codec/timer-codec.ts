import { type Codec, CodecError, count, int, optional, text } from '../../kernel/codec/codec.ts';
import { list, record, variants } from '../../kernel/codec/collections.ts';
import { type Timer, type TimerJob, TimerQueue } from '../timers.ts';
import { group } from './world-codecs.ts';

const nothing = record<object>({});
const ofMarket = record<{ readonly symbol: string }>({ symbol: text });
const ofOrder = record<{ readonly order: number }>({ order: count });

const job = variants<'kind', TimerJob>('kind', {
  index: ofMarket,
  mark: ofMarket,
  ramp: record<{ readonly symbol: string; readonly began: number }>({ symbol: text, began: count }),
  peg: record({ asset: text }),
  agents: ofMarket,
  population: record({ symbol: text, group }),
  factor: nothing,
  funding: nothing,
  expireOrder: ofOrder,
  withdrawal: record({ transfer: count }),
  scheduledCancel: record({ account: count }),
  twapChunk: ofOrder,
  tierReview: record({ wallet: text }),
  lotteryDraw: nothing,
  sampleValues: record<{ readonly from?: number }>({ from: optional(count) }),
  liquidation: record({ liquidation: count }),
  vaultUnwind: nothing,
  expireDelegation: record({ account: count, wallet: text }),
});

const timers = list(record<Timer>({ due: int, priority: int, seq: count, job }));

/** Timers in the order in which they fire; where each stands in the heap means nothing. */
export const timerQueue: Codec<TimerQueue> = {
  encode: (queue) => timers.encode([...queue.toCanonical()]),
  decode: (plain) => {
    const queue = new TimerQueue();
    const seen = new Set<number>();
    for (const [index, timer] of timers.decode(plain).entries()) {
      if (seen.has(timer.seq)) throw new CodecError(`[${index}].seq`, `${timer.seq} is there twice`);
      seen.add(timer.seq);
      queue.add(timer);
    }
    return queue;
  },
};
