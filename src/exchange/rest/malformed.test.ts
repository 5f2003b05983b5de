import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { exchangeBytes, parseResponse } from './raw-socket.test-helper.ts';
import { refusalWriter } from './refusals.ts';
import { RestServer } from './server.ts';

/** SEC-23, SEC-26, SEC-32: whatever comes over a raw socket gets a 4xx in the API's envelope or a close, and the server goes on. */

let exchange: Exchange;
let server: RestServer;
let port: number;
const failures: unknown[] = [];

beforeAll(async () => {
  exchange = await createExchange({ seed: 1, world: 'quiet' });
  server = new RestServer({
    exchange,
    writeRefusal: refusalWriter(exchange),
    limits: { headersMs: 150, requestMs: 200, checkEveryMs: 25, keepAliveMs: 100, stalledMs: 2_000 },
    onError: (error) => failures.push(error),
  });
  port = (await server.listen({ host: '127.0.0.1', port: 0 })).port;
});

afterAll(async () => {
  await server.close();
  await exchange.close();
});

const BODY = '{"params":{"action":"getMids"}}';
const POST = 'POST /v1/info HTTP/1.1\r\n';
const HOST = 'Host: 127.0.0.1\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const LENGTH = `Content-Length: ${BODY.length}\r\n`;
const CLOSE = 'Connection: close\r\n';

interface Case {
  readonly name: string;
  readonly send: readonly (string | Buffer)[];
  /** Status and message of the envelope; null when the socket just closes. */
  readonly response: readonly [number, string] | null;
  /** The peer half-closes after what it sent. */
  readonly end?: boolean;
}

const MALFORMED = [400, 'Malformed HTTP request'] as const;
const TOO_SLOW = [408, 'Request was not received in time'] as const;

const CASES: readonly Case[] = [
  { name: 'two equal lengths', send: [POST, HOST, LENGTH, LENGTH, '\r\n', BODY], response: MALFORMED },
  {
    name: 'two different lengths',
    send: [POST, HOST, LENGTH, 'Content-Length: 5\r\n', '\r\n', BODY],
    response: MALFORMED,
  },
  {
    name: 'a list of lengths',
    send: [POST, HOST, `Content-Length: ${BODY.length}, ${BODY.length}\r\n`, '\r\n', BODY],
    response: MALFORMED,
  },
  {
    name: 'a length with a sign',
    send: [POST, HOST, `Content-Length: +${BODY.length}\r\n`, '\r\n', BODY],
    response: MALFORMED,
  },
  { name: 'a negative length', send: [POST, HOST, 'Content-Length: -1\r\n', '\r\n', BODY], response: MALFORMED },
  {
    name: 'a length that overflows',
    send: [POST, HOST, 'Content-Length: 99999999999999999999999\r\n', '\r\n'],
    response: MALFORMED,
  },
  {
    name: 'length and chunked',
    send: [POST, HOST, LENGTH, 'Transfer-Encoding: chunked\r\n', '\r\n', '0\r\n\r\n'],
    response: MALFORMED,
  },
  {
    name: 'chunked and length',
    send: [POST, HOST, 'Transfer-Encoding: chunked\r\n', LENGTH, '\r\n', '0\r\n\r\n'],
    response: MALFORMED,
  },
  {
    name: 'an unknown transfer encoding',
    send: [POST, HOST, 'Transfer-Encoding: gzip\r\n', '\r\n'],
    response: MALFORMED,
  },
  {
    name: 'chunked that is not last',
    send: [POST, HOST, 'Transfer-Encoding: chunked, gzip\r\n', '\r\n'],
    response: MALFORMED,
  },
  {
    name: 'chunked twice',
    send: [POST, HOST, 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '\r\n0\r\n\r\n'],
    response: MALFORMED,
  },
  {
    name: 'chunked in HTTP/1.0',
    send: ['POST /v1/info HTTP/1.0\r\n', HOST, 'Transfer-Encoding: chunked\r\n', '\r\n0\r\n\r\n'],
    response: MALFORMED,
  },
  {
    name: 'a space before the colon',
    send: [POST, HOST, `Content-Length : ${BODY.length}\r\n`, '\r\n', BODY],
    response: MALFORMED,
  },
  { name: 'a bare LF after a header', send: [POST, 'Host: 127.0.0.1\n', LENGTH, '\r\n', BODY], response: MALFORMED },
  {
    name: 'a bare LF after the request line',
    send: ['POST /v1/info HTTP/1.1\n', HOST, LENGTH, '\r\n', BODY],
    response: MALFORMED,
  },
  { name: 'a bare CR inside a header', send: [POST, HOST, 'X-A: a\rb\r\n', LENGTH, '\r\n', BODY], response: MALFORMED },
  {
    name: 'a folded header',
    send: [POST, HOST, 'X-A: one\r\n two\r\n', LENGTH, CLOSE, '\r\n', BODY],
    response: MALFORMED,
  },
  { name: 'a NUL inside a header', send: [POST, HOST, 'X-A: a\u0000b\r\n', '\r\n'], response: MALFORMED },
  { name: 'a header without a name', send: [POST, HOST, ': value\r\n', '\r\n'], response: MALFORMED },
  { name: 'no Host', send: [POST, LENGTH, JSON_TYPE, '\r\n', BODY], response: MALFORMED },
  { name: 'two Hosts', send: [POST, HOST, 'Host: other\r\n', LENGTH, '\r\n', BODY], response: MALFORMED },
  { name: 'a Host with a path', send: [POST, 'Host: 127.0.0.1/evil\r\n', LENGTH, '\r\n', BODY], response: MALFORMED },
  {
    name: 'a Host with user and password',
    send: [POST, 'Host: a:b@127.0.0.1\r\n', LENGTH, '\r\n', BODY],
    response: MALFORMED,
  },
  {
    name: 'a Host with a port that is none',
    send: [POST, 'Host: 127.0.0.1:99999\r\n', LENGTH, '\r\n', BODY],
    response: MALFORMED,
  },
  {
    name: 'two content types',
    send: [POST, HOST, JSON_TYPE, 'Content-Type: text/plain\r\n', LENGTH, '\r\n', BODY],
    response: MALFORMED,
  },
  {
    name: 'a chunk size that is no number',
    send: [POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked\r\n', '\r\n', 'zz\r\n'],
    response: MALFORMED,
  },
  {
    name: 'a chunk longer than it says',
    send: [POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked\r\n', '\r\n', '2\r\nabcdef\r\n0\r\n\r\n'],
    response: MALFORMED,
  },
  {
    name: 'a header of 20 KiB',
    send: [POST, HOST, `X-A: ${'a'.repeat(20_480)}\r\n`, '\r\n'],
    response: [431, 'Request header fields too large'],
  },
  {
    name: 'many small headers',
    send: [POST, HOST, 'X-Aaaa: bbbb\r\n'.repeat(2_000), '\r\n'],
    response: [431, 'Request header fields too large'],
  },
  {
    name: 'a request line of 20 KiB',
    send: [`GET /${'a'.repeat(20_480)} HTTP/1.1\r\n`, HOST, '\r\n'],
    response: [431, 'Request header fields too large'],
  },
  { name: 'a method that does not exist', send: ['BREW /v1/info HTTP/1.1\r\n', HOST, '\r\n'], response: MALFORMED },
  { name: 'a version that does not exist', send: ['GET /v1/info HTTP/9.9\r\n', HOST, '\r\n'], response: MALFORMED },
  { name: 'no version', send: ['GET /v1/info\r\n', HOST, '\r\n'], response: MALFORMED },
  { name: 'a target that is no path', send: ['OPTIONS * HTTP/1.1\r\n', HOST, CLOSE, '\r\n'], response: MALFORMED },
  { name: 'a path with a broken escape', send: ['GET /v1/%zz HTTP/1.1\r\n', HOST, CLOSE, '\r\n'], response: MALFORMED },
  { name: 'random bytes', send: [Buffer.from([0, 255, 1, 254, 22, 3, 1, 13, 10, 13, 10])], response: MALFORMED },
  { name: 'a TLS greeting', send: [Buffer.from('16030100c8010000c403035f', 'hex')], response: MALFORMED },
  { name: 'the HTTP/2 preface', send: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], response: MALFORMED },
  {
    name: 'an unknown expectation',
    send: [POST, HOST, 'Expect: a-miracle\r\n', LENGTH, '\r\n', BODY],
    response: [417, 'Expect header cannot be met'],
  },
  { name: 'CONNECT', send: ['CONNECT 127.0.0.1:1 HTTP/1.1\r\n', HOST, '\r\n'], response: null },
  {
    name: 'a body of 20 KiB and one byte',
    send: [POST, HOST, JSON_TYPE, 'Content-Length: 20481\r\n', CLOSE, '\r\n', 'a'.repeat(20_481)],
    response: [400, 'Invalid request body'],
  },
  {
    name: 'the same, chunked',
    send: [
      POST,
      HOST,
      JSON_TYPE,
      'Transfer-Encoding: chunked\r\n',
      CLOSE,
      '\r\n',
      '5001\r\n',
      'a'.repeat(20_481),
      '\r\n0\r\n\r\n',
    ],
    response: [400, 'Invalid request body'],
  },
  { name: 'headers that never end', send: [POST, HOST, 'X-A: a\r\n'], response: TOO_SLOW },
  {
    name: 'a body that never ends',
    send: [POST, HOST, JSON_TYPE, LENGTH, '\r\n', BODY.slice(0, 5)],
    response: TOO_SLOW,
  },
  {
    name: 'a chunked body that never ends',
    send: [POST, HOST, JSON_TYPE, 'Transfer-Encoding: chunked\r\n', '\r\n', '5\r\n{"par\r\n'],
    response: TOO_SLOW,
  },
  {
    name: 'a body that is cut off',
    send: [POST, HOST, JSON_TYPE, LENGTH, '\r\n', BODY.slice(0, 5)],
    end: true,
    response: MALFORMED,
  },
  { name: 'nothing at all', send: [], end: true, response: null },
];

describe('malformed HTTP', () => {
  test.each(CASES)('$name', async ({ send, response, end }) => {
    const bytes = await exchangeBytes(port, send, end);
    if (response === null) {
      expect(bytes).toBe('');
    } else {
      const { status, headers, body } = parseResponse(bytes);
      expect([status, (body['error'] as { message: string }).message]).toEqual(response);
      expect(body).toMatchObject({ status: 'error', error: { retryable: status === 408 } });
      expect(body['request_id']).toMatch(/^[0-9a-f]{16}$/);
      expect(body['requestId']).toBe(body['request_id']);
      expect(body['timestamp']).toBe(1_767_571_200_000);
      expect(headers).toMatch(/^content-type: application\/json$/im);
    }
    const alive = await exchangeBytes(port, [POST, HOST, JSON_TYPE, LENGTH, CLOSE, '\r\n', BODY]);
    expect(parseResponse(alive)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(failures).toEqual([]);
  });

  test('a request hidden in the body of a refused one is not served', async () => {
    const hidden = `POST /v1/info HTTP/1.1\r\n${HOST}${JSON_TYPE}${LENGTH}${CLOSE}\r\n${BODY}`;
    const bytes = await exchangeBytes(port, [
      POST,
      HOST,
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
      `0\r\n\r\n${hidden}`,
    ]);
    expect(bytes.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(parseResponse(bytes).status).toBe(400);
  });

  test('a silent socket is closed', async () => {
    expect(await exchangeBytes(port, [])).toMatch(/^(?:|HTTP\/1\.1 408 [^]*)$/);
  });
});
