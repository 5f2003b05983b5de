import { describe, expect, test } from 'vitest';
import { testConfig } from '../../engine/config.test-helper.ts';
import { genesis } from '../../engine/genesis.ts';
import { isRefusal } from '../../kernel/errors.ts';
import { json, text } from './fields.ts';
import { given, limit, offset, pagedHistory, pageOf, SentTime } from './history.ts';
import { checked, fieldTable, optional } from './table.ts';

const { state } = genesis(testConfig());
const NOW = state.now;

const said = (response: unknown): unknown =>
  isRefusal(response) ? [response.http, response.code, response.message] : response;
const invalid = (message: string) => [400, 'VALIDATION_ERROR', message];

describe('pages', () => {
  const standard = fieldTable({ limit: limit(50), offset: offset(10_000) });
  const endless = fieldTable({ limit: limit(), offset: offset() });

  test('an absent limit and a limit of 0 are the standard one', () => {
    expect(standard.read({}, undefined)).toEqual({ limit: 50, offset: 0 });
    expect(standard.read({ limit: 0, offset: 3 }, undefined)).toEqual({ limit: 50, offset: 3 });
    expect(endless.read({}, undefined)).toEqual({ limit: undefined, offset: 0 });
    expect(endless.read({ limit: 1000 }, undefined)).toEqual({ limit: 1000, offset: 0 });
  });

  test('limit and offset are refused outside their bounds, the limit first', () => {
    expect(said(standard.read({ limit: 1001, offset: -1 }, undefined))).toEqual(invalid('limit cannot exceed 1000'));
    expect(said(standard.read({ limit: -1 }, undefined))).toEqual(invalid('limit must be non-negative'));
    expect(said(standard.read({ offset: -1 }, undefined))).toEqual(invalid('offset must be non-negative'));
    expect(said(standard.read({ offset: 10_001 }, undefined))).toEqual(invalid('offset cannot exceed 10000'));
    expect(endless.read({ offset: 10_001 }, undefined)).toEqual({ limit: undefined, offset: 10_001 });
  });

  test('a page is a slice', () => {
    expect(pageOf([1, 2, 3, 4], { limit: 2, offset: 1 })).toEqual([2, 3]);
    expect(pageOf([1, 2, 3, 4], { limit: undefined, offset: 3 })).toEqual([4]);
  });
});

describe('pagedHistory', () => {
  const window = ({ startTime = 1, endTime = 2 }) => ({ from: startTime, to: endTime });
  const history = pagedHistory({ word: optional(text()), limit: limit(50) }, { window, undecodable: 'nope' });
  const aliased = pagedHistory({}, { window, oldBounds: true });

  test('the window comes from the bounds, beside the other fields', () => {
    expect(history.read({ startTime: 5, word: 'a' }, { state, now: NOW })).toEqual({
      word: 'a',
      limit: 50,
      window: { from: 5, to: 2 },
    });
  });

  test('the type of a bound is refused before the rules of a page', () => {
    expect(said(history.read({ limit: -1, endTime: 'x' }, { state, now: NOW }))).toEqual([
      400,
      'INVALID_FORMAT',
      'nope',
    ]);
  });

  test('older names of the bounds count only where a history takes them', () => {
    expect(aliased.read({ fromTime: 7, toTime: 8 }, { state, now: NOW })).toEqual({ window: { from: 7, to: 8 } });
    expect(history.read({ fromTime: 7 }, { state, now: NOW })).toMatchObject({ window: { from: 1, to: 2 } });
    expect(said(aliased.read({ fromTime: 7, startTime: 6 }, { state, now: NOW }))).toEqual(
      invalid('cannot specify both startTime and fromTime with different values'),
    );
  });

  test('a history may read its bounds in a manner of its own', () => {
    const own = pagedHistory({ startTime: optional(checked(json(SentTime), () => 9)) }, { window });
    expect(own.read({ startTime: 'anything' }, { state, now: NOW })).toMatchObject({ window: { from: 9, to: 2 } });
  });
});

test('given leaves out the filters that a request did not name', () => {
  expect(given({ symbol: undefined, side: 'buy' })).toEqual({ side: 'buy' });
});
