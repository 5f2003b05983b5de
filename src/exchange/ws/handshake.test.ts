import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeBytes, parseResponse } from '../rest/raw-socket.test-helper.ts';
import { type OpenServer, openServer } from './upgrade-handler.test-helper.ts';
import { frameBytes, RawPeer, upgradeRequest } from './raw-peer.test-helper.ts';

/** SEC-26, SEC-34: what asks to become a stream gets one, or a response in the API's envelope and a closed socket. */

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open.close());

const MALFORMED = 'Malformed HTTP request';

const REFUSED: readonly [string, string, number, string, string][] = [
  ['another path', upgradeRequest('/v1/ws/subscriptions'), 404, 'NOT_FOUND', 'no such route'],
  ['the path of REST', upgradeRequest('/v1/trade'), 404, 'NOT_FOUND', 'no such route'],
  ['a path and a slash', upgradeRequest('/v1/ws/info/'), 404, 'NOT_FOUND', 'no such route'],
  ['a path in capitals', upgradeRequest('/v1/WS/info'), 404, 'NOT_FOUND', 'no such route'],
  ['a target that is no path', upgradeRequest('*'), 404, 'NOT_FOUND', 'no such route'],
  ['no Host', upgradeRequest('/v1/ws/info', ['Host:']), 400, 'INVALID_FORMAT', MALFORMED],
  ['a Host with a path', upgradeRequest('/v1/ws/info', ['Host: a/b']), 400, 'INVALID_FORMAT', MALFORMED],
  ['a Host with a user', upgradeRequest('/v1/ws/info', ['Host: me@127.0.0.1']), 400, 'INVALID_FORMAT', MALFORMED],
  ['a body', upgradeRequest('/v1/ws/info', ['Content-Length: 3']), 400, 'INVALID_FORMAT', MALFORMED],
  ['a body in chunks', upgradeRequest('/v1/ws/info', ['Transfer-Encoding: chunked']), 400, 'INVALID_FORMAT', MALFORMED],
  [
    'version 8',
    upgradeRequest('/v1/ws/info', ['Sec-WebSocket-Version: 8']),
    426,
    'INVALID_FORMAT',
    'Sec-WebSocket-Version must be 13',
  ],
  [
    'no version',
    upgradeRequest('/v1/ws/info', ['Sec-WebSocket-Version:']),
    426,
    'INVALID_FORMAT',
    'Sec-WebSocket-Version must be 13',
  ],
  [
    'no key',
    upgradeRequest('/v1/ws/info', ['Sec-WebSocket-Key:']),
    400,
    'INVALID_FORMAT',
    'Sec-WebSocket-Key must be 16 bytes in Base64',
  ],
  [
    'a short key',
    upgradeRequest('/v1/ws/info', ['Sec-WebSocket-Key: c2hvcnQ=']),
    400,
    'INVALID_FORMAT',
    'Sec-WebSocket-Key must be 16 bytes in Base64',
  ],
  [
    'subprotocols that are no names',
    upgradeRequest('/v1/ws/info', ['Sec-WebSocket-Protocol: a,,b']),
    400,
    'INVALID_FORMAT',
    'Sec-WebSocket-Protocol is malformed',
  ],
];

describe('a handshake is refused', () => {
  test.each(REFUSED)('with %s', async (_, request, status, code, message) => {
    const response = parseResponse(await exchangeBytes(open.port, [request]));
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ status: 'error', error: { code, message } });
    expect(response.body.request_id).toMatch(/^[0-9a-f]{16}$/);
    expect(response.headers).toContain('\r\ncontent-type: application/json\r\n');
    expect(response.headers).toContain('connection: close');
    expect(open.upgradeHandler.size).toBe(0);
  });

  test('of another version names the one that is spoken', async () => {
    const bytes = await exchangeBytes(open.port, [upgradeRequest('/v1/ws/info', ['Sec-WebSocket-Version: 7'])]);
    expect(parseResponse(bytes).headers).toContain('\r\nsec-websocket-version: 13');
  });

  test('before 20 KiB of headers have been read', async () => {
    const bytes = await exchangeBytes(open.port, [upgradeRequest('/v1/ws/info', [`X-A: ${'a'.repeat(20_480)}`])]);
    expect(parseResponse(bytes)).toMatchObject({ status: 431, body: { error: { code: 'INVALID_FORMAT' } } });
  });

  test('and bytes behind it are not read', async () => {
    const bytes = await exchangeBytes(open.port, [
      upgradeRequest('/v1/ws/nowhere'),
      'GET /v1/exchange/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    ]);
    expect([...bytes.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])).toEqual(['404']);
  });
});

describe('a handshake is accepted', () => {
  test.each([
    ['as it stands', '/v1/ws/info', []],
    ['with a query', '/v1/ws/trade?x=1', []],
    ['with a URL as target', 'http://127.0.0.1/v1/ws/info', []],
    ['in any case of letters', '/v1/ws/info', ['Upgrade: WebSocket', 'Connection: keep-alive, UPGRADE']],
  ])('%s', async (_, path, more) => {
    const peer = await RawPeer.open(open.port, path, more);
    expect(peer.head).toMatch(/^HTTP\/1\.1 101 /);
    expect(peer.head).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n');
    peer.sendJson({ id: 'a', method: 'ping' });
    expect(await peer.reply('a')).toMatchObject({ status: 200, method: 'pong' });
    peer.destroy();
  });

  test('without any of the extensions and subprotocols it offers', async () => {
    const peer = await RawPeer.open(open.port, '/v1/ws/info', [
      'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
      'Sec-WebSocket-Protocol: chat, superchat',
    ]);
    expect(peer.head).toMatch(/^HTTP\/1\.1 101 /);
    expect(peer.head.toLowerCase()).not.toMatch(/sec-websocket-(?:extensions|protocol)/);
    peer.destroy();
  });

  test('with frames in the same packet, in order', async () => {
    const frames = ['a', 'b', 'c'].map((id) => frameBytes({ payload: JSON.stringify({ id, method: 'ping' }) }));
    const peer = await RawPeer.open(open.port, '/v1/ws/info', [], Buffer.concat(frames));
    await peer.reply('c');
    expect(peer.replies.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    peer.destroy();
  });

  test('behind a request of the same socket, after the response to it', async () => {
    const peer = RawPeer.dial(open.port);
    const get = 'GET /v1/exchange/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    peer.send(get + upgradeRequest('/v1/ws/info'));
    await peer.until(() => peer.received.includes('HTTP/1.1 101 '));
    expect([...peer.received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])).toEqual(['200', '101']);
    peer.destroy();
  });

  test('with garbage in the same packet, which ends that connection alone', async () => {
    const peer = await RawPeer.open(open.port, '/v1/ws/info', [], Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await peer.until(() => peer.closeCode !== null);
    expect(peer.closeCode).toBe(1002);
    peer.destroy();
  });
});

describe('no upgrade', () => {
  const plain = (path: string, method = 'GET'): string =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;

  test.each(['/v1/ws/info', '/v1/ws/trade', '/v1/ws/info?x=1'])('GET %s says what the path is for', async (path) => {
    const response = parseResponse(await exchangeBytes(open.port, [plain(path)]));
    expect(response.status).toBe(426);
    expect(response.headers).toContain('\r\nupgrade: websocket');
    expect(response.body).toMatchObject({
      status: 'error',
      error: { code: 'INVALID_FORMAT', message: 'This path takes WebSocket connections only', category: 'REQUEST' },
    });
  });

  test('POST to the path of a stream is refused', async () => {
    const response = parseResponse(await exchangeBytes(open.port, [plain('/v1/ws/trade', 'POST')]));
    expect(response).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } });
  });

  test('the status of the exchange is served below the base of streams', async () => {
    const response = parseResponse(await exchangeBytes(open.port, [plain('/v1/ws/exchange/status')]));
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'ok', exchange_status: 'RUNNING', accepting_orders: true },
    });
  });
});

describe('an offer that is left', () => {
  const BODY = '{"params":{"action":"getMids"}}';
  const h2c = (target: string, more: string): string =>
    `${target}\r\nHost: 127.0.0.1\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n${more}\r\n`;

  test('of HTTP/2 beside a GET gets an HTTP response', async () => {
    const bytes = await exchangeBytes(open.port, [h2c('GET /v1/exchange/status HTTP/1.1', '')]);
    expect(parseResponse(bytes)).toMatchObject({ status: 200, body: { exchange_status: 'RUNNING' } });
  });

  test('of HTTP/2 beside a POST gets an HTTP response, body and all', async () => {
    const head = h2c('POST /v1/info HTTP/1.1', `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`);
    const whole = parseResponse(await exchangeBytes(open.port, [head + BODY]));
    expect(whole).toMatchObject({ status: 200, body: { status: 'ok' } });
    const halves = parseResponse(await exchangeBytes(open.port, [head + BODY.slice(0, 9), BODY.slice(9)]));
    expect(halves).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('twice over one socket is left twice', async () => {
    const again = h2c('GET /v1/nowhere HTTP/1.1', '').replace(', close', '');
    const bytes = await exchangeBytes(open.port, [again + h2c('GET /v1/exchange/status HTTP/1.1', '')]);
    expect([...bytes.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])).toEqual(['404', '200']);
  });

  test.each([
    ['HTTP/1.0', upgradeRequest('/v1/ws/info', ['Connection: Upgrade, close']).replace('HTTP/1.1', 'HTTP/1.0'), 426],
    ['a POST', upgradeRequest('/v1/ws/info', ['Connection: Upgrade, close']).replace('GET', 'POST'), 405],
    ['an unknown protocol', upgradeRequest('/v1/ws/info', ['Upgrade: chat', 'Connection: upgrade, close']), 426],
  ])('of %s gets an HTTP response', async (_, request, status) => {
    expect(parseResponse(await exchangeBytes(open.port, [request])).status).toBe(status);
  });

  test('with a header that is named like a property of every object', async () => {
    const bytes = await exchangeBytes(open.port, [h2c('GET /v1/exchange/status HTTP/1.1', 'constructor: x\r\n')]);
    expect(parseResponse(bytes).status).toBe(200);
  });
});

test('none of this was an internal error, and no connection is left', async () => {
  expect(open.errors).toEqual([]);
  const last = await RawPeer.open(open.port);
  last.destroy();
  await last.closed;
});
