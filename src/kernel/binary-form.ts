import { compareKeys, hasOwnForm } from './canonical-json.ts';
import { FIRST_SHAPE, next, orderOf } from './record-shapes.ts';

/**
 * The canonical form of a value in bytes: equal values have equal bytes, whatever was written before, on every machine
 * (DET-07), and different values have different ones. It is what the rolling digest takes in, where canonical JSON would
 * cost more than the engine itself, and what history in another thread reads (`BinaryReader`).
 *
 * Each value begins with a byte that names its kind. Numbers are safe integers in 4 or 8 bytes; bigints in 8 bytes, or as
 * text; texts carry their length; lists their count. A record begins with eight bytes of the hash of its sorted keys,
 * and its members follow in that order. Undefined members are left out; a Map is its pairs in key order, a Set its
 * sorted members. All figures are little-endian.
 *
 * To read events in a worker: `Sequencer.handTo` gives the bytes of the events of each input; copy those of any events into
 * a message, together with `shapesFrom(n)` where n shapes were sent before. The worker hands the shapes to
 * `BinaryReader.learn` and the bytes to `values`. Bytes need no table besides these shapes, so messages may begin at any event.
 */
export class BinaryForm {
  #bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #view = viewOf(this.#bytes);
  #at = 0;
  /** Members of the records being written, each from the place where its record found the end. Used up places stay. */
  readonly #members: unknown[] = new Array<unknown>(FIRST_MEMBERS).fill(null);
  #end = 0;

  /** Forgets what was written. */
  clear(): void {
    this.#at = 0;
    this.#end = 0;
  }

  /** Bytes written since `clear`. */
  get length(): number {
    return this.#at;
  }

  /** What was written since `clear`, from this byte on: valid until the next write. */
  bytes(from = 0): Buffer {
    return this.#bytes.subarray(from, this.#at);
  }

  /** Throws TypeError for a number that is no safe integer, and for what is no data. */
  write(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.#text(value);
        return;
      case 'number':
        this.#number(value);
        return;
      case 'bigint':
        this.#bigint(value);
        return;
      case 'boolean':
        this.#tag(value ? KIND.true : KIND.false);
        return;
      case 'object':
        if (value === null) this.#tag(KIND.null);
        else if (Array.isArray(value)) this.#list(KIND.list, value);
        else if (isPlainObject(value)) this.#record(value);
        else this.#object(value);
        return;
      default:
        throw new TypeError(`${typeof value} has no canonical form`);
    }
  }

  /** Writes a list, and says where its items end. */
  writeList(items: readonly unknown[], ends: number[]): void {
    this.#head(KIND.list, items.length);
    for (let place = 0; place < items.length; place += 1) {
      this.write(items[place]);
      ends[place] = this.#at;
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
    const length = this.#bytes.write(text, this.#at + 5, isWhole ? 'utf8' : 'utf16le');
    this.#head(isWhole ? KIND.text : KIND.units, length);
    this.#at += length;
  }

  #head(kind: number, count: number): void {
    this.#room(5);
    this.#bytes[this.#at] = kind;
    this.#view.setUint32(this.#at + 1, count, true);
    this.#at += 5;
  }

  #list(kind: number, items: readonly unknown[]): void {
    this.#head(kind, items.length);
    for (let place = 0; place < items.length; place += 1) this.write(items[place]);
  }

  #object(value: object): void {
    if (value instanceof Map) this.#map(value);
    else if (value instanceof Set) this.#list(KIND.set, [...value].sort(compareKeys));
    else if (hasOwnForm(value)) this.write(value.toCanonical());
    else this.#record(value as Record<string, unknown>);
  }

  #map(map: ReadonlyMap<unknown, unknown>): void {
    this.#head(KIND.map, map.size);
    for (const [key, item] of [...map].sort(([a], [b]) => compareKeys(a, b))) {
      this.write(key);
      this.write(item);
    }
  }

  #record(record: Record<string, unknown>): void {
    const members = this.#members;
    const start = this.#end;
    let end = start;
    let shape = FIRST_SHAPE;
    // No list of keys is made, and reading a member by the key of such a loop costs least.
    for (const key in record) {
      const member = record[key];
      if (member === undefined) continue;
      shape = next(shape, key);
      members[end] = member;
      end += 1;
    }
    const { places, low, high } = orderOf(shape);
    this.#end = end;
    this.#room(9);
    this.#bytes[this.#at] = KIND.record;
    this.#view.setUint32(this.#at + 1, low, true);
    this.#view.setUint32(this.#at + 5, high, true);
    this.#at += 9;
    for (const place of places) this.write(members[start + place]);
    this.#end = start;
  }

  #room(bytes: number): void {
    if (this.#at + bytes > this.#bytes.length) this.#grow(this.#at + bytes);
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, least));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

const isPlainObject = (value: object): value is Record<string, unknown> =>
  Object.getPrototypeOf(value) === Object.prototype;

/** The first byte of a value. */
export const KIND = {
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
  map: 13,
  set: 14,
} as const;

/** Bytes of a list before its first item. */
export const LIST_HEAD = 5;

const FIRST_SIZE = 65_536;
const FIRST_MEMBERS = 1_024;
/** Longest text whose length takes one byte. */
const SHORT = 255;
/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const UTF8_MAX = 3;
const HALF_PAIR = /\p{Surrogate}/u;

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
