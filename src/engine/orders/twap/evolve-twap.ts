import { invariant } from '../../../kernel/assert.ts';
import type { OrderNo } from '../../../kernel/ids.ts';
import type { EngineEvent } from '../../event.ts';
import { accountOf, endOrder, liveOrder } from '../../evolve-order.ts';
import type { Handlers } from '../../handlers.ts';
import type { State } from '../../state.ts';
import type { LiveStatus } from '../order.ts';
import { statusAfter } from '../order-lifecycle.ts';
import type { TwapProgress } from './twap-terms.ts';

export const TWAP_HANDLERS: Handlers<'TwapChunkSent' | 'TwapFilled'> = {
  TwapChunkSent: (state, { order, chunk, lots, random }) => {
    const progress = progressOf(state, order);
    progress.sent = chunk;
    progress.sentLots += lots;
    state.twapRandom = random;
  },
  TwapFilled: twapFilled,
};

function twapFilled(state: State, event: Extract<EngineEvent, { type: 'TwapFilled' }>): void {
  const parent = liveOrder(state, event.order);
  const progress = progressOf(state, event.order);
  const status = statusAfter(parent.status, event.complete ? 'filledWhole' : 'filledPartly');
  invariant(event.filled <= progress.sentLots, `TWAP ${parent.no} fills no more than its chunks asked for`);
  parent.filled = event.filled;
  parent.filledValue = event.filledValue;
  parent.updatedAt = event.at;
  progress.fees = event.fees;
  progress.filledChunks = event.filledChunks;
  progress.lastFilled = progress.sent;
  if (status === 'filled') endOrder(state, parent, accountOf(state, parent.account));
  else parent.status = status as LiveStatus;
}

function progressOf(state: State, order: OrderNo): TwapProgress {
  const progress = state.twaps.get(order);
  invariant(progress, `TWAP ${order} is live`);
  return progress;
}
