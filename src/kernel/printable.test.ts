import { expect, test } from 'vitest';
import { printable, printableLines } from './printable.ts';

test.each([
  ['plain text, ümläute and 漢字', 'plain text, ümläute and 漢字'],
  ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
  ['a\nb\r\n\tc', 'a\\nb\\r\\n\\tc'],
  ['\u0000\u007f\u009b31m', '\\u0000\\u007f\\u009b31m'],
  ['\u202eevil\u2066', '\\u202eevil\\u2066'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('printableLines keeps line ends', () => {
  expect(printableLines('a\n\u001b[2Jb\r\n')).toBe('a\n\\u001b[2Jb\\r\n');
});
