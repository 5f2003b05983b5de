import { expect, test } from 'vitest';
import { differences, type MomentRead, worths } from './moment-data.ts';

const MOMENT: MomentRead = {
  ...{ input: 3, at: 1_000, inputs: 9, from: { snapshot: null, input: 0 }, opens: '', rows: [] },
  markets: [
    {
      symbol: 'BTC-USDT',
      indexPrice: '95000',
      markPrice: '95000',
      bestBid: '94999',
      bestAsk: '95001',
      openInterest: '1',
    },
  ],
  book: { symbol: 'BTC-USDT', bids: [['94999', '1']], asks: [['95001', '2']] },
  accounts: [
    { subAccountId: '7', accountValue: '100' },
    { subAccountId: '8', accountValue: '50' },
  ],
  account: {
    ...{ subAccountId: '7', accountValue: '100', availableMargin: '100', maintenanceMargin: '0', ordersLeftOut: 0 },
    balances: [{ asset: 'USDT', quantity: '100' }],
    positions: [],
    orders: [],
  },
};

test('a moment differs in nothing from itself', () => {
  expect(differences(MOMENT, MOMENT)).toEqual([]);
  expect(worths(MOMENT, MOMENT).map(({ difference }) => difference)).toEqual([0, 0]);
});

test('what only one of them has is a difference, and numbers are subtracted', () => {
  const later: MomentRead = {
    ...MOMENT,
    accounts: [{ subAccountId: '7', accountValue: '90.5' }],
    book: { ...MOMENT.book, bids: [['94998', '1']] },
    account: MOMENT.account && {
      ...MOMENT.account,
      accountValue: '90.5',
      positions: [
        {
          ...{ symbol: 'BTC-USDT', side: 'short', quantity: '0.5', entryPrice: '95000' },
          ...{ unrealizedPnl: '-9.5', liquidationPrice: '0' },
        },
      ],
    },
  };
  expect(differences(MOMENT, later)).toEqual([
    { name: 'Account value', left: '100', right: '90.5', difference: -9.5 },
    { name: 'Bid 1 of BTC-USDT', left: '1 at 94999', right: '1 at 94998', difference: null },
    { name: 'Position in BTC-USDT', left: '–', right: '-0.5', difference: null },
    { name: 'Entry price in BTC-USDT', left: '–', right: '95000', difference: null },
    { name: 'Unrealized PnL in BTC-USDT', left: '–', right: '-9.5', difference: null },
  ]);
  expect(worths(MOMENT, later)).toEqual([{ name: '7', left: '100', right: '90.5', difference: -9.5 }]);
});
