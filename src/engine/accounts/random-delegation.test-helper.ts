import type { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Command } from '../command.ts';
import type { State } from '../state.ts';

const WALLETS = 8;

/** Grants, refreshes and removals among a few wallets, which also add one another; some are refused. */
export function randomDelegation(draw: RandomInputs, state: State): Command {
  const account = draw.between(0, state.counters.account - 1);
  const wallet = randomWallet(draw);
  if (draw.chance(50_000)) return { type: 'RemoveAllDelegations', account };
  if (draw.chance(300_000)) return { type: 'RemoveDelegation', account, wallet };
  const owner = state.accounts.get(account)?.owner ?? '';
  return {
    type: 'GrantDelegation',
    account,
    wallet: draw.chance(30_000) ? owner : wallet,
    permission: draw.chance(500_000) ? 'session' : 'delegate',
    expiresAt: draw.chance(700_000) ? state.now + draw.between(0, 30_000) : null,
    grantedBy: draw.chance(500_000) ? owner : randomWallet(draw),
  };
}

const randomWallet = (draw: RandomInputs): string => `0x${String(draw.between(1, WALLETS)).repeat(40)}`;
