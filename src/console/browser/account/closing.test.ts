import { expect, test } from 'vitest';
import { closeAll, partOf, reversal } from './closing.ts';

test.each([
  ['0.25', 50, '0.125'],
  ['0.00003', 50, '0.00001'],
  ['1', 75, '0.75'],
  ['0.12345', 100, '0.12345'],
])('%s at %i percent is %s', (quantity, share, part) => {
  expect(partOf(quantity, share, '0.00001')).toBe(part);
});

test('a position is turned round by twice its size, in orders that the market takes', () => {
  const held = { symbol: 'BTC-USDT', side: 'long', quantity: '6.5' } as const;
  expect(reversal(held, '10')).toEqual([
    { symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '10' },
    { symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '3' },
  ]);
});

test('all positions are closed by reduce-only orders, in requests that are not too long', () => {
  const held = [
    { symbol: 'BTC-USDT', side: 'long', quantity: '1' },
    { symbol: 'ETH-USDT', side: 'short', quantity: '2' },
  ] as const;
  expect(closeAll(held, 1)).toEqual([
    [{ symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '1', reduceOnly: true }],
    [{ symbol: 'ETH-USDT', side: 'buy', orderType: 'market', quantity: '2', reduceOnly: true }],
  ]);
});
