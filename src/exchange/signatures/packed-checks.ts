import type { Address } from '../../kernel/ids.ts';
import { loadKeyRecovery, type RecoveryBackend } from './key-recovery.ts';
import { loadKeccak } from './typed-data.ts';

/**
 * Signatures to check as bytes, so that many of them travel to a worker in one message. A check is the digest that was
 * signed (32), r (32), s (32) and the recovery id (1).
 */
export const CHECK_BYTES = 97;
/** A wallet is a mark, 0 where no key gives the signature, and an address (20). */
const WALLET_BYTES = 21;

/** Returns the wallets behind checks that stand one behind the other. */
export type RecoverWallets = (checks: Uint8Array) => Uint8Array;

/** Default of `backend`: the fastest there is. */
export async function loadWalletRecovery(backend?: RecoveryBackend): Promise<RecoverWallets> {
  const keccak = await loadKeccak();
  const { recoverKey } = loadKeyRecovery(backend);
  return (checks) => {
    const count = checks.length / CHECK_BYTES;
    const wallets = new Uint8Array(count * WALLET_BYTES);
    for (let place = 0; place < count; place += 1) {
      const at = place * CHECK_BYTES;
      const recoveryId = checks[at + 96] === 0 ? 0 : 1;
      const key = recoverKey(checks.subarray(at, at + 32), checks.subarray(at + 32, at + 96), recoveryId);
      if (!key) continue;
      // An address is the last 20 bytes of the hash of a public key.
      wallets.set(keccak(key.subarray(1)).subarray(12), place * WALLET_BYTES + 1);
      wallets[place * WALLET_BYTES] = 1;
    }
    return wallets;
  };
}

/** Returns the wallet at a place of what a `RecoverWallets` returned, in lower case; null where there is none. */
export function walletAt(wallets: Uint8Array, place: number): Address | null {
  const at = place * WALLET_BYTES;
  if (wallets[at] !== 1) return null;
  return `0x${Buffer.from(wallets.buffer, wallets.byteOffset + at + 1, 20).toString('hex')}`;
}

/** Puts checks behind each other. */
export function joinChecks(checks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(checks.length * CHECK_BYTES);
  for (const [place, check] of checks.entries()) joined.set(check, place * CHECK_BYTES);
  return joined;
}
