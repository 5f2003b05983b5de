import { big, type Codec, CodecError, text } from '../../kernel/codec/codec.ts';
import { sortedMapOf, sortedSetOf } from '../../kernel/codec/collections.ts';
import { FewMap } from '../../kernel/few-entries.ts';
import { type AccountNo, type Address, parseUint64 } from '../../kernel/ids.ts';
import { NumberedMap } from '../../kernel/ascending-map.ts';
import type { NonceTable, State, UsedNonces } from '../state.ts';

/** The table under one key for each wallet and subaccount, which is its form outside the engine. */
export function flatNonces(nonces: NonceTable): Map<string, UsedNonces> {
  const flat = new Map<string, UsedNonces>();
  for (const [account, wallets] of nonces) {
    for (const [wallet, used] of wallets) flat.set(`${wallet}|${account}`, used);
  }
  return flat;
}

function setNonces(nonces: NonceTable, wallet: Address, account: AccountNo, used: UsedNonces): void {
  const wallets = nonces.get(account);
  if (wallets) wallets.set(wallet, used);
  else nonces.set(account, new FewMap<Address, UsedNonces>().set(wallet, used));
}

/**
 * True when the nonce can no longer be used: at or below the last one of this wallet on this subaccount,
 * or, under the `unique` rule, already used there.
 */
export function isNonceUsed(state: State, wallet: Address, account: AccountNo, nonce: bigint): boolean {
  const used = state.nonces.get(account)?.get(wallet);
  if (used === undefined) return false;
  return typeof used === 'bigint' ? nonce <= used : used.has(nonce);
}

/**
 * Returns true when the nonce of a refused request must be remembered: the wallet is known, is a delegate, or has
 * used nonces here before, like a delegate that was removed (SEC-09). Nonces of unknown wallets protect nothing, and
 * keeping them would let anyone fill the table (SEC-31).
 */
export const isNonceKept = (state: State, wallet: Address, account: AccountNo): boolean =>
  state.wallets.has(wallet) || state.delegates.has(wallet) || state.nonces.get(account)?.has(wallet) === true;

/** The largest nonce that a wallet has used on any subaccount; 0 before the first. */
export function lastNonceOf(state: Readonly<State>, wallet: Address): bigint {
  let last = 0n;
  for (const wallets of state.nonces.values()) {
    const used = wallets.get(wallet);
    if (used === undefined) continue;
    for (const nonce of typeof used === 'bigint' ? [used] : used) if (nonce > last) last = nonce;
  }
  return last;
}

/** Remembers a nonce; only `evolve` calls it. */
export function useNonce(state: State, wallet: Address, account: AccountNo, nonce: bigint): void {
  if (state.config.nonceRule === 'increasing') {
    setNonces(state.nonces, wallet, account, nonce);
    return;
  }
  const used = state.nonces.get(account)?.get(wallet);
  if (used instanceof Set) used.add(nonce);
  else setNonces(state.nonces, wallet, account, new Set([nonce]));
}

const used = sortedSetOf(big);

/** The last nonce alone, or, under the `unique` rule, the list of all. */
const lastOrAll: Codec<bigint | Set<bigint>> = {
  encode: (nonce) => (typeof nonce === 'bigint' ? nonce : used.encode(nonce)),
  decode: (plain) => (Array.isArray(plain) ? used.decode(plain) : big.decode(plain)),
};

const flat = sortedMapOf(text, lastOrAll);

export const nonces: Codec<NonceTable> = {
  encode: (table) => flat.encode(flatNonces(table)),
  decode: (plain) => {
    const table: NonceTable = new NumberedMap();
    for (const [key, own] of flat.decode(plain)) {
      const bar = key.lastIndexOf('|');
      const account = Number(parseUint64(key.slice(bar + 1)) ?? Number.NaN);
      if (bar < 0 || !Number.isSafeInteger(account)) throw new CodecError(`[${key}]`, 'takes wallet|account');
      setNonces(table, key.slice(0, bar), account, own);
    }
    return table;
  },
};
