import { sha256 } from '../../kernel/sha256.ts';
import { dumpText } from './dump-text.ts';

/**
 * Every line of a journal carries a sum over the sum of the line before and its own text: a checksum and a chain of
 * hashes in one, so that a changed, lost, repeated or moved line is found at that line (DUR-02).
 */
export const SUM_DIGITS = 16;

/** A line of a journal without its end of line, and its sum, which the next line is chained to. */
export interface SummedLine {
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
export const sumOfBytes = (bytes: Uint8Array): string => sha256(bytes).slice(0, SUM_DIGITS);
