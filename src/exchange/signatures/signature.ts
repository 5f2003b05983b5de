import { createRequire } from 'node:module';
import { createKeccak } from 'hash-wasm';
import type * as portable from 'tiny-secp256k1';
import type { Authority } from '../../contract/action.ts';
import { isObject, type Json } from '../../contract/json.ts';
import {
  type Field,
  type FieldType,
  type FieldValue,
  isUint256,
  NESTED_TYPES,
  PRIMARY_TYPES,
  type PrimaryType,
  signingDomain,
  structNameOf,
  type TypedMessage,
} from '../../contract/signing.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import { entriesOf, keysOf } from '../../kernel/entries.ts';
import { invariant, type Refusal, refuse } from '../../kernel/errors.ts';
import type { Address } from '../../kernel/ids.ts';

/** A signature as it came, its form checked: `r` and `s` are 0x and 64 hex digits, `v` is 0, 1, 27 or 28. */
export interface Signature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

interface SignatureCheckerOptions {
  /** The domain name that both sides sign (R-02). */
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

  /** The check of a signature as bytes, for a worker; see `loadWalletRecovery`. */
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

/** R-06: 0 and 1 say the same as 27 and 28. */
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

/** Who recovers keys: a compiled module where one is installed, else WASM. Both give the same keys. */
export type RecoveryBackend = 'native' | 'portable';

/**
 * The uncompressed public key (65 bytes) behind a signature of 64 bytes and a recovery id, or undefined when there is
 * none: r or s is zero or not below the group order, or r is no point of the curve. Both halves of s are accepted
 * (R-06). The response may be overwritten by the next call.
 */
export type RecoverKey = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | undefined;

/** Signs 32 bytes with a private key of 32 bytes, as RFC 6979 says; `v` is 27 or 28. Throws for what is no key. */
type SignDigest = (digest: Uint8Array, privateKey: Uint8Array) => Signature;

/** The functions used of the optional module `secp256k1`, which has no types of its own. */
interface NativeSecp256k1 {
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array; readonly recid: number };
  publicKeyCreate(privateKey: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: number,
    digest: Uint8Array,
    compressed: boolean,
    output: Uint8Array,
  ): Uint8Array;
}

interface KeyRecovery {
  readonly backend: RecoveryBackend;
  /** The uncompressed public key (65 bytes) of a private key of 32 bytes, or undefined when that is no key. */
  readonly publicKeyOf: (privateKey: Uint8Array) => Uint8Array | undefined;
  readonly recoverKey: RecoverKey;
  readonly sign: SignDigest;
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
  if (native) return { backend: 'native', ...nativeFunctions(native) };
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

function nativeFunctions(native: NativeSecp256k1): Omit<KeyRecovery, 'backend'> {
  const output = new Uint8Array(65);
  return {
    recoverKey: (digest, signature, recoveryId) =>
      orUndefined(() => native.ecdsaRecover(signature, recoveryId, digest, false, output)),
    publicKeyOf: (privateKey) => orUndefined(() => native.publicKeyCreate(privateKey, false)),
    sign: (digest, privateKey) => {
      const { signature, recid } = native.ecdsaSign(digest, privateKey);
      return signatureOf(signature, recid);
    },
  };
}

function portableFunctions(): Omit<KeyRecovery, 'backend'> {
  const { pointFromScalar, recover, signRecoverable } = required('tiny-secp256k1') as typeof portable;
  return {
    recoverKey: (digest, signature, recoveryId) =>
      orUndefined(() => recover(digest, signature, recoveryId, false) ?? undefined),
    publicKeyOf: (privateKey) => orUndefined(() => pointFromScalar(privateKey, false) ?? undefined),
    sign: (digest, privateKey) => {
      const { signature, recoveryId } = signRecoverable(digest, privateKey);
      return signatureOf(signature, recoveryId);
    },
  };
}

function signatureOf(compact: Uint8Array, recoveryId: number): Signature {
  const hex = Buffer.from(compact).toString('hex');
  return { r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}`, v: 27 + recoveryId };
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

/** Keccak-256. The response is a fresh array that the caller may keep. */
type Keccak = (bytes: Uint8Array) => Uint8Array;

/** Keccak-256 in WASM: several times faster than in script, and the same on every machine. */
export async function loadKeccak(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  return (bytes) => hasher.init().update(bytes).digest('binary');
}

type NestedType = keyof typeof NESTED_TYPES;
type Values = Readonly<Record<string, FieldValue>>;
/** Writes one value as the 32-byte word at `at`. */
type WordWriter = (value: FieldValue | undefined, at: number) => void;

interface Plan {
  readonly typeHash: Uint8Array;
  readonly fields: readonly { readonly name: string; readonly write: WordWriter }[];
}

const WORD = 32;
/** In the order in which the standard appends them to a type. */
const NESTED_NAMES = keysOf(NESTED_TYPES).toSorted(compareKeys);
const DOMAIN_FIELDS = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/**
 * Texts up to this length (symbols, sides, order types, usual prices) keep their hash. A longer piece of a body would
 * keep the whole body in memory with it: V8 copies only pieces shorter than 13 characters.
 */
const CACHED_TEXT_MAX = 12;
const CACHED_TEXTS = 4096;

/**
 * Hashes typed data (EIP-712) for one domain. What never changes is made once: the domain separator, the type hashes
 * and a list of writers for each type. Words go into one growing buffer that works as a stack, because a struct is
 * hashed only after the structs and arrays inside it. A value that does not fit its field is our bug and throws: shapes
 * are refused before anything is hashed (wire 0.3, step 8).
 */
export class TypedDataEncoder {
  readonly domainSeparator: Uint8Array;
  readonly #keccak: Keccak;
  readonly #plans = new Map<string, Plan>();
  readonly #textHashes = new Map<string, Uint8Array>();
  readonly #utf8 = new TextEncoder();
  readonly #envelope = new Uint8Array(2 + WORD + WORD);
  #words = new Uint8Array(256 * WORD);
  #view = new DataView(this.#words.buffer);
  #top = 0;

  constructor(serviceName: string, keccak: Keccak) {
    this.#keccak = keccak;
    this.domainSeparator = this.#hashDomain(serviceName);
    this.#envelope.set([0x19, 0x01]);
    this.#envelope.set(this.domainSeparator, 2);
    for (const [name, fields] of Object.entries(NESTED_TYPES)) this.#plans.set(name, this.#plan(name, fields));
    for (const [type, fields] of entriesOf(PRIMARY_TYPES)) {
      this.#plans.set(type, this.#plan(structNameOf(type), fields));
    }
  }

  /** The 32 bytes that a wallet signs. */
  digest(message: TypedMessage): Uint8Array {
    this.#envelope.set(this.structHash(message), 2 + WORD);
    return this.#keccak(this.#envelope);
  }

  /** The hash of the message without its domain. */
  structHash(message: TypedMessage): Uint8Array {
    this.#top = 0;
    return this.#hashStruct(this.#planOf(message.type), message.values);
  }

  /** The hash of the encoded type, the first word of every struct of that type. */
  typeHash(type: PrimaryType | NestedType): Uint8Array {
    return this.#planOf(type).typeHash;
  }

  #planOf(type: PrimaryType | NestedType): Plan {
    const plan = this.#plans.get(type);
    invariant(plan, `no such type: ${type}`);
    return plan;
  }

  #hashDomain(serviceName: string): Uint8Array {
    const { name, version, chainId, verifyingContract } = signingDomain(serviceName);
    const at = this.#take(5);
    this.#words.set(this.#hashText(DOMAIN_FIELDS), at);
    this.#writeText(name, at + WORD);
    this.#writeText(version, at + 2 * WORD);
    this.#writeUint(BigInt(chainId), at + 3 * WORD);
    this.#writeAddress(verifyingContract, at + 4 * WORD);
    return this.#hashFrom(at, 5);
  }

  #plan(name: string, fields: readonly Field[]): Plan {
    const nested = NESTED_NAMES.filter((inner) => fields.some(({ type }) => type === inner || type === `${inner}[]`));
    const parts = [encodeType(name, fields), ...nested.map((inner) => encodeType(inner, NESTED_TYPES[inner]))];
    return {
      typeHash: this.#hashText(parts.join('')),
      fields: fields.map((field) => ({ name: field.name, write: this.#writer(field.type) })),
    };
  }

  #writer(type: FieldType): WordWriter {
    switch (type) {
      case 'uint256':
        return (value, at) => this.#writeUint(value, at);
      case 'string':
        return (value, at) => this.#writeText(value, at);
      case 'bool':
        return (value, at) => this.#writeBool(value, at);
      case 'address':
        return (value, at) => this.#writeAddress(value, at);
      case 'uint256[]':
        return this.#arrayWriter((value, at) => this.#writeUint(value, at));
      case 'string[]':
        return this.#arrayWriter((value, at) => this.#writeText(value, at));
      case 'Order':
        return this.#structWriter(this.#planOf('Order'));
      case 'Order[]':
        return this.#arrayWriter(this.#structWriter(this.#planOf('Order')));
      case 'ModifyOrderItem[]':
        return this.#arrayWriter(this.#structWriter(this.#planOf('ModifyOrderItem')));
    }
  }

  #structWriter(plan: Plan): WordWriter {
    return (value, at) => {
      invariant(typeof value === 'object' && !Array.isArray(value), 'a struct field takes an object');
      const hash = this.#hashStruct(plan, value as unknown as Values);
      // Only now: hashing the struct may have replaced the buffer.
      this.#words.set(hash, at);
    };
  }

  #arrayWriter(writeItem: WordWriter): WordWriter {
    return (value, at) => {
      invariant(Array.isArray(value), 'an array field takes an array');
      const items = value as readonly FieldValue[];
      const start = this.#take(items.length);
      items.forEach((item, index) => {
        writeItem(item, start + index * WORD);
      });
      this.#words.set(this.#hashFrom(start, items.length), at);
    };
  }

  #hashStruct(plan: Plan, values: Values): Uint8Array {
    const length = plan.fields.length + 1;
    const start = this.#take(length);
    this.#words.set(plan.typeHash, start);
    let at = start;
    for (const field of plan.fields) field.write(values[field.name], (at += WORD));
    return this.#hashFrom(start, length);
  }

  #writeUint(value: FieldValue | undefined, at: number): void {
    invariant(typeof value === 'bigint' && isUint256(value), 'a uint256 field takes a bigint in range');
    this.#words.fill(0, at, at + WORD);
    // The view takes the low 64 bits of what it is given; nearly every number has no more.
    for (let rest = value, end = at + WORD - 8; rest > 0n; rest >>= 64n, end -= 8) this.#view.setBigUint64(end, rest);
  }

  #writeText(value: FieldValue | undefined, at: number): void {
    invariant(typeof value === 'string', 'a string field takes a text');
    let hash = this.#textHashes.get(value);
    if (!hash) {
      hash = this.#hashText(value);
      if (value.length <= CACHED_TEXT_MAX) this.#remember(value, hash);
    }
    this.#words.set(hash, at);
  }

  #writeBool(value: FieldValue | undefined, at: number): void {
    invariant(typeof value === 'boolean', 'a bool field takes a boolean');
    this.#words.fill(0, at, at + WORD);
    this.#words[at + WORD - 1] = value ? 1 : 0;
  }

  #writeAddress(value: FieldValue | undefined, at: number): void {
    invariant(typeof value === 'string' && ADDRESS.test(value), 'an address field takes 0x and 40 hex digits');
    this.#words.fill(0, at, at + 12);
    this.#words.set(Buffer.from(value.slice(2), 'hex'), at + 12);
  }

  #hashText(text: string): Uint8Array {
    return this.#keccak(this.#utf8.encode(text));
  }

  /** Forgetting everything when full keeps the memory bounded whatever strangers send. */
  #remember(text: string, hash: Uint8Array): void {
    if (this.#textHashes.size >= CACHED_TEXTS) this.#textHashes.clear();
    this.#textHashes.set(text, hash);
  }

  /** Takes the next `count` words of the stack and says where they begin. */
  #take(count: number): number {
    const start = this.#top;
    this.#top += count * WORD;
    if (this.#top > this.#words.length) {
      const larger = new Uint8Array(2 * this.#top);
      larger.set(this.#words);
      this.#words = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }

  /** Hashes the last `count` words taken and gives them back. */
  #hashFrom(start: number, count: number): Uint8Array {
    this.#top = start;
    return this.#keccak(this.#words.subarray(start, start + count * WORD));
  }
}

const encodeType = (name: string, fields: readonly Field[]): string =>
  `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;

/**
 * Signatures to check as bytes, so that many of them travel to a worker in one message. A check is the digest that was
 * signed (32), r (32), s (32) and the recovery id (1).
 */
export const CHECK_BYTES = 97;
/** A wallet is a mark, 0 where no key gives the signature, and an address (20). */
const WALLET_BYTES = 21;

/** Returns the wallets behind checks that stand one behind the other. */
export type RecoverWallets = (checks: Uint8Array) => Uint8Array;

/** Default of `backend`: the fastest there is. */
export async function loadWalletRecovery(backend?: RecoveryBackend): Promise<RecoverWallets> {
  const keccak = await loadKeccak();
  const { recoverKey } = loadKeyRecovery(backend);
  return (checks) => {
    const count = checks.length / CHECK_BYTES;
    const wallets = new Uint8Array(count * WALLET_BYTES);
    for (let place = 0; place < count; place += 1) {
      const at = place * CHECK_BYTES;
      const recoveryId = checks[at + 96] === 0 ? 0 : 1;
      const key = recoverKey(checks.subarray(at, at + 32), checks.subarray(at + 32, at + 96), recoveryId);
      if (!key) continue;
      // An address is the last 20 bytes of the hash of a public key.
      wallets.set(keccak(key.subarray(1)).subarray(12), place * WALLET_BYTES + 1);
      wallets[place * WALLET_BYTES] = 1;
    }
    return wallets;
  };
}

/** Returns the wallet at a place of what a `RecoverWallets` returned, in lower case; null where there is none. */
export function walletAt(wallets: Uint8Array, place: number): Address | null {
  const at = place * WALLET_BYTES;
  if (wallets[at] !== 1) return null;
  return `0x${Buffer.from(wallets.buffer, wallets.byteOffset + at + 1, 20).toString('hex')}`;
}

/** Puts checks behind each other. */
export function joinChecks(checks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(checks.length * CHECK_BYTES);
  for (const [place, check] of checks.entries()) joined.set(check, place * CHECK_BYTES);
  return joined;
}
