import { invariant } from '../../kernel/assert.ts';
import { canonicalJson, compareKeys } from '../../kernel/canonical-json.ts';

/**
 * Plain values as one line of JSON and back without loss: canonical JSON, which writes a bigint as "123n", with one
 * apostrophe put before every text that would be taken for one.
 */
export const dumpText = (value: unknown): string => canonicalJson(hasLookAlike(value) ? escaped(value) : value);

/**
 * The same text in pieces, for values of many megabytes: lists and records are divided down to this depth. Putting the
 * pieces together gives what `dumpText` gives.
 */
export function* dumpPieces(value: unknown, depth: number): Generator<string, void> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    yield dumpText(value);
    return;
  }
  const isList = Array.isArray(value);
  const members: readonly (readonly [label: string, member: unknown])[] = isList
    ? value.map((item: unknown) => ['', item])
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => compareKeys(a, b))
        .map(([key, member]) => [`${JSON.stringify(key)}:`, member]);
  let before = isList ? '[' : '{';
  for (const [label, member] of members) {
    yield `${before}${label}`;
    yield* dumpPieces(member, depth - 1);
    before = ',';
  }
  const isEmpty = members.length === 0;
  yield `${isEmpty ? before : ''}${isList ? ']' : '}'}`;
}

/** A whole number with an n behind it; apostrophes before it make it a text. */
const BIGINT = /^-?\d+n$/;
const LIKE_A_BIGINT = /^'*-?\d+n$/;
/** How a bigint ends in the text, and a text that looks like one. */
const END_OF_BIGINT = /\dn"/;

/** Reads what `dumpText` wrote. Undefined when it is not JSON or not exactly as `dumpText` would have written it. */
export function parseDumpText(text: string): unknown {
  let value: unknown;
  try {
    const parsed: unknown = JSON.parse(text);
    value = END_OF_BIGINT.test(text) ? unescaped(parsed) : parsed;
    // One value has one text: a repeated key, a fraction, an exponent or a stray space is not valid.
    return dumpText(value) === text ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Whether any text has to be escaped. Few have, and making a copy costs more than writing the text. */
function hasLookAlike(value: unknown): boolean {
  if (typeof value === 'string') return value.endsWith('n') && LIKE_A_BIGINT.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLookAlike);
  invariant(!(value instanceof Map) && !(value instanceof Set), 'what is dumped is plain data');
  for (const key in value) if (hasLookAlike((value as Record<string, unknown>)[key])) return true;
  return false;
}

const escaped = (value: unknown): unknown => mapped(value, (text) => (LIKE_A_BIGINT.test(text) ? `'${text}` : text));

const unescaped = (value: unknown): unknown =>
  mapped(value, (text) =>
    BIGINT.test(text) ? BigInt(text.slice(0, -1)) : LIKE_A_BIGINT.test(text) ? text.slice(1) : text,
  );

function mapped(value: unknown, ofText: (text: string) => unknown): unknown {
  if (typeof value === 'string') return ofText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, ofText));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, ofText)]));
}
