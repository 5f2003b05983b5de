/**
 * Limits on the length of texts. They are checked on the text as sent, before it is trimmed and before its form;
 * decimals have theirs in `kernel/decimal.ts`.
 */
export const SYMBOL_MAX = 20;
/** Sides, order types, statuses. */
export const WORD_MAX = 32;

/** Names the first of these fields that is longer than `longest` characters; undefined when none is. */
export function tooLong(longest: number, fields: Readonly<Record<string, string>>): string | undefined {
  for (const [field, text] of Object.entries(fields)) {
    if (text.length > longest) return `${field} exceeds maximum length of ${longest} characters`;
  }
  return undefined;
}
