import { invariant } from '../../../kernel/assert.ts';
import type { State } from '../../state.ts';

/** INV-24, INV-25: a parent keeps to its plan, and no chunk outlives the input that sent it. */
export function checkTwaps(state: State): void {
  let parents = 0;
  for (const order of state.orders.values()) {
    invariant(order.parent === null, `INV-25 chunk ${order.no} has ended`);
    if (!order.twap) continue;
    parents += 1;
    const progress = state.twaps.get(order.no);
    invariant(progress && !order.resting, `INV-24 TWAP ${order.no} is followed and not on the book`);
    invariant(progress.sent < order.twap.chunks, `INV-24 TWAP ${order.no} has a chunk to wait for`);
    invariant(
      order.filled <= progress.sentLots && progress.sentLots < order.quantity,
      `INV-24 TWAP ${order.no} fills what its chunks asked for`,
    );
    invariant(progress.filledChunks <= progress.sent, `INV-24 TWAP ${order.no} fills chunks it sent`);
  }
  invariant(parents === state.twaps.size, 'INV-24 only live parents are followed');
}
