import { expect, test } from 'vitest';
import { linesOf, onTick, priceOf } from './chart-lines.ts';

const ORDER = {
  order: { venueId: '1', clientId: '' },
  orderId: '1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '94900',
  triggerPrice: '',
  quantity: '0.2',
  filledQuantity: '0',
} as const;

test('lines are the entry and the liquidation of the position, and the orders of the market', () => {
  const view = {
    positions: [
      { symbol: 'BTC-USDT', side: 'long', quantity: '0.1', entryPrice: '95010', liquidationPrice: '81234.5' },
      { symbol: 'ETH-USDT', side: 'long', quantity: '1', entryPrice: '3300', liquidationPrice: '2000' },
    ],
    orders: [ORDER, { ...ORDER, side: 'sell', triggerPrice: '90000', price: '' }, { ...ORDER, symbol: 'ETH-USDT' }],
  } as unknown as Parameters<typeof linesOf>[1];
  expect(linesOf('BTC-USDT', view)).toEqual([
    { price: 95_010, title: 'long 0.1', tone: 'accent', isDashed: false },
    { price: 81_234.5, title: 'liquidation', tone: 'down', isDashed: true },
    { price: 94_900, title: 'buy 0.2', tone: 'up', isDashed: false },
    { price: 90_000, title: 'sell 0.2', tone: 'down', isDashed: true },
  ]);
});

test('there is no line without an account, of a position that nothing liquidates, and of an order without a price', () => {
  expect(linesOf('BTC-USDT', null)).toEqual([]);
  const view = {
    positions: [{ symbol: 'BTC-USDT', side: 'long', quantity: '0.1', entryPrice: '95010', liquidationPrice: '0' }],
    orders: [{ ...ORDER, price: '' }],
  } as unknown as Parameters<typeof linesOf>[1];
  expect(linesOf('BTC-USDT', view)).toEqual([{ price: 95_010, title: 'long 0.1', tone: 'accent', isDashed: false }]);
});

test('an order waits at its trigger price, or else at its price', () => {
  expect(priceOf({ price: '94900', triggerPrice: '' })).toBe('94900');
  expect(priceOf({ price: '94900', triggerPrice: '95100' })).toBe('95100');
});

test.each([
  [94_996.4, '1', '94996'],
  [94_996.5, '10', '95000'],
  [2.30004, '0.0001', '2.3000'],
  [-5, '0.5', '0.5'],
])('the price %f goes to the tick of %s as %s', (price, increment, expected) => {
  expect(onTick(price, increment)).toBe(expected);
});
