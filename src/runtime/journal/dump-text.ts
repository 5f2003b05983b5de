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
const LIKE_A_BIGINT = /^'*-?\d+n$/;

/** Reads what `dumpText` wrote. Undefined when it is not JSON or not exactly as `dumpText` would have written it. */
export function parseDumpText(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    // One value has one text: a repeated key, a fraction, an exponent or a stray space is not valid. JSON.stringify keeps
    // keys as they came, so a text that it gives back is canonical when its keys and figures are; others are written anew.
    const isKept = JSON.stringify(parsed) === text;
    const form = { isCanonical: true };
    const value = unescaped(parsed, form);
    return (isKept && form.isCanonical) || dumpText(value) === text ? value : undefined;
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

/** The value that was escaped, in place. `form` says whether it is surely canonical: keys in order, figures that are whole. */
function unescaped(value: unknown, form: { isCanonical: boolean }): unknown {
  if (typeof value === 'string') return value.endsWith('n') ? unescapedText(value, form) : value;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) form.isCanonical = false;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = unescaped(value[index], form);
    return value;
  }
  const record = value as Record<string, unknown>;
  let before = '';
  for (const key in record) {
    if (key <= before) form.isCanonical = false;
    before = key;
    const member = record[key];
    const plain = unescaped(member, form);
    if (plain !== member) record[key] = plain;
  }
  return value;
}

function unescapedText(text: string, form: { isCanonical: boolean }): unknown {
  if (!LIKE_A_BIGINT.test(text)) return text;
  if (text.startsWith("'")) return text.slice(1);
  const figure = BigInt(text.slice(0, -1));
  if (`${figure}n` !== text) form.isCanonical = false;
  return figure;
}

function mapped(value: unknown, ofText: (text: string) => unknown): unknown {
  if (typeof value === 'string') return ofText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, ofText));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, ofText)]));
}
