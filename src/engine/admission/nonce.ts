import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { State } from '../state.ts';

const keyOf = (wallet: Address, account: AccountNo): string => `${wallet}|${account}`;

/**
 * True when the nonce can no longer be used: at or below the last one of this wallet on this subaccount,
 * or, under the `unique` rule, already used there.
 */
export function isNonceUsed(state: State, wallet: Address, account: AccountNo, nonce: bigint): boolean {
  const used = state.nonces.get(keyOf(wallet, account));
  if (used === undefined) return false;
  return typeof used === 'bigint' ? nonce <= used : used.has(nonce);
}

/** Remembers a nonce; only `evolve` calls it. */
export function useNonce(state: State, wallet: Address, account: AccountNo, nonce: bigint): void {
  const key = keyOf(wallet, account);
  if (state.config.nonceRule === 'increasing') {
    state.nonces.set(key, nonce);
    return;
  }
  const used = state.nonces.get(key);
  if (used instanceof Set) used.add(nonce);
  else state.nonces.set(key, new Set([nonce]));
}
