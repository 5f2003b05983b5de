import { expect, test } from 'vitest';
import type { TraceEntry } from '../results/run.ts';
import { Inspector } from './inspector.ts';
import { SeenBranches } from './seen-branches.ts';

const TRAILER = '"request_id":"0123456789abcdef","requestId":"0123456789abcdef","timestamp":1767571200000';
const REFUSED = `{"status":"error","error":{"code":"NOT_FOUND","message":"no such route","category":"SYSTEM","retryable":false},${TRAILER}}`;
const ABOUT = { request: null, status: null, headers: {}, response: null, signed: null } as const;

const http = (
  method: string,
  url: string,
  request: string | null,
  status: number | null,
  response: string,
): TraceEntry => ({
  ...ABOUT,
  kind: 'http',
  method,
  url,
  request,
  status,
  response,
});
const sent = (request: string): TraceEntry => ({
  ...ABOUT,
  kind: 'sent',
  method: 'info 1',
  url: '/v1/ws/info',
  request,
});
const received = (response: string): TraceEntry => ({
  ...ABOUT,
  kind: 'received',
  method: 'info 1',
  url: '/v1/ws/info',
  response,
});

function findingsOf(...entries: TraceEntry[]): readonly string[] {
  const inspector = new Inspector();
  for (const entry of entries) inspector.receive(entry, 'strict');
  return inspector.findings;
}

const INFO = 'http://target/v1/info';
const mids = (price: string): string => `{"status":"ok","response":{"BTC-USDT":${price}},${TRAILER}}`;

test('a response is held to the action that its request names', () => {
  expect(findingsOf(http('POST', INFO, '{"params":{"action":"getMids"}}', 200, mids('"1"')))).toEqual([]);
  expect(findingsOf(http('POST', INFO, '{"params":{"action":"getMids"}}', 200, mids('1')))).toEqual([
    [
      'getMids says what the contract does not:',
      '  response.BTC-USDT should be a decimal text, is 1 (GETMIDS)',
      'POST http://target/v1/info',
      '{"params":{"action":"getMids"}}',
      'responded 200',
      mids('1'),
    ].join('\n'),
  ]);
});

test('older clients name it otherwise', () => {
  expect(findingsOf(http('POST', INFO, '{"action":"getMids"}', 200, mids('1')))).toHaveLength(1);
  expect(findingsOf(http('POST', INFO, '{"type":"getMids"}', 200, mids('"1"')))).toEqual([]);
});

test('a body that is no JSON can only be refused', () => {
  expect(findingsOf(http('POST', INFO, '{', 404, REFUSED))).toEqual([]);
  expect(findingsOf(http('POST', INFO, '{', 200, mids('"1"')))).toHaveLength(1);
});

test('routes are known by their paths, the query left out', () => {
  const book = '{"ticker_id":"BTC-USDT","timestamp":1767571200000,"bids":[],"asks":[]}';
  const url = 'http://target/prefix/v1/info/orderbook?ticker_id=BTC-USDT';
  expect(findingsOf(http('GET', url, null, 200, book))).toEqual([]);
  expect(findingsOf(http('GET', url, null, 200, '{}'))).toHaveLength(1);
  const status =
    '{"accepting_orders":true,"exchange_status":"RUNNING","code":"","message":"OK","timestamp_ms":1767571200000}';
  const both = `${status.slice(0, -1)},"status":"ok","response":${status},${TRAILER}}`;
  expect(findingsOf(http('GET', 'http://target/v1/ws/exchange/status', null, 200, both))).toEqual([]);
  expect(findingsOf(http('GET', 'http://target/v1/exchange/status', null, 200, status))).toHaveLength(1);
});

test('whatever else is refused wears the envelope', () => {
  expect(findingsOf(http('DELETE', INFO, null, 404, REFUSED))).toEqual([]);
  expect(findingsOf(http('GET', 'http://target/v1/none', null, 404, REFUSED))).toEqual([]);
  expect(findingsOf(http('GET', 'http://target/v1/none', null, 404, 'not found'))).toHaveLength(1);
});

test('documents, empty responses and missing responses are not checked against the contract', () => {
  expect(findingsOf(http('GET', 'http://target/docs', null, 200, '<html>'))).toEqual([]);
  expect(findingsOf(http('HEAD', INFO, null, 405, ''))).toEqual([]);
  expect(findingsOf(http('POST', INFO, '{}', null, ''))).toEqual([]);
});

test('a reply is held to the oldest request of its id', () => {
  const ask = (id: string, action: string) => sent(`{"id":${id},"method":"post","params":{"action":"${action}"}}`);
  const reply = (id: string, response: string) =>
    received(
      `{"id":${id},"requestId":${id},"status":200,"timestamp":1767571200000,"result":{"status":"ok","response":${response}}}`,
    );
  const calls = [ask('"a"', 'getMids'), ask('"a"', 'getIsWhitelisted'), ask('7', 'getMids')];
  expect(findingsOf(...calls, reply('7', '{}'), reply('"a"', '{}'), reply('"a"', 'true'))).toEqual([]);
  expect(findingsOf(...calls, reply('"a"', 'true'))).toEqual([
    [
      'getMids says what the contract does not:',
      '  result.response should be an object, is true (GETMIDS)',
      'info 1 /v1/ws/info',
      '{"id":"a","method":"post","params":{"action":"getMids"}}',
      'received',
      '{"id":"a","requestId":"a","status":200,"timestamp":1767571200000,"result":{"status":"ok","response":true}}',
    ].join('\n'),
  ]);
  expect(findingsOf(reply('"b"', '{}'))).toHaveLength(1);
  // What is no name comes back without one.
  const nameless = '{"status":200,"timestamp":1767571200000,"result":{"status":"ok","response":{}}}';
  expect(findingsOf(ask('null', 'getMids'), received(nameless))).toEqual([]);
  expect(findingsOf(ask('{"a":1}', 'getMids'), received(nameless))).toEqual([]);
});

test('a push is no response, and does not use up a request', () => {
  const push = received(
    '{"method":"trade","channel":"trade","timestamp":1767571200000,"meseq":1,"met":"1","data":{"tradeId":"1","symbol":"BTC-USDT","side":"buy","price":"1","quantity":"1","timestamp":1767571200000,"tsMs":1767571200000,"isMaker":false,"isTaker":true}}',
  );
  const pong =
    '{"id":"p","requestId":"p","status":200,"timestamp":1767571200000,"result":{"status":"ok","response":"pong"},"method":"pong"}';
  expect(findingsOf(sent('{"id":"p","method":"ping","params":{}}'), push, received(pong))).toEqual([]);
  expect(findingsOf(received('{"channel":"trade"}'))).toHaveLength(1);
});

test('many findings are cut', () => {
  const rows = Array.from({ length: 12 }, () => '1').join();
  const [text = ''] = findingsOf(
    http('POST', INFO, '{"params":{"action":"getTiers"}}', 200, `{"status":"ok","response":[${rows}],${TRAILER}}`),
  );
  expect(text).toContain('response[9] should be an object');
  expect(text).not.toContain('response[10] should be');
  expect(text).toContain('  and 2 more');
});

test('branches of what was received are remembered for all', () => {
  const seen = new SeenBranches();
  const inspector = new Inspector(seen);
  inspector.receive(http('POST', INFO, '{"params":{"action":"getMids"}}', 200, mids('"1"')), 'strict');
  expect(seen.toJSON()).toEqual({ getMids: ['response{} has members'] });
});

test('two responses with one request id are found, until the exchange is reset', () => {
  const inspector = new Inspector();
  const refused = http('PUT', 'http://target/v1/info', null, 404, REFUSED);
  inspector.receive(refused, 'strict');
  inspector.begin();
  inspector.receive(refused, 'strict');
  expect(inspector.findings).toEqual([]);
  inspector.receive(refused, 'strict');
  expect(inspector.findings).toHaveLength(1);
  expect(inspector.findings[0]).toContain('the request_id 0123456789abcdef is that of an earlier response');
});

test('two names of one response with two ids are found', () => {
  const twoIds = REFUSED.replace('"requestId":"0123', '"requestId":"f123');
  expect(findingsOf(http('PUT', 'http://target/v1/info', null, 404, twoIds))[0]).toContain(
    'requestId is not the request_id 0123456789abcdef',
  );
});
