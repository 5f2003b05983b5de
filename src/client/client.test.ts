import { describe, expect, test } from 'vitest';
import { Client } from './client.ts';
import { ApiError, ProtocolError } from './errors.ts';
import { NonceSource } from './nonce.ts';
import { typedDataOf, typesOf } from './typed-data.ts';

const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const ID = '1867542890123456789';
/** Vector V1 of fixtures/signing. */
const SIGNATURE_OF_V1 = {
  v: 28,
  r: '0x184e49d8a265e035ad5c13da7b38a26ca64ccfb12dfb6c44315ae972890d172c',
  s: '0x187a3d81a5ac49ed156cff09ddbbba15104d6a44298869f1576614cc1cfa18c9',
};

/** A client whose every request gets this response; `sent` is what it sent. */
function clientTo(status: number, body: string): { client: Client; sent: { url: string; body: unknown }[] } {
  const sent: { url: string; body: unknown }[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    sent.push({ url, body: JSON.parse(init.body as string) });
    return Promise.resolve(new Response(body, { status }));
  };
  const nonces = new NonceSource(() => 1_735_689_600_001);
  return { client: new Client({ restUrl: 'http://host/v1/', privateKey: KEY, subAccountId: ID, fetch, nonces }), sent };
}

describe('nonces', () => {
  test('follow the clock and never come twice', () => {
    const times = [100, 100, 105.9, 90];
    const nonces = new NonceSource(() => times.shift() ?? 0);
    expect([nonces.next(), nonces.next(), nonces.next(), nonces.next()]).toEqual([100, 101, 105, 106]);
  });
});

describe('what is sent', () => {
  test('a write carries id, nonce and a signature that was made elsewhere for the same message', async () => {
    const { client, sent } = clientTo(200, '{"status":"ok","response":{"statuses":[]}}');
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '50000', quantity: '0.01' } as const;
    await client.placeOrders([order]);
    expect(sent[0]?.url).toBe('http://host/v1/trade');
    expect(sent[0]?.body).toEqual({
      params: { action: 'placeOrders', subAccountId: ID, orders: [order], grouping: 'na' },
      nonce: 1_735_689_600_001,
      signature: SIGNATURE_OF_V1,
    });
  });

  test('a read carries no nonce, and what is asked for instead wins', async () => {
    const { client } = clientTo(200, '{}');
    expect(await client.signed('getTrades', { limit: 5 })).not.toHaveProperty('nonce');
    const chosen = await client.signed(
      'getTrades',
      {},
      { nonce: 2n ** 53n + 1n, expiresAfter: 7, subAccountId: '9', signature: null },
    );
    expect(chosen).toEqual({
      params: { action: 'getTrades', subAccountId: '9' },
      nonce: '9007199254740993',
      expiresAfter: 7,
    });
  });

  test('a public read is neither signed nor numbered', async () => {
    const { client, sent } = clientTo(200, '{"status":"ok","response":{}}');
    await client.getMids();
    expect(sent).toEqual([{ url: 'http://host/v1/info', body: { params: { action: 'getMids' } } }]);
  });
});

describe('responses', () => {
  test('an error envelope is thrown with all it says', async () => {
    const { client } = clientTo(
      429,
      '{"status":"error","error":{"code":"RATE_LIMIT_EXCEEDED","message":"Rate limit exceeded","category":"RATE_LIMIT","retryable":true,"details":{"a":"b"}},"request_id":"0011223344556677","rateLimit":{"requestsCap":1000,"remainingTokens":3}}',
    );
    const refused = client.getMids();
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Rate limit exceeded',
      retryable: true,
      details: { a: 'b' },
      requestId: '0011223344556677',
      rateLimit: { requestsCap: 1000, remainingTokens: 3 },
    });
  });

  test.each([
    ['UNAUTHORIZED', undefined, 'perpsim why signature 0011223344556677'],
    ['INSUFFICIENT_MARGIN', undefined, 'perpsim why refusal 0011223344556677'],
    [
      'INVALID_FORMAT',
      { field: 'orders[0].price', hint: 'must be a string' },
      'orders[0].price: must be a string; perpsim why refusal 0011223344556677',
    ],
  ])('the hint of %s with details %j says how to find the cause', async (code, details, hint) => {
    const error = { code, message: 'm', details };
    const { client } = clientTo(400, JSON.stringify({ status: 'error', error, request_id: '0011223344556677' }));
    await expect(client.getMids()).rejects.toMatchObject({ code, hint });
  });

  test.each(['<html>bad gateway</html>', '', 'null', '[]', '{"status":"error"}'])(
    '%j is no response of this API',
    async (body) => {
      const { client } = clientTo(502, body);
      const refused = client.getMids();
      await expect(refused).rejects.toBeInstanceOf(ProtocolError);
      await expect(refused).rejects.toMatchObject({ status: 502, body });
    },
  );
});

describe('typed data', () => {
  const facts = { subAccountId: 1n, nonce: 2n, expiresAfter: 3n };
  test.each([
    ['placeOrders', { orders: [] }, 'PlaceOrders'],
    ['cancelOrders', { orderIds: ['1'] }, 'CancelOrders'],
    ['cancelOrders', { clientOrderIds: ['a'] }, 'CancelOrdersByCloid'],
    ['cancelAllOrders', { symbols: ['*'] }, 'CancelAllOrders'],
    ['modifyOrder', { orderId: '1' }, 'ModifyOrder'],
    ['modifyOrder', { clientOrderId: 'a' }, 'ModifyOrderByCloid'],
    ['getTrades', {}, 'SubAccountActionNonce'],
  ])('%s with %j signs %s', (action, params, type) => {
    const message = typedDataOf(action, params, facts);
    expect(message.type).toBe(type);
    const fields = Object.values(typesOf(message.type))[0] ?? [];
    expect(new Set(Object.keys(message.values))).toEqual(new Set(fields.map(({ name }) => name)));
  });

  test('a read without a nonce signs the short form', () => {
    expect(typedDataOf('getTrades', {}, { ...facts, nonce: 0n })).toEqual({
      type: 'SubAccountAction',
      values: { subAccountId: 1n, action: 'getTrades', expiresAfter: 3n },
    });
  });

  test('absent fields of an order are signed as nothing', () => {
    const { values } = typedDataOf('placeOrders', { orders: [{ symbol: 'BTC-USDT' }] }, facts);
    expect(values.orders).toEqual([
      {
        symbol: 'BTC-USDT',
        side: '',
        orderType: '',
        price: '',
        triggerPrice: '',
        quantity: '',
        reduceOnly: false,
        isTriggerMarket: false,
        clientOrderId: '',
        closePosition: false,
      },
    ]);
    expect(values.grouping).toBe('');
  });
});
