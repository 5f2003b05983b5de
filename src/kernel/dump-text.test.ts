import { expect, test } from 'vitest';
import { dumpPieces, dumpText, parseDumpText } from './canonical-json.ts';

test.each([
  ['an amount', { amount: 123n, low: -5n }, '{"amount":"123n","low":"-5n"}'],
  ['a text that looks like an amount', { name: '123n' }, `{"name":"'123n"}`],
  ['a text that looks like one of those', { name: "'-1n" }, `{"name":"''-1n"}`],
  ['texts that look like neither', ['n', '12', "'", '1 n'], `["n","12","'","1 n"]`],
  ['a key of the prototype', Object.fromEntries([['__proto__', 1n]]), '{"__proto__":"1n"}'],
  ['keys that are numbers', { 10: 1, 9: { 2: '1n' } }, `{"10":1,"9":{"2":"'1n"}}`],
  ['an empty key', { '': 1n, a: [2n, { b: "'3n" }] }, `{"":"1n","a":["2n",{"b":"''3n"}]}`],
  ['texts beyond ASCII', { a: 'é\n"\ud800' }, '{"a":"é\\n\\"\\ud800"}'],
  ['nested lists', [[], [null, true, 0]], '[[],[null,true,0]]'],
])('%s is written and read without loss', (_what, value, text) => {
  expect(dumpText(value)).toBe(text);
  expect(parseDumpText(text)).toEqual(value);
  for (const depth of [0, 1, 2, 5]) expect([...dumpPieces(value, depth)].join('')).toBe(text);
});

test('a value is divided down to the depth that is asked for', () => {
  const value = { b: [{ c: 1n }, []], a: undefined, empty: {} };
  expect([...dumpPieces(value, 2)]).toEqual(['{"b":', '[', '{"c":"1n"}', ',', '[]', ']', ',"empty":', '{}', '}']);
});

test.each([
  ['nothing', ''],
  ['half a document', '{"a":1'],
  ['a space', '{"a": 1}'],
  ['keys in another order', '{"b":1,"a":2}'],
  ['keys of a part in another order', '{"a":[{"c":1,"b":2}]}'],
  ['keys that are numbers in the order of numbers', '{"9":1,"10":2}'],
  ['minus zero', '{"a":-0}'],
  ['a needless escape', '{"a":"\\u0062"}'],
  ['a fraction in a list', '[[1,0.5]]'],
  ['a key twice', '{"a":1,"a":1}'],
  ['a fraction', '{"a":1.5}'],
  ['an exponent', '{"a":1e3}'],
  ['a number beyond 2^53', '{"a":9007199254740993}'],
  ['minus zero as an amount', '"-0n"'],
  ['leading zeros of an amount', '"007n"'],
])('%s is not a valid line of a dump', (_what, text) => {
  expect(parseDumpText(text)).toBeUndefined();
});

test.each(['1e999', '-1e999', '[1e400]', '{"a":1e309}', '1e21', '0.5'])(
  'a figure that no state has is none: %s',
  (text) => {
    expect(parseDumpText(text)).toBeUndefined();
  },
);
