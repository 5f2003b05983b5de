import { expect } from 'vitest';
import { type Bot, BTC, ETH, type Kit } from './kit.ts';
import type { Row } from './rows.ts';
import { expectCandles, expectList, expectMap, expectStructure, type Item } from './structures.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const CLOSED = 'WTI/USDT:USDT';

/** Methods of markets, in this order on one exchange. */
export const MARKET_ROWS: readonly Row[] = [
  {
    method: 'fetchMarkets',
    shape: 'Market[]',
    check: async ({ bot, exchange }) => {
      const markets = expectList('Market', await bot.fetchMarkets());
      const [tier] = await exchange.client(8).getTiers();
      for (const { maker, taker } of markets) {
        expect([maker, taker]).toEqual([Number(tier?.makerFeeRate), Number(tier?.takerFeeRate)]);
      }
      expect(markets.find(({ symbol }) => symbol === BTC)).toMatchObject({
        ...{ id: 'BTC-USDT', precision: { amount: 0.00001, price: 1 }, contractSize: 1 },
        limits: {
          amount: { min: 0.001, max: 100 },
          market: { max: 10 },
          leverage: { min: 1, max: 100 },
          cost: { min: 10 },
        },
      });
      expect(bot.amountToPrecision(BTC, 0.0123456)).toBe('0.01234');
      expect(bot.priceToPrecision(BTC, 95_000.6)).toBe('95001');
    },
  },
  {
    method: 'fetchCurrencies',
    shape: '{ Currency }',
    check: async ({ bot }) => {
      const currencies = expectMap('Currency', await bot.fetchCurrencies(), 'code');
      expect(currencies.map(({ code, fee, precision }) => [code, fee, precision])).toEqual([
        ['USDT', 5, 0.000001],
        ['WETH', 0.0017, 1e-8],
        ['BTC', 0.00005, 1e-8],
      ]);
      expect(Object.keys(bot.currencies)).toEqual(expect.arrayContaining(['USDT', 'WETH', 'BTC']));
    },
  },
  {
    method: 'fetchDepositWithdrawFee',
    shape: 'DepositWithdrawFee',
    check: async ({ bot }) =>
      expect(expectStructure('DepositWithdrawFee', await bot.fetchDepositWithdrawFee('WETH'))).toMatchObject({
        withdraw: { fee: 0.0017, percentage: false },
      }),
  },
  {
    method: 'fetchDepositWithdrawFees',
    shape: '{ DepositWithdrawFee }',
    check: async ({ bot }) => {
      const fees = await bot.fetchDepositWithdrawFees(['BTC', 'USDT']);
      expectMap('DepositWithdrawFee', fees);
      expect(Object.keys(fees).sort()).toEqual(['BTC', 'USDT']);
    },
  },
  {
    method: 'fetchStatus',
    shape: 'Status',
    check: async ({ bot }) => expectStructure('Status', await bot.fetchStatus()),
  },
  {
    method: 'fetchTime',
    shape: 'time',
    check: async ({ bot }) => {
      const first = await bot.fetchTime();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await bot.fetchTime()).toBeGreaterThan(first);
    },
  },
  {
    method: 'fetchTicker',
    shape: 'Ticker',
    check: async ({ bot }) => expect(expectStructure('Ticker', await bot.fetchTicker(BTC))['symbol']).toBe(BTC),
  },
  {
    method: 'fetchTickers',
    shape: '{ Ticker }',
    check: async ({ bot }) => {
      expectMap('Ticker', await bot.fetchTickers());
      expect(Object.keys(await bot.fetchTickers([ETH, BTC])).sort()).toEqual([BTC, ETH]);
    },
  },
  {
    method: 'fetchBidsAsks',
    shape: '{ Ticker }',
    check: async ({ bot }) => expect(expectMap('Ticker', await bot.fetchBidsAsks([BTC]))).toHaveLength(1),
  },
  {
    method: 'fetchLastPrices',
    shape: '{ LastPrice }',
    check: async ({ bot }) => expect(expectMap('LastPrice', await bot.fetchLastPrices([BTC, ETH]))).toHaveLength(2),
  },
  {
    method: 'fetchMarkPrice',
    shape: 'Ticker',
    check: async ({ bot }) => {
      const { markPrice, info } = expectStructure('Ticker', await bot.fetchMarkPrice(BTC));
      expect(markPrice).toBe(Number((info as Item)['markPrice']));
    },
  },
  {
    method: 'fetchMarkPrices',
    shape: '{ Ticker }',
    check: async ({ bot }) => expectMap('Ticker', await bot.fetchMarkPrices([BTC, ETH])),
  },
  {
    method: 'fetchOrderBook',
    shape: 'OrderBook',
    check: async ({ bot }) => {
      // The API has books of 5 and of 10 levels; a bot may ask for any number.
      const { bids, asks } = expectStructure('OrderBook', await bot.fetchOrderBook(BTC, 7));
      expect([(bids as []).length, (asks as []).length]).toEqual([7, 7]);
      expectStructure('OrderBook', await bot.fetchOrderBook(BTC));
    },
  },
  {
    method: 'fetchOrderBooks',
    shape: '{ OrderBook }',
    check: async ({ bot }) => expect(expectMap('OrderBook', await bot.fetchOrderBooks([BTC, ETH], 5))).toHaveLength(2),
  },
  {
    method: 'fetchL2OrderBook',
    shape: 'OrderBook',
    check: async ({ bot }) => expectStructure('OrderBook', await bot.fetchL2OrderBook(BTC, 5)),
  },
  {
    method: 'fetchTrades',
    shape: 'Trade[]',
    check: async ({ bot }) => {
      const trades = expectList('Trade', await bot.fetchTrades(BTC));
      expect(trades.length).toBe(100);
      const since = Number(trades[90]?.['timestamp']);
      const page = expectList('Trade', await bot.fetchTrades(BTC, since, 3));
      expect(page.length).toBeLessThanOrEqual(3);
      expect(Number(page[0]?.['timestamp'])).toBeGreaterThanOrEqual(since);
      expect(await bot.fetchTrades(BTC, undefined, 1_000)).toHaveLength(100);
    },
  },
  {
    method: 'fetchOHLCV',
    shape: 'candles',
    check: ({ bot }) => candlesByPages(bot, (...args) => bot.fetchOHLCV(...args)),
  },
  {
    method: 'fetchFundingRate',
    shape: 'FundingRate',
    check: async ({ bot }) =>
      expect(expectStructure('FundingRate', await bot.fetchFundingRate(BTC))['symbol']).toBe(BTC),
  },
  {
    method: 'fetchFundingRates',
    shape: '{ FundingRate }',
    check: async ({ bot }) =>
      expect(expectMap('FundingRate', await bot.fetchFundingRates([BTC, CLOSED]))).toHaveLength(2),
  },
  {
    method: 'fetchFundingInterval',
    shape: 'FundingRate',
    check: async ({ bot }) => expectStructure('FundingRate', await bot.fetchFundingInterval(ETH)),
  },
  {
    method: 'fetchFundingIntervals',
    shape: '{ FundingRate }',
    check: async ({ bot }) => expectMap('FundingRate', await bot.fetchFundingIntervals([ETH])),
  },
  { method: 'fetchFundingRateHistory', shape: 'FundingRateHistory[]', check: fundingByPages },
  {
    method: 'fetchOpenInterest',
    shape: 'OpenInterest',
    check: async ({ bot }) => {
      const { openInterestAmount } = expectStructure('OpenInterest', await bot.fetchOpenInterest(BTC));
      expect(openInterestAmount).toBeGreaterThan(0);
    },
  },
  {
    method: 'fetchOpenInterests',
    shape: '{ OpenInterest }',
    check: async ({ bot }) =>
      expect(expectMap('OpenInterest', await bot.fetchOpenInterests([BTC, ETH]))).toHaveLength(2),
  },
  {
    method: 'fetchLeverageTiers',
    shape: '{ LeverageTier }',
    check: async ({ bot }) => {
      const tiers = await bot.fetchLeverageTiers([BTC, ETH]);
      expect(Object.keys(tiers)).toEqual([BTC, ETH]);
      for (const ofMarket of Object.values(tiers)) expectTiers(ofMarket);
    },
  },
  {
    method: 'fetchMarketLeverageTiers',
    shape: 'LeverageTier[]',
    check: async ({ bot }) => expectTiers(await bot.fetchMarketLeverageTiers(BTC)),
  },
];

function expectTiers(value: unknown): void {
  const tiers = expectList('LeverageTier', value);
  expect(tiers[0]).toMatchObject({ tier: 1, minNotional: 0 });
  expect(tiers.at(-1)?.['maxNotional']).toBeUndefined();
  tiers.slice(1).forEach((tier, index) => {
    expect(Number(tier['maxLeverage'])).toBeLessThan(Number(tiers[index]?.['maxLeverage']));
    expect(Number(tier['minNotional'])).toBeGreaterThan(Number(tiers[index]?.['maxNotional']));
  });
}

/** As bots load candles: a page from `since` on, and the next from its last one on. */
export async function candlesByPages(bot: Bot, candlesOf: Bot['fetchOHLCV']): Promise<void> {
  const now = await bot.fetchTime();
  const newest = expectCandles(await candlesOf(BTC, '1m', undefined, 30), MINUTE_MS);
  expect(newest).toHaveLength(30);
  expect(Number(newest.at(-1)?.[0])).toBeGreaterThanOrEqual(Math.floor(now / MINUTE_MS) * MINUTE_MS);
  const from = Math.floor((now - 100 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const pages: number[][] = [];
  for (let since = from; pages.length < 60;) {
    const page = expectCandles(await candlesOf(BTC, '1m', since, 20), MINUTE_MS);
    expect([page[0]?.[0], page.length]).toEqual([since, 20]);
    pages.push(...page);
    since = Number(page.at(-1)?.[0]) + MINUTE_MS;
  }
  expectCandles(pages, MINUTE_MS);
  const whole = await candlesOf(BTC, '1m', from, 60);
  expect(whole).toEqual(pages);
  // A page that begins in a candle begins with the next one; `until` ends it.
  const part = expectCandles(await candlesOf(BTC, '1h', now - 5 * HOUR_MS, 10, { until: now - HOUR_MS }), HOUR_MS);
  expect(Number(part[0]?.[0])).toBeGreaterThanOrEqual(now - 5 * HOUR_MS);
  expect(Number(part.at(-1)?.[0])).toBeLessThanOrEqual(now - HOUR_MS);
  // Without a limit, and from long ago, a page is bounded and begins where it was asked for.
  const first = await candlesOf(BTC, '1m', from - 10 * DAY_MS);
  expect([(first as number[][])[0]?.[0], first.length]).toEqual([from - 10 * DAY_MS, 500]);
  // Months are not all of one length: none is left out.
  const known = (await candlesOf(BTC, '1M', undefined, 12)) as number[][];
  const months: number[][] = [];
  for (let since = Number(known[0]?.[0]); months.length < known.length; since = Number(months.at(-1)?.[0]) + 1) {
    const page = (await candlesOf(BTC, '1M', since, 1)) as number[][];
    expect(page).toHaveLength(1);
    months.push(...page);
  }
  const names = months.map(([time]) => new Date(Number(time)).toISOString().slice(0, 7));
  expect(names.length).toBeGreaterThan(1);
  expect(names).toEqual(names.map((_name, index) => monthAfter(names[0] ?? '', index)));
}

function monthAfter(name: string, count: number): string {
  const date = new Date(`${name}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

async function fundingByPages({ bot }: Kit): Promise<void> {
  // Without since, on a clock that goes on: the newest.
  const newest = expectList('FundingRateHistory', await bot.fetchFundingRateHistory(BTC));
  expect(newest).toHaveLength(100);
  const now = await bot.fetchTime();
  expect(Number(newest.at(-1)?.['timestamp'])).toBe(Math.floor(now / HOUR_MS) * HOUR_MS);
  expect(await bot.fetchFundingRateHistory(BTC, undefined, 3)).toEqual(newest.slice(-3));
  const since = Number(newest[40]?.['timestamp']);
  const pages: Item[] = [];
  for (let from = since; pages.length < 60; from = Number(pages.at(-1)?.['timestamp']) + 1) {
    pages.push(...expectList('FundingRateHistory', await bot.fetchFundingRateHistory(BTC, from, 25)));
  }
  expect(pages).toEqual(newest.slice(40));
  const until = Number(newest[50]?.['timestamp']);
  expect(await bot.fetchFundingRateHistory(BTC, since, 100, { until })).toEqual(newest.slice(40, 51));
  // From longer ago than rates are kept, it begins with the oldest that there is.
  const oldest = expectList('FundingRateHistory', await bot.fetchFundingRateHistory(BTC, now - 40 * DAY_MS, 5));
  expect(Number(oldest[0]?.['timestamp'])).toBeLessThan(now - 29 * DAY_MS);
}
