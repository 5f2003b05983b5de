import { keccak256 } from '../kernel/keccak.ts';
import type { Address } from '../kernel/ids.ts';

/** Wallet addresses as text: lower case inside the exchange, EIP-55 casing in responses. */

/** 0x and forty hex digits. */
export const ADDRESS_LENGTH = 42;
/** It has no known key: what is sent there is lost. */
export const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`;

const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;

/** Reads an address in any casing into lower case; undefined when the text is not one (SEC-17). */
export const parseAddress = (text: string): Address | undefined =>
  ADDRESS.test(text) ? text.toLowerCase() : undefined;

/** The address of an uncompressed public key (65 bytes). Signature checks hash in bulk, in `exchange/signatures`. */
export const addressOfKey = (publicKey: Uint8Array): Address => {
  const last = keccak256(publicKey.subarray(1)).subarray(12);
  return `0x${Array.from(last, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

/**
 * The EIP-55 casing of an address: a letter is upper case where the matching digit of the Keccak-256 hash
 * of the lower-case digits is 8 or more.
 */
export function checksumAddress(address: Address): string {
  const digits = Array.from(address.slice(2));
  const hash = keccak256(Uint8Array.from(digits, (digit) => digit.charCodeAt(0)));
  const cased = digits.map((digit, index) => {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0xf;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${cased.join('')}`;
}
