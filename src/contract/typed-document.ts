import { compareKeys } from '../kernel/canonical-json.ts';
import { keccak256 } from '../kernel/keccak.ts';

/** A field as a document states it. Unlike the contract's own tables a document may name any type. */
export interface DocumentField {
  readonly name: string;
  readonly type: string;
}

/**
 * What a wallet signs by EIP-712, in the form that wallets and libraries take: domain, types and message. Any document has a hash
 * here, also one that no request of the contract makes; the encoder of `exchange/signatures` is the fast one for those that do.
 */
export interface TypedDocument {
  readonly domain: Readonly<Record<string, unknown>>;
  readonly types: Readonly<Record<string, readonly DocumentField[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** The type of a domain with all its members. */
export const DOMAIN_FIELDS: readonly DocumentField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** The 32 bytes that are signed. Throws for a value that its type cannot hold. */
export function documentDigest({ domain, types, primaryType, message }: TypedDocument): Uint8Array {
  return keccak256(
    joined([Uint8Array.of(0x19, 0x01), domainSeparatorOf(domain), structHash(primaryType, types, message)]),
  );
}

/** The hash of a domain, over those of its four members that are there. */
export const domainSeparatorOf = (domain: TypedDocument['domain']): Uint8Array =>
  structHash('EIP712Domain', { EIP712Domain: DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined) }, domain);

/** `PlaceOrders(...)Order(...)`: the struct, then the structs inside it by name. */
export function encodedType(name: string, types: TypedDocument['types']): string {
  const used = new Set<string>();
  const visit = (struct: string): void => {
    if (used.has(struct)) return;
    used.add(struct);
    for (const { type } of types[struct] ?? []) if (types[elementOf(type)]) visit(elementOf(type));
  };
  visit(name);
  used.delete(name);
  return [name, ...[...used].sort(compareKeys)]
    .map((struct) => `${struct}(${(types[struct] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('');
}

type Values = Readonly<Record<string, unknown>>;

/** The hash of a struct of these types. */
export function structHash(name: string, types: TypedDocument['types'], values: Values): Uint8Array {
  const words = (types[name] ?? []).map((field) => wordOf(field.type, types, values[field.name]));
  return keccak256(joined([keccak256(bytesOfText(encodedType(name, types))), ...words]));
}

/** The 32 bytes of a member. */
function wordOf(type: string, types: TypedDocument['types'], value: unknown): Uint8Array {
  if (type.endsWith('[]')) {
    return keccak256(joined((value as readonly unknown[]).map((item) => wordOf(elementOf(type), types, item))));
  }
  if (types[type]) return structHash(type, types, value as Values);
  if (type === 'string') return keccak256(bytesOfText(String(value)));
  if (type === 'bool') return numberWord(value === true ? 1n : 0n);
  return numberWord(BigInt(value as string));
}

const elementOf = (type: string): string => type.replace(/\[\]$/, '');

const bytesOfText = (text: string): Uint8Array => new TextEncoder().encode(text);

function numberWord(value: bigint): Uint8Array {
  const word = new Uint8Array(32);
  let rest = value;
  for (let at = 31; at >= 0; at -= 1) {
    word[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  if (rest !== 0n) throw new RangeError('a number of a typed document has at most 256 bits and no sign');
  return word;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
