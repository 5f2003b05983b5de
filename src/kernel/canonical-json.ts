import { isRecord } from './entries.ts';
import { invariant } from './errors.ts';

/**
 * One byte encoding for everything that is hashed or journalled (DET-07): keys in code-unit order, no white space,
 * bigint as `"123n"`, Map as an array of pairs in key order, Set as a sorted array, undefined members left out.
 * Numbers must be safe integers: state holds no fractions.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      if (!Number.isSafeInteger(value)) throw new TypeError(`not a safe integer: ${String(value)}`);
      return Object.is(value, -0) ? '0' : String(value);
    case 'bigint':
      return `"${value}n"`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : canonicalObject(value);
    default:
      throw new TypeError(`${typeof value} has no canonical form`);
  }
}

/**
 * Texts that JSON writes as they are. Nearly every text of the exchange matches, and the test costs less than
 * escaping.
 */
const PLAIN = /^[\w .:|-]*$/;

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

function canonicalObject(value: object): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value instanceof Map) {
    const pairs = [...value].sort(([a], [b]) => compareKeys(a, b));
    return `[${pairs.map(([key, item]) => `[${canonicalJson(key)},${canonicalJson(item)}]`).join(',')}]`;
  }
  if (value instanceof Set) return `[${[...value].sort(compareKeys).map(canonicalJson).join(',')}]`;
  if (hasOwnForm(value)) return canonicalJson(value.toCanonical());
  const record = value as Record<string, unknown>;
  let members = '';
  for (const [key, label] of sortedKeysOf(record)) {
    const member = record[key];
    if (member !== undefined) members += `${members === '' ? '' : ','}${label}${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Returns whether an object is of a class with a canonical form of its own, such as a book or a timer queue. */
export const hasOwnForm = (value: object): value is { toCanonical(): unknown } =>
  'toCanonical' in value && typeof value.toCanonical === 'function';

/** A key and its text in the output, with the colon. */
type Label = readonly [key: string, label: string];

/**
 * A node of the tree of object shapes: the keys on the path to it are the first keys of the object. Events and inputs
 * have few shapes and come by the million, so each shape is sorted once. Following the tree costs less than joining
 * the keys into one text.
 */
interface Shape {
  readonly next: Map<string, Shape>;
  labels: readonly Label[] | null;
}

const newShape = (): Shape => ({ next: new Map(), labels: null });
const NO_KEYS = newShape();
/** Keys from outside are unbounded, so objects beyond this number of shapes are sorted each time. */
const SHAPES_MAX = 10_000;
let shapes = 0;

function sortedKeysOf(record: Record<string, unknown>): readonly Label[] {
  const keys = Object.keys(record);
  let shape: Shape | undefined = NO_KEYS;
  for (const key of keys) {
    shape = shape.next.get(key) ?? grown(shape, key);
    if (!shape) return sortedLabels(keys);
  }
  return (shape.labels ??= sortedLabels(keys));
}

function grown(shape: Shape, key: string): Shape | undefined {
  if (shapes >= SHAPES_MAX) return undefined;
  shapes += 1;
  const next = newShape();
  shape.next.set(key, next);
  return next;
}

const sortedLabels = (keys: readonly string[]): readonly Label[] =>
  [...keys].sort(compareKeys).map((key): Label => [key, `${JSON.stringify(key)}:`]);

/** A total order on keys of one type: numbers by value, texts by code unit. Never the locale's. */
export function compareKeys(a: unknown, b: unknown): number {
  const one = a as Key;
  const other = b as Key;
  return one < other ? -1 : one > other ? 1 : 0;
}

type Key = string | number | bigint;

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
    const form: Form = { isCanonical: true, isAsSent: true, mayBeShorter: false, length: 0 };
    const value = unescaped(JSON.parse(text), form);
    // One value has one text: a repeated key, a fraction, an exponent or a stray space is not valid.
    return (form.isCanonical && isKept(text, form)) || dumpText(value) === text ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** What is found out about a text while its value is read. */
interface Form {
  /** Keys are in order and figures are whole. */
  isCanonical: boolean;
  /** No key is a number: JSON.parse would have moved it, so that the order of keys says nothing about the text. */
  isAsSent: boolean;
  /** There is a figure that an exponent makes no longer. */
  mayBeShorter: boolean;
  /** Of the canonical text, where nothing in it has an escape. */
  length: number;
}

/** A figure with an exponent stands only behind one of these. In a text it is taken for one too, which costs time alone. */
const EXPONENT = /(?:^|[\s:[,])-?[\d.]+[eE]/;

/**
 * Whether JSON.stringify would give back this very text. A text is longer than that by each stray space, repeated key,
 * minus zero and needless figure, and only an exponent can make it shorter. So where nothing has an escape, its length
 * says it in a fraction of the time. Beyond ASCII half a pair of surrogates would need an escape.
 */
const isKept = (text: string, { isAsSent, mayBeShorter, length }: Form): boolean =>
  (text.length === length &&
    isAsSent &&
    !text.includes('\\') &&
    Buffer.byteLength(text) === length &&
    !(mayBeShorter && EXPONENT.test(text))) ||
  JSON.stringify(JSON.parse(text)) === text;

/** Whether any text has to be escaped. Few have, and making a copy costs more than writing the text. */
function hasLookAlike(value: unknown): boolean {
  if (typeof value === 'string') return value.endsWith('n') && LIKE_A_BIGINT.test(value);
  if (Array.isArray(value)) return value.some(hasLookAlike);
  if (!isRecord(value)) return false;
  invariant(!(value instanceof Map) && !(value instanceof Set), 'what is dumped is plain data');
  for (const key in value) if (hasLookAlike(value[key])) return true;
  return false;
}

const escaped = (value: unknown): unknown => mapped(value, (text) => (LIKE_A_BIGINT.test(text) ? `'${text}` : text));

/** The value that was escaped, in place. */
function unescaped(value: unknown, form: Form): unknown {
  switch (typeof value) {
    case 'string':
      form.length += value.length + 2;
      return value.endsWith('n') ? unescapedText(value, form) : value;
    case 'number':
      measureFigure(value, form);
      return value;
    case 'object':
      if (value === null) form.length += 4;
      else if (Array.isArray(value)) unescapeList(value, form);
      else unescapeRecord(value as Record<string, unknown>, form);
      return value;
    default:
      form.length += value === true ? 4 : 5;
      return value;
  }
}

function unescapeList(list: unknown[], form: Form): void {
  form.length += Math.max(list.length + 1, 2);
  for (let index = 0; index < list.length; index += 1) list[index] = unescaped(list[index], form);
}

const NINE = 57;

function unescapeRecord(record: Record<string, unknown>, form: Form): void {
  let before = '';
  let length = 1;
  for (const key in record) {
    if (key <= before) form.isCanonical = false;
    if (key.charCodeAt(0) <= NINE) form.isAsSent = false;
    before = key;
    // With its quotes, the colon, and the comma or brace behind the member.
    length += key.length + 4;
    const member = record[key];
    const plain = unescaped(member, form);
    if (plain !== member) record[key] = plain;
  }
  form.length += Math.max(length, 2);
}

function measureFigure(figure: number, form: Form): void {
  if (!Number.isSafeInteger(figure)) {
    // Its length does not count then, and digits of 1e999, which is read as infinite, would be counted for ever.
    form.isCanonical = false;
    return;
  }
  // 1e2 is as long as 100, and a figure that ends in fewer zeros is longer with an exponent.
  if (figure % 100 === 0 && figure !== 0) form.mayBeShorter = true;
  let length = figure < 0 ? 2 : 1;
  for (let power = 10; power <= Math.abs(figure); power *= 10) length += 1;
  form.length += length;
}

function unescapedText(text: string, form: Form): unknown {
  if (!LIKE_A_BIGINT.test(text)) return text;
  if (text.startsWith("'")) return text.slice(1);
  if (!CANONICAL_BIGINT.test(text)) form.isCanonical = false;
  return BigInt(text.slice(0, -1));
}

const CANONICAL_BIGINT = /^(?:0|-?[1-9]\d*)n$/;

function mapped(value: unknown, ofText: (text: string) => unknown): unknown {
  if (typeof value === 'string') return ofText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, ofText));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, ofText)]));
}
