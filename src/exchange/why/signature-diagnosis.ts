import type { Address } from '../../kernel/ids.ts';
import { keccak256 } from '../../kernel/keccak.ts';
import { addressOfKey } from '../../contract/address.ts';
import {
  documentDigest,
  type DocumentField,
  domainSeparatorOf,
  type TypedDocument,
} from '../../contract/typed-document.ts';
import type { RecoverKey, Signature } from '../signatures/signature.ts';
import { isRecord } from '../../kernel/entries.ts';

/** A signed request as it came, and who may sign it. */
export interface SignedRequest {
  /** What the request has to be signed as. */
  readonly document: TypedDocument;
  readonly signature: Signature;
  /** Wallets with a right on the subaccount, or the one that the client says it has; lower case. */
  readonly signers: readonly Address[];
  /** Documents of another kind that are worth a try. */
  readonly others?: readonly Variation[];
  /** Service names that are worth a try. */
  readonly serviceNames?: readonly string[];
}

export interface Diagnosis {
  /** 0x and 64 hex digits. */
  readonly domainSeparator: string;
  /** The 32 bytes to be signed. */
  readonly digest: string;
  /** The wallet behind the signature; null when no key gives it. */
  readonly recovered: Address | null;
  readonly expected: readonly Address[];
  readonly verdict: 'right' | 'explained' | 'unexplained';
  /** The first mistake that explains the signature; null unless it is `explained`. */
  readonly mistake: Mistake | null;
  /** How many documents were tried. */
  readonly tried: number;
}

export interface Mistake {
  readonly field: string;
  readonly signed: string;
  readonly expected: string;
  readonly fix: string;
  readonly signer: Address;
}

/** Says what a wallet signed instead of the right document, by trying what people get wrong. */
export function diagnose(request: SignedRequest, recoverKey: RecoverKey): Diagnosis {
  const { document, signature, signers } = request;
  const digest = documentDigest(document);
  const recover = walletsBy(signature, recoverKey);
  const recovered = recover(digest);
  const expected = new Set(signers);
  const facts = {
    domainSeparator: hex(domainSeparatorOf(document.domain)),
    digest: hex(digest),
    recovered,
    expected: signers,
  };
  if (recovered !== null && expected.has(recovered)) return { ...facts, verdict: 'right', mistake: null, tried: 1 };
  let tried = 1;
  for (const { digest: other, ...mistake } of attempts(request, digest)) {
    tried += 1;
    const signer = recover(other, mistake.isFlipped);
    if (signer === null || !expected.has(signer)) continue;
    const { field, signed, expected: should, fix } = mistake;
    return { ...facts, verdict: 'explained', mistake: { field, signed, expected: should, fix, signer }, tried };
  }
  return { ...facts, verdict: 'unexplained', mistake: null, tried };
}

interface Attempt {
  readonly field: string;
  readonly signed: string;
  readonly expected: string;
  readonly fix: string;
  readonly digest: Uint8Array;
  /** With the other recovery id. */
  readonly isFlipped: boolean;
}

/** Mistakes of the signature itself, then those of the document. A variation that no wallet could hash is left out. */
function* attempts(
  { document, others = [], serviceNames = [] }: SignedRequest,
  digest: Uint8Array,
): Generator<Attempt> {
  yield {
    field: 'signature.v',
    signed: 'the other of 27 and 28',
    expected: 'the v that the wallet returned',
    fix: 'Send v as the wallet returned it: 27 or 28, and do not work it out anew.',
    digest,
    isFlipped: true,
  };
  yield {
    field: 'signature',
    signed: 'personal_sign over the digest',
    expected: 'eth_signTypedData_v4',
    fix: 'Sign the typed data itself (eth_signTypedData_v4), not its hash as a message.',
    digest: personal(digest),
    isFlipped: false,
  };
  for (const { document: other, ...mistake } of otherDocuments()) {
    const hashed = hashOf(other);
    if (hashed) yield { ...mistake, digest: hashed, isFlipped: false };
  }
  function* otherDocuments(): Generator<Variation> {
    yield* others;
    yield* variationsOf(document, serviceNames);
  }
}

function hashOf(document: TypedDocument): Uint8Array | null {
  try {
    return documentDigest(document);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** What `personal_sign` hashes: a prefix with the length, then the bytes. */
function personal(digest: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${digest.length}`);
  return keccak256(Uint8Array.of(...prefix, ...digest));
}

/** Says which wallet signed a digest. */
function walletsBy({ v, r, s }: Signature, recoverKey: RecoverKey) {
  const compact = Buffer.from(r.slice(2) + s.slice(2), 'hex');
  const recoveryId = v === 0 || v === 27 ? 0 : 1;
  return (digest: Uint8Array, isFlipped = false): Address | null => {
    const key = recoverKey(digest, compact, isFlipped ? (recoveryId === 0 ? 1 : 0) : recoveryId);
    return key ? addressOfKey(key) : null;
  };
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** Another document that a client may have signed by mistake. */
interface Variation {
  /** The member that differs, such as `domain.chainId` or `message.orders[0].price`. */
  readonly field: string;
  /** What the client would have signed there, and what it has to sign. */
  readonly signed: string;
  readonly expected: string;
  /** The fix in a sentence. */
  readonly fix: string;
  readonly document: TypedDocument;
}

/** Chain ids that wallets and frameworks put in by themselves. */
const CHAIN_IDS = [0, 5, 10, 56, 100, 137, 1_337, 8_453, 31_337, 42_161, 43_114, 84_532, 421_614, 11_155_111];
const VERSIONS = ['', '1.0', '1.0.0', '2', 'v1'];

/**
 * The documents that differ from the right one by one common mistake, the most frequent first: the domain, then the types, then
 * each value of the message.
 *
 * @param others - service names that are worth a try beside those derived from the right one
 */
function* variationsOf(right: TypedDocument, others: readonly string[] = []): Generator<Variation> {
  yield* domainVariations(right, others);
  yield* typeVariations(right);
  yield* valueVariations(right);
}

function* domainVariations(right: TypedDocument, others: readonly string[]): Generator<Variation> {
  const { domain } = right;
  const name = String(domain.name);
  const put = (member: string, value: unknown, fix: string): Variation => ({
    field: `domain.${member}`,
    signed: shown(value),
    expected: shown(domain[member]),
    fix,
    document: { ...right, domain: withMember(domain, member, value) },
  });
  for (const chainId of CHAIN_IDS) {
    if (chainId === domain.chainId) continue;
    yield put(
      'chainId',
      chainId,
      `Sign with chain id ${shown(domain.chainId)}, not with that of the wallet's network.`,
    );
  }
  const names = new Set([...others, name.toLowerCase(), name.toUpperCase(), 'PerpSim', 'perpsim', 'Exchange', '']);
  for (const other of names) {
    if (other !== name) yield put('name', other, `Sign with the service name "${name}" as the domain's name.`);
  }
  for (const version of VERSIONS) yield put('version', version, `Sign with version "${shown(domain.version)}".`);
  for (const member of ['chainId', 'verifyingContract', 'version']) {
    yield put(member, undefined, `Put ${member} into the domain; it is part of the hash.`);
  }
}

function* typeVariations(right: TypedDocument): Generator<Variation> {
  for (const [struct, fields] of Object.entries(right.types)) {
    const withFields = (changed: readonly DocumentField[], field: string, signed: string, fix: string): Variation => ({
      field: field === '' ? `types.${struct}` : `types.${struct}.${field}`,
      signed,
      expected: fields.map(({ type, name }) => `${type} ${name}`).join(','),
      fix,
      document: { ...right, types: { ...right.types, [struct]: changed } },
    });
    const order = (changed: readonly DocumentField[], what: string): Variation =>
      withFields(
        changed,
        '',
        what,
        `Declare the fields of ${struct} in the order of the contract: it is part of the hash.`,
      );
    yield order(
      [...fields].sort((a, b) => (a.name < b.name ? -1 : 1)),
      'fields sorted by name',
    );
    yield order([...fields].reverse(), 'fields in reverse order');
    for (const [at, field] of fields.entries()) {
      const without = fields.filter((_, place) => place !== at);
      yield withFields(
        without,
        field.name,
        'left out',
        `Declare ${field.type} ${field.name} in ${struct}, also when the request leaves it out.`,
      );
      for (const type of otherTypes(field.type)) {
        const changed = fields.map((kept, place) => (place === at ? { ...kept, type } : kept));
        yield withFields(changed, field.name, type, `Declare ${field.name} of ${struct} as ${field.type}.`);
      }
    }
  }
}

/** The types that people declare instead. */
function otherTypes(type: string): readonly string[] {
  if (type === 'uint256') return ['uint64', 'int256', 'string'];
  if (type === 'uint256[]') return ['uint64[]', 'string[]'];
  if (type === 'address') return ['string'];
  return [];
}

function* valueVariations(right: TypedDocument): Generator<Variation> {
  for (const { path, value } of leavesOf(right.message)) {
    for (const { other, fix } of otherValues(path.at(-1)?.toString() ?? '', value)) {
      yield {
        field: `message${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')}`,
        signed: shown(other),
        expected: shown(value),
        fix,
        document: { ...right, message: withValue(right.message, path, other) },
      };
    }
  }
}

interface OtherValue {
  readonly other: unknown;
  readonly fix: string;
}

/** What people sign instead of a value. */
function otherValues(name: string, value: unknown): OtherValue[] {
  if (typeof value === 'boolean') return [{ other: !value, fix: `Sign ${name} as it is sent; left out it is false.` }];
  if (typeof value === 'bigint') return otherNumbers(name, value);
  if (typeof value !== 'string') return [];
  const fix = `Sign ${name} as the very text that is sent, without writing it anew.`;
  return otherTexts(value).map((other) => ({ other, fix }));
}

function otherNumbers(name: string, value: bigint): OtherValue[] {
  const isTime = name === 'nonce' || name === 'expiresAfter' || name === 'expiresAt' || name === 'timestamp';
  const fix = isTime
    ? `Sign ${name} in the unit in which it is sent, and 0 when it is not sent.`
    : `Sign the ${name} that is sent.`;
  const others = [0n, ...(isTime ? [value / 1_000n, value * 1_000n, value + 1n, value - 1n] : [value + 1n])];
  return others.filter((other) => other !== value && other >= 0n).map((other) => ({ other, fix }));
}

/** Texts that mean the same to a person: other writings of a decimal, another case, spaces. */
function otherTexts(value: string): string[] {
  const others = new Set<string>([value.toLowerCase(), value.toUpperCase(), value.trim(), '', 'na', '0']);
  if (/^-?\d+(\.\d+)?$/.test(value)) {
    const trimmed = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
    others.add(trimmed);
    others.add(String(Number(value)));
    for (let decimals = 0; decimals <= 8; decimals += 1) others.add(padded(trimmed, decimals));
  }
  others.delete(value);
  return [...others];
}

/** Decimal text with exactly so many decimals; the same text where that would round it. */
function padded(decimal: string, decimals: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  if (fraction.length > decimals) return decimal;
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

type Path = readonly (string | number)[];

/** Every value in a message that is no list and no struct, with its place. */
function* leavesOf(value: unknown, path: Path = []): Generator<{ readonly path: Path; readonly value: unknown }> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* leavesOf(item, [...path, at]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* leavesOf(member, [...path, name]);
  } else yield { path, value };
}

/** A copy of a message with another value at one place. */
const withValue = (message: TypedDocument['message'], [name = '', ...rest]: Path, other: unknown) => ({
  ...message,
  [name]: replaced(message[name], rest, other),
});

function replaced(value: unknown, path: Path, other: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return other;
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (at === first ? replaced(item, rest, other) : item));
  return isRecord(value) ? withValue(value, path, other) : value;
}

const withMember = (domain: TypedDocument['domain'], member: string, value: unknown): TypedDocument['domain'] =>
  value === undefined
    ? Object.fromEntries(Object.entries(domain).filter(([name]) => name !== member))
    : { ...domain, [member]: value };

/** A leaf of a message, or a member of the domain, as text. */
const shown = (value: unknown): string => {
  if (value === undefined) return 'left out';
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
};
