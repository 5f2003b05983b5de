import { describe, expect, test } from 'vitest';
import { type ResponseUnderExamination, validateResponse } from './response.ts';
import { findingText } from './finding.ts';

const TRAILER = { request_id: '0123456789abcdef', requestId: '0123456789abcdef', timestamp: 1_767_571_200_000 };
const served = (response: unknown, more: object = {}) => ({ status: 'ok', response, ...TRAILER, ...more });
const refused = (error: object, more: object = {}) => ({ status: 'error', error, ...TRAILER, ...more });

type Asked = Partial<ResponseUnderExamination> & Pick<ResponseUnderExamination, 'body'>;
const found = (asked: Asked): string[] =>
  validateResponse({ surface: 'info', action: 'getMids', status: 200, mode: 'strict', ...asked }).map(findingText);
const tolerated = (asked: Asked): string[] => found({ ...asked, mode: 'tolerant' });

const NOT_FOUND = { code: 'NOT_FOUND', message: 'no such route', category: 'SYSTEM', retryable: false };
const EMPTY_BUCKET = {
  code: 'RATE_LIMIT_EXCEEDED',
  message: 'Rate limit exceeded',
  category: 'RATE_LIMIT',
  retryable: true,
};

describe('a response that serves', () => {
  test('is an envelope around the result of its action', () => {
    expect(found({ body: served({ 'BTC-USDT': '95000' }) })).toEqual([]);
    expect(tolerated({ body: served({ 'BTC-USDT': '95000' }) })).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    [
      'a request id of another form',
      { request_id: 'ABC', requestId: 'ABC' },
      [
        'request_id should be a request id: 16 hex digits in lower case, is "ABC" (RESP-REQUEST-ID)',
        'requestId should be a request id: 16 hex digits in lower case, is "ABC" (RESP-REQUESTID-ALIAS)',
      ],
    ],
    [
      'two request ids',
      { requestId: 'fedcba9876543210' },
      ['requestId should be the same as request_id: "0123456789abcdef", is "fedcba9876543210" (RESP-REQUESTID-ALIAS)'],
    ],
    [
      'a time in seconds',
      { timestamp: 1_767_571_200 },
      ['timestamp should be a time in Unix milliseconds, is 1767571200 (RESP-TIMESTAMP)'],
    ],
    [
      'a time as text',
      { timestamp: '2026-01-05T00:00:00Z' },
      ['timestamp should be a time in Unix milliseconds, is "2026-01-05T00:00:00Z" (RESP-TIMESTAMP)'],
    ],
    [
      'an error beside its result',
      { error: NOT_FOUND },
      [
        'error should be absent: the contract has no such field, is {"code":"NOT_FOUND","message":"no such route","category":"SYSTEM","retryable":false} (RESP-ERROR)',
      ],
    ],
    [
      'a bucket on the public surface',
      { rateLimit: { requestsCap: 1200, remainingTokens: 1190 } },
      [
        'rateLimit should be absent: the contract has no such field, is {"requestsCap":1200,"remainingTokens":1190} (RATESNAP-PRESENT)',
      ],
    ],
    ['another word for success', { status: 'success' }, ['status should be "ok", is "success" (RESP-STATUS)']],
  ])('with %s', (_name, change, findings) => {
    expect(found({ body: served({}, change) })).toEqual(findings);
  });

  test('elsewhere may lack the second id, say the time as text and have grown', () => {
    const { request_id } = TRAILER;
    expect(tolerated({ body: { status: 'ok', response: {}, request_id, later: 1 } })).toEqual([]);
    expect(tolerated({ body: { status: 'ok', response: {} } })).toEqual([
      'request_id should be a text, is absent (RESP-REQUEST-ID)',
    ]);
    expect(tolerated({ body: served({}, { timestamp: '2026-01-05T00:00:00Z' }) })).toEqual([]);
    expect(tolerated({ body: served({}, { timestamp: 'now' }) })).toEqual([
      'timestamp should be a time in Unix milliseconds, is "now" (RESP-TIMESTAMP)',
    ]);
  });

  test('has faults of the result with the clause of the field', () => {
    const trade = {
      tradeId: 5,
      symbol: 'BTC-USDT',
      side: 'buy',
      price: '9.5e4',
      quantity: '0.1',
      timestamp: 1_767_571_200_000,
      isMaker: false,
    };
    const body = served({ trades: [trade] });
    expect(found({ action: 'getLastTrades', body })).toEqual([
      'response.trades[0].tradeId should be an id: the digits of an unsigned integer, is 5 (PUBTRADE-FIELD-TRADEID)',
      'response.trades[0].price should be a decimal text, is "9.5e4" (PUBTRADE-FIELD-PRICE)',
    ]);
    expect(tolerated({ action: 'getLastTrades', body })).toEqual([
      'response.trades[0].tradeId should be a text, is 5 (PUBTRADE-FIELD-TRADEID)',
      'response.trades[0].price should be a decimal text, is "9.5e4" (PUBTRADE-FIELD-PRICE)',
    ]);
  });

  test('without its result', () => {
    const { response: _none, ...body } = served({});
    expect(found({ body })).toEqual(['response should be an object, is absent (GETMIDS)']);
  });

  test('on the trade surface may report the bucket', () => {
    const asked = { surface: 'trade', action: 'getRateLimits' } as const;
    const response = (rateLimit: unknown) => served({ requestsUsed: 20, requestsCap: 1200 }, { rateLimit });
    expect(found({ ...asked, body: response({ requestsCap: 1200, remainingTokens: 1180 }) })).toEqual([]);
    expect(found({ ...asked, body: served({ requestsUsed: 0, requestsCap: 0 }) })).toEqual([]);
    expect(found({ ...asked, body: response({ requestsCap: '1200', remainingTokens: -1 }) })).toEqual([
      'rateLimit.requestsCap should be a whole number from 1, is "1200" (RATESNAP-REQUESTSCAP)',
      'rateLimit.remainingTokens should be a whole number from 0, is -1 (RATESNAP-REMAININGTOKENS)',
    ]);
  });

  test('to a request that names no action', () => {
    expect(found({ action: null, body: served({}) })).toEqual([
      'the response should be a refusal: the request names no action of this surface, is {"status":"ok","response":{},"request_id":"0123456789abcdef","requestId":"0123456789abcdef","timestamp":1767571200000}',
    ]);
  });

  test('is known by every name of its action', () => {
    const result = { statuses: [] };
    expect(found({ surface: 'trade', action: 'cancelOrders', body: served(result) })).toEqual([]);
    const withdrawal = {
      requestId: 'w',
      symbol: 'USDT',
      amount: '10',
      destination: `0x${'0'.repeat(40)}`,
      timestamp: 0,
      withdrawTime: 0,
    };
    expect(found({ surface: 'trade', action: 'withdraw', body: served(withdrawal) })).toEqual([]);
  });
});

describe('a response that refuses', () => {
  test('is the error envelope', () => {
    expect(found({ surface: 'other', action: null, status: 404, body: refused(NOT_FOUND) })).toEqual([]);
    expect(found({ status: 429, body: refused(EMPTY_BUCKET) })).toEqual([]);
    expect(found({ status: 429, body: refused({ ...EMPTY_BUCKET, details: { bucket: 'ip' } }) })).toEqual([]);
  });

  test.each<[string, number, object, string[]]>([
    ['a code of its own', 400, { ...NOT_FOUND, code: 'OOPS' }, ['ERRENV-CODE']],
    [
      'no message',
      404,
      { ...NOT_FOUND, message: '' },
      ['error.message should be a text that is not empty, is "" (ERRENV-MESSAGE)'],
    ],
    [
      'another category than its code has',
      404,
      { ...NOT_FOUND, category: 'AUTH' },
      ['error.category should be SYSTEM with NOT_FOUND, is "AUTH" (ERRENV-CATEGORY)'],
    ],
    [
      'another retry flag than its code has',
      404,
      { ...NOT_FOUND, retryable: true },
      ['error.retryable should be false with NOT_FOUND, is true (ERRENV-RETRYABLE)'],
    ],
    [
      'the status of another code',
      400,
      NOT_FOUND,
      ['status should be 404 with NOT_FOUND, is 400 (ERR-HTTP-STATUS-GENERAL)'],
    ],
    ['details that are no texts', 404, { ...NOT_FOUND, details: { n: 1 } }, ['error.details.n should be a text, is 1']],
    [
      'a field too many',
      404,
      { ...NOT_FOUND, stack: 'at' },
      ['error.stack should be absent: the contract has no such field, is "at"'],
    ],
    [
      'details of a failure',
      500,
      {
        code: 'INTERNAL_ERROR',
        message: 'Internal server error',
        category: 'SYSTEM',
        retryable: true,
        details: { row: '5' },
      },
      [
        'error.details should be absent: a failure says nothing of its insides, is {"row":"5"} (ERRRULE-500-NO-DETAILS)',
      ],
    ],
  ])('with %s', (_name, status, error, findings) => {
    const actual = found({ status, body: refused(error) });
    if (findings[0] === 'ERRENV-CODE')
      expect(actual.join()).toMatch(/^error\.code should be one of .*\(ERRENV-CODE\)$/);
    else expect(actual).toEqual(findings);
  });

  test('and yet says ok, or serves something too', () => {
    expect(found({ status: 404, body: refused(NOT_FOUND, { status: 'ok' }) })).toEqual([
      'status should be "error", is "ok" (RESP-STATUS)',
    ]);
    expect(found({ status: 404, body: refused(NOT_FOUND, { response: {} }) })).toEqual([
      'response should be absent: the contract has no such field, is {} (RESP-RESPONSE)',
    ]);
  });

  test('and yet has HTTP status 200', () => {
    const body = refused(NOT_FOUND);
    expect(found({ body })).toEqual([
      'status should be "ok", is "error" (RESP-STATUS)',
      'error should be absent: the contract has no such field, is {"code":"NOT_FOUND","message":"no such route","category":"SYSTEM","retryable":false} (RESP-ERROR)',
      'response should be an object, is absent (GETMIDS)',
    ]);
    expect(found({ surface: 'other', action: null, body })).toEqual([
      'status should be 404 with NOT_FOUND, is 200 (ERR-HTTP-STATUS-GENERAL)',
      'status should be ok with HTTP 200, is "error" (RESP-STATUS)',
    ]);
  });

  test('reports a bucket only on the trade surface', () => {
    const body = refused(EMPTY_BUCKET, { rateLimit: { requestsCap: 1200, remainingTokens: 0 } });
    expect(found({ surface: 'trade', action: 'getTrades', status: 429, body })).toEqual([]);
    expect(found({ status: 429, body })).toEqual([
      'rateLimit should be absent: only trade responses report a bucket, is {"requestsCap":1200,"remainingTokens":0} (RATESNAP-PRESENT)',
    ]);
  });

  test('elsewhere may leave out what the specification calls optional, and have codes and statuses of its own', () => {
    const body = (error: object) => ({ status: 'error', error, request_id: 'any' });
    expect(tolerated({ status: 400, body: body({ code: 'VALIDATION_ERROR', message: 'no' }) })).toEqual([]);
    expect(tolerated({ status: 418, body: body({ code: 'TEAPOT', message: 'no' }) })).toEqual([]);
    expect(tolerated({ status: 422, body: body({ code: 'VALIDATION_ERROR', message: 'no' }) })).toEqual([]);
    expect(tolerated({ status: 400, body: body({ code: 'UNAUTHORIZED', message: 'no' }) })).toEqual([
      'status should be 401 with UNAUTHORIZED, is 400 (ERR-HTTP-STATUS-GENERAL)',
    ]);
    expect(
      tolerated({ status: 429, body: body({ code: 'RATE_LIMIT_EXCEEDED', message: 'no', retryable: false }) }),
    ).toEqual(['error.retryable should be true with RATE_LIMIT_EXCEEDED, is false (ERRENV-RETRYABLE)']);
    expect(tolerated({ status: 400, body: body({ code: 5, message: 'no' }) })).toEqual([
      'error.code should be a string, is 5 (ERRENV-CODE)',
    ]);
    expect(tolerated({ status: 500, body: body({ code: 'INTERNAL_ERROR', message: 'no', details: {} }) })).toEqual([
      'error.details should be absent: a failure says nothing of its insides, is {} (ERRRULE-500-NO-DETAILS)',
    ]);
  });

  test('has another envelope elsewhere, on 429 alone', () => {
    const body = {
      success: false,
      clientRequestId: 'c',
      error: { code: 'RATE_LIMIT_EXCEEDED', category: 'RATE_LIMIT', message: 'no' },
    };
    expect(tolerated({ status: 429, body })).toEqual([]);
    expect(tolerated({ status: 429, body: { ...body, error: 'no' } })).toEqual([
      'error should be an object, is "no" (ERRENV-ALT)',
    ]);
    expect(tolerated({ status: 400, body })).not.toEqual([]);
    expect(found({ status: 429, body })).not.toEqual([]);
  });
});

describe('a response of a listing route', () => {
  const route = { surface: 'listing', action: '/v1/info/contract_specs' } as const;

  test('is bare', () => {
    const body = [{ ticker_id: 'BTC-USDT', contract_type: 'Vanilla', contract_price_currency: 'USDT' }];
    expect(found({ ...route, body })).toEqual([]);
    expect(found({ ...route, body: served(body) }).join()).toMatch(/^the response should be a list, is /);
  });

  test('has an error of one text', () => {
    expect(found({ ...route, status: 503, body: { error: 'service unavailable' } })).toEqual([]);
    expect(found({ ...route, status: 503, body: { error: '' } })).toEqual([
      'error should be a text that is not empty, is "" (ERRENV-AGGREGATOR)',
    ]);
    expect(found({ ...route, status: 503, body: { error: NOT_FOUND } }).join()).toMatch(/^error should be a text/);
    expect(found({ ...route, status: 503, body: { error: 'no', code: 1 } })).toEqual([
      'code should be absent: the contract has no such field, is 1 (ERRENV-AGGREGATOR)',
    ]);
    expect(tolerated({ ...route, status: 503, body: { error: 'no', code: 1 } })).toEqual([]);
  });

  test('of the status wears both forms', () => {
    const record = {
      accepting_orders: true,
      exchange_status: 'RUNNING',
      code: '',
      message: 'OK',
      timestamp_ms: 1_767_571_200_000,
    };
    const status = { surface: 'listing', action: '/v1/exchange/status' } as const;
    expect(found({ ...status, body: { ...record, ...served(record) } })).toEqual([]);
    expect(found({ ...status, body: served(record) })).toHaveLength(5);
  });

  test('that does not exist is an error of the caller', () => {
    expect(() => found({ surface: 'listing', action: '/v1/info/none', body: [] })).toThrow(
      '/v1/info/none is no listing route',
    );
  });
});

test('what is no JSON is no response', () => {
  expect(found({ body: undefined })).toEqual(['the response should be JSON, is absent (CONV-JSON-RESPONSE)']);
  expect(found({ body: [] })).not.toEqual([]);
  expect(found({ body: null })).not.toEqual([]);
});
