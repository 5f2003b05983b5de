import { expect, test } from 'vitest';
import { assertCell } from './values.ts';

test.each(['constructor', '__proto__', 'toString'])('a cell that says %s is that text and no kind of value', (cell) => {
  expect(() => assertCell(cell, cell, 'a field')).not.toThrow();
  expect(() => assertCell('another text', cell, 'a field')).toThrow();
});

test.each([
  [undefined, '<integer> or absent', true],
  [5, '<integer> or absent', true],
  ['5', '<integer> or absent', false],
  [undefined, 'text 1 or absent', true],
  ['1', 'text 1 or absent', true],
  [null, 'text 1 or absent', false],
])('a value %j under the cell %s fits: %s', (value, cell, fits) => {
  const check = () => assertCell(value, cell, 'a field');
  if (fits) expect(check).not.toThrow();
  else expect(check).toThrow('a field should be');
});
