import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('values with commas, quotes and lines are quoted', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['x,y', 'say "no"'],
        ['two\nlines', 5],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""no"""\r\n"two\nlines",5\r\n');
});

test('what a spreadsheet would run is text, and negative numbers stay numbers', () => {
  expect(csvOf(['a', 'b', 'c'], [['=1+1', '-12.5', '-x']])).toBe("a,b,c\r\n'=1+1,-12.5,'-x\r\n");
});

test('values that are missing are empty', () => {
  expect(csvOf(['a', 'b'], [[null, undefined]])).toBe('a,b\r\n,\r\n');
});
