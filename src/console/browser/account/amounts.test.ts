import { expect, test } from 'vitest';
import { checkAmount } from './amounts.ts';

test.each([
  ['', '5', undefined],
  ['5', '5', undefined],
  ['1000000', null, undefined],
  ['0', '5', '0 is not more than zero; write how much USDT it is'],
  ['much', '5', 'much is no number; write digits, such as 12.5'],
  ['1500', '1000', '1,500 is more than the USDT that can leave, 1,000; use 1,000 or less'],
])('the amount %j of which %j may leave', (amount, free, said) => {
  expect(checkAmount(amount, 'USDT', free)).toBe(said);
});
