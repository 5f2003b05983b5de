import { describe, expect, it } from 'vitest';
import { fillOf } from './fills.test-helper.ts';
import { type AccountRecord, type PlacedOrder, pnlBySource, statisticsOf } from './statistics.ts';

const MINUTE = 60_000;

const record = (over: Partial<AccountRecord>): AccountRecord => ({
  equity: [
    [0, '1000'],
    [MINUTE, '1000'],
  ],
  payments: [],
  fills: [],
  orders: [],
  mids: new Map(),
  endTime: MINUTE,
  ...over,
});

const order = (over: Partial<PlacedOrder>): PlacedOrder => ({
  time: 0,
  symbol: 'BTC-USDT',
  orderId: '10',
  quantity: '4',
  queue: null,
  ...over,
});

describe('statistics of an account that did nothing', () => {
  it('has zero amounts, and null for each figure without a meaning', () => {
    expect(statisticsOf(record({}))).toEqual({
      pnl: '0',
      drawdown: '0',
      drawdownShare: 0,
      sharpe: null,
      sortino: null,
      turnover: 0,
      notional: '0',
      fills: 0,
      orders: 0,
      fillRatio: null,
      queuePosition: null,
      adverseSelection: { after1s: null, after10s: null, after60s: null },
      makerShare: null,
    });
  });

  it('has no ratio of returns when only the value of its collateral moved', () => {
    const equity = [
      [0, '1000'],
      [MINUTE, '990'],
      [2 * MINUTE, '1001'],
    ] as const;
    expect(statisticsOf(record({ equity }))).toMatchObject({ pnl: '1', drawdown: '10', sharpe: null, sortino: null });
  });

  it('accepts a record without samples', () => {
    expect(statisticsOf(record({ equity: [] }))).toMatchObject({ pnl: '0', drawdown: '0', turnover: 0 });
  });
});

describe('returns per minute', () => {
  // Returns 0.01, -5/1010 and 20/1005: mean 0.00831666744495, deviation of the sample 0.0125110959, downside 0.00285816967.
  const equity = [
    [0, '1000'],
    [30_000, '900'],
    [MINUTE, '1010'],
    [2 * MINUTE, '1005'],
    [3 * MINUTE - 1, '1025'],
    [3 * MINUTE, '1025'],
    [3 * MINUTE + 30_000, '1'],
  ] as const;

  it('are annualized by the root of 525,600, and a last part of a minute does not count', () => {
    const figures = statisticsOf(record({ equity, fills: [fillOf()] }));
    expect(figures.sharpe).toBe(481.9418538);
    expect(figures.sortino).toBe(2109.546065);
  });

  it('leave out what was paid in and out', () => {
    const payments = [
      [0, '1000'],
      [90_000, '500'],
    ] as const;
    const figures = statisticsOf(
      record({
        equity: [
          [0, '1000'],
          [MINUTE, '1010'],
          [2 * MINUTE, '1510'],
          [3 * MINUTE, '1494.9'],
        ],
        payments,
        fills: [fillOf()],
      }),
    );
    // Returns 0.01, 0 and -0.01: their mean is zero.
    expect(figures).toMatchObject({ pnl: '-5.1', drawdown: '15.1', sharpe: 0, sortino: 0 });
  });

  it('have no ratio when they are all equal, and no Sortino ratio when none is negative', () => {
    const flat = [
      [0, '1000'],
      [MINUTE, '1100'],
      [2 * MINUTE, '1210'],
    ] as const;
    expect(statisticsOf(record({ equity: flat, fills: [fillOf()] }))).toMatchObject({ sharpe: null, sortino: null });
  });

  it('do not exist for a minute that starts without a positive account value', () => {
    const broke = [
      [0, '1000'],
      [MINUTE, '-10'],
      [2 * MINUTE, '0'],
      [3 * MINUTE, '50'],
    ] as const;
    // One return is left, and one return has no deviation.
    expect(statisticsOf(record({ equity: broke, fills: [fillOf()] }))).toMatchObject({
      sharpe: null,
      drawdown: '1010',
    });
  });
});

describe('drawdown', () => {
  it('takes the highest fall in money and the highest share, each from the peak before it', () => {
    const equity = [
      [0, '100'],
      [1000, '80'],
      [2000, '1000'],
      [3000, '850'],
      [4000, '990'],
    ] as const;
    expect(statisticsOf(record({ equity }))).toMatchObject({ pnl: '890', drawdown: '150', drawdownShare: 0.2 });
  });
});

describe('orders and fills', () => {
  it('give notional, turnover over the mean account value, and the share filled as maker', () => {
    const equity = [
      [0, '1000'],
      [MINUTE, '3000'],
    ] as const;
    const fills = [fillOf({ liquidity: 'maker' }), fillOf({ price: '300', quantity: '2' })];
    expect(statisticsOf(record({ equity, fills }))).toMatchObject({
      notional: '800',
      turnover: 0.4,
      makerShare: 0.25,
      fills: 2,
    });
  });

  it('count a fill of a liquidation as a fill, but not as quantity of an order', () => {
    const fills = [fillOf({ quantity: '1' }), fillOf({ orderId: '11', quantity: '1' }), fillOf({ orderId: '999' })];
    const orders = [order({}), order({ orderId: '11', quantity: '2' })];
    expect(statisticsOf(record({ fills, orders }))).toMatchObject({ fills: 3, orders: 2, fillRatio: 0.3333333333 });
  });

  it('give the mean share of the level ahead of the orders that came to rest', () => {
    const orders = [
      order({ queue: { resting: '4', ahead: '0' } }),
      order({ queue: { resting: '1', ahead: '3' } }),
      order({ queue: null }),
    ];
    expect(statisticsOf(record({ orders })).queuePosition).toBe(0.375);
  });
});

describe('adverse selection', () => {
  const mids = new Map([
    [
      'BTC-USDT',
      [
        [0, '100'],
        [500, '99'],
        [1000, '98'],
        [1001, '97'],
        [9_000, '102'],
      ] as const,
    ],
  ]);

  it('is the move of the mid against a buy, in basis points, from the last mid at or before each time', () => {
    expect(statisticsOf(record({ fills: [fillOf()], mids })).adverseSelection).toEqual({
      after1s: 200,
      after10s: -200,
      after60s: -200,
    });
  });

  it('has the other sign for a sell, and is a mean over fills', () => {
    const fills = [fillOf({ side: 'sell' }), fillOf({ time: 500 })];
    // -200 of the sell, and 2/99 of the buy, which is 202.020202 basis points.
    expect(statisticsOf(record({ fills, mids })).adverseSelection.after1s).toBe(1.01010101);
  });

  it('leaves out fills without a mid at both times', () => {
    const fills = [fillOf(), fillOf({ time: 50_500 }), fillOf({ symbol: 'ETH-USDT' })];
    const after = statisticsOf(record({ fills, mids, endTime: 59_999 })).adverseSelection;
    expect(after).toEqual({ after1s: 100, after10s: -200, after60s: null });
  });
});

describe('the order of samples', () => {
  it('must be that of time', () => {
    const equity = [
      [1000, '1'],
      [999, '1'],
    ] as const;
    expect(() => statisticsOf(record({ equity }))).toThrow('samples must be in order of time: 999 comes after 1000');
  });
});

describe('PnL by source', () => {
  it('adds up to the total, with prices as the rest', () => {
    const parts = { total: '-12.5', fees: ['-1', '-0.50', '0.2'], funding: ['-3', '1'], liquidation: ['-20'] };
    expect(pnlBySource(parts)).toEqual({
      price: '10.8',
      fees: '-1.3',
      funding: '-2',
      liquidation: '-20',
      total: '-12.5',
    });
  });
});
