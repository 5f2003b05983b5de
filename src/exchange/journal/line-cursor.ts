import { dumpText } from '../../kernel/canonical-json.ts';
import { sha256 } from '../../kernel/sha256.ts';

/**
 * Every line of a journal carries a sum over the sum of the line before and its own text: a checksum and a chain of
 * hashes in one, so that a changed, lost, repeated or moved line is found at that line (DUR-02).
 */
export const SUM_DIGITS = 16;

/** Longer lines are rare. */
const LINE_MAX = 20_000;
/** A whole number of so many digits is always safe. */
const DIGITS_MAX = 15;
/** V8 copies a part of a text that is shorter. */
const SLICE_MIN = 13;
const KNOWN_MAX = 10_000;
const [ZERO, NINE, N] = [48, 57, 110];
const [SPACE, QUOTE, BACKSLASH, TILDE, END_OF_RECORD] = [32, 34, 92, 126, 125];

/** Characters to compare with those of a line: as bytes, which costs a fraction of comparing texts. */
export const literal = (characters: string): Uint8Array => Uint8Array.from(Buffer.from(characters, 'latin1'));

const NULL = literal('null');
const TRUE = literal('true');
const FALSE = literal('false');
const END_OF_BIGINT = literal('n"');
/** By the code of a character: 1 for the digits of a sum. */
const HEX_DIGITS = new Uint8Array(256);
for (const digit of literal('0123456789abcdef')) HEX_DIGITS[digit] = 1;
/** What the sum of a line adds to it. */
const SUM_LENGTH = ',"sum":""'.length + SUM_DIGITS;

/**
 * Reads lines from left to right as `dumpText` writes them. What does not stand there makes `fits` false until the next line,
 * and what is read from then on means nothing.
 */
export class LineCursor {
  /** The sum of the line before, and the line. */
  readonly #bytes = Buffer.alloc(SUM_DIGITS + LINE_MAX * 3);
  readonly #known = new Map<string, string>();
  #line = '';
  #at = 0;
  fits = true;

  /** Returns false for a line that cannot be read in this way: it is long, or has characters of more than one byte. */
  start(line: string): boolean {
    if (line.length > LINE_MAX || this.#bytes.write(line, SUM_DIGITS) !== line.length) return false;
    this.#line = line;
    this.#at = SUM_DIGITS;
    this.fits = true;
    return true;
  }

  /** Returns the sum that belongs to the line, which ends with one, behind a line with this sum. */
  sumAfter(before: string): string {
    const bytes = this.#bytes;
    const end = bytes.write(before, 0) + this.#line.length - SUM_LENGTH;
    bytes[end - 1] = END_OF_RECORD;
    return sumOfBytes(bytes.subarray(0, end));
  }

  /** True when the next characters are these. */
  sees(characters: Uint8Array): boolean {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < characters.length; index += 1) {
      if (bytes[at + index] !== characters[index]) return false;
    }
    return true;
  }

  skip(characters: Uint8Array): void {
    if (this.sees(characters)) this.#at += characters.length;
    else this.fits = false;
  }

  whole(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let figure = 0;
    let at = start;
    for (let code = bytes[at] ?? 0; code >= ZERO && code <= NINE; code = bytes[at] ?? 0) {
      figure = figure * 10 + (code - ZERO);
      at += 1;
    }
    this.#at = at;
    const digits = at - start;
    if (digits === 0 || digits > DIGITS_MAX || (digits > 1 && bytes[start] === ZERO)) this.fits = false;
    return figure;
  }

  wholeOrNull(): number | null {
    return this.#skipsNull() ? null : this.whole();
  }

  /** Of at most fifteen digits, without a sign. */
  bigintOrNull(): bigint | null {
    if (this.#skipsNull()) return null;
    this.#skipQuote();
    const figure = this.whole();
    this.skip(END_OF_BIGINT);
    return this.fits ? BigInt(figure) : null;
  }

  /** Returns where the next character stands, for `back`. */
  get place(): number {
    return this.#at;
  }

  /** Reads on from an earlier place, as if nothing had been read behind it. */
  back(place: number): void {
    this.#at = place;
    this.fits = true;
  }

  isTrue(): boolean {
    const isTrue = this.sees(TRUE);
    this.skip(isTrue ? TRUE : FALSE);
    return isTrue;
  }

  /** A text as `text` reads it that comes again and again; one object for all of them. */
  repeatedText(): string {
    const found = this.#plainText();
    return found === '' ? '' : (this.#known.get(found) ?? this.#remember(found));
  }

  textOrNull(): string | null {
    return this.#skipsNull() ? null : this.text();
  }

  /** A text without escapes that is not taken for a bigint, which ends in n behind a digit. */
  text(): string {
    const found = this.#plainText();
    return found.length < SLICE_MIN ? found : copyOf(found);
  }

  #plainText(): string {
    this.#skipQuote();
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    for (let code = bytes[at] ?? 0; isPlain(code); code = bytes[at] ?? 0) at += 1;
    this.#at = at;
    this.#skipQuote();
    if (at > start + 1 && bytes[at - 1] === N && (bytes[at - 2] ?? 0) <= NINE) this.fits = false;
    if (!this.fits) return '';
    return this.#slice(start, at);
  }

  /** So many hex digits. */
  hex(length: number): string {
    this.#skipQuote();
    const bytes = this.#bytes;
    const start = this.#at;
    const end = start + length;
    let isHex = 1;
    for (let at = start; at < end; at += 1) isHex &= HEX_DIGITS[bytes[at] ?? 0] ?? 0;
    if (isHex === 0) this.fits = false;
    this.#at = end;
    this.#skipQuote();
    return this.#slice(start, end);
  }

  /** What stands before the next place of these characters, which are not read yet. */
  upTo(characters: string): string {
    const start = this.#at - SUM_DIGITS;
    const end = this.#line.indexOf(characters, start);
    if (end < 0) {
      this.fits = false;
      return '';
    }
    this.#at = end + SUM_DIGITS;
    return this.#line.slice(start, end);
  }

  /** Says that the line ends here. */
  end(): void {
    if (this.#at !== this.#line.length + SUM_DIGITS) this.fits = false;
  }

  #skipQuote(): void {
    if (this.#bytes[this.#at] === QUOTE) this.#at += 1;
    else this.fits = false;
  }

  #skipsNull(): boolean {
    if (!this.sees(NULL)) return false;
    this.#at += NULL.length;
    return true;
  }

  #slice(from: number, to: number): string {
    return this.#line.slice(from - SUM_DIGITS, to - SUM_DIGITS);
  }

  #remember(text: string): string {
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    const copy = copyOf(text);
    this.#known.set(copy, copy);
    return copy;
  }
}

/** A text in memory of its own: a part of a line keeps all of the line. */
const copyOf = (text: string): string => JSON.parse(`"${text}"`) as string;

const isPlain = (code: number): boolean => code >= SPACE && code <= TILDE && code !== QUOTE && code !== BACKSLASH;

/** A line of a journal without its end of line, and its sum, which the next line is chained to. */
interface SummedLine {
  readonly text: string;
  readonly sum: string;
}

/** Writes a document with its sum. `before` is the sum of the line before, empty for the first line. */
export function summedLine(before: string, document: object): SummedLine {
  const bare = dumpText(document);
  const sum = sumOf(before, bare);
  // Keys are sorted, so that the sum mostly comes last and the text is made once.
  const isLast = Object.keys(document).every((key) => key < 'sum');
  return { text: isLast ? `${bare.slice(0, -1)},"sum":"${sum}"}` : dumpText({ ...document, sum }), sum };
}

/** Returns whether a line, which `document` was read from, has the sum that belongs to it. */
export function hasRightSum(before: string, text: string, document: { readonly sum?: unknown }): boolean {
  const { sum } = document;
  const end = `,"sum":"${String(sum)}"}`;
  const bare = text.endsWith(end) ? `${text.slice(0, -end.length)}}` : dumpText({ ...document, sum: undefined });
  return sum === sumOf(before, bare);
}

const sumOf = (before: string, bare: string): string => sha256(before + bare).slice(0, SUM_DIGITS);

/** The same of both, one behind the other, in UTF-8. */
const sumOfBytes = (bytes: Uint8Array): string => sha256(bytes).slice(0, SUM_DIGITS);
