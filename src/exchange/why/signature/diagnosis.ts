import { addressOfKey } from '../../../contract/address.ts';
import { documentDigest, domainSeparatorOf, type TypedDocument } from '../../../contract/typed-document.ts';
import type { Address } from '../../../kernel/ids.ts';
import { keccak256 } from '../../../kernel/keccak.ts';
import type { RecoverKey } from '../../signatures/key-recovery.ts';
import type { Signature } from '../../signatures/signature.ts';
import { type Variation, variationsOf } from './variations.ts';

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
