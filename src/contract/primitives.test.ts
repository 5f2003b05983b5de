import { describe, expect, test } from 'vitest';
import { isRefusal } from '../kernel/errors.ts';
import type { Json, JsonObject } from './json.ts';
import { parseSubAccountId } from './fields/table.ts';
import { readVenueId } from './primitives.ts';

const said = (response: unknown): unknown =>
  isRefusal(response) ? [response.http, response.code, response.message] : response;
const invalid = (message: string) => [400, 'VALIDATION_ERROR', message];

describe('the subaccount of a request', () => {
  test.each<[JsonObject]>([
    [{ params: { subAccountId: '1867542890123456789' } }],
    [{ params: { subaccountId: '1867542890123456789' } }],
    [{ params: {}, subAccountId: '1867542890123456789' }],
    [{ params: {}, subaccountId: '1867542890123456789' }],
    [{ params: { subAccountId: 1867542890123456789n } }],
    [{ params: { subAccountId: null, subaccountId: '1867542890123456789' }, subAccountId: '1867542890123456789' }],
  ])('%o', (body) => {
    expect(parseSubAccountId(body)).toBe(1867542890123456789n);
  });

  test.each<[Json, string]>([
    ['0', 'subaccount id cannot be zero'],
    [0, 'subaccount id cannot be zero'],
    ['-1', 'subaccount id cannot be negative'],
    [-7, 'subaccount id cannot be negative'],
    ['18446744073709551616', 'subaccount id too large'],
    ['1'.repeat(200), 'subaccount id too large'],
    ['', 'subaccount id cannot be parsed'],
    ['abc', 'subaccount id cannot be parsed'],
    [' 2', 'subaccount id cannot be parsed'],
    ['02', 'subaccount id cannot be parsed'],
    ['0x2', 'subaccount id cannot be parsed'],
    ['+2', 'subaccount id cannot be parsed'],
    ['1.5', 'subaccount id cannot be parsed'],
    ['\uff12', 'subaccount id cannot be parsed'],
    [1.5, 'subaccount id cannot be parsed'],
    [true, 'subaccount id cannot be parsed'],
    [['1'], 'subaccount id cannot be parsed'],
  ])('%o is refused', (id, text) => {
    expect(said(parseSubAccountId({ params: { subAccountId: id } }))).toEqual(invalid(text));
  });

  test('the largest id is taken', () => {
    expect(parseSubAccountId({ params: { subAccountId: '18446744073709551615' } })).toBe(18446744073709551615n);
  });

  test('nowhere to be found', () => {
    expect(said(parseSubAccountId({ params: {} }))).toEqual(invalid('subaccountId is required'));
  });

  test('two places that disagree', () => {
    expect(said(parseSubAccountId({ params: { subAccountId: '1' }, subaccountId: '2' }))).toEqual(
      invalid('cannot specify different subaccount ids'),
    );
  });
});

test.each([
  ['1', 1n],
  ['9223372036854775807', 9223372036854775807n],
  ['9223372036854775808', 'not a number'],
  ['01', 'not a number'],
  ['1e3', 'not a number'],
  ['0', 'not positive'],
  ['-5', 'not positive'],
  ['', 'empty'],
])('the venue id %o is %o', (text, read) => {
  expect(readVenueId(text)).toBe(read);
});
