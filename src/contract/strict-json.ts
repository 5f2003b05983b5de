import { parseUint64 } from '../kernel/ids.ts';
import type { Json } from './json.ts';
import { type JsonLimits, JsonReader } from './json-reader.ts';

const DEFAULT_LIMITS: JsonLimits = { depth: 32, keys: 256, items: 4096, numberLength: 128 };

// A byte order mark is kept, so that the grammar refuses it like any other stray character.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * Reads a body exactly as the JSON grammar says, and where `JSON.parse` loses or forgives something it does not:
 * invalid UTF-8, a lone surrogate and a repeated key are errors; an integer beyond 2^53 is a bigint with every digit;
 * objects have no prototype, so `__proto__` is a key like any other. Never throws. `error` is for logs: the API responds
 * every one of them with the same text. Source: R-10, SEC-18, SEC-20, SEC-21.
 */
export function parseStrictJson(
  bytes: Uint8Array,
  limits?: Partial<JsonLimits>,
): { readonly value: Json } | { readonly error: string } {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    return { error: 'not valid UTF-8' };
  }
  return readText(text, limits);
}

/** The same for a text that no bytes stand behind: half of a surrogate pair in it is replaced, as bytes would have it. */
export const parseStrictText = (text: string): ReturnType<typeof parseStrictJson> =>
  readText(LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\ufffd') : text);

function readText(text: string, limits?: Partial<JsonLimits>): ReturnType<typeof parseStrictJson> {
  const reader = new JsonReader(text, limits ? { ...DEFAULT_LIMITS, ...limits } : DEFAULT_LIMITS);
  const value = reader.document();
  return value === undefined ? { error: reader.error } : { value };
}

/** Reads a uint64 (nonce, id, time) sent as a number or as decimal text, else undefined (wire 1.5, SEC-04). */
export function asUint64(value: Json | undefined): bigint | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0) ? BigInt(value) : undefined;
    case 'bigint':
      return value >= 0n && value === BigInt.asUintN(64, value) ? value : undefined;
    case 'string':
      return parseUint64(value);
    default:
      return undefined;
  }
}
