import { describe, expect, test } from 'vitest';
import { outgoingByFrame, outgoingByHttp } from './request-charge.ts';

const BASE = 'https://exchange.test/api/v1';
const post = (path: string, body: unknown) => outgoingByHttp('POST', `${BASE}${path}`, JSON.stringify(body));

describe('by HTTP', () => {
  test('a placement costs five tokens an order, and says whose it is', () => {
    const params = { action: 'placeOrders', subAccountId: '5', orders: [{}, {}, {}], grouping: 'na' };
    expect(post('/trade', { params, nonce: 7, signature: {} })).toEqual({
      charge: { tokens: 15, subAccountId: '5', orders: 3 },
      write: { action: 'placeOrders', subAccountId: '5', params, nonce: 7n, signature: {} },
    });
  });

  test('an alias costs and counts as what it stands for', () => {
    const { charge, write } = post('/trade', { params: { action: 'withdraw', subAccountId: '5' } });
    expect([charge.tokens, write?.action]).toEqual([5, 'withdrawCollateral']);
  });

  test('a signed read changes nothing', () => {
    expect(post('/trade', { params: { action: 'getOrderHistory', subAccountId: '5' } })).toEqual({
      charge: { tokens: 50, subAccountId: '5' },
      write: undefined,
    });
  });

  test('a public read is paid by the address alone', () => {
    expect(post('/info', { params: { action: 'getFundingRateHistory' } }).charge).toEqual({ tokens: 1_000 });
  });

  test('a public read costs the same when its fields stand at top level', () => {
    expect(post('/info', { type: 'getMarketPrices' }).charge).toEqual({ tokens: 200 });
    expect(post('/trade', { action: 'getOrderHistory' }).charge).toEqual({ tokens: 1 });
  });

  test('the id may stand beside params', () => {
    const { write } = post('/trade', { params: { action: 'removeAllDelegatedSigners' }, subaccountId: '9', nonce: 1 });
    expect(write?.subAccountId).toBe('9');
  });

  test.each([
    ['a plain route', 'GET', '/exchange/status', undefined, 1],
    ['the listing of contracts', 'GET', '/info/contracts', undefined, 50],
    ['an unknown action', 'POST', '/trade', '{"params":{"action":"constructor"}}', 1],
    ['a body that is no JSON', 'POST', '/trade', '{', 1],
  ])('%s', (_case, method, path, body, tokens) => {
    expect(outgoingByHttp(method, `${BASE}${path}`, body).charge).toEqual({ tokens });
  });
});

describe('by frame', () => {
  test('a post costs what its action costs', () => {
    const params = { action: 'cancelOrders', subAccountId: '5', orderIds: ['1'], nonce: '18446744073709551615' };
    const { charge, write } = outgoingByFrame('trade', JSON.stringify({ id: 'a', method: 'post', params }));
    expect(charge).toEqual({ tokens: 2, subAccountId: '5', orders: 0 });
    expect(write?.nonce).toBe(18_446_744_073_709_551_615n);
  });

  test('everything else costs one token', () => {
    expect(outgoingByFrame('info', '{"id":"s","method":"subscribe","params":{"type":"trades"}}').charge).toEqual({
      tokens: 1,
    });
    expect(outgoingByFrame('info', 'hello').charge).toEqual({ tokens: 1 });
  });
});
