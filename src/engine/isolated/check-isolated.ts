import { invariant } from '../../kernel/assert.ts';
import type { Account, State } from '../state.ts';

/** An isolated market has a position or an order, and account and state list the same ones. */
export function checkIsolated(state: State, account: Account): void {
  const { isolated, no } = account;
  invariant(isolated.size > 0 === state.isolatedAccounts.has(no), `account ${no} is known to have isolated markets`);
  for (const symbol of isolated.keys()) {
    const used = account.positions.has(symbol) || account.open.has(symbol);
    invariant(used, `${symbol} of account ${no} is isolated because something stands in it`);
  }
}
