import { expect, test } from 'vitest';
import { ALL, agentFill, fill, historyOf, leg, placed, T0, traded } from './history.test-helper.ts';

const PAGE = { ...ALL, limit: 100, offset: 0 };

test("both users of an execution get a row of their own side, with the order's facts", async () => {
  const history = await historyOf([
    placed(T0, { no: 1, clientId: 'rest', side: 'sell', postOnly: true }),
    placed(T0, { no: 2, account: 2, kind: 'market', orderType: 'market', price: 0, reduceOnly: true }),
    traded(T0 + 3, {
      trade: 12,
      quantity: 2_500,
      maker: fill({
        order: 1,
        side: 'sell',
        fee: -16_500_000n,
        feeRate: -20_000,
        legs: [leg({ position: 3, direction: 'open short', entryCost: -82_500_000_000n, entryLots: -2_500 })],
      }),
      taker: fill({
        order: 2,
        account: 2,
        fee: 41_250_000n,
        feeRate: 50_000,
        realizedPnl: -1_250_000_000n,
        legs: [leg({ leg: 'open', position: 4 })],
      }),
    }),
  ]);
  expect(history.trades(PAGE)).toEqual({
    total: 1,
    rows: [
      {
        tradeId: '12',
        venueId: '1948058938469519361',
        clientId: 'rest',
        orderType: 'limit',
        symbol: 'ETH-USDT',
        side: 'sell',
        direction: 'open short',
        price: '3300.0',
        quantity: '0.25',
        realizedPnl: '0',
        fee: '-0.165',
        feeRate: '-0.0002',
        markPrice: '3301.5',
        entryPrice: '3300.000',
        timestamp: T0 + 3,
        maker: true,
        reduceOnly: false,
        postOnly: true,
        triggeredByLiquidation: false,
        positionId: '3',
      },
    ],
  });
  expect(history.trades({ ...PAGE, account: 2 }).rows[0]).toMatchObject({
    tradeId: '12',
    venueId: '1948058938469519362',
    orderType: 'market',
    side: 'buy',
    direction: 'open long',
    realizedPnl: '-12.5',
    fee: '0.4125',
    feeRate: '0.0005',
    maker: false,
    reduceOnly: true,
    postOnly: false,
    positionId: '4',
  });
});

test('a fill through zero is one trade in the words of its last leg', async () => {
  const history = await historyOf([
    placed(T0, { no: 1, side: 'sell' }),
    traded(T0, {
      trade: 1,
      takerSide: 'sell',
      taker: fill({ order: 1, side: 'sell', complete: false, legs: [leg({ position: 7, direction: 'open short' })] }),
    }),
    placed(T0, { no: 2 }),
    traded(T0 + 1, {
      trade: 2,
      taker: fill({
        order: 2,
        realizedPnl: 700n,
        legs: [
          leg({ leg: 'close', position: 7, direction: 'close short', quantity: 4_000, remaining: 0, entryCost: -1n }),
          leg({
            leg: 'open',
            position: 8,
            direction: 'open long',
            quantity: 6_000,
            entryCost: 198_060_000_000n,
            entryLots: 6_000,
          }),
        ],
      }),
    }),
  ]);
  expect(history.trades(PAGE).rows[0]).toMatchObject({
    tradeId: '2',
    side: 'buy',
    direction: 'open long',
    positionId: '8',
    entryPrice: '3301.000',
    realizedPnl: '0.000007',
  });
});

/** Three orders of subaccount 1, one in another market, five trades. */
const busy = () =>
  historyOf([
    placed(T0, { no: 1 }),
    placed(T0, { no: 2, symbol: 'BTC-USDT', price: 95_000 }),
    placed(T0, { no: 3 }),
    traded(T0 + 1, { trade: 1, taker: fill({ order: 1, complete: false }) }),
    traded(T0 + 2, {
      trade: 2,
      symbol: 'BTC-USDT',
      price: 95_000,
      taker: fill({ order: 2, legs: [leg({ position: 8 })] }),
    }),
    traded(T0 + 2, { trade: 3, taker: fill({ order: 1, complete: false }) }),
    traded(T0 + 2, { trade: 4, taker: fill({ order: 3 }) }),
    traded(T0 + 3, { trade: 5, taker: fill({ order: 1 }) }),
  ]);

test('newest first, equal times by descending trade; order, position and symbol narrow', async () => {
  const history = await busy();
  const idsOf = (query: object) => history.trades({ ...PAGE, ...query }).rows.map((row) => row.tradeId);
  expect(idsOf({})).toEqual(['5', '4', '3', '2', '1']);
  expect(idsOf({ order: 1 })).toEqual(['5', '3', '1']);
  expect(idsOf({ positionId: '8' })).toEqual(['2']);
  expect(idsOf({ symbol: 'BTC-USDT' })).toEqual(['2']);
  expect(idsOf({ symbol: 'BTC-USDT', order: 1 })).toEqual([]);
  expect(idsOf({ account: 2, order: 1 })).toEqual([]);
});

test('pages count everything that matches, whatever they show', async () => {
  const history = await busy();
  const pageOf = (limit: number, offset: number, more: object = {}) => {
    const { rows, total } = history.trades({ ...ALL, limit, offset, ...more });
    return [rows.map((row) => row.tradeId).join(' '), total];
  };
  expect(pageOf(2, 0)).toEqual(['5 4', 5]);
  expect(pageOf(2, 4)).toEqual(['1', 5]);
  expect(pageOf(2, 5)).toEqual(['', 5]);
  expect(pageOf(0, 0)).toEqual(['', 5]);
  expect(pageOf(1, 1, { order: 1 })).toEqual(['3', 3]);
});

test('the time window includes both its ends', async () => {
  const history = await busy();
  const idsOf = (from: number, to: number) => history.trades({ ...PAGE, from, to }).rows.map((row) => row.tradeId);
  expect(idsOf(T0 + 2, T0 + 2)).toEqual(['4', '3', '2']);
  expect(idsOf(T0 + 1, T0 + 2)).toEqual(['4', '3', '2', '1']);
  expect(idsOf(T0 + 3, T0 + 4)).toEqual(['5']);
  expect(idsOf(T0 + 4, T0 + 9)).toEqual([]);
  expect(idsOf(T0 + 2, T0 + 1)).toEqual([]);
});

test("an agent's side leaves no row", async () => {
  const history = await historyOf([placed(T0, { no: 1 }), traded(T0, { trade: 1, maker: agentFill(900, 'sell') })]);
  expect(history.trades({ ...PAGE, account: 10 })).toEqual({ rows: [], total: 0 });
  expect(history.trades(PAGE).total).toBe(1);
});

test('an execution through zero belongs to both positions it touched', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    placed(T0, { no: 2, side: 'sell' }),
    traded(T0 + 1, { trade: 1, taker: fill({ order: 1 }) }),
    traded(T0 + 2, {
      trade: 2,
      takerSide: 'sell',
      maker: agentFill(900, 'buy'),
      taker: fill({
        order: 2,
        side: 'sell',
        legs: [
          leg({ leg: 'close', direction: 'close long', remaining: 0 }),
          leg({ position: 8, direction: 'open short' }),
        ],
      }),
    }),
  ]);
  const tradesOf = (positionId: string): string[] =>
    history.trades({ ...PAGE, positionId }).rows.map(({ tradeId }) => tradeId);
  expect(tradesOf('7')).toEqual(['2', '1']);
  expect(tradesOf('8')).toEqual(['2']);
  expect(history.trades({ ...PAGE, positionId: '7' }).total).toBe(2);
});
