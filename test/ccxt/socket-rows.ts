import { expect } from 'vitest';
import { candlesByPages } from './market-rows.ts';
import { amountOf, BTC, ETH } from './kit.ts';
import type { Row } from './rows.ts';
import { expectCandles, expectList, expectMap, expectStructure } from './structures.ts';

/** Reads over WebSocket that no other row has. */
export const SOCKET_READ_ROWS: readonly Row[] = [
  {
    method: 'fetchPositionWs',
    shape: 'Position',
    check: async ({ bot }) => {
      await bot.createOrderWs(BTC, 'market', 'buy', amountOf(bot, BTC, 5));
      expect(expectStructure('Position', await bot.fetchPositionWs(BTC))).toMatchObject({ symbol: BTC, side: 'long' });
    },
  },
  {
    method: 'fetchPositionsWs',
    shape: 'Position[]',
    check: async ({ bot }) => expect(expectList('Position', await bot.fetchPositionsWs([BTC]))).toHaveLength(1),
  },
  {
    method: 'fetchPositionsForSymbolWs',
    shape: 'Position[]',
    check: async ({ bot }) => expect(expectList('Position', await bot.fetchPositionsForSymbolWs(BTC))).toHaveLength(1),
  },
  {
    method: 'fetchBalanceWs',
    shape: 'Balances',
    check: async ({ bot }) =>
      expect(expectStructure('Balances', await bot.fetchBalanceWs())).toMatchObject({ total: { BTC: 1 } }),
  },
  {
    method: 'fetchTradingFeesWs',
    shape: '{ TradingFee }',
    check: async ({ bot }) => {
      expectMap('TradingFee', await bot.fetchTradingFeesWs());
      expect(await bot.fetchTradingFeesWs()).toEqual(await bot.fetchTradingFees());
    },
  },
  {
    method: 'fetchDepositsWs',
    shape: 'Transaction[]',
    check: async ({ bot }) => {
      const deposits = await bot.fetchDepositsWs();
      expectList('Transaction', deposits);
      expect(deposits).toEqual(await bot.fetchDeposits());
    },
  },
  {
    method: 'fetchWithdrawalsWs',
    shape: 'Transaction[]',
    check: async ({ bot, exchange }) => {
      if ((await bot.fetchWithdrawals()).length === 0)
        await bot.withdraw('USDT', 50, exchange.accounts[8]?.address ?? '');
      const withdrawals = await bot.fetchWithdrawalsWs();
      expectList('Transaction', withdrawals);
      expect(withdrawals).toEqual(await bot.fetchWithdrawals());
    },
  },
  {
    method: 'fetchTickerWs',
    shape: 'Ticker',
    check: async ({ bot }) => expect(expectStructure('Ticker', await bot.fetchTickerWs(BTC))['symbol']).toBe(BTC),
  },
  {
    method: 'fetchTickersWs',
    shape: '{ Ticker }',
    check: async ({ bot }) => expect(expectMap('Ticker', await bot.fetchTickersWs([BTC, ETH]))).toHaveLength(2),
  },
  {
    method: 'fetchOrderBookWs',
    shape: 'OrderBook',
    check: async ({ bot }) => {
      const { bids } = expectStructure('OrderBook', await bot.fetchOrderBookWs(BTC, 3));
      expect(bids).toHaveLength(3);
    },
  },
  {
    method: 'fetchTradesWs',
    shape: 'Trade[]',
    check: async ({ bot }) => expect(expectList('Trade', await bot.fetchTradesWs(BTC, undefined, 10))).toHaveLength(10),
  },
  {
    method: 'fetchOHLCVWs',
    shape: 'candles',
    check: async ({ bot }) => {
      expectCandles(await bot.fetchOHLCVWs(BTC, '5m', undefined, 10), 300_000);
      await candlesByPages(bot, (...args) => bot.fetchOHLCVWs(...args));
    },
  },
  {
    method: 'fetchMarketsWs',
    shape: 'Market[]',
    check: async ({ bot }) => expect(expectList('Market', await bot.fetchMarketsWs())).toHaveLength(bot.symbols.length),
  },
  {
    method: 'fetchCurrenciesWs',
    shape: '{ Currency }',
    check: async ({ bot }) => expectMap('Currency', await bot.fetchCurrenciesWs(), 'code'),
  },
];
