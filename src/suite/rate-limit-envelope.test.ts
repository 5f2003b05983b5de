import { expect, test } from 'vitest';
import { rateLimitProblem } from './rate-limit-envelope.ts';

const ERROR = { code: 'RATE_LIMIT_EXCEEDED', category: 'RATE_LIMIT', message: 'Rate limit exceeded', retryable: true };
const MAIN = { status: 'error', error: ERROR, request_id: 'r1' };
const ALTERNATIVE = { success: false, clientRequestId: 'c1', error: ERROR };

test('either envelope is good, with what else a deployment adds', () => {
  expect(rateLimitProblem(MAIN)).toBeUndefined();
  expect(rateLimitProblem(ALTERNATIVE)).toBeUndefined();
  expect(
    rateLimitProblem({ ...MAIN, requestId: 'r1', rateLimit: { requestsCap: 1, remainingTokens: 0 } }),
  ).toBeUndefined();
  expect(rateLimitProblem({ ...ALTERNATIVE, rateLimit: { requestsCap: 1, remainingTokens: 0 } })).toBeUndefined();
});

test('retryable may be left out of both, the category of the main one alone', () => {
  const { retryable: _, ...error } = ERROR;
  const { category: __, ...bare } = error;
  expect(rateLimitProblem({ ...ALTERNATIVE, error })).toBeUndefined();
  expect(rateLimitProblem({ ...MAIN, error: bare })).toBeUndefined();
  expect(rateLimitProblem({ ...ALTERNATIVE, error: bare })).toBe('error.category is not RATE_LIMIT');
});

test.each([
  ['no object', 'too many', 'the body is no object'],
  ['a text for an error', { status: 'error', error: 'too many', request_id: 'r1' }, 'error is no object'],
  ['a success', { ...MAIN, status: 'ok' }, 'status is not error'],
  ['no request id', { status: 'error', error: ERROR }, 'request_id is no text'],
  [
    'the main one with a part of the other',
    { ...MAIN, clientRequestId: 'c1' },
    'clientRequestId belongs to the other envelope',
  ],
  ['the other one that succeeds', { ...ALTERNATIVE, success: true }, 'success is not false'],
  ['the other one without an id', { success: false, error: ERROR }, 'clientRequestId is no text'],
  [
    'the other one with a part of the main one',
    { ...ALTERNATIVE, status: 'error' },
    'status belongs to the other envelope',
  ],
  ['a response', { ...MAIN, response: {} }, 'response is there'],
  ['another code', { ...MAIN, error: { ...ERROR, code: 'FORBIDDEN' } }, 'error.code is not RATE_LIMIT_EXCEEDED'],
  ['an empty message', { ...MAIN, error: { ...ERROR, message: '' } }, 'error.message is no text'],
  ['another category', { ...MAIN, error: { ...ERROR, category: 'SYSTEM' } }, 'error.category is not RATE_LIMIT'],
  ['a wrong advice', { ...ALTERNATIVE, error: { ...ERROR, retryable: false } }, 'error.retryable is not true'],
])('%s is neither', (_, body, problem) => {
  expect(rateLimitProblem(body)).toBe(problem);
});
