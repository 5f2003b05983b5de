import { describe, expect, test } from 'vitest';
import { refuse } from '../../../kernel/errors.ts';
import { errorFrame, frameIdOf, okFrame } from './session.ts';

const TIME = 1_767_571_200_000;

describe('the id of a request', () => {
  test.each([
    ['a text', 'a', 'a'],
    ['the empty text', '', ''],
    ['a number', 7, 7],
    ['a number beyond 2^53', 18_446_744_073_709_551_615n, 18_446_744_073_709_551_615n],
    ['null', null, undefined],
    ['a flag', true, undefined],
    ['a list', ['a'], undefined],
    ['an object', { id: 'a' }, undefined],
    ['nothing', undefined, undefined],
  ])('%s', (_case, sent, id) => {
    expect(frameIdOf(sent)).toBe(id);
  });
});

describe('a reply', () => {
  test('names its request twice, digit for digit', () => {
    expect(okFrame({ status: 'ok' }, { id: 18_446_744_073_709_551_615n, timestamp: TIME })).toBe(
      '{"id":18446744073709551615,"requestId":18446744073709551615,"status":200,"timestamp":1767571200000,"result":{"status":"ok"}}',
    );
  });

  test('quotes an id that would break out of its place', () => {
    expect(okFrame({}, { id: '","status":500,"', timestamp: TIME })).toBe(
      '{"id":"\\",\\"status\\":500,\\"","requestId":"\\",\\"status\\":500,\\"","status":200,"timestamp":1767571200000,"result":{}}',
    );
  });

  test('to a request without an id names nothing', () => {
    expect(okFrame({}, { id: undefined, timestamp: TIME })).toBe(
      '{"status":200,"timestamp":1767571200000,"result":{}}',
    );
  });

  test('carries what is left of the tokens, and more beside the result', () => {
    const rateLimit = { requestsCap: 1200, remainingTokens: 1195 };
    expect(JSON.parse(okFrame({}, { id: 'a', timestamp: TIME, rateLimit }, { method: 'pong' }))).toEqual({
      id: 'a',
      requestId: 'a',
      status: 200,
      timestamp: TIME,
      rateLimit,
      result: {},
      method: 'pong',
    });
  });

  test('that refuses says so in both places, with the status of REST', () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'no',
      details: { a: 'b' },
      category: 'REQUEST',
      retryable: false,
    };
    const refusal = refuse('VALIDATION_ERROR', 'no', { details: { a: 'b' } });
    expect(JSON.parse(errorFrame(refusal, { id: 'a', timestamp: TIME }))).toEqual({
      id: 'a',
      requestId: 'a',
      status: 400,
      timestamp: TIME,
      error,
      result: { error },
    });
  });

  test('discloses nothing of an internal failure', () => {
    const refusal = refuse('INTERNAL_ERROR', undefined, { details: { path: 'secret' } });
    expect(errorFrame(refusal, { id: 'a', timestamp: TIME })).not.toContain('secret');
  });
});
