import type { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { UNIT } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { State } from '../state.ts';

/** A referral given or taken away; now and then one that is no discount. */
export function randomReferral(draw: RandomInputs, state: State): Command {
  const wallets = [...state.wallets.keys()];
  const wallet = wallets[draw.between(0, wallets.length - 1)] ?? '';
  if (draw.chance(200_000)) return { type: 'SetReferral', wallet, referral: null };
  const discount = draw.chance(100_000) ? UNIT : draw.between(1, UNIT - 1);
  return { type: 'SetReferral', wallet, referral: { code: 'FRIEND', discount } };
}
