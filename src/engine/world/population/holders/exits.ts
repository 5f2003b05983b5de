import { healthOf } from '../../../liquidation/health.ts';
import { unrealizedPnlOf } from '../../../risk/margin.ts';
import type { Position } from '../../../state.ts';
import type { Look } from '../group.ts';
import type { Persona } from './personas.ts';

const MILLION = 1_000_000;
/** Exits are in shares of the margin: at ten times leverage a stop at half of it is 5 % away. */
const STOP_PPM = 550_000;
const TAKE_PPM = 800_000;
/** Without a stop a small profit is taken. */
const SMALL_TAKE_PPM = 400_000;
/** After this loss a holder without a stop looks at its margin, and gives up this close to maintenance with this chance per look. */
const WORRIED_PPM = 600_000;
const CLOSE_PPM = 1_150_000n;
const GIVE_UP_PPM = 60_000;

/** True where a holder wants out of its position now: it has won or lost enough, or has given up. */
export function wantsOut(look: Look, { leverage, stops }: Persona, position: Position): boolean {
  const cost = position.cost < 0n ? -position.cost : position.cost;
  // The gain in shares of the margin, ppm.
  const gain = Number((unrealizedPnlOf(look.market, position) * BigInt(MILLION * leverage)) / cost);
  if (stops) return gain < -STOP_PPM || gain > TAKE_PPM;
  return gain > SMALL_TAKE_PPM || (gain < -WORRIED_PPM && givesUp(look, position));
}

function givesUp({ state, draw }: Look, { account }: Position): boolean {
  const { equity, maintenance } = healthOf(state, { account, symbol: null });
  return equity * BigInt(MILLION) < maintenance * CLOSE_PPM && draw.chance(GIVE_UP_PPM);
}
