import { canonicalJson, compareKeys, hasOwnForm } from './canonical-json.ts';
import { hashFigures, sha256 } from './sha256.ts';

/**
 * The keys of a record in the order in which they were set: a node of a tree in which each key leads on. Events and
 * inputs have few shapes and come by the million, so each is sorted once.
 */
interface Shape {
  readonly key: string;
  readonly before: Shape | null;
  /** A few of the shapes with one more key, each followed by the one before it; all others are in `more`. */
  first: Shape | null;
  sibling: Shape | null;
  count: number;
  more: Map<string, Shape> | null;
  order: Order | null;
}

/** How the members of records of one shape are written. */
interface Order {
  /** Places of the members in the order of their sorted keys. */
  readonly places: readonly number[];
  /** The first eight bytes of the SHA-256 of the sorted keys as JSON: two figures of four bytes. */
  readonly low: number;
  readonly high: number;
}

/** The keys that a number in binary form stands for; see `shapesFrom`. */
export interface NamedShape {
  readonly id: number;
  readonly keys: readonly string[];
}

const newShape = (key: string, before: Shape | null): Shape => ({
  key,
  before,
  first: null,
  sibling: null,
  count: 0,
  more: null,
  order: null,
});

/** Of a record without members. */
const FIRST_SHAPE = newShape('', null);

/** Keys from outside are unbounded, so records beyond this number of shapes are sorted each time. */
const SHAPES_MAX = 10_000;
let shapeCount = 0;

/** The shape with one more key. */
function next(shape: Shape, key: string): Shape {
  for (let one = shape.first; one !== null; one = one.sibling) if (one.key === key) return one;
  return lookedUp(shape, key);
}

function lookedUp(shape: Shape, key: string): Shape {
  const known = shape.more?.get(key);
  if (known) return known;
  const found = newShape(key, shape);
  if (shapeCount >= SHAPES_MAX) return found;
  shapeCount += 1;
  if (shape.count < FEW) {
    found.sibling = shape.first;
    shape.first = found;
    shape.count += 1;
  } else {
    shape.more ??= new Map();
    shape.more.set(key, found);
  }
  return found;
}

/** So many keys are found faster one by one. */
const FEW = 8;

const orderOf = (shape: Shape): Order => (shape.order ??= newOrder(shape));

function newOrder(shape: Shape): Order {
  const keys: string[] = [];
  for (let at = shape; at.before; at = at.before) keys.push(at.key);
  keys.reverse();
  const places = keys.map((_, place) => place).sort((a, b) => compareKeys(keys[a], keys[b]));
  const sorted = places.map((place) => keys[place] ?? '');
  const { low, high } = hashFigures(JSON.stringify(sorted));
  remember(idOf(low, high), sorted);
  return { places, low, high };
}

/** One number for the eight bytes: its 53 bits tell shapes apart within a process. */
const idOf = (low: number, high: number): number => high * 0x1_0000_0000 + low;

const known = new Map<number, string>();
const inOrder: NamedShape[] = [];

function remember(id: number, keys: readonly string[]): void {
  const text = JSON.stringify(keys);
  const before = known.get(id);
  if (before === text) return;
  if (before !== undefined) throw new Error(`the keys ${text} and ${before} have one hash`);
  known.set(id, text);
  inOrder.push({ id, keys });
}

/**
 * The shapes that this process has written, in the order of their first record, without the first `count`: what a reader
 * in another thread has to learn before it reads records of them.
 */
export const shapesFrom = (count: number): readonly NamedShape[] => inOrder.slice(count);

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
  bytes(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.#at);
  }

  /** Adds bytes that were written elsewhere. */
  append(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
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

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/**
 * Reads what `BinaryForm` has written, in another thread as well. A record holds its keys by their hash, so the shapes
 * that the writer knows (`shapesFrom`) must be learned first. Members come back in the order of their keys, without those
 * that were undefined; what had a canonical form of its own comes back as that form.
 */
export class BinaryReader {
  readonly #shapes = new Map<number, readonly string[]>();
  #bytes: Buffer = Buffer.alloc(0);
  #view = viewOf(this.#bytes);
  #at = 0;

  learn(shapes: readonly NamedShape[]): void {
    for (const { id, keys } of shapes) this.#shapes.set(id, keys);
  }

  /** Reads the values of these bytes, one after the other. */
  *values(bytes: Uint8Array): Generator<unknown, void> {
    this.#take(bytes);
    while (this.#at < bytes.byteLength) yield this.#value();
  }

  /** Reads the one value, or the first. */
  read(bytes: Uint8Array): unknown {
    this.#take(bytes);
    return this.#value();
  }

  #take(bytes: Uint8Array): void {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = viewOf(bytes);
    this.#at = 0;
  }

  #value(): unknown {
    const kind = this.#bytes[this.#at];
    this.#at += 1;
    switch (kind) {
      case KIND.int:
        this.#at += 4;
        return this.#view.getInt32(this.#at - 4, true);
      case KIND.safe:
        this.#at += 8;
        return this.#view.getFloat64(this.#at - 8, true);
      case KIND.big:
        this.#at += 8;
        return this.#view.getBigInt64(this.#at - 8, true);
      case KIND.wide:
        return BigInt(String(this.#value()));
      case KIND.true:
        return true;
      case KIND.false:
        return false;
      case KIND.null:
        return null;
      case KIND.short:
        this.#at += 1;
        return this.#text(this.#bytes[this.#at - 1] ?? 0, 'latin1');
      case KIND.text:
        return this.#text(this.#count(), 'utf8');
      case KIND.units:
        return this.#text(this.#count(), 'utf16le');
      case KIND.list:
        return this.#list();
      case KIND.record:
        return this.#record();
      case KIND.map: {
        const pairs = Array.from({ length: this.#count() }, () => [this.#value(), this.#value()] as const);
        return new Map(pairs);
      }
      case KIND.set:
        return new Set(this.#list());
      default:
        throw new TypeError(`byte ${this.#at - 1}: no value begins with ${String(kind)}`);
    }
  }

  #count(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  #text(length: number, encoding: 'latin1' | 'utf8' | 'utf16le'): string {
    this.#at += length;
    return this.#bytes.toString(encoding, this.#at - length, this.#at);
  }

  #list(): unknown[] {
    return Array.from({ length: this.#count() }, () => this.#value());
  }

  #record(): Record<string, unknown> {
    const id = idOf(this.#count(), this.#count());
    const keys = this.#shapes.get(id);
    if (!keys) throw new TypeError(`byte ${this.#at - 8}: a record of a shape that was not learned`);
    const record: Record<string, unknown> = {};
    for (const key of keys) {
      if (key === '__proto__') Object.defineProperty(record, key, { ...PLAIN_MEMBER, value: this.#value() });
      else record[key] = this.#value();
    }
    return record;
  }
}

const PLAIN_MEMBER = { configurable: true, enumerable: true, writable: true };

/** Events in binary form, one after the other: valid until the next ones are written. */
export interface EncodedEvents {
  readonly bytes: Uint8Array;
  /** Where the first one begins. */
  readonly start: number;
  /** Where each one ends; what stands behind the last one means nothing. */
  readonly ends: readonly number[];
}

/** Digest of a value in its canonical form. Equal states give equal digests on every machine (DET-08). */
export const digestOf = (value: unknown): string => sha256(canonicalJson(value));
