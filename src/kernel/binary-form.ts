import { hash } from 'node:crypto';
import { compareKeys } from './canonical-json.ts';

/**
 * The canonical form of a value in bytes: equal values have equal bytes, whatever was written before, on every machine
 * (DET-07). It is what the rolling digest takes in, where canonical JSON would cost more than the engine itself.
 *
 * Each value begins with a byte that names its kind. Numbers are safe integers in 4 or 8 bytes; bigints in 8 bytes, or as
 * text; texts carry their length; lists their count. A record begins with eight bytes of the hash of its sorted keys,
 * and its members follow in that order. Undefined members are left out; a Map is its pairs in key order, a Set its
 * sorted members. All figures are little-endian.
 */
export class BinaryForm {
  #bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #view = viewOf(this.#bytes);
  #at = 0;

  /** Forgets what was written. */
  clear(): void {
    this.#at = 0;
  }

  /** What was written since `clear`: valid until the next write. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  /** Throws TypeError for a number that is no safe integer, and for what is no data. */
  write(value: unknown): void {
    switch (typeof value) {
      case 'number':
        this.#number(value);
        return;
      case 'string':
        this.#text(value);
        return;
      case 'bigint':
        this.#bigint(value);
        return;
      case 'boolean':
        this.#tag(value ? KIND.true : KIND.false);
        return;
      case 'object':
        if (value === null) this.#tag(KIND.null);
        else if (Array.isArray(value)) this.#list(value);
        else this.#object(value);
        return;
      default:
        throw new TypeError(`${typeof value} has no canonical form`);
    }
  }

  #tag(kind: number): void {
    this.#room(1);
    this.#bytes[this.#at] = kind;
    this.#at += 1;
  }

  #number(value: number): void {
    this.#room(9);
    // True of -0 as well, which is written as 0.
    if ((value | 0) === value) {
      this.#bytes[this.#at] = KIND.int;
      this.#view.setInt32(this.#at + 1, value, true);
      this.#at += 5;
      return;
    }
    if (!Number.isSafeInteger(value)) throw new TypeError(`not a safe integer: ${String(value)}`);
    this.#bytes[this.#at] = KIND.safe;
    this.#view.setFloat64(this.#at + 1, value, true);
    this.#at += 9;
  }

  #bigint(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) {
      this.#tag(KIND.wide);
      this.#text(value.toString());
      return;
    }
    this.#room(9);
    this.#bytes[this.#at] = KIND.big;
    this.#view.setBigInt64(this.#at + 1, value, true);
    this.#at += 9;
  }

  #text(text: string): void {
    const { length } = text;
    if (length > SHORT) return this.#longText(text);
    this.#room(SHORT + 2);
    const bytes = this.#bytes;
    const start = this.#at + 2;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return this.#longText(text);
      bytes[start + index] = code;
    }
    bytes[this.#at] = KIND.short;
    bytes[this.#at + 1] = length;
    this.#at = start + length;
  }

  #longText(text: string): void {
    this.#room(5 + text.length * UTF8_MAX);
    // Half a surrogate pair has no UTF-8 of its own.
    const isWhole = !HALF_PAIR.test(text);
    this.#bytes[this.#at] = isWhole ? KIND.text : KIND.units;
    const length = this.#bytes.write(text, this.#at + 5, isWhole ? 'utf8' : 'utf16le');
    this.#view.setUint32(this.#at + 1, length, true);
    this.#at += 5 + length;
  }

  #head(kind: number, count: number): void {
    this.#room(5);
    this.#bytes[this.#at] = kind;
    this.#view.setUint32(this.#at + 1, count, true);
    this.#at += 5;
  }

  #list(items: readonly unknown[]): void {
    this.#head(KIND.list, items.length);
    for (const item of items) this.write(item);
  }

  #object(value: object): void {
    if (value instanceof Map) this.#pairs(value);
    else if (value instanceof Set) this.#list([...value].sort(compareKeys));
    // A class with a canonical form of its own (a book, a timer queue) returns it here.
    else if ('toCanonical' in value && typeof value.toCanonical === 'function') {
      this.write((value.toCanonical as () => unknown)());
    } else this.#record(value as Record<string, unknown>);
  }

  #pairs(map: ReadonlyMap<unknown, unknown>): void {
    this.#head(KIND.list, map.size);
    for (const [key, item] of [...map].sort(([a], [b]) => compareKeys(a, b))) {
      this.#head(KIND.list, 2);
      this.write(key);
      this.write(item);
    }
  }

  #record(record: Record<string, unknown>): void {
    const start = this.#at;
    const shape = shapeOf(Object.keys(record));
    this.#room(9);
    this.#bytes[start] = KIND.record;
    this.#view.setUint32(start + 1, shape.low, true);
    this.#view.setUint32(start + 5, shape.high, true);
    this.#at = start + 9;
    for (const key of shape.sorted) {
      const member = record[key];
      if (member === undefined) {
        // Rare: it is written again as the record that it equals.
        this.#at = start;
        this.#record(withoutUndefined(record));
        return;
      }
      this.write(member);
    }
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

const KIND = {
  int: 1,
  safe: 2,
  big: 3,
  wide: 4,
  true: 5,
  false: 6,
  null: 7,
  short: 8,
  text: 9,
  list: 10,
  record: 11,
  units: 12,
};

const FIRST_SIZE = 65_536;
/** Longest text whose length takes one byte. */
const SHORT = 255;
/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const UTF8_MAX = 3;
const HALF_PAIR = /\p{Surrogate}/u;

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView => new DataView(buffer, byteOffset, byteLength);

/** The keys of records in the order in which they were set, and what stands for the sorted ones. */
interface Shape {
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  readonly low: number;
  readonly high: number;
}

/** Keys from outside are unbounded, so records beyond this number of shapes are sorted each time. */
const SHAPES_MAX = 10_000;
let shapeCount = 0;
/** By number of keys, then by the first key. */
const shapes: Map<string, Shape[]>[] = [];

function shapeOf(keys: readonly string[]): Shape {
  const ofLength = (shapes[keys.length] ??= new Map<string, Shape[]>());
  const first = keys[0] ?? '';
  const known = ofLength.get(first);
  if (known) {
    for (const shape of known) if (isEqual(shape.keys, keys)) return shape;
  }
  const shape = newShape(keys);
  if (shapeCount >= SHAPES_MAX) return shape;
  shapeCount += 1;
  if (known) known.push(shape);
  else ofLength.set(first, [shape]);
  return shape;
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  // The last keys differ most.
  for (let index = a.length - 1; index >= 0; index -= 1) if (a[index] !== b[index]) return false;
  return true;
}

function newShape(keys: readonly string[]): Shape {
  const sorted = [...keys].sort(compareKeys);
  const digest = hash('sha256', JSON.stringify(sorted));
  return {
    keys,
    sorted,
    low: Number.parseInt(digest.slice(0, 8), 16),
    high: Number.parseInt(digest.slice(8, 16), 16),
  };
}

const withoutUndefined = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, member]) => member !== undefined));
