import { createKeccak } from 'hash-wasm';
import {
  type Field,
  type FieldType,
  type FieldValue,
  isUint256,
  NESTED_TYPES,
  PRIMARY_TYPES,
  type PrimaryType,
  structNameOf,
  signingDomain,
  type TypedMessage,
} from '../../contract/signing.ts';
import { invariant } from '../../kernel/errors.ts';
import { compareKeys } from '../../kernel/canonical-json.ts';
import { entriesOf, keysOf } from '../../kernel/entries.ts';

/** Keccak-256. The response is a fresh array that the caller may keep. */
export type Keccak = (bytes: Uint8Array) => Uint8Array;

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
