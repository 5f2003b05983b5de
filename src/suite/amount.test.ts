import { expect, test } from 'vitest';
import { Amount, amountIn, amountText } from './amount.ts';

test.each([
  ['1.50', '1.5'],
  ['.5', '0.5'],
  ['7.', '7'],
  ['-0', '0'],
  ['-0.000000001', '-0.000000001'],
  ['123456789012345678901234567890.00000001', '123456789012345678901234567890.00000001'],
  ['0'.repeat(127) + '1', '1'],
])('the decimal text %s reads as %s', (text, amount) => {
  expect(amountText(amountIn(text)!)).toBe(amount);
});

test.each(['', '-', '.', '1e3', '+1', ' 1', '0x1', 'NaN', 'Infinity', '1,5', '0'.repeat(129)])(
  'the text %j is not an amount',
  (text) => {
    expect(amountIn(text)).toBe(undefined);
  },
);

test('sums keep every digit', () => {
  const sum = new Amount('1e30').plus('0.00000001').minus('1e30');
  expect(amountText(sum)).toBe('0.00000001');
});
