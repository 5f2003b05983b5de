import { KIND, viewOf } from './binary-form.ts';
import { idOf, type NamedShape } from './record-shapes.ts';

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
