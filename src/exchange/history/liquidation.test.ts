import { expect, test } from 'vitest';
import type { EngineEvent, PositionLeg } from '../../engine/event.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import {
  AGENT,
  agentFill,
  ALL,
  cancelled,
  fill,
  historyOf,
  isAgent,
  leg,
  placed,
  T0,
  traded,
} from './history.test-helper.ts';

const UNIT = 100_000_000n;
const PAGE = { ...ALL, limit: 100, offset: 0 };
const LIQUIDATION = { kind: 'market', orderType: 'market', timeInForce: 'IOC', price: 0 } as const;
const LIQUIDATED = '1867542890123456790';
const VAULT = '1867543890123456789';
/** The vault belongs to no user, like agents. */
const options = { isAgent: (account: number): boolean => isAgent(account) || account === VAULT_NO };

/** Subaccount 1 opens a long of 1 ETH at 3,300.0 as position 7. */
const opening: readonly EngineEvent[] = [placed(T0, { no: 1 }), traded(T0, { trade: 1 })];

const closing = (quantity: number, remaining: number, change: Partial<PositionLeg> = {}): PositionLeg =>
  leg({ leg: 'close', direction: 'close long', quantity, remaining, fee: 0n, ...change });

const liquidationOrder = (at: number, no: number): EngineEvent =>
  placed(at, { no, ...LIQUIDATION, side: 'sell', reduceOnly: true, triggeredByLiquidation: true });

const takenOver = (change: object): EngineEvent => ({
  type: 'TakenOver',
  at: T0 + 9,
  liquidation: 1,
  account: 1,
  symbol: null,
  assets: [{ asset: 'USDT', amount: 12n * UNIT, value: 12n * UNIT, transfer: 5 }],
  ...change,
});

const covered = (change: object): EngineEvent => ({
  type: 'DeficitCovered',
  at: T0 + 9,
  liquidation: 1,
  account: 1,
  symbol: null,
  amount: 40n * UNIT,
  transfer: 6,
  ...change,
});

test('slices of a liquidation are orders and trades of their own; the last one closes the position', async () => {
  const slice = (trade: number, order: number, price: number, legs: PositionLeg[]): EngineEvent =>
    traded(T0 + trade, {
      trade,
      price,
      quantity: 5_000,
      takerSide: 'sell',
      maker: agentFill(900, 'buy'),
      taker: fill({ order, side: 'sell', feeTo: 'clearanceFees', feeRate: 500_000, fee: 825_000_000n, legs }),
    });
  const history = await historyOf([
    ...opening,
    placed(T0, { no: 2 }),
    placed(T0, { no: 3, triggeredByLiquidation: false, reduceOnly: true, side: 'sell' }),
    cancelled(T0 + 1, 2, 'maintenance_breach'),
    cancelled(T0 + 1, 3, 'takeover_breach'),
    liquidationOrder(T0 + 2, 4),
    slice(2, 4, 32_000, [closing(5_000, 5_000, { fee: 825_000_000n, closedPnl: -50n * UNIT })]),
    liquidationOrder(T0 + 3, 5),
    slice(3, 5, 31_000, [closing(5_000, 0, { fee: 800_000_000n, closedPnl: -100n * UNIT })]),
  ]);
  expect(history.orderHistory(ALL).map((row) => [row.venueId.slice(-1), row.status, row.cancelReason])).toEqual([
    ['5', 'filled', null],
    ['5', 'placed', null],
    ['4', 'filled', null],
    ['4', 'placed', null],
    ['3', 'cancelled', 'RMR_BREACH'],
    ['2', 'cancelled', 'MMR_BREACH'],
    ['3', 'placed', null],
    ['2', 'placed', null],
    ['1', 'filled', null],
    ['1', 'placed', null],
  ]);
  const [filled] = history.orderHistory(ALL);
  expect(filled).toMatchObject({ type: 'MARKET', triggeredByLiquidation: true, reduceOnly: true, timeInForce: 'IOC' });
  const { rows } = history.trades(PAGE);
  expect(rows.map(({ triggeredByLiquidation, feeRate, fee }) => [triggeredByLiquidation, feeRate, fee])).toEqual([
    [true, '0.005', '8.25'],
    [true, '0.005', '8.25'],
    [false, '0.0002', '0.66'],
  ]);
  expect(history.closedPositions(ALL)).toMatchObject([
    {
      positionId: '7',
      closeReason: 'liquidation',
      closePrice: '3150.000',
      realizedPnl: '-150',
      accumulatedFees: '16.91',
      tradeId: '3',
    },
  ]);
  expect(history.lastTrades('ETH-USDT', 10).map(({ price }) => price)).toEqual(['3100.0', '3200.0', '3300.0']);
});

test('a position that a liquidation reduced and its owner closed was not closed by the liquidation', async () => {
  const history = await historyOf([
    ...opening,
    liquidationOrder(T0 + 1, 2),
    traded(T0 + 1, { trade: 2, taker: fill({ order: 2, side: 'sell', legs: [closing(4_000, 6_000)] }) }),
    placed(T0 + 2, { no: 3, side: 'sell' }),
    traded(T0 + 2, { trade: 3, taker: fill({ order: 3, side: 'sell', legs: [closing(6_000, 0)] }) }),
  ]);
  expect(history.closedPositions(ALL)).toMatchObject([{ closeReason: 'close', tradeId: '3' }]);
});

test('only the liquidated subaccount has rows of a takeover', async () => {
  const history = await historyOf(
    [
      ...opening,
      liquidationOrder(T0 + 9, 2),
      placed(T0 + 9, { no: 3, ...LIQUIDATION, account: VAULT_NO, source: 'vault' }),
      traded(T0 + 9, {
        trade: 2,
        cause: 'takeover',
        price: 31_000,
        takerSide: 'sell',
        maker: fill({ order: 3, account: VAULT_NO, fee: 0n, feeRate: 0, legs: [leg({ position: 8, fee: 0n })] }),
        taker: fill({ order: 2, side: 'sell', fee: 0n, feeRate: 0, legs: [closing(10_000, 0)] }),
      }),
    ],
    options,
  );
  expect(history.trades(PAGE).rows[0]).toMatchObject({
    tradeId: '2',
    price: '3100.0',
    fee: '0',
    feeRate: '0',
    maker: false,
    triggeredByLiquidation: true,
  });
  expect(history.closedPositions(ALL)).toMatchObject([{ closeReason: 'liquidation', closePrice: '3100.000' }]);
  const vault = { ...PAGE, account: VAULT_NO };
  expect([history.orderHistory(vault), history.trades(vault).rows, history.closedPositions(vault)]).toEqual([
    [],
    [],
    [],
  ]);
  expect(history.lastTrades('ETH-USDT', 10).map(({ tradeId }) => tradeId)).toEqual(['1']);
  expect(history.dayStats('ETH-USDT')).toMatchObject({ volume: '1', quoteVolume: '3300' });
  const minute = { symbol: 'ETH-USDT', interval: '1m', from: T0, to: T0 + 9, now: T0 + 9, limit: 0 } as const;
  expect(history.candles(minute)).toMatchObject([
    { lowPrice: '3300.0', closePrice: '3300.0', volume: '1', tradeCount: 1 },
  ]);
  expect(history.performance(ALL).volume).toBe('3300');
});

test('a winner that is deleveraged closes its position, and the two prices stay between them', async () => {
  const history = await historyOf([
    ...opening,
    placed(T0, { no: 2, account: 2, side: 'sell' }),
    traded(T0, {
      trade: 2,
      taker: fill({ order: 2, account: 2, side: 'sell', legs: [leg({ position: 8, direction: 'open short' })] }),
    }),
    liquidationOrder(T0 + 1, 3),
    placed(T0 + 1, { no: 4, ...LIQUIDATION, account: 2, reduceOnly: true, source: 'adl' }),
    traded(T0 + 1, {
      trade: 3,
      cause: 'adl',
      price: 30_000,
      maker: fill({
        order: 4,
        account: 2,
        fee: 0n,
        legs: [closing(10_000, 0, { position: 8, direction: 'close short' })],
      }),
      taker: fill({ order: 3, side: 'sell', fee: 0n, legs: [closing(10_000, 0)] }),
    }),
  ]);
  expect(history.closedPositions(ALL)).toMatchObject([{ closeReason: 'liquidation', closePrice: '3000.000' }]);
  const winner = { ...PAGE, account: 2 };
  expect(history.closedPositions(winner)).toMatchObject([
    { side: 'short', closeReason: 'close', closePrice: '3000.000', tradeId: '3' },
  ]);
  expect(history.trades(winner).rows[0]).toMatchObject({
    tradeId: '3',
    triggeredByLiquidation: false,
    reduceOnly: true,
  });
  expect(history.orderHistory(winner)[0]).toMatchObject({ status: 'filled', type: 'MARKET', price: '' });
  expect(history.lastTrades('ETH-USDT', 10).map(({ tradeId }) => tradeId)).toEqual(['2', '1']);
  expect(history.performance(winner).volume).toBe('3300');
});

test('assets that the vault takes are movements to it, a debt is one from it', async () => {
  const history = await historyOf([
    takenOver({
      assets: [
        { asset: 'USDT', amount: -30n * UNIT, value: -30n * UNIT, transfer: 5 },
        { asset: 'WETH', amount: UNIT / 2n, value: 1_650n * UNIT, transfer: 6 },
      ],
    }),
  ]);
  const actions = ['TRANSFER'] as const;
  const rows = history.balanceUpdates({ ...PAGE, actions });
  expect(rows).toMatchObject([
    { id: '12', amount: '-0.5', collateral: 'WETH', usdtNotional: '1650', toSubAccountId: VAULT },
    {
      id: '11',
      amount: '30',
      collateral: 'USDT',
      usdtNotional: '30',
      fromSubAccountId: VAULT,
      toSubAccountId: LIQUIDATED,
    },
  ]);
  expect(rows[0]).toMatchObject({
    action: 'TRANSFER',
    status: 'success',
    grossAmount: '0.5',
    fromSubAccountId: LIQUIDATED,
  });
  expect(history.transfers(PAGE)).toEqual({
    rows: [
      {
        transferId: '6',
        from: LIQUIDATED,
        to: VAULT,
        symbol: 'WETH',
        amount: '0.5',
        transferType: 'VAULT_TAKEOVER',
        usdtNotional: '1650',
        timestamp: T0 + 9,
        status: 'success',
        errorMessage: null,
      },
      {
        transferId: '5',
        from: VAULT,
        to: LIQUIDATED,
        symbol: 'USDT',
        amount: '30',
        transferType: 'VAULT_TAKEOVER',
        usdtNotional: '30',
        timestamp: T0 + 9,
        status: 'success',
        errorMessage: null,
      },
    ],
    total: 2,
  });
  expect(history.balanceUpdates({ ...PAGE, account: VAULT_NO, actions })).toEqual([]);
});

test('the margin of an isolated market leaves, and a deficit of it is made up for, in the settlement asset', async () => {
  const history = await historyOf([takenOver({ symbol: 'ETH-USDT' }), covered({ symbol: 'ETH-USDT' })]);
  expect(history.balanceUpdates({ ...PAGE, actions: ['TRANSFER'] })).toMatchObject([
    {
      id: '13',
      amount: '40',
      collateral: 'USDT',
      usdtNotional: '40',
      fromSubAccountId: VAULT,
      toSubAccountId: LIQUIDATED,
    },
    { id: '10', amount: '-12', collateral: 'USDT', fromSubAccountId: LIQUIDATED, toSubAccountId: VAULT },
  ]);
  expect(
    history.transfers({ ...PAGE, asset: 'USDT' }).rows.map(({ transferType, amount }) => [transferType, amount]),
  ).toEqual([
    ['VAULT_TAKEOVER', '40'],
    ['VAULT_TAKEOVER', '12'],
  ]);
});

test('an agent that is liquidated has no rows', async () => {
  const history = await historyOf([takenOver({ account: AGENT }), covered({ account: AGENT })]);
  expect(history.backlog).toBe(0);
  expect(history.transfers({ ...PAGE, account: AGENT }).total).toBe(0);
});

test('assets that the vault took are a loss and no outflow', async () => {
  const sampled: EngineEvent = { type: 'ValuesSampled', at: T0 + 10, values: [{ account: 1, value: 0n }] };
  const history = await historyOf([takenOver({}), covered({}), sampled]);
  expect(history.performance(ALL).samples).toEqual([{ at: T0 + 10, value: '0', inflow: '0', volume: '0' }]);
});

test('a forced exchange has the same rows as any exchange', async () => {
  const history = await historyOf([
    {
      type: 'CollateralExchanged',
      at: T0,
      transfer: 3,
      account: 1,
      source: 'WETH',
      taken: UNIT,
      takenValue: 3_300n * UNIT,
      target: 'USDT',
      received: 3_300n * UNIT,
      price: 3_300n * UNIT,
      haircut: 0,
      forced: true,
    },
  ]);
  expect(history.balanceUpdates({ ...PAGE, actions: ['TRANSFER'] })).toMatchObject([
    { id: '7', amount: '3300', collateral: 'USDT', fromSubAccountId: null },
    { id: '6', amount: '-1', collateral: 'WETH', usdtNotional: '3300', toSubAccountId: null },
  ]);
  expect(history.transfers(PAGE).total).toBe(0);
});

test.each([
  ['maintenance_breach', 'MMR_BREACH'],
  ['takeover_breach', 'RMR_BREACH'],
  ['vault_takeover', 'VAULT_TAKEOVER'],
  ['adl', 'ADL'],
] as const)('an order cancelled for %s says %s, and was never being cancelled', async (cause, reason) => {
  const history = await historyOf([placed(T0, { no: 1 }), cancelled(T0 + 1, 1, cause)]);
  expect(
    history.orderHistory(ALL).map(({ status, cancelReason, cancelledAt }) => [status, cancelReason, cancelledAt]),
  ).toEqual([
    ['cancelled', reason, T0 + 1],
    ['placed', null, null],
  ]);
});
