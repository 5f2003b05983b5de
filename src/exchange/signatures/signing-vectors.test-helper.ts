import { readFileSync } from 'node:fs';
import {
  type Field,
  type FieldValue,
  NESTED_TYPES,
  PRIMARY_TYPES,
  type PrimaryType,
  type TypedMessage,
} from '../../contract/signing.ts';

/** One vector of `fixtures/signing/vectors.json`, its numbers turned from decimal text into bigint. */
export interface SigningVector {
  readonly id: string;
  readonly typed: TypedMessage;
  readonly structHash: string;
  readonly digest: string;
  readonly signature: { readonly v: number; readonly r: string; readonly s: string };
}

/** A value as JSON holds it. */
type Raw = string | boolean | readonly Raw[] | { readonly [name: string]: Raw };

interface VectorFile {
  readonly domainSeparator: string;
  readonly address: string;
  readonly loginText: string;
  readonly vectors: readonly (Omit<SigningVector, 'typed' | 'signature'> & {
    readonly type: PrimaryType;
    readonly message: Readonly<Record<string, Raw>>;
    readonly r: string;
    readonly s: string;
    readonly v: number;
  })[];
}

const file = JSON.parse(
  readFileSync(new URL('../../../fixtures/signing/vectors.json', import.meta.url), 'utf8'),
) as VectorFile;

export const { domainSeparator, address, loginText } = file;

export const vectors: readonly SigningVector[] = file.vectors.map(
  ({ id, type, message, structHash, digest, r, s, v }) => ({
    id,
    typed: { type, values: readStruct(PRIMARY_TYPES[type], message) },
    structHash,
    digest,
    signature: { v, r, s },
  }),
);

export function vector(id: string): SigningVector {
  const found = vectors.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found;
}

/** The same message with some values replaced. */
export const withValues = (typed: TypedMessage, values: Record<string, FieldValue>): TypedMessage => ({
  ...typed,
  values: { ...typed.values, ...values },
});

function readStruct(fields: readonly Field[], message: Readonly<Record<string, Raw>>): Record<string, FieldValue> {
  return Object.fromEntries(fields.map(({ name, type }) => [name, readValue(type, message[name] ?? '')]));
}

function readValue(type: string, raw: Raw): FieldValue {
  if (Array.isArray(raw)) return raw.map((item: Raw) => readValue(type.slice(0, -2), item)) as unknown as FieldValue;
  if (isStruct(raw)) return readStruct(NESTED_TYPES[type as keyof typeof NESTED_TYPES], raw) as unknown as FieldValue;
  return type === 'uint256' ? BigInt(raw as string) : (raw as string | boolean);
}

function isStruct(raw: Raw): raw is Readonly<Record<string, Raw>> {
  return typeof raw === 'object' && !Array.isArray(raw);
}
