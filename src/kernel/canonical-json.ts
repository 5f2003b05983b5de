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

/** Whether an object is of a class with a canonical form of its own, such as a book or a timer queue. */
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
