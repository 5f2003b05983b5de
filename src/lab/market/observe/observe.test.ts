import { describe, expect, test } from 'vitest';
import { Client } from '../../../client/client.ts';
import type { Push } from '../../../client/stream/types.ts';
import { createExchange } from '../../../exchange/exchange.ts';
import { PastCheck } from './agreement.ts';
import { BookSamples, observe, TakerOrders, TopOfBook } from './observe.ts';

const bookAt = (timestamp: number, bid?: string, ask?: string): Push<'orderbook'> =>
  ({
    timestamp,
    data: {
      bids: bid === undefined ? [] : [{ price: bid, quantity: '1' }],
      asks: ask === undefined ? [] : [{ price: ask, quantity: '1' }],
    },
  }) as unknown as Push<'orderbook'>;
const tradeAt = (timestamp: number, side: 'buy' | 'sell', price: string, quantity: string): Push<'trades'> =>
  ({ data: { timestamp, side, price, quantity } }) as unknown as Push<'trades'>;

describe('TopOfBook', () => {
  test('keeps what stood at each whole second, until the next frame', () => {
    const top = new TopOfBook(10_000, 0.5);
    top.take(bookAt(10_000, '99', '100'));
    top.take(bookAt(11_500, '99.5', '100.5'));
    top.take(bookAt(13_000, '101', '101.5'));
    top.fillTo(14_000);
    expect(top.mids).toEqual([99.5, 99.5, 100, 101.25, 101.25]);
    expect(top.spreads).toEqual([2, 2, 2, 1, 1]);
  });

  test('has no number while a side is empty', () => {
    const top = new TopOfBook(0, 1);
    top.take(bookAt(0, '99'));
    top.fillTo(0);
    expect([top.mids, top.spreads]).toEqual([[Number.NaN], [Number.NaN]]);
  });
});

test('TakerOrders makes one order of the fills of one side and millisecond', () => {
  const takers = new TakerOrders();
  takers.take(tradeAt(5, 'buy', '100', '1'));
  takers.take(tradeAt(5, 'buy', '101', '2'));
  takers.take(tradeAt(5, 'sell', '99', '1'));
  takers.take(tradeAt(6, 'sell', '99', '3'));
  expect(takers.result()).toEqual({
    times: [5, 5, 6],
    signs: [1, -1, -1],
    quantities: [3, 1, 3],
    values: [302, 99, 297],
  });
});

test('BookSamples adds up quantities, levels, gaps and the shape', () => {
  const samples = new BookSamples(1);
  const bids = [
    { price: 9_999, quantity: 1 },
    { price: 9_997, quantity: 3 },
  ];
  const asks = [
    { price: 10_001, quantity: 2 },
    { price: 10_050, quantity: 4 },
    { price: 10_200, quantity: 8 },
  ];
  samples.take(bids, asks);
  samples.take(bids, []);
  const { shape, ...rest } = samples.result();
  // The book without asks counts for levels and quantities only.
  const sums = { samples: 1, leastLevels: 0, leastQuantity: 0, near: 6, wide: 10, gaps: 1.5 };
  // Of the four levels within 1 % one is a multiple of ten ticks, and the book without asks has no mid.
  expect(rest).toEqual({ ...sums, round: 0.25, nearBySample: [6, Number.NaN] });
  expect(shape.slice(0, 4)).toEqual([0, 1.5, 1.5, 0]);
  expect(shape[50]).toBe(2);
});

describe('PastCheck', () => {
  /** A client that gets another text wherever a response has this one. */
  const clientOf = async (from: RegExp, to: string) => {
    const exchange = await createExchange({ world: 'default', seed: 3, limits: { enabled: false } });
    const account = exchange.accounts[0];
    if (!account) throw new Error('the world has accounts');
    const client = new Client({
      privateKey: account.privateKey,
      subAccountId: account.subAccountId,
      restUrl: exchange.url,
      fetch: async (url, init) => {
        const response = await exchange.fetch(url, init);
        return new Response((await response.text()).replace(from, to), response);
      },
    });
    return { exchange, check: new PastCheck(client) };
  };

  test('finds no contradiction in an exchange that has one past', async () => {
    const { exchange, check } = await clientOf(/never/, '');
    await check.look('BTC-USDT', exchange.clock.now());
    expect(check.result()).toMatchObject({ different: 0, differences: [] });
    expect(check.result().compared).toBeGreaterThan(50);
    await exchange.close();
  });

  test.each([
    ['volume24h', /"volume24h":"[^"]+"/, '"volume24h":"1"', 'BTC-USDT: volume24h is that of the candles: 1 and '],
    [
      'prevDayPrice',
      /"prevDayPrice":"[^"]+"/,
      '"prevDayPrice":"2"',
      'BTC-USDT: prevDayPrice is the close before the day: 2',
    ],
    [
      'lastSettlementTime',
      /"lastSettlementTime":\d+/,
      '"lastSettlementTime":0',
      'BTC-USDT: lastSettlementTime is the last full hour: 0 and',
    ],
  ])('finds a wrong %s', async (_field, from, to, found) => {
    const { exchange, check } = await clientOf(from, to);
    await check.look('BTC-USDT', exchange.clock.now());
    expect(check.result().different).toBe(1);
    expect(check.result().differences[0]).toContain(found);
    await exchange.close();
  });
});

test('observe stops where it is told to, with what there is', async () => {
  const observation = await observe({ world: 'quiet', seed: '1', hours: 2, onMinute: (minutes) => minutes < 66 });
  expect(observation.hours).toBe(1.1);
  expect(observation.market).toEqual({ symbol: 'BTC-USDT', tick: 1, minOrderSize: 0.001, maxMarketOrderSize: 10 });
  expect(observation.seconds.mids).toHaveLength(66 * 60 + 1);
  expect(new Set(observation.seconds.mids)).toEqual(new Set([95_000]));
  expect(observation.prices.index[0]).toHaveLength(66 * 6 + 1);
  expect(observation.takers.times).toEqual([]);
  // A market without volume has no size of a metaorder.
  expect(observation.trials).toEqual([]);
  expect(observation.past.compared).toBeGreaterThan(0);
});
