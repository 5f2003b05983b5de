import { describe, expect, test } from 'vitest';
import { SideEffectLog } from './side-effect-log.ts';
import { damageTo, standsInside } from './reference-market.ts';

const BTC = { symbol: 'BTC-USDT', index: '95000', tick: '1', size: '1' };
const ladder = (first: number, step: number): (readonly [string, string])[] =>
  Array.from({ length: 20 }, (_none, level) => [String(first + level * step), '1'] as const);
const bids = ladder(94_990, -10);
const asks = ladder(95_010, 10);

describe('damageTo', () => {
  test('a full ladder has none', () => {
    expect(damageTo(BTC, { bids, asks })).toEqual([]);
  });

  test('a side is damaged down to the last level that lacks something', () => {
    const taken = [['95020', '0.25'] as const, ...asks.slice(2)];
    expect(damageTo(BTC, { bids, asks: taken })).toEqual([
      {
        side: 'sell',
        levels: [
          { price: '95010', there: '0' },
          { price: '95020', there: '0.25' },
        ],
      },
    ]);
    expect(damageTo(BTC, { bids: bids.slice(0, 19), asks })).toMatchObject([{ side: 'buy', levels: { length: 20 } }]);
  });

  test('an order of another client is reported, not filled', () => {
    expect(damageTo(BTC, { bids: [['94995', '3'], ...bids], asks })).toBe(
      'BTC-USDT has an order of another client at 94995',
    );
    expect(damageTo(BTC, { bids, asks: [['95010', '1.5'], ...asks.slice(1)] })).toBe(
      'BTC-USDT has 1.5 at 95010, not 1',
    );
  });
});

test.each<[string, Record<string, unknown>, boolean]>([
  ['between the best two', { orders: [{ symbol: 'BTC-USDT', price: '95005' }] }, true],
  ['at the best bid', { orders: [{ symbol: 'BTC-USDT', price: '94990' }] }, false],
  ['a modify that names no market', { orderId: '5', price: '94995' }, true],
  ['a market order', { orders: [{ symbol: 'BTC-USDT', price: '' }] }, false],
  ['in an unknown market', { orders: [{ symbol: 'ABC-USDT', price: '95000' }] }, false],
  ['no order at all', { orders: [null] }, false],
])('an order %s stands inside: %s', (_case, params, inside) => {
  expect(standsInside(params)).toBe(inside);
});

describe('the side-effect log', () => {
  const place = (params: object) => ({
    action: 'placeOrders',
    subAccountId: '5',
    params: { orders: [{ symbol: 'BTC-USDT', price: '94000', ...params }] },
    nonce: 7n,
  });

  test('an order that was accepted is remembered once, one that was refused is not', () => {
    const sideEffects = new SideEffectLog();
    sideEffects.done(place({}), 400, '{}');
    expect(sideEffects.take().size).toBe(0);
    sideEffects.done(place({}), 200, '{"resting":{}}');
    expect([...sideEffects.take()]).toEqual([['5', new Set(['orders'])]]);
    expect(sideEffects.take().size).toBe(0);
    expect([...sideEffects.everTouched]).toEqual(['5']);
  });

  test('a response that never came counts as done', () => {
    const sideEffects = new SideEffectLog();
    sideEffects.done(place({}), undefined, '');
    expect(sideEffects.take().size).toBe(1);
  });

  test.each([
    ['filled', place({}), '{"filled":{}}', ['BTC-USDT']],
    ['only rested', place({}), '{"resting":{}}', []],
    ['waits for a trigger', place({ orderType: 'triggerSl' }), '{"resting":{}}', ['BTC-USDT']],
    ['is sliced', place({ orderType: 'twap' }), '{"resting":{}}', ['BTC-USDT']],
  ])('an order that %s', (_case, write, response, markets) => {
    const sideEffects = new SideEffectLog();
    sideEffects.done(write, 200, response);
    expect(sideEffects.takeMarkets()).toEqual(markets);
  });

  test('a modify names no market, so all in which orders were placed are looked at', () => {
    const sideEffects = new SideEffectLog();
    sideEffects.done(place({}), 200, '{"resting":{}}');
    sideEffects.done({ action: 'modifyOrder', subAccountId: '5', params: { orderId: '1' }, nonce: 8n }, 200, '{}');
    expect(sideEffects.takeMarkets()).toEqual(['BTC-USDT']);
    expect(sideEffects.takeMarkets()).toEqual([]);
  });

  test('the highest nonce is kept, unless it is none that a clock comes to', () => {
    const sideEffects = new SideEffectLog();
    sideEffects.sent({ ...place({}), nonce: 9n });
    sideEffects.sent({ ...place({}), nonce: 8n });
    sideEffects.sent({ ...place({}), nonce: 2n ** 64n - 1n });
    expect(sideEffects.nonce).toBe(9n);
  });
});
