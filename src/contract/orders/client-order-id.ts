/** Rules of the id a client may give its order (wire 2.2). */

export const CLIENT_ID_MAX = 255;
const ALLOWED = /^[A-Za-z0-9\-.=/+_]+$/;
/** Kept for orders the exchange itself creates. */
const RESERVED_PREFIX = '__internal';

/** What is wrong with a client order id that is not empty, or undefined. Each action puts its own words in front. */
export function clientOrderIdFault(text: string): string | undefined {
  if (text.trim() !== text) return 'input must not include leading or trailing whitespace';
  if (text.length > CLIENT_ID_MAX) return `input too long (max ${CLIENT_ID_MAX} characters)`;
  if (!ALLOWED.test(text)) return 'invalid string';
  if (text.startsWith(RESERVED_PREFIX)) return 'input uses reserved internal clientOrderId prefix';
  return undefined;
}
