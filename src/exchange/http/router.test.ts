import { describe, expect, test } from 'vitest';
import { requestOf, startLab } from '../lab.test-helper.ts';

const MIDS = { params: { action: 'getMids' } };

describe('paths and methods', () => {
  test.each([
    ['GET', '/', 404, 'NOT_FOUND', 'no such route'],
    ['POST', '/v1', 404, 'NOT_FOUND', 'no such route'],
    ['POST', '/v1/trade/', 404, 'NOT_FOUND', 'no such route'],
    ['POST', '/V1/trade', 404, 'NOT_FOUND', 'no such route'],
    ['POST', '/v2/trade', 404, 'NOT_FOUND', 'no such route'],
    ['GET', '/v1/info/constructor', 404, 'NOT_FOUND', 'no such route'],
    ['GET', '/v1/trade', 405, 'METHOD_NOT_ALLOWED', 'method not allowed'],
    ['DELETE', '/v1/info', 405, 'METHOD_NOT_ALLOWED', 'method not allowed'],
    ['POST', '/v1/info/contracts', 405, 'METHOD_NOT_ALLOWED', 'method not allowed'],
  ])('%s %s is refused in the envelope', async (method, path, status, code, message) => {
    const lab = await startLab();
    const response = await lab.core.router.handle(requestOf(method, path, MIDS));
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json');
    expect(JSON.parse(response.body)).toMatchObject({ status: 'error', error: { code, message } });
  });

  test.each([
    ['/v1/trade', 'GET', 'POST'],
    ['/v1/exchange/status', 'POST', 'GET'],
  ])('%s names the method it takes', async (path, method, allow) => {
    const lab = await startLab();
    const response = await lab.core.router.handle(requestOf(method, path));
    expect(response.headers.allow).toBe(allow);
  });

  test('a query does not change the route', async () => {
    const lab = await startLab();
    expect((await lab.core.router.handle(requestOf('POST', '/v1/info?x=1', MIDS))).status).toBe(200);
  });
});

describe('GET routes', () => {
  test('respond with their own bodies and headers', async () => {
    const lab = await startLab();
    const response = await lab.core.router.handle(requestOf('GET', '/v1/info/contracts'));
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=5');
    expect(JSON.parse(response.body)).toHaveLength(9);
  });

  test('read their query', async () => {
    const lab = await startLab();
    const response = await lab.core.router.handle(requestOf('GET', '/v1/info/orderbook?ticker_id=BTC-USDT&depth=5'));
    const book = JSON.parse(response.body) as { ticker_id: string; bids: [string, string][] };
    expect(book.ticker_id).toBe('BTC-USDT');
    expect(book.bids.map(([price]) => price)).toEqual(['94990', '94980', '94970', '94960', '94950']);
  });

  test('the status is available while the exchange drains', async () => {
    const lab = await startLab();
    lab.core.steering.setExchangeStatus('draining');
    const response = await lab.core.router.handle(requestOf('GET', '/v1/exchange/status'));
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toMatchObject({ accepting_orders: false, exchange_status: 'MAINTENANCE' });
    expect((await lab.core.router.handle(requestOf('GET', '/v1/info/contracts'))).status).toBe(503);
  });
});

describe('representation', () => {
  const send = async (headers: Record<string, string>) => {
    const lab = await startLab();
    const { status, body } = await lab.core.router.handle(requestOf('POST', '/v1/info', MIDS, headers));
    return [status, (JSON.parse(body) as { error?: { code: string; message: string } }).error] as const;
  };

  test.each([
    [{}],
    [{ 'content-type': 'application/json' }],
    [{ 'content-type': 'application/json; charset=utf-8' }],
    [{ 'content-type': 'application/json;charset="UTF-8"' }],
    [{ 'content-type': 'application/json', 'content-encoding': 'identity' }],
  ])('%j is read', async (headers) => {
    expect(await send(headers as Record<string, string>)).toEqual([200, undefined]);
  });

  test.each([
    [{ 'content-type': 'text/plain' }, 'Content-Type must be application/json'],
    [{ 'content-type': 'application/json; charset=latin1' }, 'Content-Type must be application/json'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'Content-Type must be application/json'],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'Content-Encoding is not supported'],
  ])('%j is refused', async (headers, message) => {
    expect(await send(headers as Record<string, string>)).toMatchObject([400, { code: 'INVALID_FORMAT', message }]);
  });
});
