import { expect, test } from 'vitest';
import { EMPTY_EXITS, exitFault, type ExitsDraft, exitParams, fieldAt } from './exits.ts';

const LONG = { symbol: 'BTC-USDT', side: 'long' } as const;
const draft = (changes: Partial<ExitsDraft>): ExitsDraft => ({ ...EMPTY_EXITS, ...changes });

test('both exits of a long position sell all of it, and belong to the position', () => {
  const exit = { symbol: 'BTC-USDT', side: 'sell', triggerPriceType: 'mark', isTriggerMarket: true };
  expect(exitParams(LONG, draft({ takeProfit: '99000', stopLoss: '90000' }))).toEqual({
    orders: [
      { ...exit, orderType: 'triggerTp', triggerPrice: '99000', closePosition: true },
      { ...exit, orderType: 'triggerSl', triggerPrice: '90000', closePosition: true },
    ],
    grouping: 'positionTpsl',
  });
});

test('a quantity closes that much of a short position and no more', () => {
  const { orders } = exitParams(
    { ...LONG, side: 'short' },
    draft({ stopLoss: '99000', quantity: '0.2', triggerPriceType: 'last' }),
  );
  expect(orders).toEqual([
    {
      symbol: 'BTC-USDT',
      side: 'buy',
      orderType: 'triggerSl',
      triggerPrice: '99000',
      triggerPriceType: 'last',
      isTriggerMarket: true,
      quantity: '0.2',
      reduceOnly: true,
    },
  ]);
});

test('nothing is sent for what is not filled in', () => {
  expect(exitParams(LONG, EMPTY_EXITS).orders).toEqual([]);
});

test.each([
  ['order 0: triggerPrice is negative', { stopLoss: '-1' }, 'stopLoss'],
  ['order 1: triggerPrice is invalid: not a decimal number', { takeProfit: '9', stopLoss: 'x' }, 'stopLoss'],
  ['order 0: quantity is zero', { takeProfit: '9', quantity: '0' }, 'quantity'],
  ['orders array cannot be empty', {}, undefined],
])('"%s" is shown beside the field that it concerns', (message, changes, field) => {
  expect(exitFault(message, draft(changes))).toBe(field);
});

test('the order at a place of the request is that of the field that was filled in', () => {
  expect(fieldAt(draft({ stopLoss: '90000' }), 0)).toBe('stopLoss');
  expect(fieldAt(draft({ takeProfit: '99000', stopLoss: '90000' }), 0)).toBe('takeProfit');
});
