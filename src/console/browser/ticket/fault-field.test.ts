import { expect, test } from 'vitest';
import { EMPTY_DRAFT, fieldsOf } from './draft.ts';
import { faultField } from './fault-field.ts';

const limit = fieldsOf({ ...EMPTY_DRAFT, symbol: 'BTC-USDT' });

test.each([
  ['order 0: price is required for limitGtc orders', 'price'],
  ['Order quantity is not a multiple of the order size increment', 'quantity'],
  ['expiresAt is required for limitGtd orders', undefined],
  ['Insufficient margin', undefined],
])('%s', (message, field) => {
  expect(faultField(message, limit)).toBe(field);
});
