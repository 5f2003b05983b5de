import { expect, test } from 'vitest';
import { EMPTY_DRAFT, fieldsOf } from './draft.ts';
import { faultField, orderFault } from './fault-field.ts';

const limit = fieldsOf({ ...EMPTY_DRAFT, symbol: 'BTC-USDT' });

test.each([
  ['order 0: price is required for limitGtc orders', 'price'],
  ['Order quantity is not a multiple of the order size increment', 'quantity'],
  ['expiresAt is required for limitGtd orders', undefined],
  ['Insufficient margin', undefined],
])('%s', (message, field) => {
  expect(faultField(message, limit)).toBe(field);
});

test('what is wrong with an exit is shown beside the exit, not beside the price of the order', () => {
  const draft = { ...EMPTY_DRAFT, symbol: 'BTC-USDT', price: '94000', quantity: '1', takeProfit: '9', stopLoss: '-1' };
  expect(orderFault('order 2: triggerPrice is negative', draft)).toBe('stopLoss');
  expect(orderFault('invalid price', draft, 1)).toBe('takeProfit');
  expect(orderFault('order 0: price is negative', draft)).toBe('price');
});
