import { describe, expect, it } from 'vitest';
import { cellOf, jsonCell } from './feature.ts';

const NAMES = new Map([
  ['c1.response.statuses[0].resting.id', 'result1'],
  ['c2.timestamp', 'result2'],
]);

describe('cells of a feature', () => {
  it.each([
    ['buy', 'buy'],
    ['', '<empty>'],
    ['true', 'text true'],
    ['[1]', 'text [1]'],
    ['number 5', 'text number 5'],
    [5, 'number 5'],
    [false, 'false'],
    [null, 'null'],
    ['<absent>', '<absent>'],
    ['${alice id}', '{alice id}'],
    ['${c1.response.statuses[0].resting.id}', '{result1}'],
    ['${c2.timestamp}', 'number {result2}'],
    ['${now + 60 s in seconds}', 'number {now + 60 s in seconds}'],
    [['a', '${c1.response.statuses[0].resting.id}', '${now - 1 ms}'], '["a","{result1}",{now - 1 ms}]'],
    [{ price: '1', at: '${c2.timestamp}' }, '{"price":"1","at":{result2}}'],
  ])('writes %j as %s', (value, cell) => {
    expect(cellOf(value, NAMES)).toBe(cell);
  });

  it('leaves white space at the ends of a text to JSON', () => {
    expect(cellOf(' ', NAMES)).toBeUndefined();
    expect(jsonCell({ name: ' ' }, NAMES)).toBe('{"name":" "}');
  });
});
