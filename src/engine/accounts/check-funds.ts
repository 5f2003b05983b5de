import { gridOf } from '../../kernel/terms.ts';
import { invariant } from '../../kernel/assert.ts';
import type { Units } from '../../kernel/units.ts';
import type { State } from '../state.ts';

/** INV-03, INV-08: what is pending is exactly what withdrawals in flight hold; collateral is never owed and stays on its grid. */
export function checkFunds(state: State): void {
  const pending = new Map<string, Units>();
  for (const { transfer, account, asset, amount, fee } of state.withdrawals.values()) {
    invariant(amount > fee && transfer <= state.counters.transfer, `INV-08 withdrawal ${transfer} pays something out`);
    const key = `${account} ${asset}`;
    pending.set(key, (pending.get(key) ?? 0n) + amount);
  }
  for (const account of state.accounts.values()) {
    for (const [asset, amount] of account.pendingWithdraw) {
      const key = `${account.no} ${asset}`;
      invariant(amount === (pending.get(key) ?? 0n), `INV-08 ${key} has pending what its withdrawals hold`);
      pending.delete(key);
    }
    for (const spec of state.config.collaterals) {
      if (spec.priceMarket === null) continue;
      const held = account.balances.get(spec.asset) ?? 0n;
      invariant(held >= 0n, `INV-03 account ${account.no} owes no ${spec.asset}`);
      invariant(held % gridOf(spec) === 0n, `INV-04 account ${account.no} holds ${spec.asset} on its grid`);
    }
  }
  invariant(pending.size === 0, 'INV-08 every withdrawal in flight is pending somewhere');
}
