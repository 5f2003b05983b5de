import { describe, expect, test } from 'vitest';
import { findingText } from './finding.ts';
import { type FrameUnderExamination, validateFrame } from './frame.ts';

type Received = Partial<FrameUnderExamination> & Pick<FrameUnderExamination, 'frame'>;
const found = (received: Received): string[] =>
  validateFrame({ endpoint: 'info', mode: 'strict', ...received }).map(findingText);
const tolerated = (received: Received): string[] => found({ ...received, mode: 'tolerant' });

const AT = 1_767_571_200_000;
const TRADE = {
  method: 'trade',
  channel: 'trade',
  timestamp: AT,
  meseq: 5,
  met: '1767571200000000',
  data: {
    tradeId: '1',
    symbol: 'BTC-USDT',
    side: 'buy',
    price: '95000',
    quantity: '0.1',
    timestamp: AT,
    tsMs: AT,
    isMaker: false,
    isTaker: true,
  },
};
const reply = (result: object, more: object = {}) => ({
  id: 'a',
  requestId: 'a',
  status: 200,
  timestamp: AT,
  result,
  ...more,
});
const ERROR = { code: 'VALIDATION_ERROR', message: 'unknown subscription type', category: 'REQUEST', retryable: false };
const refusal = (status = 400, error: object = ERROR, more: object = {}) => ({
  id: 'a',
  requestId: 'a',
  status,
  timestamp: AT,
  error,
  result: { error },
  ...more,
});

describe('a push', () => {
  test('says its channel under both names', () => {
    expect(found({ frame: TRADE })).toEqual([]);
    expect(found({ frame: { ...TRADE, method: 'trades' } })).toEqual([
      'method should be "trade", is "trades" (WS-SUB-TRADES)',
    ]);
    expect(found({ frame: { ...TRADE, channel: undefined } })).toEqual([
      'channel should be "trade", is absent (WS-SUB-TRADES)',
    ]);
  });

  test.each<[string, object, string[]]>([
    ['another field', { seq: 5 }, ['seq should be absent: the contract has no such field, is 5 (WS-SUB-TRADES)']],
    [
      'no time',
      { timestamp: undefined },
      ['timestamp should be a time in Unix milliseconds, is absent (WS-SUB-TRADES)'],
    ],
    [
      'an id of a request',
      { id: 'a' },
      ['id should be absent: the contract has no such field, is "a" (WS-SUB-TRADES)'],
    ],
    [
      'a price that is a number',
      { data: { ...TRADE.data, price: 95_000 } },
      ['data.price should be a decimal text, is 95000 (WS-SUB-TRADES)'],
    ],
    [
      'a side of its own',
      { data: { ...TRADE.data, side: 'both' } },
      ['data.side should be one of "buy", "sell", is "both" (WS-SUB-TRADES)'],
    ],
  ])('with %s', (_name, change, findings) => {
    expect(found({ frame: { ...TRADE, ...change } })).toEqual(findings);
  });

  test('elsewhere may have grown', () => {
    expect(tolerated({ frame: { ...TRADE, seq: 5, data: { ...TRADE.data, side: 'both', tsMs: undefined } } })).toEqual(
      [],
    );
    expect(tolerated({ frame: { ...TRADE, data: { ...TRADE.data, price: 95_000 } } })).toEqual([
      'data.price should be a decimal text, is 95000 (WS-SUB-TRADES)',
    ]);
  });

  test('of an unknown channel', () => {
    const frame = { method: 'news', channel: 'news', timestamp: AT, data: {} };
    expect(found({ frame })).toEqual(['channel should be a channel of the contract, is "news" (WS-EMISSION)']);
    expect(tolerated({ frame })).toEqual([]);
  });

  test('that is private does not come on the info endpoint', () => {
    const frame = {
      method: 'subAccountEvent',
      channel: 'subAccountUpdate',
      timestamp: AT,
      provenanceMissing: true,
      data: {
        eventType: 'delegationRevoked',
        subAccountId: '1',
        delegateAddress: `0x${'a'.repeat(40)}`,
        revokedAt: AT,
      },
    };
    expect(found({ endpoint: 'trade', frame })).toEqual([]);
    expect(found({ frame })).toEqual([
      'channel should be none that is private: this is the info endpoint, is "subAccountUpdate" (WS-EMISSION)',
    ]);
  });
});

describe('a reply', () => {
  const subscribe = { id: 'a', method: 'subscribe', params: { type: 'candle', symbol: 'BTC-USDT', timeframe: '1m' } };
  const subscribed = { type: 'candle', symbol: 'BTC-USDT', timeframe: '1m', status: 'subscribed' };

  test('acknowledges what was asked for', () => {
    expect(found({ asked: subscribe, frame: reply(subscribed) })).toEqual([]);
    expect(found({ asked: subscribe, frame: reply({ ...subscribed, depth: 5 }) })).toEqual([
      'result.depth should be absent: the contract has no such field, is 5',
    ]);
    expect(found({ asked: subscribe, frame: reply({ ...subscribed, status: 'unsubscribed' }) })).toEqual([
      'result.status should be "subscribed", is "unsubscribed"',
    ]);
    expect(found({ asked: { ...subscribe, params: { type: 'none' } }, frame: reply(subscribed) }).join()).toMatch(
      /^the response should be a refusal: there is no such channel/,
    );
    expect(
      found({
        asked: { ...subscribe, method: 'unsubscribe' },
        frame: reply({ type: 'candle', status: 'unsubscribed' }),
      }),
    ).toEqual([]);
  });

  test('has both names of the id', () => {
    expect(found({ asked: subscribe, frame: reply(subscribed, { requestId: 'b' }) })).toEqual([
      'requestId should be the same as id: "a", is "b" (WS-RESP-REQUESTID)',
    ]);
    expect(found({ asked: subscribe, frame: reply(subscribed, { requestId: undefined }) })).toEqual([
      'requestId should be the same as id: "a", is absent (WS-RESP-REQUESTID)',
    ]);
    expect(found({ asked: subscribe, frame: reply(subscribed, { id: 7, requestId: 7 }) })).toEqual([]);
  });

  test('to a post holds the result of its action', () => {
    const asked = { id: 'a', method: 'post', params: { action: 'getMids' } };
    expect(found({ asked, frame: reply({ status: 'ok', response: { 'BTC-USDT': '95000' } }) })).toEqual([]);
    expect(found({ asked, frame: reply({ status: 'ok', response: { 'BTC-USDT': 95_000 } }) })).toEqual([
      'result.response.BTC-USDT should be a decimal text, is 95000 (GETMIDS)',
    ]);
    expect(found({ asked, frame: reply({ status: 'success', response: {} }) })).toEqual([
      'result.status should be "ok", is "success" (WS-RESP-RESULT-STATUS)',
    ]);
    expect(found({ asked, frame: reply({ status: 'ok' }) })).toEqual([
      'result.response should be an object, is absent (GETMIDS)',
    ]);
    const rateLimit = { requestsCap: 1200, remainingTokens: 5 };
    expect(found({ asked, frame: reply({ status: 'ok', response: {} }, { rateLimit }) })).toEqual([
      'rateLimit should be absent: the contract has no such field, is {"requestsCap":1200,"remainingTokens":5} (WS-RESP-RATELIMIT)',
    ]);
    const unknown = { ...asked, params: { action: 'none' } };
    expect(found({ asked: unknown, frame: reply({ status: 'ok', response: {} }) }).join()).toMatch(
      /^the response should be a refusal: there is no such action/,
    );
  });

  test('to a login says who has come', () => {
    const asked = { id: 'a', method: 'auth', params: {} };
    const response = { authenticated: true, address: `0x${'a'.repeat(40)}`, subAccountId: '1' };
    expect(found({ endpoint: 'trade', asked, frame: reply({ status: 'ok', response }) })).toEqual([]);
    expect(
      found({ endpoint: 'trade', asked, frame: reply({ status: 'ok', response: { ...response, address: 'me' } }) }),
    ).toEqual(['result.response.address should be an address: 0x and 40 hex digits, is "me"']);
  });

  test('to a ping comes in three forms', () => {
    const asked = { id: 'a', method: 'ping', params: {} };
    expect(found({ asked, frame: reply({ status: 'ok', response: 'pong' }, { method: 'pong' }) })).toEqual([]);
    expect(found({ frame: { method: 'pong', timestamp: AT } })).toEqual([]);
    expect(found({ frame: { type: 'pong', timestamp: 5 } })).toEqual([]);
    expect(found({ frame: { type: 'pong' } })).toEqual([]);
    expect(found({ frame: { method: 'pong' } })).toEqual([
      'timestamp should be a time in Unix milliseconds, is absent',
    ]);
  });

  test('to nothing', () => {
    expect(found({ frame: reply({}) }).join()).toMatch(/^the response should be a reply to something that was asked/);
  });
});

describe('a refusal', () => {
  test('stands where either generation of clients reads it', () => {
    expect(found({ frame: refusal() })).toEqual([]);
    expect(found({ frame: { ...refusal(), result: { error: { ...ERROR, message: 'other' } } } }).join()).toMatch(
      /^result\.error should be the same as error, is .*\(WS-ERR-CODE\)$/,
    );
    expect(tolerated({ frame: { ...refusal(), result: { error: { ...ERROR, message: 'other' } } } })).toEqual([]);
  });

  test('has the status, the category and the retry flag of its code', () => {
    expect(found({ frame: refusal(404) })).toEqual([
      'status should be 400 or 403 with VALIDATION_ERROR, is 404 (ERR-HTTP-STATUS-GENERAL)',
    ]);
    expect(found({ frame: refusal(400, { ...ERROR, category: 'AUTH' }) })).toEqual([
      'error.category should be REQUEST with VALIDATION_ERROR, is "AUTH" (ERRENV-CATEGORY)',
    ]);
  });

  test('reports a bucket only in responses to posts on the trade endpoint', () => {
    const frame = refusal(400, ERROR, { rateLimit: { requestsCap: 1200, remainingTokens: 5 } });
    const post = { id: 'a', method: 'post', params: {} };
    expect(found({ endpoint: 'trade', asked: post, frame })).toEqual([]);
    expect(found({ endpoint: 'info', asked: post, frame })).toHaveLength(1);
    expect(found({ endpoint: 'trade', asked: { id: 'a', method: 'auth' }, frame })).toEqual([
      'rateLimit should be absent: only trade posts report a bucket, is {"requestsCap":1200,"remainingTokens":5} (WS-RESP-RATELIMIT)',
    ]);
  });
});

test('what is no object is no frame', () => {
  expect(found({ frame: undefined })).toEqual(['the response should be a JSON object, is absent (WS-RESP-ID)']);
  expect(found({ frame: [] })).toEqual(['the response should be a JSON object, is [] (WS-RESP-ID)']);
});
