import { BadRequest, InvalidOrder } from 'ccxt';
import { expect } from 'vitest';
import { amountOf, BTC, ETH, flat, type Kit, near, SOL, until, XRP } from './kit.ts';
import type { Row } from './rows.ts';
import { expectAscending, expectList, expectMap, expectStructure, type Item } from './structures.ts';

/** Methods of positions, margin, money and accounts, in this order on one exchange. */

/** A long position in a market, and how much there is of it. */
async function long({ bot }: Kit, symbol: string): Promise<number> {
  const amount = amountOf(bot, symbol, 5);
  await bot.createOrder(symbol, 'market', 'buy', amount);
  return Number((await bot.fetchPosition(symbol))['contracts']);
}

export const POSITION_ROWS: readonly Row[] = [
  {
    method: 'fetchPosition',
    shape: 'Position',
    check: async (kit) => {
      await flat(kit.bot);
      const contracts = await long(kit, BTC);
      const position = expectStructure('Position', await kit.bot.fetchPosition(BTC));
      expect(position).toMatchObject({ symbol: BTC, side: 'long', contracts, leverage: 10 });
      expect(await kit.bot.fetchPosition(XRP)).toMatchObject({ symbol: XRP, contracts: 0 });
    },
  },
  {
    method: 'fetchPositions',
    shape: 'Position[]',
    check: async (kit) => {
      await long(kit, ETH);
      const positions = (await kit.bot.fetchPositions()).map((each) => expectStructure('Position', each));
      expect(positions.map(({ symbol }) => symbol).sort()).toEqual([BTC, ETH]);
      expect(await kit.bot.fetchPositions([ETH])).toMatchObject([{ symbol: ETH }]);
    },
  },
  {
    method: 'fetchPositionsForSymbol',
    shape: 'Position[]',
    check: async ({ bot }) =>
      expect(expectList('Position', await bot.fetchPositionsForSymbol(BTC))).toMatchObject([{ symbol: BTC }]),
  },
  {
    method: 'fetchPositionMode',
    shape: 'PositionMode',
    check: async ({ bot }) => expectStructure('PositionMode', await bot.fetchPositionMode()),
  },
  {
    method: 'fetchPositionADLRank',
    shape: 'ADL',
    check: async ({ bot }) => expect(expectStructure('ADL', await bot.fetchPositionADLRank(BTC))['symbol']).toBe(BTC),
  },
  {
    method: 'fetchPositionsADLRank',
    shape: 'ADL[]',
    check: async ({ bot }) => {
      const ranks = (await bot.fetchPositionsADLRank()).map((each) => expectStructure('ADL', each));
      expect(ranks).toHaveLength(2);
    },
  },
  {
    method: 'fetchFundingHistory',
    shape: 'FundingHistory[]',
    check: async ({ holder: bot }) => {
      // The clock of this exchange began shortly before a full hour.
      const paid = await until(
        () => bot.fetchFundingHistory(),
        (list) => list.length > 0,
      );
      expectList('FundingHistory', paid);
      const { id, timestamp } = paid[0] ?? {};
      expect(Number(timestamp) % 3_600_000).toBe(0);
      expect(await bot.fetchFundingHistory(undefined, Number(timestamp), 1)).toMatchObject([{ id }]);
      expect(await bot.fetchFundingHistory(BTC, Number(timestamp) + 1)).toEqual([]);
      expect(await bot.fetchFundingHistory(XRP)).toEqual([]);
    },
  },
  {
    method: 'closePosition',
    shape: 'NewOrder',
    check: async ({ bot }) => {
      const { contracts } = await bot.fetchPosition(ETH);
      await expect(bot.closePosition(ETH, 'short')).rejects.toBeInstanceOf(InvalidOrder);
      const order = expectStructure('NewOrder', await bot.closePosition(ETH, 'long'));
      expect(order).toMatchObject({ status: 'closed', side: 'sell', reduceOnly: true, filled: contracts });
      expect(await bot.fetchPositions([ETH])).toEqual([]);
      await expect(bot.closePosition(ETH)).rejects.toBeInstanceOf(InvalidOrder);
    },
  },
  {
    method: 'closeAllPositions',
    shape: 'Position[]',
    check: async (kit) => {
      await long(kit, ETH);
      const closed = (await kit.bot.closeAllPositions()).map((each) => expectStructure('Position', each));
      expect(closed).toHaveLength(2);
      expect(await kit.bot.fetchPositions()).toEqual([]);
      expect(await kit.bot.closeAllPositions()).toEqual([]);
    },
  },
  {
    method: 'fetchPositionsHistory',
    shape: 'Position[]',
    check: async (kit) => {
      const { bot } = kit;
      const whole = expectList('Position', await bot.fetchPositionsHistory());
      expect(whole.length).toBeGreaterThanOrEqual(3);
      expectAscending(whole.map(({ timestamp }) => timestamp));
      const [first] = whole;
      expect(await bot.fetchPositionsHistory(undefined, Number(first?.['timestamp']), 1)).toMatchObject([
        { id: first?.['id'] },
      ]);
      expect(await bot.fetchPositionsHistory(undefined, undefined, 1)).toMatchObject([{ id: whole.at(-1)?.['id'] }]);
      const ofTwo = expectList('Position', await bot.fetchPositionsHistory([BTC, ETH], undefined, 2));
      expect(ofTwo).toHaveLength(2);
    },
  },
  {
    method: 'fetchPositionHistory',
    shape: 'Position[]',
    check: async ({ bot }) => {
      const positions = expectList('Position', await bot.fetchPositionHistory(ETH));
      expect(new Set(positions.map(({ symbol }) => symbol))).toEqual(new Set([ETH]));
      expect(positions.at(-1)).toMatchObject({ side: 'long', lastPrice: expect.any(Number) as number });
    },
  },
  {
    method: 'setLeverage',
    shape: 'LeverageChange',
    check: async ({ bot }) =>
      expect(expectStructure('LeverageChange', await bot.setLeverage(5, BTC))).toMatchObject({ newLeverage: '5' }),
  },
  {
    method: 'fetchLeverage',
    shape: 'Leverage',
    check: async ({ bot }) =>
      expect(expectStructure('Leverage', await bot.fetchLeverage(BTC))).toMatchObject({
        ...{ symbol: BTC, longLeverage: 5, shortLeverage: 5 },
      }),
  },
  {
    method: 'fetchLeverages',
    shape: '{ Leverage }',
    check: async ({ bot }) => {
      expect(expectMap('Leverage', await bot.fetchLeverages())).toHaveLength(bot.symbols.length);
      await bot.setLeverage(10, BTC);
      expect(await bot.fetchLeverages([BTC])).toMatchObject({ [BTC]: { longLeverage: 10 } });
    },
  },
  {
    method: 'addMargin',
    shape: 'MarginModification',
    check: async ({ bot }) => {
      await expect(bot.addMargin(SOL, 10)).rejects.toBeInstanceOf(BadRequest);
      const isolated = { marginMode: 'isolated', leverage: 5, isolatedMargin: '100.5' } as const;
      await bot.createOrder(SOL, 'limit', 'buy', 2, await near(bot, SOL, -3), isolated);
      const before = await bot.addMargin(SOL, '0.5');
      const change = expectStructure('MarginModification', await bot.addMargin(SOL, '10.000001'));
      expect(change).toMatchObject({ symbol: SOL, type: 'add', amount: 10.000001 });
      expect(Number(change['total'])).toBeCloseTo(Number(before['total']) + 10.000001, 6);
      await expect(bot.addMargin(SOL, -1)).rejects.toBeInstanceOf(BadRequest);
    },
  },
  {
    method: 'reduceMargin',
    shape: 'MarginModification',
    check: async ({ bot }) => {
      const change = expectStructure('MarginModification', await bot.reduceMargin(SOL, 5));
      expect(change).toMatchObject({ symbol: SOL, type: 'reduce', amount: 5 });
      await flat(bot);
    },
  },
];

const HOUR_MS = 3_600_000;

export const MONEY_ROWS: readonly Row[] = [
  {
    method: 'fetchBalance',
    shape: 'Balances',
    check: async (kit) => {
      await long(kit, BTC);
      const balance = expectStructure('Balances', await kit.bot.fetchBalance());
      expect(balance).toMatchObject({ total: { BTC: 1, WETH: 20 }, used: { BTC: 0 }, free: { BTC: 1 } });
      // What the margin of the position holds.
      expect((balance['used'] as Record<string, number>)['USDT']).toBeGreaterThan(0);
    },
  },
  {
    method: 'fetchAccounts',
    shape: 'Account[]',
    check: async ({ bot, exchange }) => {
      expect((await bot.fetchAccounts()).map((each) => expectStructure('Account', each))).toMatchObject([
        { id: exchange.accounts[8]?.subAccountId },
      ]);
    },
  },
  {
    method: 'fetchTradingFee',
    shape: 'TradingFee',
    check: async ({ bot }) => {
      const fee = expectStructure('TradingFee', await bot.fetchTradingFee(BTC));
      const [trade] = await bot.fetchMyTrades(BTC, undefined, 1);
      expect((trade?.['fee'] as Item)['rate']).toBe(fee['taker']);
    },
  },
  {
    method: 'fetchTradingFees',
    shape: '{ TradingFee }',
    check: async ({ bot }) =>
      expect(expectMap('TradingFee', await bot.fetchTradingFees())).toHaveLength(bot.symbols.length),
  },
  {
    method: 'fetchDeposits',
    shape: 'Transaction[]',
    check: async ({ bot }) => {
      const deposits = expectList('Transaction', await bot.fetchDeposits());
      expect(deposits.map(({ currency, amount }) => [currency, amount])).toEqual([
        ['USDT', 1_000_000],
        ['WETH', 20],
        ['BTC', 1],
      ]);
      expect(await bot.fetchDeposits('WETH', 0, 1)).toMatchObject([
        { currency: 'WETH', type: 'deposit', status: 'ok' },
      ]);
    },
  },
  {
    method: 'withdraw',
    shape: 'Transaction',
    check: async ({ bot, exchange }) => {
      const address = exchange.accounts[8]?.address ?? '';
      const sent = expectStructure('Transaction', await bot.withdraw('USDT', '100.000001', address));
      expect(sent).toMatchObject({ type: 'withdrawal', amount: 100.000001, currency: 'USDT', address });
      await expect(bot.withdraw('USDT', '1.0000001', address)).rejects.toBeInstanceOf(BadRequest);
      await expect(bot.withdraw('USDT', 100, address, 'memo')).rejects.toThrow('has no tag');
    },
  },
  {
    method: 'fetchWithdrawals',
    shape: 'Transaction[]',
    check: async ({ bot }) => {
      const withdrawals = expectList('Transaction', await bot.fetchWithdrawals('USDT'));
      expect(withdrawals).toMatchObject([
        { type: 'withdrawal', amount: 100.000001, fee: { currency: 'USDT', cost: 5 } },
      ]);
    },
  },
  {
    method: 'fetchDepositsWithdrawals',
    shape: 'Transaction[]',
    check: async ({ bot }) => {
      const all = expectList('Transaction', await bot.fetchDepositsWithdrawals());
      expect(all.map(({ type }) => type)).toEqual(['deposit', 'deposit', 'deposit', 'withdrawal']);
      const since = Number(all.at(-1)?.['timestamp']);
      expect(await bot.fetchDepositsWithdrawals(undefined, since)).toMatchObject([{ type: 'withdrawal' }]);
    },
  },
  {
    method: 'transfer',
    shape: 'Transfer',
    check: async ({ bot }) => {
      const client = await bot.accountClient();
      const { subAccountId: to } = await client.createSubaccount('hedge');
      const sent = expectStructure('Transfer', await bot.transfer('USDT', '12.5', client.subAccountId, to));
      expect(sent).toMatchObject({ currency: 'USDT', amount: 12.5, fromAccount: client.subAccountId, toAccount: to });
      await expect(bot.transfer('USDT', 1, 'spot', 'swap')).rejects.toThrow('takes ids of subaccounts');
      // Back again, so that the list of transfers has two.
      await bot.transfer('USDT', 2.5, to, client.subAccountId);
    },
  },
  {
    method: 'fetchTransfers',
    shape: 'Transfer[]',
    check: async ({ bot }) => {
      const transfers = expectList('Transfer', await bot.fetchTransfers('USDT'));
      expect(transfers.map(({ amount }) => amount)).toEqual([12.5, 2.5]);
      const since = Number(transfers[0]?.['timestamp']);
      expect(await bot.fetchTransfers(undefined, since, 1)).toMatchObject([{ amount: 12.5 }]);
      expect(await bot.fetchTransfers(undefined, undefined, 1)).toMatchObject([{ amount: 2.5 }]);
      expect(await bot.fetchTransfers('WETH')).toEqual([]);
    },
  },
  {
    method: 'fetchTransfer',
    shape: 'Transfer',
    check: async ({ bot }) => {
      const [first] = await bot.fetchTransfers();
      const id = String(first?.['id']);
      expect(expectStructure('Transfer', await bot.fetchTransfer(id))).toMatchObject({ id, amount: 12.5 });
      await expect(bot.fetchTransfer('0')).rejects.toBeInstanceOf(BadRequest);
    },
  },
  {
    method: 'fetchLedger',
    shape: 'LedgerEntry[]',
    check: async ({ bot, holder }) => {
      const held = expectList('LedgerEntry', await holder.fetchLedger());
      expect(held.map(({ type }) => type)).toEqual(expect.arrayContaining(['transaction', 'trade', 'funding']));

      const entries = expectList('LedgerEntry', await bot.fetchLedger());
      expect(entries.map(({ type }) => type)).toEqual(expect.arrayContaining(['transaction', 'transfer', 'trade']));
      // What came in less what went out is what there is.
      const usdt = entries.filter(({ currency }) => currency === 'USDT');
      const done = usdt.filter(({ status }) => status === 'ok');
      const sum = done.reduce(
        (total, { direction, amount }) => total + (direction === 'in' ? 1 : -1) * Number(amount),
        0,
      );
      const { total } = (await bot.fetchBalance()) as { readonly total: Record<string, number> };
      expect(Number(total['USDT'])).toBeCloseTo(sum, 4);
      const since = (await bot.fetchTime()) - HOUR_MS;
      const page = await bot.fetchLedger('USDT', since, 3);
      expect(page.map(({ id }) => id)).toEqual(usdt.slice(0, 3).map(({ id }) => id));
    },
  },
];
