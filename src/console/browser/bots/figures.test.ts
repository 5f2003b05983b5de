import { expect, test } from 'vitest';
import { curve, kindsSince, pnlBySource, refusalsByCode } from './figures.ts';

test('a PnL has its sources and their sum', () => {
  const found = pnlBySource({
    trades: [
      { realizedPnl: '12.5', fee: '1' },
      { realizedPnl: '-2.5', fee: '-0.25' },
    ],
    funding: [{ payment: '-3' }],
    unrealized: '4',
  });
  expect(found.map(({ amount }) => amount)).toEqual([10, 4, -3, -0.75, 10.25]);
});

test('refusals are counted by code, the most frequent first', () => {
  expect(refusalsByCode([{ code: 'B' }, { code: 'A' }, { code: 'C' }, { code: 'C' }])).toEqual([
    ['C', 2],
    ['A', 1],
    ['B', 1],
  ]);
});

test('rows are counted by kind from a moment on', () => {
  const rows = [
    { at: 1, kind: 'order' },
    { at: 60, kind: 'order' },
    { at: 61, kind: 'trade' },
  ] as const;
  expect(kindsSince(rows, 60)).toEqual([
    ['order', 1],
    ['trade', 1],
  ]);
});

test('a curve stays within its box', () => {
  expect(curve([1, 3, 2], 10, 12)).toBe('0.0,11.0 5.0,1.0 10.0,6.0');
  expect(curve([1], 10, 12)).toBe('');
  expect(curve([2, 2], 10, 12)).toBe('0.0,6.0 10.0,6.0');
});
