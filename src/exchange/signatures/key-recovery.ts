import { createRequire } from 'node:module';
import type * as portable from 'tiny-secp256k1';

/** Who recovers keys: a compiled module where one is installed, else WASM. Both give the same keys. */
export type RecoveryBackend = 'native' | 'portable';

/**
 * The uncompressed public key (65 bytes) behind a signature of 64 bytes and a recovery id, or undefined when there is
 * none: r or s is zero or not below the group order, or r is no point of the curve. Both halves of s are accepted
 * . The response may be overwritten by the next call.
 */
export type RecoverKey = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | undefined;

/** The functions used of the optional module `secp256k1`, which has no types of its own. */
interface NativeSecp256k1 {
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: number,
    digest: Uint8Array,
    compressed: boolean,
    output: Uint8Array,
  ): Uint8Array;
}

export interface KeyRecovery {
  readonly backend: RecoveryBackend;
  /** The uncompressed public key (65 bytes) of a private key of 32 bytes, or undefined when that is no key. */
  readonly publicKeyOf: (privateKey: Uint8Array) => Uint8Array | undefined;
  readonly recoverKey: RecoverKey;
}

/**
 * Loads the wanted backend, or the fastest one there is. Throws when `native` is wanted and not installed. `load` finds
 * the native module; it is a parameter so that its absence can be tried where it is present.
 */
export function loadKeyRecovery(
  wanted?: RecoveryBackend,
  load: () => NativeSecp256k1 | undefined = loadNative,
): KeyRecovery {
  const native = wanted === 'portable' ? undefined : load();
  if (native) return { backend: 'native', recoverKey: nativeRecovery(native), publicKeyOf: nativeKeys(native) };
  if (wanted === 'native')
    throw new Error('the native signature module (secp256k1) is not installed for this platform');
  return { backend: 'portable', ...portableFunctions() };
}

function loadNative(): NativeSecp256k1 | undefined {
  try {
    // The plain entry of the module falls back to a slow one in script without saying so.
    return required('secp256k1/bindings.js') as NativeSecp256k1;
  } catch {
    return undefined;
  }
}

function nativeRecovery(native: NativeSecp256k1): RecoverKey {
  const output = new Uint8Array(65);
  return (digest, signature, recoveryId) =>
    orUndefined(() => native.ecdsaRecover(signature, recoveryId, digest, false, output));
}

const nativeKeys =
  (native: NativeSecp256k1): KeyRecovery['publicKeyOf'] =>
  (privateKey) =>
    orUndefined(() => native.publicKeyCreate(privateKey, false));

function portableFunctions(): Omit<KeyRecovery, 'backend'> {
  const { pointFromScalar, recover } = required('tiny-secp256k1') as typeof portable;
  return {
    recoverKey: (digest, signature, recoveryId) =>
      orUndefined(() => recover(digest, signature, recoveryId, false) ?? undefined),
    publicKeyOf: (privateKey) => orUndefined(() => pointFromScalar(privateKey, false) ?? undefined),
  };
}

/** Both are loaded at the first signature rather than at the start, so at once. */
const required = (name: string): unknown => createRequire(import.meta.url)(name);

/** Both modules throw at a signature without a key, which is a mistake of the client and no internal error. */
function orUndefined<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}
