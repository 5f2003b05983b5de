import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { getPublicKey, hashes, sign } from '@noble/secp256k1';
import { documentDigest, type TypedDocument } from '../../../api/typed-document.ts';
import { keccak256 } from '../../../kernel/keccak.ts';

/**
 * The wallet of the console: it stands where programs put the one of ethers, and takes a tenth of its room. The build of the
 * console puts it in place of that package; a test compares both.
 */

hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);
hashes.sha256 = sha256;

export class Wallet {
  /** EIP-55. */
  readonly address: string;
  readonly #key: Uint8Array;

  /** @param privateKey - 32 bytes as hex, with or without `0x`. Throws for anything else. */
  constructor(privateKey: string) {
    this.#key = hexToBytes(privateKey.replace(/^0x/, ''));
    this.address = checksummed(bytesToHex(keccak256(getPublicKey(this.#key, false).slice(1)).slice(12)));
  }

  /** Signs by EIP-712; 65 bytes as hex: r, s, and v of 27 or 28. */
  signTypedData(domain: object, types: TypedDocument['types'], message: TypedDocument['message']): Promise<string> {
    const digest = documentDigest({ domain: { ...domain }, types, primaryType: primaryOf(types), message });
    const signature = sign(digest, this.#key, { prehash: false, format: 'recovered' });
    // The library puts the recovery bit first, Ethereum puts 27 plus it last.
    const v = (27 + (signature[0] ?? 0)).toString(16);
    return Promise.resolve(`0x${bytesToHex(signature.slice(1))}${v}`);
  }
}

/** The struct that no other one contains. */
function primaryOf(types: TypedDocument['types']): string {
  const inside = new Set(Object.values(types).flatMap((fields) => fields.map(({ type }) => type.replace(/\[\]$/, ''))));
  const primary = Object.keys(types).find((name) => !inside.has(name));
  if (primary === undefined) throw new Error('the types contain each other');
  return primary;
}

/** EIP-55: the case of each letter says a bit of the hash of the address. */
function checksummed(address: string): string {
  const hash = bytesToHex(keccak256(utf8ToBytes(address)));
  const digits = Array.from(address, (digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join('')}`;
}
