import type { AccountNo, Address } from '../../kernel/ids.ts';
import type { State } from '../state.ts';

const keyPrefix = (wallet: Address): string => `${wallet}|`;
const keyOf = (wallet: Address, account: AccountNo): string => `${keyPrefix(wallet)}${account}`;

/**
 * True when the nonce can no longer be used: at or below the last one of this wallet on this subaccount,
 * or, under the `unique` rule, already used there.
 */
export function isNonceUsed(state: State, wallet: Address, account: AccountNo, nonce: bigint): boolean {
  const used = state.nonces.get(keyOf(wallet, account));
  if (used === undefined) return false;
  return typeof used === 'bigint' ? nonce <= used : used.has(nonce);
}

/**
 * Returns true when the nonce of a refused request must be remembered: the wallet is known, is a delegate, or has
 * used nonces here before, like a delegate that was removed (SEC-09). Nonces of unknown wallets protect nothing, and
 * keeping them would let anyone fill the table (SEC-31).
 */
export const isNonceKept = (state: State, wallet: Address, account: AccountNo): boolean =>
  state.wallets.has(wallet) || state.delegates.has(wallet) || state.nonces.has(keyOf(wallet, account));

/** The largest nonce that a wallet has used on any subaccount; 0 before the first. */
export function lastNonceOf(state: Readonly<State>, wallet: Address): bigint {
  let last = 0n;
  for (const [key, used] of state.nonces) {
    if (!key.startsWith(keyPrefix(wallet))) continue;
    for (const nonce of typeof used === 'bigint' ? [used] : used) if (nonce > last) last = nonce;
  }
  return last;
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
