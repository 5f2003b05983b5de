import type { Lots } from '../../../kernel/units.ts';
import type { QueueModel } from './history-terms.ts';

/**
 * Returns how many lots each order of a level loses when `lots` of it go, which is at most their sum. `queue` holds what
 * each offers, oldest first.
 *
 * `behind`: the youngest go first. So what joined the level after a user's order goes before what stood before it.
 * `proportional`: each loses its share, rounded down to whole lots. The lots that rounding leaves over go one by one, from
 * the youngest on.
 */
export function takenAway(model: QueueModel, queue: readonly Lots[], lots: Lots): Lots[] {
  return model === 'behind' ? fromBehind(queue, lots) : inProportion(queue, lots);
}

function fromBehind(queue: readonly Lots[], lots: Lots): Lots[] {
  let left = lots;
  const taken = queue.toReversed().map((offered) => {
    const loss = Math.min(offered, left);
    left -= loss;
    return loss;
  });
  return taken.reverse();
}

function inProportion(queue: readonly Lots[], lots: Lots): Lots[] {
  const total = queue.reduce((sum, offered) => sum + offered, 0);
  const taken = queue.map((offered) => Number((BigInt(lots) * BigInt(offered)) / BigInt(total)));
  // Fewer are left over than there are orders, and an order that lost all of its lots had nothing rounded.
  let left = lots - taken.reduce((sum, loss) => sum + loss, 0);
  for (let place = queue.length - 1; left > 0; place -= 1) {
    if ((taken[place] ?? 0) === queue[place]) continue;
    taken[place] = (taken[place] ?? 0) + 1;
    left -= 1;
  }
  return taken;
}
