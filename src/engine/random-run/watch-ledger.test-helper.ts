import type { State } from '../state.ts';
import { agree, type Watcher } from './watcher.test-helper.ts';

/** INV-01 after each single event: all balances of an asset, the house included, sum to zero. */
export const watchLedger = (): Watcher => ({
  after: (state, event) => {
    for (const [asset, sum] of sumsOf(state)) agree(`INV-01 ${asset} after ${event.type}`, sum, 0n);
  },
});

function sumsOf(state: State): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (asset: string, amount: bigint): void => {
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  };
  const settlement = state.config.collaterals[0]?.asset ?? '';
  for (const { balances, pendingWithdraw, isolated } of state.accounts.values()) {
    for (const [asset, amount] of [...balances, ...pendingWithdraw]) add(asset, amount);
    for (const { margin } of isolated.values()) add(settlement, margin);
  }
  for (const balances of Object.values(state.house) as ReadonlyMap<string, bigint>[]) {
    for (const [asset, amount] of balances) add(asset, amount);
  }
  return sums;
}
