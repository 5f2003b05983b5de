import { invariant } from '../../kernel/assert.ts';
import type { State } from '../state.ts';
import { DELEGATIONS_MAX } from './delegation.ts';

/** SEC-14: no delegation is past its end; each has its timer and is found from both sides; none is the owner's own. */
export function checkDelegations(state: State): void {
  let found = 0;
  for (const account of state.accounts.values()) {
    invariant(account.delegations.size <= DELEGATIONS_MAX, `account ${account.no} has room for its delegations`);
    invariant(!account.delegations.has(account.owner), `account ${account.no} is not delegated to its owner`);
    for (const [wallet, { expiresAt, timer }] of account.delegations) {
      invariant(expiresAt === null || expiresAt > state.now, `SEC-14 delegation to ${wallet} is in force`);
      invariant((expiresAt === null) === (timer === null), `delegation to ${wallet} has a timer exactly when it ends`);
      invariant(state.delegates.get(wallet)?.has(account.no), `wallet ${wallet} knows its delegation`);
      found += 1;
    }
  }
  for (const accounts of state.delegates.values()) found -= accounts.size;
  invariant(found === 0, 'no wallet knows a delegation that is gone');
}
