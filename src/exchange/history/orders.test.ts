import { expect, test } from 'vitest';
import { ALL, agentFill, cancelled, fill, historyOf, leg, placed, T0, traded } from './history.test-helper.ts';

const statusesOf = (rows: readonly { status: string }[]): string[] => rows.map((row) => row.status);

test('fills carry the running totals and the average price, and the last one completes the order', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    traded(T0 + 5, {
      trade: 1,
      quantity: 3_000,
      taker: fill({ order: 1, filled: 3_000, filledValue: 98_970_000_000n, complete: false }),
    }),
    traded(T0 + 9, {
      trade: 2,
      quantity: 7_000,
      taker: fill({ order: 1, filled: 10_000, filledValue: 329_970_000_000n }),
    }),
  ]);
  const [last, partial, first] = history.orderHistory(ALL);
  expect(last).toMatchObject({
    status: 'filled',
    quantity: '1',
    filledQuantity: '1',
    cumulativeFilledQuantity: '1',
    cumulativeFilledValue: '3299.7',
    filledPrice: '3299.700',
    positionId: '7',
    legs: null,
    createdTime: T0,
    updatedTime: T0 + 9,
  });
  expect(partial).toMatchObject({
    status: 'partially filled',
    filledQuantity: '0.3',
    cumulativeFilledValue: '989.7',
    filledPrice: '3299.000',
    updatedTime: T0 + 5,
  });
  expect(first).toMatchObject({ status: 'placed', filledPrice: '', positionId: null });
});

test('an average that does not end is rounded half to even, two decimals beyond the market', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    traded(T0, { trade: 1, taker: fill({ order: 1, filled: 3, filledValue: 99_000_500n }) }),
  ]);
  expect(history.orderHistory(ALL)[0]).toMatchObject({ filledPrice: '3300.017', filledQuantity: '0.0003' });
});

test('a market order shows its type and no price', async () => {
  const history = await historyOf([
    placed(T0, { no: 1, orderType: 'market', kind: 'market', timeInForce: 'IOC', price: 0 }),
  ]);
  expect(history.orderHistory(ALL)[0]).toMatchObject({ type: 'MARKET', price: '', timeInForce: 'IOC' });
});

test('a user cancel passes through cancelling; only the last row says when', async () => {
  const history = await historyOf([placed(T0, { no: 1 }), cancelled(T0 + 8, 1, 'user')]);
  const rows = history.orderHistory(ALL);
  expect(statusesOf(rows)).toEqual(['cancelled', 'cancelling', 'placed']);
  expect(rows[0]).toMatchObject({ cancelReason: null, cancelledAt: T0 + 8, updatedTime: T0 + 8 });
  expect(rows[1]).toMatchObject({ cancelReason: null, cancelledAt: null, updatedTime: T0 + 8 });
});

test.each([
  ['expired', 'EXPIRED'],
  ['remainder', 'IOC_REMAINDER'],
  ['reduce_only', 'REDUCE_ONLY_POSITION_CLOSED'],
  ['no_room', 'REDUCE_ONLY_WOULD_INCREASE'],
  ['self_trade', 'SELF_TRADE_PREVENTED'],
] as const)('an order that ends as %s is cancelled in one row with the reason %s', async (cause, reason) => {
  const history = await historyOf([placed(T0, { no: 1 }), cancelled(T0 + 8, 1, cause)]);
  const rows = history.orderHistory(ALL);
  expect(statusesOf(rows)).toEqual(['cancelled', 'placed']);
  expect(rows[0]).toMatchObject({ cancelReason: reason, cancelledAt: T0 + 8 });
});

test('a cancelled rest keeps what was filled before', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    traded(T0, { trade: 1, taker: fill({ order: 1, filled: 4_000, filledValue: 132_000_000_000n, complete: false }) }),
    cancelled(T0, 1, 'remainder'),
  ]);
  expect(history.orderHistory(ALL)[0]).toMatchObject({
    status: 'cancelled',
    filledQuantity: '0.4',
    filledPrice: '3300.000',
    cumulativeFilledValue: '1320',
    positionId: '7',
  });
});

test('a modify changes the quantity; a trim keeps it and states what still works (R-85)', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    {
      type: 'OrderModified',
      at: T0 + 1,
      order: 1,
      price: 32_995,
      quantity: 8_000,
      trimmed: 0,
      triggerPrice: null,
      keepsPlace: false,
      rests: false,
      cause: 'user',
    },
    {
      type: 'OrderModified',
      at: T0 + 2,
      order: 1,
      price: 32_995,
      quantity: 8_000,
      trimmed: 3_000,
      triggerPrice: null,
      keepsPlace: true,
      rests: false,
      cause: 'reduce_only',
    },
    cancelled(T0 + 3, 1, 'expired'),
  ]);
  const rows = history.orderHistory(ALL);
  expect(statusesOf(rows)).toEqual(['cancelled', 'modified', 'modified', 'placed']);
  expect(rows.map((row) => [row.price, row.quantity, row.remainingQuantity])).toEqual([
    ['3299.5', '0.8', null],
    ['3299.5', '0.8', '0.5'],
    ['3299.5', '0.8', null],
    ['3300.0', '1', null],
  ]);
});

test('a fill through zero shows both legs, and ids differ between the sides of one trade', async () => {
  const flip = (order: number, account: number) =>
    fill({
      order,
      account,
      realizedPnl: 1_000_000_000n,
      legs: [
        leg({
          leg: 'close',
          position: 7,
          direction: 'close short',
          quantity: 4_000,
          fee: 26_400_000n,
          closedPnl: 1_000_000_000n,
          entryCost: -133_000_000_000n,
          entryLots: -4_000,
          remaining: 0,
        }),
        leg({
          leg: 'open',
          position: 8,
          direction: 'open long',
          quantity: 6_000,
          fee: 39_600_000n,
          entryCost: 198_000_000_000n,
          entryLots: 6_000,
          remaining: 6_000,
        }),
      ],
    });
  const opened = (order: number, account: number, trade: number) =>
    traded(T0, { trade, taker: fill({ order, account, legs: [leg({ position: 7, direction: 'open short' })] }) });
  const history = await historyOf([
    placed(T0, { no: 1, account: 1 }),
    opened(1, 1, 1),
    placed(T0, { no: 2, account: 2 }),
    {
      ...opened(2, 2, 2),
      taker: fill({ order: 2, account: 2, legs: [leg({ position: 9, direction: 'open short' })] }),
    },
    placed(T0, { no: 3, account: 1 }),
    placed(T0, { no: 4, account: 2 }),
    traded(T0 + 1, {
      trade: 5,
      maker: flip(3, 1),
      taker: { ...flip(4, 2), legs: flip(4, 2).legs.map((each, index) => ({ ...each, position: 9 + index })) },
    }),
  ]);
  expect(history.orderHistory(ALL)[0]).toMatchObject({ status: 'filled', positionId: '8' });
  expect(history.orderHistory(ALL)[0]?.legs).toEqual([
    {
      id: '20',
      position_id: '7',
      leg_type: 'close',
      direction: 'close short',
      quantity: '0.4',
      fee: '0.264',
      closed_pnl: '10',
      entry_price: '3325.000',
    },
    {
      id: '21',
      position_id: '8',
      leg_type: 'open',
      direction: 'open long',
      quantity: '0.6',
      fee: '0.396',
      entry_price: '3300.000',
    },
  ]);
  expect(history.orderHistory({ ...ALL, account: 2 })[0]?.legs?.map((each) => each.id)).toEqual(['22', '23']);
});

test('the time window includes both its ends', async () => {
  const history = await historyOf([
    placed(T0 - 1, { no: 1, clientId: 'before' }),
    placed(T0, { no: 2, clientId: 'first' }),
    placed(T0 + 10, { no: 3, clientId: 'last' }),
    placed(T0 + 11, { no: 4, clientId: 'after' }),
  ]);
  const idsOf = (from: number, to: number): string[] =>
    history.orderHistory({ account: 1, from, to }).map((row) => row.clientId);
  expect(idsOf(T0, T0 + 10)).toEqual(['last', 'first']);
  expect(idsOf(T0 - 1, T0 + 9)).toEqual(['first', 'before']);
  expect(idsOf(T0 + 1, T0 + 11)).toEqual(['after', 'last']);
});

test('filters narrow by account, symbol, side, type and any of several statuses', async () => {
  const history = await historyOf([
    placed(T0, { no: 1, clientId: 'eth-buy' }),
    placed(T0 + 1, { no: 2, clientId: 'btc-sell', symbol: 'BTC-USDT', side: 'sell', price: 95_000 }),
    placed(T0 + 2, { no: 3, clientId: 'market', kind: 'market', orderType: 'market', price: 0 }),
    placed(T0 + 3, { no: 4, clientId: 'other', account: 2 }),
    cancelled(T0 + 4, 2, 'user'),
    traded(T0 + 5, { trade: 1, taker: fill({ order: 3 }) }),
  ]);
  const idsOf = (query: object): string[] =>
    history.orderHistory({ ...ALL, ...query }).map((row) => `${row.clientId} ${row.status}`);
  expect(idsOf({ account: 2 })).toEqual(['other placed']);
  expect(idsOf({ symbol: 'BTC-USDT' })).toEqual(['btc-sell cancelled', 'btc-sell cancelling', 'btc-sell placed']);
  expect(idsOf({ side: 'sell', statuses: ['placed'] })).toEqual(['btc-sell placed']);
  expect(idsOf({ type: 'MARKET' })).toEqual(['market filled', 'market placed']);
  expect(idsOf({ statuses: ['filled', 'cancelling'] })).toEqual(['market filled', 'btc-sell cancelling']);
  expect(idsOf({ statuses: ['unknown'] })).toEqual([]);
  expect(idsOf({ statuses: [] })).toHaveLength(6);
  expect(idsOf({ limit: 2 })).toEqual(['market filled', 'btc-sell cancelled']);
  expect(idsOf({ limit: 0 })).toEqual([]);
  expect(idsOf({ symbol: "' OR 1=1 --" })).toEqual([]);
});

test("an agent's orders leave no rows", async () => {
  const history = await historyOf([
    placed(T0, { no: 900, account: 10, side: 'sell' }),
    {
      type: 'OrderModified',
      at: T0,
      order: 900,
      price: 33_001,
      quantity: 10,
      trimmed: 0,
      triggerPrice: null,
      keepsPlace: false,
      rests: false,
      cause: 'user',
    },
    placed(T0, { no: 901, account: 11 }),
    traded(T0, { trade: 1, maker: agentFill(900, 'sell'), taker: agentFill(901, 'buy') }),
    cancelled(T0, 900, 'user'),
  ]);
  expect(history.backlog).toBe(0);
  expect(history.orderHistory({ ...ALL, account: 10 })).toEqual([]);
  expect(history.orderHistory({ ...ALL, account: 11 })).toEqual([]);
});

test('records end where the next one has no room in the bytes of a query (R-123)', async () => {
  const history = await historyOf([placed(T0, { no: 1 }), placed(T0 + 1, { no: 2 }), placed(T0 + 2, { no: 3 })]);
  await history.ready();
  const { text } = history.orderRecords(ALL);
  const size = (text.length - 4) / 3;
  const bounded = (bytesMax: number): number => history.orderRecords({ ...ALL, bytesMax }).value().length;
  expect(bounded(text.length)).toBe(3);
  expect(bounded(text.length - 1)).toBe(2);
  expect(bounded(2 * size + 3)).toBe(2);
  expect(bounded(2 * size + 2)).toBe(1);
  expect(bounded(size)).toBe(0);
  const newest = history.orderRecords({ ...ALL, bytesMax: 2 * size + 3 }).text;
  expect(text.startsWith(newest.slice(0, -1))).toBe(true);
});
