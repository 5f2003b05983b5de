import { laidOut } from '../docs/laid-out.ts';

/** Lists of a response that are longer than this are cut where the whole would fill more than a page. */
const ITEMS_MAX = 2;
const LINES_MAX = 90;

/** A table; cells may hold Markdown. A bar or a line break would end a cell, in code too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text as code within a line; nothing for no text. */
export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** A block of code. Its fence is longer than any inside. */
export function block(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n+$/, '')}\n${fence}`;
}

/** Text that is shown as it is: what Markdown or HTML would read as its own is escaped. */
export const plainText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[*_[\]`\\]/g, '\\$&');

/** Parts of a page with an empty line between them. */
export const parts = (...given: readonly (string | readonly string[])[]): string =>
  `${given
    .flat()
    .filter((part) => part !== '')
    .join('\n\n')}\n`;

/** JSON that was received; long lists of a long value are cut, and a sentence below says so. */
export function received(language: 'json' | 'http', value: unknown, before = ''): string[] {
  const whole = laidOut(value);
  if (whole.split('\n').length <= LINES_MAX) return [block(language, `${before}${whole}`)];
  const cuts: string[] = [];
  const shortened = laidOut(shorten(value, '', cuts));
  return cuts.length === 0
    ? [block(language, `${before}${whole}`)]
    : [block(language, `${before}${shortened}`), `Cut to their first ${ITEMS_MAX} items: ${cuts.join(', ')}.`];
}

function shorten(value: unknown, path: string, cuts: string[]): unknown {
  if (Array.isArray(value)) {
    if (value.length > ITEMS_MAX) cuts.push(`${code(path === '' ? 'the list' : path)} of ${value.length}`);
    return value.slice(0, ITEMS_MAX).map((item, index) => shorten(item, `${path}[${index}]`, cuts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, shorten(member, path === '' ? key : `${path}.${key}`, cuts)]),
  );
}
