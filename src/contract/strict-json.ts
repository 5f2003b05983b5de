import { parseUint64 } from '../kernel/ids.ts';
import type { Json } from './json.ts';

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

/** Bounds beyond the grammar (SEC-20). The size of a body is the transport's to bound. */
interface JsonLimits {
  /** Objects and arrays inside one another. */
  readonly depth: number;
  /** Members of one object. */
  readonly keys: number;
  /** Items of one array. */
  readonly items: number;
  /** Characters of one number. */
  readonly numberLength: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A number, what follows its whole digits in the group. A leading zero ends it, so that the next digit is an error. */
const NUMBER = /-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

/** Every integer with this number of digits is below 2^53. */
const SAFE_DIGITS = 15;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * One pass over one text, for `parseStrictJson`. A reading method returns undefined after it has set `error`: no JSON
 * value is undefined.
 */
class JsonReader {
  /** Why `document` returned undefined, and where. */
  error = '';
  readonly #text: string;
  readonly #limits: JsonLimits;
  #at = 0;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  /** The one value of the text. */
  document(): Json | undefined {
    this.#skipSpace();
    const value = this.#value(0);
    if (value === undefined) return undefined;
    this.#skipSpace();
    return this.#at === this.#text.length ? value : this.#fail('text after the value');
  }

  #value(depth: number): Json | undefined {
    switch (this.#text.charCodeAt(this.#at)) {
      case QUOTE:
        return this.#string();
      case OPEN_BRACE:
        return depth < this.#limits.depth ? this.#object(depth + 1) : this.#fail('nested too deeply');
      case OPEN_BRACKET:
        return depth < this.#limits.depth ? this.#array(depth + 1) : this.#fail('nested too deeply');
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): Json | undefined {
    const object = Object.create(null) as Record<string, Json>;
    if (this.#opensEmpty(CLOSE_BRACE)) return object;
    for (let count = 1; count <= this.#limits.keys; count += 1) {
      if (this.#text.charCodeAt(this.#at) !== QUOTE) return this.#fail('expected a key');
      const key = this.#string();
      if (key === undefined) return undefined;
      if (object[key] !== undefined) return this.#fail('repeated key');
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#at) !== COLON) return this.#fail('expected a colon');
      this.#at += 1;
      this.#skipSpace();
      const value = this.#value(depth);
      if (value === undefined) return undefined;
      object[key] = value;
      this.#skipSpace();
      if (this.#closes(CLOSE_BRACE)) return object;
      if (!this.#separated()) return undefined;
    }
    return this.#fail('too many keys');
  }

  #array(depth: number): Json | undefined {
    const items: Json[] = [];
    if (this.#opensEmpty(CLOSE_BRACKET)) return items;
    for (let count = 1; count <= this.#limits.items; count += 1) {
      const item = this.#value(depth);
      if (item === undefined) return undefined;
      items.push(item);
      this.#skipSpace();
      if (this.#closes(CLOSE_BRACKET)) return items;
      if (!this.#separated()) return undefined;
    }
    return this.#fail('too many items');
  }

  #opensEmpty(close: number): boolean {
    this.#at += 1;
    this.#skipSpace();
    return this.#closes(close);
  }

  #closes(close: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== close) return false;
    this.#at += 1;
    return true;
  }

  #separated(): boolean {
    if (this.#text.charCodeAt(this.#at) !== COMMA) {
      this.#fail('expected a comma');
      return false;
    }
    this.#at += 1;
    this.#skipSpace();
    return true;
  }

  #string(): string | undefined {
    const start = this.#at + 1;
    const end = this.#plainEnd(start);
    if (this.#text.charCodeAt(end) === QUOTE) {
      this.#at = end + 1;
      return this.#text.slice(start, end);
    }
    return this.#escapedString(start, end);
  }

  /** Where the plain text from `at` ends: at a quote, a backslash, a control character or the end. */
  #plainEnd(at: number): number {
    const text = this.#text;
    for (let end = at; ; end += 1) {
      const code = text.charCodeAt(end);
      // Past the end the code is NaN, which no comparison accepts.
      if (code === QUOTE || code === BACKSLASH || !(code >= 0x20)) return end;
    }
  }

  #escapedString(start: number, firstEnd: number): string | undefined {
    let built = '';
    let from = start;
    let end = firstEnd;
    while (this.#text.charCodeAt(end) === BACKSLASH) {
      built += this.#text.slice(from, end);
      this.#at = end + 1;
      const escaped = this.#escape();
      if (escaped === undefined) return undefined;
      built += escaped;
      from = this.#at;
      end = this.#plainEnd(from);
    }
    this.#at = end;
    if (this.#text.charCodeAt(end) !== QUOTE) {
      return this.#fail(end < this.#text.length ? 'control character in a string' : 'string without end');
    }
    this.#at = end + 1;
    return built + this.#text.slice(from, end);
  }

  #escape(): string | undefined {
    const letter = this.#text.charAt(this.#at);
    this.#at += 1;
    if (letter === 'u') return this.#unicodeEscape();
    // Own members only: a letter can never name something inherited, yet nothing here should rest on that.
    return Object.hasOwn(SIMPLE_ESCAPES, letter) ? SIMPLE_ESCAPES[letter] : this.#fail('unknown escape');
  }

  /** Half a surrogate pair has no UTF-8 form, so it could not be signed and is refused. */
  #unicodeEscape(): string | undefined {
    const high = this.#hexUnit();
    if (high === undefined) return undefined;
    if (high < 0xd800 || high > 0xdfff) return String.fromCharCode(high);
    if (high > 0xdbff || !this.#text.startsWith('\\u', this.#at)) return this.#fail('lone surrogate');
    this.#at += 2;
    const low = this.#hexUnit();
    if (low === undefined) return undefined;
    return low >= 0xdc00 && low <= 0xdfff ? String.fromCharCode(high, low) : this.#fail('lone surrogate');
  }

  #hexUnit(): number | undefined {
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) return this.#fail('bad unicode escape');
    this.#at += 4;
    return Number.parseInt(digits, 16);
  }

  #number(): Json | undefined {
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text);
    if (!found) return this.#fail('unexpected character');
    const [text, fractionOrExponent] = found;
    if (text.length > this.#limits.numberLength) return this.#fail('number too long');
    this.#at += text.length;
    if (fractionOrExponent === '' && text.length > SAFE_DIGITS) return exactInteger(text);
    const value = Number(text);
    return Number.isFinite(value) ? value : this.#fail('number out of range');
  }

  #word<T extends Json>(word: string, value: T): T | undefined {
    if (!this.#text.startsWith(word, this.#at)) return this.#fail('unexpected character');
    this.#at += word.length;
    return value;
  }

  #skipSpace(): void {
    let code = this.#text.charCodeAt(this.#at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
  }

  #fail(what: string): undefined {
    this.error = `${what} at character ${this.#at}`;
    return undefined;
  }
}

function exactInteger(text: string): number | bigint {
  const exact = BigInt(text);
  const value = Number(exact);
  return Number.isSafeInteger(value) ? value : exact;
}
