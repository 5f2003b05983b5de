import { expect, test } from 'vitest';
import { agentFill, BTC, newHistory, pastOf, T0, traded } from './history.test-helper.ts';
import { PublicTrades } from './public-trades.ts';

test('a fill is one public trade, from the side of the taker, without accounts', () => {
  const history = newHistory();
  history.record([
    traded(T0, {
      trade: 4,
      takerSide: 'sell',
      price: 32_999,
      quantity: 150,
      maker: agentFill(1, 'buy'),
      taker: agentFill(2, 'sell'),
    }),
    traded(T0, { trade: 5 }),
  ]);
  expect(history.lastTrades('ETH-USDT', 10)).toEqual([
    { tradeId: '5', symbol: 'ETH-USDT', side: 'buy', price: '3300.0', quantity: '1', timestamp: T0 },
    { tradeId: '4', symbol: 'ETH-USDT', side: 'sell', price: '3299.9', quantity: '0.015', timestamp: T0 },
  ]);
  expect(history.lastTrades('ETH-USDT', 1).map((row) => row.tradeId)).toEqual(['5']);
  expect(history.lastTrades('BTC-USDT', 10)).toEqual([]);
  expect(history.lastTrades('DOGE-USDT', 10)).toEqual([]);
});

test('the latest thousand are kept', () => {
  const trades = new PublicTrades(BTC, pastOf(BTC));
  for (let trade = 1; trade <= 1000; trade += 1) trades.add(traded(T0, { trade }));
  expect(trades.latest(5000)).toHaveLength(1000);
  expect(trades.latest(5000).at(-1)?.tradeId).toBe('1');
  trades.add(traded(T0, { trade: 1001 }));
  const rows = trades.latest(5000).map((row) => Number(row.tradeId));
  expect(rows).toHaveLength(1000);
  expect([rows[0], rows[1], rows[998], rows[999]]).toEqual([1001, 1000, 3, 2]);
});
