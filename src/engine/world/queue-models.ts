import { lnPpb } from '../../kernel/fixed-point.ts';
import type { Draw } from '../../kernel/random.ts';
import type { Lots } from '../../kernel/units.ts';
import type { QueueModel, QueueWeight } from './history-terms.ts';

/**
 * Returns how many lots each order of a level loses when `lots` of it go, which is at most their sum. `queue` holds what
 * each offers, oldest first.
 *
 * `behind`: the youngest go first. So what joined the level after a user's order goes before what stood before it.
 * `proportional`: each loses its share, rounded down to whole lots. The lots that rounding leaves over go one by one, from
 * the youngest on.
 */
export function takenAway(model: Exclude<QueueModel, 'probability'>, queue: readonly Lots[], lots: Lots): Lots[] {
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

/** A level of history that users stand in. */
export interface SharedQueue {
  /** What each order of history offers, oldest first. */
  readonly offered: readonly Lots[];
  /** How many orders of users stand before each of them. */
  readonly parts: readonly number[];
  /** How much the quantity on each side of a user's order counts. */
  readonly weight: QueueWeight;
}

/** Values of `uint32`: a draw below the share of these that is in front has hit the front. */
const DRAWS = 0x1_0000_0000n;

/**
 * Returns how many lots each order of a level loses when `lots` of it go, where chance says on which side of users' orders
 * they stood. For an order of a user with F lots of history in front and B behind, they stood in front with the probability
 * w(F) / (w(F) + w(B)). One draw decides for all users' orders of the level together, because what stands in front of one
 * stands in front of all behind it. Where the part of the level that was drawn has less than what goes, it goes whole, and
 * the rest is drawn anew. Within a part the youngest go first.
 */
export function takenByChance({ offered, parts, weight }: SharedQueue, lots: Lots, draw: Draw): Lots[] {
  const left = [...offered];
  for (let missing = lots; missing > 0;) {
    const part = drawnPart(left, parts, weight, draw);
    for (let place = left.length - 1; place >= 0; place -= 1) {
      if (parts[place] !== part) continue;
      const loss = Math.min(left[place] ?? 0, missing);
      left[place] = (left[place] ?? 0) - loss;
      missing -= loss;
    }
  }
  return left.map((kept, place) => (offered[place] ?? 0) - kept);
}

/** The part of a level, by the number of users' orders before it, that the next draw hits. It holds something. */
function drawnPart(left: readonly Lots[], parts: readonly number[], weight: QueueWeight, draw: Draw): number {
  const drawn = BigInt(draw.uint32());
  const total = left.reduce((sum, lots) => sum + lots, 0);
  let front = 0;
  for (const [place, part] of parts.entries()) {
    front += left[place] ?? 0;
    if (parts[place + 1] === part) continue;
    const [before, behind] = [WEIGHTS[weight](front), WEIGHTS[weight](total - front)];
    if (drawn * (before + behind) < before * DRAWS) return part;
  }
  return parts.at(-1) ?? 0;
}

/** Weights of a quantity in lots; 0 of nothing, so that an empty side is never hit. */
const WEIGHTS: Readonly<Record<QueueWeight, (lots: Lots) => bigint>> = {
  linear: (lots) => BigInt(lots),
  square: (lots) => BigInt(lots) * BigInt(lots),
  cube: (lots) => BigInt(lots) * BigInt(lots) * BigInt(lots),
  log: (lots) => BigInt(lnPpb(lots + 1)),
};
