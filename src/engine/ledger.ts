import { invariant } from '../kernel/assert.ts';
import type { AccountNo } from '../kernel/ids.ts';
import type { Units } from '../kernel/units.ts';
import type { House, State } from './state.ts';

/** One side of a posting: a subaccount's balance, or an account of the house. */
export type Entry =
  | { readonly account: AccountNo; readonly amount: Units }
  | { readonly house: keyof House; readonly amount: Units };

/**
 * The only function that moves value. The entries of one posting sum to zero (INV-02), so balances and
 * house accounts always sum to zero per asset (INV-01).
 */
export function post(state: State, asset: string, entries: readonly Entry[]): void {
  let sum = 0n;
  for (const entry of entries) {
    sum += entry.amount;
    const balances = 'account' in entry ? state.accounts.get(entry.account)?.balances : state.house[entry.house];
    invariant(balances, 'a posting names an account that exists');
    balances.set(asset, (balances.get(asset) ?? 0n) + entry.amount);
  }
  invariant(sum === 0n, `posting of ${asset} is off by ${sum}`);
}
