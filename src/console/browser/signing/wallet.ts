import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { getPublicKey, hashes, sign } from '@noble/secp256k1';
import { documentDigest, domainSeparatorOf, structHash, type TypedDocument } from '../../../contract/typed-document.ts';
import { keccak256 as keccakOf } from '../../../kernel/keccak.ts';

/**
 * The wallet of the console: it stands where programs put the one of ethers, and takes a tenth of its room. The build of the
 * console puts it in place of that package, with all that the client takes from there; a test compares both.
 */

hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);
hashes.sha256 = sha256;

export class SigningKey {
  /** Uncompressed, as hex. */
  readonly publicKey: string;
  readonly #key: Uint8Array;

  /** @param privateKey - 32 bytes as hex, with or without `0x`. Throws for anything else. */
  constructor(privateKey: string) {
    this.#key = bytesOf(privateKey);
    this.publicKey = `0x${bytesToHex(getPublicKey(this.#key, false))}`;
  }

  /** @param digest - 32 bytes as hex */
  sign(digest: string): { readonly r: string; readonly s: string; readonly v: number } {
    const signature = sign(bytesOf(digest), this.#key, { prehash: false, format: 'recovered' });
    // The library puts the recovery bit first.
    const [r, s] = [signature.slice(1, 33), signature.slice(33)].map((half) => `0x${bytesToHex(half)}`);
    return { r: r ?? '', s: s ?? '', v: 27 + (signature[0] ?? 0) };
  }
}

export class Wallet {
  /** EIP-55. */
  readonly address: string;
  readonly #key: SigningKey;

  /** @param privateKey - 32 bytes as hex, with or without `0x`. Throws for anything else. */
  constructor(privateKey: string) {
    this.#key = new SigningKey(privateKey);
    this.address = computeAddress(this.#key.publicKey);
  }

  /** Signs by EIP-712; 65 bytes as hex: r, s, and v of 27 or 28. */
  signTypedData(domain: object, types: TypedDocument['types'], message: TypedDocument['message']): Promise<string> {
    const digest = documentDigest({ domain: { ...domain }, types, primaryType: primaryOf(types), message });
    const { r, s, v } = this.#key.sign(bytesToHex(digest));
    return Promise.resolve(concat([r, s, v.toString(16)]));
  }
}

/** EIP-55 address of an uncompressed public key. */
export const computeAddress = (publicKey: string): string =>
  checksummed(bytesToHex(keccakOf(bytesOf(publicKey).slice(1)).slice(12)));

/** Of bytes as hex. */
export const keccak256 = (bytes: string): string => `0x${bytesToHex(keccakOf(bytesOf(bytes)))}`;

export const concat = (parts: readonly string[]): string =>
  `0x${parts.map((part) => part.replace(/^0x/, '')).join('')}`;

/** The parts of a digest, as the client makes it. */
export const TypedDataEncoder = {
  hashDomain: (domain: object): string => `0x${bytesToHex(domainSeparatorOf({ ...domain }))}`,
  from: (types: TypedDocument['types']) => ({
    hash: (message: TypedDocument['message']): string =>
      `0x${bytesToHex(structHash(primaryOf(types), types, message))}`,
  }),
};

const bytesOf = (hex: string): Uint8Array => hexToBytes(hex.replace(/^0x/, ''));

/** The struct that no other one contains. */
function primaryOf(types: TypedDocument['types']): string {
  const inside = new Set(Object.values(types).flatMap((fields) => fields.map(({ type }) => type.replace(/\[\]$/, ''))));
  const primary = Object.keys(types).find((name) => !inside.has(name));
  if (primary === undefined) throw new Error('the types contain each other');
  return primary;
}

/** EIP-55: the case of each letter says a bit of the hash of the address. */
function checksummed(address: string): string {
  const hash = bytesToHex(keccakOf(utf8ToBytes(address)));
  const digits = Array.from(address, (digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}
