/** Text for XML 1.0, which has no way to write most control characters and halves of a pair: they stand as `\u0000`. */
export function xmlText(text: string): string {
  return writable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A value with its quotes; line breaks and tabs survive where a reader would make them blanks. */
export function xmlValue(text: string): string {
  const escaped = xmlText(text).replaceAll('"', '&quot;');
  return `"${escaped.replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)}"`;
}

/** `<name a="b">` without its end, attributes in the order they are given. */
export function xmlTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}=${xmlValue(String(value))}`);
  return `<${name}${written.join('')}`;
}

/** All but tab, line feed, carriage return, and what XML counts as a character. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const writable = (text: string): string =>
  text.replaceAll(UNWRITABLE, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
