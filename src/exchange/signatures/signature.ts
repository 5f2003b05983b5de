import { invariant, type Refusal, refuse } from '../../kernel/errors.ts';
import type { Address } from '../../kernel/ids.ts';
import type { Authority } from '../../contract/action.ts';
import { isObject, type Json } from '../../contract/json.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import { type KeyRecovery, loadKeyRecovery, type RecoverKey, type RecoveryBackend } from './key-recovery.ts';
import { CHECK_BYTES } from './packed-checks.ts';
import { type Keccak, loadKeccak, TypedDataEncoder } from './typed-data.ts';

/** A signature as it came, its form checked: `r` and `s` are 0x and 64 hex digits, `v` is 0, 1, 27 or 28. */
export interface Signature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

export interface SignatureCheckerOptions {
  /** The domain name that both sides sign. */
  readonly serviceName: string;
  /** Default: native where it is installed. */
  readonly backend?: RecoveryBackend;
}

/** Makes a checker. Throws when the backend asked for is not installed. */
export async function createSignatureChecker({
  serviceName,
  backend,
}: SignatureCheckerOptions): Promise<SignatureChecker> {
  const keccak = await loadKeccak();
  const recovery = backend && loadKeyRecovery(backend);
  return new SignatureChecker(new TypedDataEncoder(serviceName, keccak), keccak, recovery);
}

/** Says who signed a message. One checker serves one service name and one thread. */
export class SignatureChecker {
  /** 0x and 64 hex digits. */
  readonly domainSeparator: string;
  readonly #encoder: TypedDataEncoder;
  readonly #keccak: Keccak;
  #recovery: KeyRecovery | undefined;
  readonly #compact = Buffer.alloc(64);

  /** @param recovery - loaded when it is first needed if it is left out: it is a native module that a start can do without */
  constructor(encoder: TypedDataEncoder, keccak: Keccak, recovery?: KeyRecovery) {
    this.domainSeparator = `0x${Buffer.from(encoder.domainSeparator).toString('hex')}`;
    this.#encoder = encoder;
    this.#keccak = keccak;
    this.#recovery = recovery;
  }

  get backend(): RecoveryBackend {
    return this.load().backend;
  }

  get recoverKey(): RecoverKey {
    return this.load().recoverKey;
  }

  /** Loads what the first signature would wait for. */
  load(): KeyRecovery {
    return (this.#recovery ??= loadKeyRecovery());
  }

  /** The 32 bytes that a wallet signs for this message. */
  digest(message: TypedMessage): Uint8Array {
    return this.#encoder.digest(message);
  }

  /** The hash of the message without its domain. */
  structHash(message: TypedMessage): Uint8Array {
    return this.#encoder.structHash(message);
  }

  /** The check of a signature as bytes, for a worker; see `packed-checks.ts`. */
  pack(message: TypedMessage, signature: Signature): Uint8Array {
    const packed = new Uint8Array(CHECK_BYTES);
    packed.set(this.#encoder.digest(message));
    packed.set(this.#compactOf(signature), 32);
    packed[96] = recoveryIdOf(signature);
    return packed;
  }

  /**
   * The wallet that signed this message, in lower case. A signature over anything else gives another wallet, which then
   * fails the check of authority; only numbers that no key can have produced are refused here (wire 1.4).
   */
  recover(message: TypedMessage, signature: Signature): Address | Refusal {
    const key = this.recoverKey(this.#encoder.digest(message), this.#compactOf(signature), recoveryIdOf(signature));
    return key ? addressOf(this.#keccak(key.subarray(1))) : NO_KEY;
  }

  /** r and s, in a buffer that the next call overwrites. */
  #compactOf({ r, s }: Signature): Uint8Array {
    const compact = this.#compact;
    const written = compact.write(r.slice(2), 0, 32, 'hex') + compact.write(s.slice(2), 32, 32, 'hex');
    // A half written short would leave digits of the signature before it.
    invariant(written === 64, 'parseSignature has checked r and s');
    return compact;
  }
}

/** 0 and 1 say the same as 27 and 28. */
const recoveryIdOf = ({ v }: Signature): 0 | 1 => (v === 0 || v === 27 ? 0 : 1);

const HALF = /^0x[0-9a-fA-F]{64}$/;
const LOGIN = /^0x[0-9a-fA-F]{130}$/;

/** Reads the `signature` member of a request; the first text of wire 1.4 that applies is the response. */
export function parseSignature(value: Json | undefined): Signature | Refusal {
  if (!isObject(value)) return unauthorized('signature is required');
  const { v, r, s } = value;
  if (isEmpty(r) || isEmpty(s)) return unauthorized('signature r and s fields are required');
  if (!isHalf(r)) return unauthorized('signature r field must be a 64-character hex string with 0x prefix');
  if (!isHalf(s)) return unauthorized('signature s field must be a 64-character hex string with 0x prefix');
  if (v !== 0 && v !== 1 && v !== 27 && v !== 28) return unauthorized('signature v field must be 0, 1, 27, or 28');
  return { v, r, s };
}

/** Reads the one text that carries a login signature: 0x, r, s and two digits of v, 65 bytes in all (wire 1.4). */
export function parseLoginSignature(text: string): Signature | Refusal {
  if (text === '') return unauthorized('signature is required');
  if (!LOGIN.test(text)) return unauthorized('signature must be 65 bytes');
  const v = Number.parseInt(text.slice(130), 16);
  return parseSignature({ v, r: text.slice(0, 66), s: `0x${text.slice(66, 130)}` });
}

const isEmpty = (half: Json | undefined): boolean => half === undefined || half === null || half === '';
const isHalf = (half: Json | undefined): half is string => typeof half === 'string' && HALF.test(half);
const unauthorized = (message: string): Refusal => refuse('UNAUTHORIZED', message);

/** The refusal of a signature whose numbers no key can have produced (wire 1.4). */
export const NO_KEY = unauthorized('signature verification failed: no key gives this signature');

/** An address is the last 20 bytes of the hash of a public key. */
const addressOf = (keyHash: Uint8Array): Address =>
  `0x${Buffer.from(keyHash.buffer, keyHash.byteOffset + 12, 20).toString('hex')}`;

/** What a request claims: that a wallet with a right on the subaccount has signed this message. */
export interface SignedClaim {
  /** As it is named in the request; that of a login is the action that it signs. */
  readonly action: string;
  readonly subAccountId: bigint;
  /** Null for a login, which takes every role. */
  readonly auth: Authority | null;
  readonly message: TypedMessage;
  readonly signature: Signature;
}
