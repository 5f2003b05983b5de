import { createRequire } from 'node:module';
import { type DigestSigner, Signer } from '../../client/signer.ts';
import type { Target, TargetWallet } from '../targets/target.ts';

/** The one function used of the optional module `secp256k1`, which has no types of its own. */
interface NativeSecp256k1 {
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array; readonly recid: number };
}

function load(): NativeSecp256k1 | undefined {
  try {
    // The plain entry of the module falls back to a slow one in script without saying so.
    return createRequire(import.meta.url)('secp256k1/bindings.js') as NativeSecp256k1;
  } catch {
    return undefined;
  }
}

/** Signs as the wallet. */
export const signerOf = (
  { privateKey }: Pick<TargetWallet, 'privateKey'>,
  target: Pick<Target, 'serviceName'>,
): Signer => new Signer(privateKey, target.serviceName, nativeSigner(privateKey));

let native: NativeSecp256k1 | null | undefined;

/**
 * Signs with the native module where it is installed, else undefined: ethers then signs, which takes a millisecond and
 * would be a fifth of the time of the suite. Both choose the number of a signature as RFC 6979 says, so that both make
 * the same one. The exchange takes no part.
 */
function nativeSigner(privateKey: string): DigestSigner | undefined {
  native ??= load() ?? null;
  if (native === null) return undefined;
  const found = native;
  const key = bytesOf(privateKey);
  return (digest) => {
    const { signature, recid } = found.ecdsaSign(bytesOf(digest), key);
    const hex = Buffer.from(signature).toString('hex');
    return { r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}`, v: 27 + recid };
  };
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replace(/^0x/, ''), 'hex'));
