import { expect, test } from 'vitest';
import { type Draft, EMPTY_DRAFT, previewPrice, requestOf, whenItFires } from './draft.ts';

const NOW = 1_795_413_600_000;
/** Of a draft that is sent by `placeOrders`. */
function paramsOf(asked: Draft, now: number) {
  const request = requestOf(asked, now);
  if (request.action !== 'placeOrders') throw new Error(`it is sent by ${request.action}`);
  return request.params;
}
const draft = (changes: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, symbol: 'BTC-USDT', quantity: '0.5', ...changes });

test('a limit order is sent with its price and nothing that it does not have', () => {
  expect(paramsOf(draft({ price: '95000', trigger: '1', duration: '5' }), NOW)).toEqual({
    orders: [{ symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '95000', quantity: '0.5' }],
    grouping: 'na',
  });
});

test('a good-till-date order ends after its minutes', () => {
  const [order] = paramsOf(draft({ price: '95000', timeInForce: 'GTD', minutes: '5' }), NOW).orders;
  expect(order).toMatchObject({ orderType: 'limitGtd', expiresAt: 1_795_413_900 });
});

test('a market order with a take profit and a stop loss is one group of three', () => {
  expect(paramsOf(draft({ kind: 'market', side: 'sell', takeProfit: '90000', stopLoss: '99000' }), NOW)).toEqual({
    orders: [
      { symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '0.5' },
      {
        symbol: 'BTC-USDT',
        side: 'buy',
        orderType: 'triggerTp',
        triggerPrice: '90000',
        isTriggerMarket: true,
        quantity: '0.5',
        reduceOnly: true,
      },
      {
        symbol: 'BTC-USDT',
        side: 'buy',
        orderType: 'triggerSl',
        triggerPrice: '99000',
        isTriggerMarket: true,
        quantity: '0.5',
        reduceOnly: true,
      },
    ],
    grouping: 'normalTpsl',
  });
});

test('a stop that closes the position has no quantity', () => {
  const [order] = paramsOf(draft({ kind: 'stop', side: 'sell', trigger: '90000', closePosition: true }), NOW).orders;
  expect(order).toEqual({
    symbol: 'BTC-USDT',
    side: 'sell',
    orderType: 'triggerSl',
    triggerPrice: '90000',
    triggerPriceType: 'mark',
    isTriggerMarket: true,
    closePosition: true,
  });
});

test('an order with a trigger says what it does when it fires, and is signed as reduce-only only where it is', () => {
  const entry = draft({ kind: 'stop', trigger: '96000' });
  expect(whenItFires(entry)).toContain('may open or enlarge a position');
  expect(paramsOf(entry, NOW).orders[0]).not.toHaveProperty('reduceOnly');
  for (const closes of [{ reduceOnly: true }, { closePosition: true }]) {
    expect(whenItFires({ ...entry, ...closes })).toContain('only closes a position');
  }
  expect(whenItFires(draft({ kind: 'limit', trigger: '96000' }))).toBeUndefined();
});

test('a preview reckons with the fields that are sent alone', () => {
  const typed = { price: '94000', trigger: '96000' };
  expect(previewPrice(draft({ ...typed, kind: 'market' }), 95_010)).toBe(95_010);
  expect(previewPrice(draft({ ...typed, kind: 'twap' }), 95_010)).toBe(95_010);
  expect(previewPrice(draft({ ...typed, kind: 'stop', firesMarket: true }), 95_010)).toBe(96_000);
  expect(previewPrice(draft({ ...typed, kind: 'stop', firesMarket: false }), 95_010)).toBe(94_000);
  expect(previewPrice(draft({ ...typed, kind: 'limit' }), 95_010)).toBe(94_000);
});

test('a stop that fires a limit order has a price', () => {
  const [order] = paramsOf(draft({ kind: 'stop', trigger: '96000', firesMarket: false, price: '96100' }), NOW).orders;
  expect(order).toMatchObject({ orderType: 'triggerSl', price: '96100', isTriggerMarket: false });
});

test('a TWAP has a group of its own', () => {
  expect(paramsOf(draft({ kind: 'twap' }), NOW)).toEqual({
    orders: [
      {
        symbol: 'BTC-USDT',
        side: 'buy',
        orderType: 'twap',
        quantity: '0.5',
        durationSeconds: 600,
        intervalSeconds: 30,
      },
    ],
    grouping: 'twap',
  });
});

test('an isolated order goes alone, with its margin and its leverage', () => {
  const isolated = { isolated: true, leverage: '20', isolatedMargin: '600', takeProfit: '99000' };
  expect(requestOf(draft({ price: '94000', ...isolated }), NOW)).toEqual({
    action: 'placeIsolatedOrder',
    params: {
      order: { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.5' },
      leverage: '20',
      isolatedMargin: '600',
    },
  });
});

test('an order of a type that cannot be isolated is sent as it is', () => {
  expect(requestOf(draft({ kind: 'twap', isolated: true }), NOW).action).toBe('placeOrders');
});
