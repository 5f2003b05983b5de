import { createRequire } from 'node:module';

/** Who recovers keys: a compiled module where one is installed, else WASM. Both give the same keys. */
export type RecoveryBackend = 'native' | 'portable';

/**
 * The uncompressed public key (65 bytes) behind a signature of 64 bytes and a recovery id, or undefined when there is
 * none: r or s is zero or not below the group order, or r is no point of the curve. Both halves of s are accepted
 * . The response may be overwritten by the next call.
 */
export type RecoverKey = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | undefined;

/** The one function used of the optional module `secp256k1`, which has no types of its own. */
interface NativeSecp256k1 {
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: number,
    digest: Uint8Array,
    compressed: boolean,
    output: Uint8Array,
  ): Uint8Array;
}

/**
 * Loads the wanted backend, or the fastest one there is. Throws when `native` is wanted and not installed. `load` finds
 * the native module; it is a parameter so that its absence can be tried where it is present.
 */
export async function loadKeyRecovery(
  wanted?: RecoveryBackend,
  load: () => NativeSecp256k1 | undefined = loadNative,
): Promise<{ readonly backend: RecoveryBackend; readonly recoverKey: RecoverKey }> {
  const native = wanted === 'portable' ? undefined : load();
  if (native) return { backend: 'native', recoverKey: nativeRecovery(native) };
  if (wanted === 'native')
    throw new Error('the native signature module (secp256k1) is not installed for this platform');
  return { backend: 'portable', recoverKey: await portableRecovery() };
}

function loadNative(): NativeSecp256k1 | undefined {
  try {
    // The plain entry of the module falls back to a slow one in script without saying so.
    return createRequire(import.meta.url)('secp256k1/bindings.js') as NativeSecp256k1;
  } catch {
    return undefined;
  }
}

function nativeRecovery(native: NativeSecp256k1): RecoverKey {
  const output = new Uint8Array(65);
  return (digest, signature, recoveryId) =>
    orUndefined(() => native.ecdsaRecover(signature, recoveryId, digest, false, output));
}

async function portableRecovery(): Promise<RecoverKey> {
  const { recover } = await import('tiny-secp256k1');
  return (digest, signature, recoveryId) =>
    orUndefined(() => recover(digest, signature, recoveryId, false) ?? undefined);
}

/** Both modules throw at a signature without a key, which is a mistake of the client and no internal error. */
function orUndefined<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}
