import { describe, expect, test } from 'vitest';
import type { Json } from './json.ts';
import { asUint64, parseStrictJson } from './strict-json.ts';

const read = (text: string): ReturnType<typeof parseStrictJson> => parseStrictJson(new TextEncoder().encode(text));
const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part])));
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

describe('values', () => {
  test.each<[string, Json]>([
    ['null', null],
    ['true', true],
    [' \t\r\nfalse \t\r\n', false],
    ['""', ''],
    ['"BTC-USDT"', 'BTC-USDT'],
    ['[]', []],
    ['[ ]', []],
    ['[1,[2,[]]]', [1, [2, []]]],
    ['0', 0],
    ['-0', -0],
    ['-7', -7],
    ['1735689600001', 1735689600001],
    ['0.5', 0.5],
    ['-12.25e2', -1225],
    ['1E+2', 100],
    ['1e-2', 0.01],
    ['1e-999', 0],
    ['"a\\"b\\\\c\\/d\\b\\f\\n\\r\\te"', 'a"b\\c/d\b\f\n\r\te'],
    ['"\\u0041\\u00e9\\u20AC"', 'Aé€'],
    ['"\\ud83d\\ude00 and 😀"', '😀 and 😀'],
    ['"\\u0000\\u001f"', '\u0000\u001f'],
    ['"\u2028\u007f"', '\u2028\u007f'],
  ])('%s', (text, value) => {
    expect(read(text)).toEqual({ value });
  });

  test('members in any spelling of their key', () => {
    expect(read('{ "a" : 1 , "\\u0062":{"c":[]},"":2}')).toEqual({ value: { a: 1, b: { c: [] }, '': 2 } });
  });

  test('a text read after one that is not UTF-8', () => {
    expect(parseStrictJson(bytes('"', 0xe2, 0x82))).toEqual({ error: 'not valid UTF-8' });
    expect(read('"ok"')).toEqual({ value: 'ok' });
  });
});

describe('integers are exact', () => {
  test.each<[string, number | bigint]>([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', 18446744073709551616n],
    [`1${'0'.repeat(127)}`, 10n ** 127n],
  ])('%s', (text, value) => {
    expect(read(text)).toEqual({ value });
  });
});

describe('inherited names are members like any other', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])('%s', (name) => {
    const parsed = read(`{"${name}":{"polluted":true}}`);
    if ('error' in parsed) throw new Error(parsed.error);
    expect(Object.getPrototypeOf(parsed.value)).toBeNull();
    expect(Object.keys(parsed.value as object)).toEqual([name]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('what was not sent is not there', () => {
    const parsed = read('{}');
    expect('value' in parsed && (parsed.value as Record<string, unknown>).constructor).toBeUndefined();
  });
});

describe('malformed texts', () => {
  test.each<[string, string]>([
    ['', 'unexpected character at character 0'],
    [' ', 'unexpected character at character 1'],
    ['\ufeff{}', 'unexpected character at character 0'],
    ['{', 'expected a key at character 1'],
    ['[', 'unexpected character at character 1'],
    ['}', 'unexpected character at character 0'],
    [']', 'unexpected character at character 0'],
    [',', 'unexpected character at character 0'],
    [':', 'unexpected character at character 0'],
    ['{]', 'expected a key at character 1'],
    ['[}', 'unexpected character at character 1'],
    ['{"a"}', 'expected a colon at character 4'],
    ['{"a",1}', 'expected a colon at character 4'],
    ['{"a"=1}', 'expected a colon at character 4'],
    ['{"a":}', 'unexpected character at character 5'],
    ['{"a":1', 'expected a comma at character 6'],
    ['{"a":1,', 'expected a key at character 7'],
    ['{"a":1,}', 'expected a key at character 7'],
    ['{"a":1]', 'expected a comma at character 6'],
    ['{"a":1 "b":2}', 'expected a comma at character 7'],
    ['{"a"::1}', 'unexpected character at character 5'],
    ['{,"a":1}', 'expected a key at character 1'],
    ['{a:1}', 'expected a key at character 1'],
    ["{'a':1}", 'expected a key at character 1'],
    ['{1:1}', 'expected a key at character 1'],
    ['{null:1}', 'expected a key at character 1'],
    ['{"a":1,"a":1}', 'repeated key at character 10'],
    ['{"a":1,"\\u0061":2}', 'repeated key at character 15'],
    ['{"a":null,"a":null}', 'repeated key at character 13'],
    ['{"__proto__":1,"__proto__":2}', 'repeated key at character 26'],
    ['[1,]', 'unexpected character at character 3'],
    ['[,1]', 'unexpected character at character 1'],
    ['[1 2]', 'expected a comma at character 3'],
    ['[1,,2]', 'unexpected character at character 3'],
    ['[1', 'expected a comma at character 2'],
    ['[1}', 'expected a comma at character 2'],
    ['[1]]', 'text after the value at character 3'],
    ['{}{}', 'text after the value at character 2'],
    ['1 2', 'text after the value at character 2'],
    ['null,', 'text after the value at character 4'],
    ['nul', 'unexpected character at character 0'],
    ['nulll', 'text after the value at character 4'],
    ['True', 'unexpected character at character 0'],
    ['TRUE', 'unexpected character at character 0'],
    ['undefined', 'unexpected character at character 0'],
    ['NaN', 'unexpected character at character 0'],
    ['Infinity', 'unexpected character at character 0'],
    ['-Infinity', 'unexpected character at character 0'],
    ['+1', 'unexpected character at character 0'],
    ['-', 'unexpected character at character 0'],
    ['--1', 'unexpected character at character 0'],
    ['- 1', 'unexpected character at character 0'],
    ['01', 'text after the value at character 1'],
    ['-01', 'text after the value at character 2'],
    ['00', 'text after the value at character 1'],
    ['.5', 'unexpected character at character 0'],
    ['1.', 'text after the value at character 1'],
    ['1.e5', 'text after the value at character 1'],
    ['1e', 'text after the value at character 1'],
    ['1e+', 'text after the value at character 1'],
    ['1e1.5', 'text after the value at character 3'],
    ['1e999', 'number out of range at character 5'],
    ['-1e999', 'number out of range at character 6'],
    ['0x10', 'text after the value at character 1'],
    ['1_000', 'text after the value at character 1'],
    ['10n', 'text after the value at character 2'],
    ['\uff11', 'unexpected character at character 0'],
    ['\u0661', 'unexpected character at character 0'],
    ['"', 'string without end at character 1'],
    ['"abc', 'string without end at character 4'],
    ['"abc\\"', 'string without end at character 6'],
    ['"abc\\', 'unknown escape at character 6'],
    ["'abc'", 'unexpected character at character 0'],
    ['`abc`', 'unexpected character at character 0'],
    ['"a\nb"', 'control character in a string at character 2'],
    ['"a\tb"', 'control character in a string at character 2'],
    ['"a\u0000b"', 'control character in a string at character 2'],
    ['"\\n\u001f"', 'control character in a string at character 3'],
    ['"\\x41"', 'unknown escape at character 3'],
    ['"\\a"', 'unknown escape at character 3'],
    ['"\\U0041"', 'unknown escape at character 3'],
    ['"\\0"', 'unknown escape at character 3'],
    ['"\\u"', 'bad unicode escape at character 3'],
    ['"\\u12"', 'bad unicode escape at character 3'],
    ['"\\u12g4"', 'bad unicode escape at character 3'],
    ['"\\u+123"', 'bad unicode escape at character 3'],
    ['"\\u 123"', 'bad unicode escape at character 3'],
    ['"\\ud800"', 'lone surrogate at character 7'],
    ['"\\udc00"', 'lone surrogate at character 7'],
    ['"\\udc00\\udc00"', 'lone surrogate at character 7'],
    ['"\\ud800x"', 'lone surrogate at character 7'],
    ['"\\ud800\\n"', 'lone surrogate at character 7'],
    ['"\\ud800\\u0041"', 'lone surrogate at character 13'],
    ['"\\ud800\\ud800"', 'lone surrogate at character 13'],
    ['"\\ud800\\u12"', 'bad unicode escape at character 9'],
    ['/* a */ 1', 'unexpected character at character 0'],
    ['1 // one', 'text after the value at character 2'],
    ['# one', 'unexpected character at character 0'],
    ['\u00a01', 'unexpected character at character 0'],
    ['\u000b1', 'unexpected character at character 0'],
    ['\u000c1', 'unexpected character at character 0'],
    ['1\u0000', 'text after the value at character 1'],
    ['{"a":1}\u0000', 'text after the value at character 7'],
  ])('%j', (text, error) => {
    expect(read(text)).toEqual({ error });
  });

  test.each<[string, Uint8Array]>([
    ['a byte order mark in UTF-16', bytes(0xff, 0xfe, '1')],
    ['a lone continuation byte', bytes('"', 0x80, '"')],
    ['a sequence cut short', bytes('"', 0xe2, 0x82, '"')],
    ['an overlong quote', bytes('"', 0xc0, 0xa2, '"')],
    ['an encoded surrogate', bytes('"', 0xed, 0xa0, 0x80, '"')],
    ['a code point past the last', bytes('"', 0xf4, 0x90, 0x80, 0x80, '"')],
    ['Latin-1', bytes('"', 0xe9, '"')],
    ['0xff in a key', bytes('{"', 0xff, '":1}')],
  ])('%s is not UTF-8', (_, body) => {
    expect(parseStrictJson(body)).toEqual({ error: 'not valid UTF-8' });
  });
});

describe('bounds: the limit and one beyond', () => {
  const members = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`;

  test.each<[string, string, string]>([
    ['arrays in arrays', nested(32, '[', ']'), nested(33, '[', ']')],
    ['objects in objects', `${'{"a":'.repeat(32)}1${'}'.repeat(32)}`, `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['keys', members(256), members(257)],
    ['items', `[${'0,'.repeat(4095)}0]`, `[${'0,'.repeat(4096)}0]`],
    ['digits of an integer', '9'.repeat(128), '9'.repeat(129)],
    ['characters of a fraction', `0.${'1'.repeat(126)}`, `0.${'1'.repeat(127)}`],
  ])('%s', (_, within, beyond) => {
    expect(read(within)).toHaveProperty('value');
    expect(read(beyond)).toEqual({
      error: expect.stringMatching(/^(?:nested too deeply|too many keys|too many items|number too long) at /) as string,
    });
  });

  test('siblings do not add up to depth', () => {
    expect(read(`[${'[[]],'.repeat(100)}[]]`)).toHaveProperty('value');
  });

  test('a hundred thousand brackets do not exhaust the stack', () => {
    expect(read('['.repeat(100_000))).toEqual({ error: 'nested too deeply at character 32' });
  });

  test('other bounds may be asked for', () => {
    expect(parseStrictJson(bytes('[[]]'), { depth: 1 })).toEqual({ error: 'nested too deeply at character 1' });
    expect(parseStrictJson(bytes('[1,2]'), { items: 1 })).toEqual({ error: 'too many items at character 3' });
    expect(parseStrictJson(bytes('[[1,2]]'), { items: 2 })).toEqual({ value: [[1, 2]] });
  });
});

describe('asUint64', () => {
  test.each<[Json | undefined, bigint | undefined]>([
    [0, 0n],
    [1735689600001, 1735689600001n],
    [9007199254740991, 9007199254740991n],
    [9007199254740992, undefined],
    [9007199254740993n, 9007199254740993n],
    [18446744073709551615n, 18446744073709551615n],
    [18446744073709551616n, undefined],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', undefined],
    ['0', 0n],
    ['', undefined],
    ['00', undefined],
    ['+1', undefined],
    ['1.0', undefined],
    ['0x1', undefined],
    [' 1', undefined],
    ['1\n', undefined],
    ['\u0661', undefined],
    [-0, undefined],
    [-1, undefined],
    [-1n, undefined],
    [0.5, undefined],
    [1e20, undefined],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
    [[1], undefined],
    [{}, undefined],
  ])('%o', (value, expected) => {
    expect(asUint64(value)).toBe(expected);
  });
});
