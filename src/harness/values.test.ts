import { expect, test } from 'vitest';
import { assertCell } from './values.ts';

test.each(['constructor', '__proto__', 'toString'])('a cell that says %s is that text and no kind of value', (cell) => {
  expect(() => assertCell(cell, cell, 'a field')).not.toThrow();
  expect(() => assertCell('another text', cell, 'a field')).toThrow();
});
