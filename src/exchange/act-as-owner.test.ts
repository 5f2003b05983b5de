import { expect, test } from 'vitest';
import { ApiError } from '../client/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import { createExchange, type Exchange } from './exchange.ts';

const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '91000', quantity: '0.02' };
/** Those that are carried out, refused by the engine, and refused as params. */
const REQUESTS: readonly (readonly [action: string, params: JsonObject])[] = [
  [
    'placeOrders',
    {
      orders: [
        { ...ORDER, clientOrderId: 'a' },
        { ...ORDER, quantity: '0' },
      ],
      grouping: 'na',
    },
  ],
  ['updateLeverage', { symbol: 'BTC-USDT', leverage: '20' }],
  ['updateLeverage', { symbol: 'BTC-USDT', leverage: '1000' }],
  ['modifyOrder', { clientOrderId: 'a', price: '91100', quantity: '', triggerPrice: '' }],
  ['cancelOrders', { orderIds: ['1'] }],
  ['placeOrders', { orders: [], grouping: 'na' }],
  ['cancelOrders', { clientOrderIds: ['a'] }],
  ['cancelAllOrders', { symbols: ['*'] }],
];

interface Outcome {
  readonly said: readonly string[];
  readonly digest: string;
}

async function after(
  send: (exchange: Exchange, request: (typeof REQUESTS)[number]) => Promise<string>,
): Promise<Outcome> {
  const exchange = await createExchange({ world: 'quiet', seed: 5 });
  try {
    const said: string[] = [];
    for (const request of REQUESTS) {
      said.push(await send(exchange, request));
      exchange.clock.advance(250);
    }
    return { said, digest: exchange.digest() };
  } finally {
    await exchange.close();
  }
}

test('a request without its signature is the input that the signed request is, whatever comes of it', async () => {
  const signed = await after(async (exchange, [action, params]) => {
    const sent = exchange.client(0).raw(action, params);
    return sent.then(
      () => 'ok',
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );
  });
  let last = 0;
  const owned = await after(async (exchange, [action, params]) => {
    last = Math.max(last + 1, exchange.clock.now());
    const subAccountId = exchange.accounts[0]?.subAccountId ?? '';
    const { envelope } = await exchange.actAsOwner({ action, params, subAccountId, nonce: last, ip: '127.0.0.1' });
    return envelope.status === 'ok' ? 'ok' : envelope.error.code;
  });
  expect(owned.said).toEqual(signed.said);
  expect(new Set(owned.said).size).toBeGreaterThan(2);
  expect(owned.digest).toBe(signed.digest);
});

test('an exchange that listens on a port takes no request without a signature', async () => {
  const exchange = await createExchange({ world: 'quiet' });
  const request = { action: 'cancelAllOrders', params: { symbols: ['*'] }, nonce: 1, ip: '127.0.0.1' };
  const subAccountId = exchange.accounts[0]?.subAccountId ?? '';
  expect(() => exchange.actAsOwner({ ...request, subAccountId: '7' })).toThrow('no such subaccount');
  exchange.bound({ url: 'http://127.0.0.1:1/v1', wsUrl: 'ws://127.0.0.1:1/v1/ws' });
  expect(() => exchange.actAsOwner({ ...request, subAccountId })).toThrow('needs the signature of its sender');
  await exchange.close();
});
