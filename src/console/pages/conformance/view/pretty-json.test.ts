import { expect, test } from 'vitest';
import { prettyJson } from './trace-entry.ts';

const pretty = (text: string): string | undefined =>
  prettyJson(text)
    ?.map((piece) => piece.text)
    .join('');

test('an object over several lines', () => {
  expect(pretty('{"a":[1,{"b":null}],"c":{},"d":[]}')).toBe(`{
  "a": [
    1,
    {
      "b": null
    }
  ],
  "c": {},
  "d": []
}`);
});

test('every token stays as it was sent', () => {
  expect(pretty('{"n":9007199254740993,"n":1.50,"e":-1E+2,"s":"\\u00e9\\"{,"}')).toBe(`{
  "n": 9007199254740993,
  "n": 1.50,
  "e": -1E+2,
  "s": "\\u00e9\\"{,"
}`);
});

test('pieces say what they are', () => {
  expect(prettyJson('{"a":"b","c":[true,0]}')?.filter(({ kind }) => kind !== 'plain')).toEqual([
    { text: '"a"', kind: 'key' },
    { text: '"b"', kind: 'string' },
    { text: '"c"', kind: 'key' },
    { text: 'true', kind: 'word' },
    { text: '0', kind: 'number' },
  ]);
});

test.each(['', 'hello', '{"a":1', '{"a":1}x', "{'a':1}", '<html>'])('%j is no JSON', (text) => {
  expect(prettyJson(text)).toBeUndefined();
});
