import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { getPublicKey, hashes, sign } from '@noble/secp256k1';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/**
 * The wallet of the console: it stands where programs put the one of ethers, and takes a tenth of its room. The build of the
 * console puts it in place of that package; a test compares both.
 */

hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);
hashes.sha256 = sha256;

interface Field {
  readonly name: string;
  readonly type: string;
}

type Types = Readonly<Record<string, readonly Field[]>>;
type Values = Readonly<Record<string, unknown>>;

const DOMAIN: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

export class Wallet {
  readonly address: string;
  readonly #key: Uint8Array;

  /** @param privateKey - 32 bytes as hex, with or without `0x`. Throws for anything else. */
  constructor(privateKey: string) {
    this.#key = hexToBytes(privateKey.replace(/^0x/, ''));
    this.address = checksummed(bytesToHex(keccak_256(getPublicKey(this.#key, false).slice(1)).slice(12)));
  }

  /** Signs by EIP-712; 65 bytes as hex: r, s, and v of 27 or 28. */
  signTypedData(domain: object, types: Types, values: Values): Promise<string> {
    const signature = sign(typedDataHash(domain, types, values), this.#key, { prehash: false, format: 'recovered' });
    // The library puts the recovery bit first, Ethereum puts 27 plus it last.
    const v = (27 + (signature[0] ?? 0)).toString(16);
    return Promise.resolve(`0x${bytesToHex(signature.slice(1))}${v}`);
  }
}

/** The 32 bytes that are signed. */
export function typedDataHash(domain: object, types: Types, values: Values): Uint8Array {
  const primary = primaryOf(types);
  const named: Values = { ...domain };
  const given = DOMAIN.filter(({ name }) => named[name] !== undefined);
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      structHash('EIP712Domain', { EIP712Domain: given }, named),
      structHash(primary, types, values),
    ),
  );
}

/** The struct that no other one contains. */
function primaryOf(types: Types): string {
  const inside = new Set(Object.values(types).flatMap((fields) => fields.map(({ type }) => elementOf(type))));
  const primary = Object.keys(types).find((name) => !inside.has(name));
  if (primary === undefined) throw new Error('the types contain each other');
  return primary;
}

function structHash(name: string, types: Types, values: Values): Uint8Array {
  const words = (types[name] ?? []).map((field) => wordOf(field.type, types, values[field.name]));
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(encodedType(name, types))), ...words));
}

/** `PlaceOrders(...)Order(...)`: the struct, then the structs inside it by name. */
function encodedType(name: string, types: Types): string {
  const used = new Set<string>();
  const visit = (struct: string): void => {
    if (used.has(struct)) return;
    used.add(struct);
    for (const { type } of types[struct] ?? []) if (types[elementOf(type)]) visit(elementOf(type));
  };
  visit(name);
  used.delete(name);
  return [name, ...[...used].sort()]
    .map((struct) => `${struct}(${(types[struct] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('');
}

/** The 32 bytes of a member. */
function wordOf(type: string, types: Types, value: unknown): Uint8Array {
  if (type.endsWith('[]')) {
    const words = (value as readonly unknown[]).map((item) => wordOf(elementOf(type), types, item));
    return keccak_256(concatBytes(...words));
  }
  if (types[type]) return structHash(type, types, value as Values);
  if (type === 'string') return keccak_256(utf8ToBytes(value as string));
  if (type === 'bool') return numberWord(value === true ? 1n : 0n);
  return numberWord(BigInt(value as string));
}

const elementOf = (type: string): string => type.replace(/\[\]$/, '');

const numberWord = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'));

/** EIP-55: the case of each letter says a bit of the hash of the address. */
function checksummed(address: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(address)));
  return `0x${[...address].map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`;
}
