import { describe, expect, test } from 'vitest';
import { refuse } from '../kernel/errors.ts';
import { errorEnvelope, okEnvelope } from './envelope.ts';

const meta = { requestId: '00000000000000a1', timestamp: 1_767_571_200_000 };

describe('okEnvelope', () => {
  test('carries the response, both spellings of the request id and integer time', () => {
    expect(okEnvelope({ trades: [] }, meta)).toEqual({
      status: 'ok',
      response: { trades: [] },
      request_id: '00000000000000a1',
      requestId: '00000000000000a1',
      timestamp: 1_767_571_200_000,
    });
  });

  test('keeps a response of false, of nothing and of null', () => {
    expect(okEnvelope(false, meta).response).toBe(false);
    expect(okEnvelope({}, meta).response).toEqual({});
    expect(okEnvelope(null, meta).response).toBeNull();
  });

  test('carries the rate limit only when there is one', () => {
    const rateLimit = { requestsCap: 1200, remainingTokens: 1195 };
    expect(okEnvelope({}, { ...meta, rateLimit })).toHaveProperty('rateLimit', rateLimit);
    expect(okEnvelope({}, meta)).not.toHaveProperty('rateLimit');
  });
});

describe('errorEnvelope', () => {
  test('carries code, text, category and retry flag, and no response', () => {
    expect(errorEnvelope(refuse('INVALID_FORMAT', 'market name empty'), meta)).toEqual({
      status: 'error',
      error: { code: 'INVALID_FORMAT', message: 'market name empty', category: 'REQUEST', retryable: false },
      request_id: '00000000000000a1',
      requestId: '00000000000000a1',
      timestamp: 1_767_571_200_000,
    });
  });

  test.each([
    ['UNAUTHORIZED', 'AUTH', false],
    ['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT', true],
    ['INSUFFICIENT_MARGIN', 'TRADING', false],
    ['SERVICE_UNAVAILABLE', 'SYSTEM', true],
  ] as const)('%s belongs to %s, retryable %s', (code, category, retryable) => {
    expect(errorEnvelope(refuse(code), meta).error).toMatchObject({ code, category, retryable });
  });

  test('shows details of a refusal', () => {
    const refusal = refuse('VALIDATION_ERROR', 'Invalid limit parameter', { details: { details: 'one of 5, 10' } });
    expect(errorEnvelope(refusal, meta).error.details).toEqual({ details: 'one of 5, 10' });
  });

  test('never shows details of an internal error', () => {
    const refusal = refuse('INTERNAL_ERROR', 'Failed to get market data', { details: { path: '/secret' } });
    expect(errorEnvelope(refusal, meta).error).toEqual({
      code: 'INTERNAL_ERROR',
      message: 'Failed to get market data',
      category: 'SYSTEM',
      retryable: true,
    });
  });

  test('keeps the rate limit of a refused trade request', () => {
    const rateLimit = { requestsCap: 1000, remainingTokens: 3 };
    expect(errorEnvelope(refuse('RATE_LIMIT_EXCEEDED'), { ...meta, rateLimit }).rateLimit).toEqual(rateLimit);
    expect(errorEnvelope(refuse('RATE_LIMIT_EXCEEDED'), meta)).not.toHaveProperty('rateLimit');
  });
});
