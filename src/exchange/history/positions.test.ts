import { expect, test } from 'vitest';
import type { ClosedPositionsQuery } from '../../contract/views.ts';
import type { EngineEvent, FillSide, PositionLeg } from '../../engine/event.ts';
import { InvariantError } from '../../kernel/errors.ts';
import { ALL, fill, historyOf, leg, placed, T0, traded } from './history.test-helper.ts';

const bought = (
  trade: number,
  at: number,
  price: number,
  legs: PositionLeg[],
  more: Partial<FillSide> = {},
): EngineEvent => traded(at, { trade, price, taker: fill({ order: 1, complete: false, legs, ...more }) });

const open = (quantity: number, remaining: number, fee: bigint): PositionLeg => leg({ quantity, remaining, fee });
const close = (quantity: number, remaining: number, fee: bigint, closedPnl: bigint): PositionLeg =>
  leg({
    leg: 'close',
    direction: 'close long',
    quantity,
    remaining,
    fee,
    closedPnl,
    entryCost: 330_050_000_000n,
    entryLots: 10_000,
  });

test('a closed position sums its fills and shows its largest size and the trade that closed it', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    bought(1, T0 + 1, 33_000, [open(5_000, 5_000, 33_000_000n)]),
    bought(2, T0 + 2, 33_010, [open(5_000, 10_000, 33_010_000n)]),
    bought(3, T0 + 3, 33_105, [close(4_000, 6_000, 26_484_000n, 4_000_000_000n)]),
    bought(4, T0 + 4, 32_900, [close(6_000, 0, -1_000_000n, -6_500_000_000n)]),
  ]);
  expect(history.closedPositions(ALL)).toEqual([
    {
      positionId: '7',
      symbol: 'ETH-USDT',
      side: 'long',
      entryPrice: '3300.500',
      quantity: '1',
      // 0.4 at 3310.5 and 0.6 at 3290.
      closePrice: '3298.200',
      closeReason: 'close',
      leverage: null,
      realizedPnl: '-25',
      accumulatedFees: '0.91494',
      netFunding: '0',
      closedAt: T0 + 4,
      createdAt: T0 + 1,
      tradeId: '4',
    },
  ]);
});

test('a position that is only reduced is not closed', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    bought(1, T0, 33_000, [open(5_000, 5_000, 0n)]),
    bought(2, T0, 33_000, [close(4_999, 1, 0n, 0n)]),
  ]);
  expect(history.closedPositions(ALL)).toEqual([]);
});

test('a fill through zero closes one position as a flip and opens the next', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    bought(1, T0, 33_000, [open(5_000, 5_000, 10n)]),
    bought(2, T0 + 1, 33_000, [
      close(5_000, 0, 20n, 300n),
      leg({ position: 8, direction: 'open short', quantity: 2_000, remaining: 2_000, fee: 7n }),
    ]),
    bought(3, T0 + 2, 33_000, [
      leg({
        leg: 'close',
        position: 8,
        direction: 'close short',
        quantity: 2_000,
        remaining: 0,
        fee: 5n,
        closedPnl: -40n,
      }),
    ]),
  ]);
  const [second, first] = history.closedPositions(ALL);
  expect(first).toMatchObject({
    positionId: '7',
    side: 'long',
    closeReason: 'flip',
    accumulatedFees: '0.0000003',
    realizedPnl: '0.000003',
  });
  expect(second).toMatchObject({
    positionId: '8',
    side: 'short',
    quantity: '0.2',
    closeReason: 'close',
    accumulatedFees: '0.00000012',
    realizedPnl: '-0.0000004',
    createdAt: T0 + 1,
    closedAt: T0 + 2,
  });
});

test('an order of a liquidation names it as the reason', async () => {
  const history = await historyOf([
    placed(T0, { no: 1, triggeredByLiquidation: true }),
    bought(1, T0, 33_000, [open(5_000, 5_000, 0n)]),
    bought(2, T0, 33_000, [close(5_000, 0, 0n, 0n)]),
  ]);
  expect(history.closedPositions(ALL)[0]).toMatchObject({ closeReason: 'liquidation' });
});

test('newest close first; window, symbol and account narrow', async () => {
  const roundTrip = (position: number, trade: number, at: number): EngineEvent[] => [
    bought(trade, at - 1, 33_000, [leg({ position })]),
    bought(trade + 1, at, 33_000, [leg({ leg: 'close', position, direction: 'close long', remaining: 0 })]),
  ];
  const history = await historyOf([
    placed(T0, { no: 1 }),
    ...roundTrip(1, 1, T0 + 10),
    ...roundTrip(2, 3, T0 + 20),
    ...roundTrip(3, 5, T0 + 20),
    ...roundTrip(4, 7, T0 + 30),
  ]);
  const idsOf = (query: object) => history.closedPositions({ ...ALL, ...query }).map((row) => row.positionId);
  expect(idsOf({})).toEqual(['4', '3', '2', '1']);
  expect(idsOf({ from: T0 + 20, to: T0 + 20 })).toEqual(['3', '2']);
  expect(idsOf({ from: T0 + 11, to: T0 + 19 })).toEqual([]);
  expect(idsOf({ from: T0 + 10, to: T0 + 19 })).toEqual(['1']);
  expect(idsOf({ from: T0 + 21 })).toEqual(['4']);
  expect(idsOf({ symbol: 'BTC-USDT' })).toEqual([]);
  expect(idsOf({ account: 2 })).toEqual([]);
  expect(idsOf({ limit: 2 })).toEqual(['4', '3']);
  expect(idsOf({ limit: 2, offset: 1 })).toEqual(['3', '2']);
  expect(idsOf({ limit: 2, offset: 3 })).toEqual(['1']);
  expect(idsOf({ limit: 2, offset: 4 })).toEqual([]);
});

test('leverage is what the user had set for the market when the position closed', async () => {
  const set = (at: number, change: object): EngineEvent => {
    const event = { type: 'LeverageSet', at, account: 1, symbol: 'ETH-USDT', previous: 10, leverage: 20 } as const;
    return { ...event, ...change };
  };
  const roundTrip = (position: number, trade: number, at: number): EngineEvent[] => [
    bought(trade, at, 33_000, [leg({ position })]),
    bought(trade + 1, at, 33_000, [leg({ leg: 'close', position, direction: 'close long', remaining: 0 })]),
  ];
  const history = await historyOf([
    placed(T0, { no: 1 }),
    set(T0, { symbol: 'BTC-USDT' }),
    set(T0, { account: 2 }),
    ...roundTrip(1, 1, T0 + 1),
    set(T0 + 2, {}),
    ...roundTrip(2, 3, T0 + 3),
    set(T0 + 4, { leverage: 5 }),
    ...roundTrip(3, 5, T0 + 5),
  ]);
  expect(history.closedPositions(ALL).map(({ leverage }) => leverage)).toEqual([5, 20, null]);
});

test('a fill that closes a position which was never opened throws, and so does every read after it', async () => {
  const history = await historyOf([placed(T0, { no: 1 })]);
  expect(() => history.record([bought(1, T0, 33_000, [close(5_000, 0, 0n, 0n)])])).toThrow(InvariantError);
  history.record([placed(T0, { no: 2 })]);
  expect(() => history.closedPositions(ALL)).toThrow(InvariantError);
  expect(() => history.orderHistory(ALL)).toThrow(InvariantError);
  expect(() => history.save()).toThrow(InvariantError);
});

test('a query sorts them by a key and then by id, in one direction, and cuts its page', async () => {
  const round = (no: number, position: number, from: number, to: number): EngineEvent[] => [
    placed(from, { no }),
    bought(2 * no, from, 33_000, [leg({ quantity: 5_000, remaining: 5_000, fee: 0n, position })]),
    bought(2 * no + 1, to, 33_000, [{ ...close(5_000, 0, 0n, 0n), position }]),
  ];
  const history = await historyOf([
    ...round(1, 9, T0, T0 + 1),
    ...round(2, 10, T0 + 1, T0 + 5),
    ...round(3, 2, T0 + 2, T0 + 5),
  ]);
  const ids = (sort: ClosedPositionsQuery['sort'], page: object = {}): string[] =>
    history.closedPositions({ ...ALL, ...(sort && { sort }), ...page }).map(({ positionId }) => positionId);
  expect(ids({ by: 'closedAt', isAscending: false })).toEqual(['10', '2', '9']);
  expect(ids({ by: 'closedAt', isAscending: true })).toEqual(['9', '2', '10']);
  expect(ids({ by: 'createdAt', isAscending: false })).toEqual(['2', '10', '9']);
  expect(ids({ by: 'symbol', isAscending: true })).toEqual(['2', '9', '10']);
  expect(ids({ by: 'symbol', isAscending: true }, { limit: 1, offset: 1 })).toEqual(['9']);
  expect(ids(undefined)).toEqual(['2', '10', '9']);
});
