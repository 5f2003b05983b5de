import { invariant } from '../../kernel/assert.ts';
import { absBig } from '../../kernel/decimal.ts';
import type { State } from '../state.ts';

/** INV-05, INV-35: funding leaves behind no more than one smallest unit for each payment it rounded. */
export function checkFunding(state: State): void {
  for (const [asset, left] of state.house.residue) {
    const most = BigInt(state.counters.payment);
    invariant(absBig(left) <= most, `INV-35 funding left ${left} ${asset} over in ${most} payments`);
  }
}
