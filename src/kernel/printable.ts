/**
 * Control characters of C0 and C1, marks that turn the direction of text, and separators of lines: a terminal acts on
 * these instead of showing them.
 */
const OBEYED = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** One line of text as a terminal may show it: a control character stands as `\n` or `\u001b`. */
export const printable = (text: string): string => text.replaceAll(OBEYED, escapeOf);

/** Several lines of text as a terminal may show them: only their ends are kept as they are. */
export const printableLines = (text: string): string =>
  text.replaceAll(OBEYED, (character) => (character === '\n' ? character : escapeOf(character)));

const escapeOf = (character: string): string =>
  SHORT.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
