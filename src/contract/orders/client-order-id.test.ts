import { expect, test } from 'vitest';
import { clientOrderIdFault } from './order-item.ts';

test.each(['a', 'A-1.=/+_', 'x'.repeat(255), '_internal'])('%s is a client order id', (text) => {
  expect(clientOrderIdFault(text)).toBeUndefined();
});

test.each([
  ['a ', 'input must not include leading or trailing whitespace'],
  [`${'x'.repeat(255)}y`, 'input too long (max 255 characters)'],
  ['a:b', 'invalid string'],
  ['a\u0000', 'invalid string'],
  ['__internal-1', 'input uses reserved internal clientOrderId prefix'],
])('%j is none', (text, fault) => {
  expect(clientOrderIdFault(text)).toBe(fault);
});
