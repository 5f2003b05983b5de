import { expect, test } from 'vitest';
import type { EngineEvent } from '../../engine/event.ts';
import { AGENT, agentFill, fill, historyOf, leg, placed, T0, traded } from './history.test-helper.ts';

const HOUR_MS = 3_600_000;

const settled = (at: number, symbol: string, rate: number): EngineEvent => ({
  type: 'FundingSettled',
  at,
  symbol,
  rate,
  index: 330_000_000_000,
  premiumSum: 0n,
  samples: 3_600,
});

const paid = (at: number, payment: number, change: object = {}): EngineEvent => ({
  type: 'FundingPaid',
  at,
  payment,
  account: 1,
  symbol: 'ETH-USDT',
  position: 7,
  lots: -15_000,
  index: 330_000_000_000,
  rate: 1_250,
  amount: 6_187_500n,
  ...change,
});

/** The end of time, for windows without one. */
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

test('rates of a market come newest first, within the window and the limit', async () => {
  const history = await historyOf([
    settled(T0, 'ETH-USDT', 1_250),
    settled(T0, 'BTC-USDT', 9),
    settled(T0 + HOUR_MS, 'ETH-USDT', -123_958),
    settled(T0 + 2 * HOUR_MS, 'ETH-USDT', 0),
  ]);
  const all = [
    { fundingRate: '0', at: T0 + 2 * HOUR_MS },
    { fundingRate: '-0.00123958', at: T0 + HOUR_MS },
    { fundingRate: '0.0000125', at: T0 },
  ];
  const rates = (change: object = {}) => history.fundingRates({ symbol: 'ETH-USDT', ...EVER, limit: 2160, ...change });
  expect(rates()).toEqual(all);
  expect(rates({ limit: 2 })).toEqual(all.slice(0, 2));
  expect(rates({ from: T0 + 1 })).toEqual(all.slice(0, 2));
  expect(rates({ to: T0 + HOUR_MS })).toEqual(all.slice(1));
  expect(rates({ symbol: 'DOT-USDT' })).toEqual([]);
});

test('payments are listed up to the limit and summed beyond it', async () => {
  const history = await historyOf([
    placed(T0, { no: 1 }),
    traded(T0, { trade: 1, taker: fill({ order: 1 }) }),
    placed(T0, { no: 2, symbol: 'BTC-USDT' }),
    traded(T0, { trade: 2, symbol: 'BTC-USDT', taker: fill({ order: 2, legs: [leg({ position: 8 })] }) }),
    paid(T0, 1),
    paid(T0, 2, { account: AGENT, amount: -6_187_500n }),
    paid(T0 + HOUR_MS, 3, { symbol: 'BTC-USDT', position: 8, lots: 10_000, amount: -11_875_000n }),
    paid(T0 + 2 * HOUR_MS, 4, { amount: 1n }),
  ]);
  expect(history.fundingPayments({ account: 1, ...EVER, limit: 2 })).toEqual({
    rows: [
      {
        paymentId: '4',
        symbol: 'ETH-USDT',
        positionSize: '-1.5',
        fundingRate: '0.0000125',
        payment: '0.00000001',
        at: T0 + 2 * HOUR_MS,
      },
      {
        paymentId: '3',
        symbol: 'BTC-USDT',
        positionSize: '0.1',
        fundingRate: '0.0000125',
        payment: '-0.11875',
        at: T0 + HOUR_MS,
      },
    ],
    received: '0.06187501',
    paid: '0.11875',
    net: '-0.05687499',
    count: 3,
    // 0.18062501 / 3, half to even.
    averageSize: '0.06020834',
  });
  expect(history.fundingPayments({ account: 1, ...EVER, symbol: 'BTC-USDT', limit: 9 })).toMatchObject({ count: 1 });
  expect(history.fundingPayments({ account: AGENT, ...EVER, limit: 9 }).rows).toEqual([]);
});

test('a closed position shows the funding of its life', async () => {
  const open = fill({ order: 1, legs: [leg({})] });
  const close = fill({
    order: 2,
    side: 'sell',
    legs: [leg({ leg: 'close', direction: 'close long', closedPnl: 0n, remaining: 0 })],
  });
  const history = await historyOf([
    placed(T0, { no: 1 }),
    traded(T0, { trade: 1, taker: open }),
    paid(T0 + HOUR_MS, 1, { amount: -500n }),
    paid(T0 + 2 * HOUR_MS, 2, { amount: 120n }),
    placed(T0 + 3 * HOUR_MS, { no: 2, side: 'sell' }),
    traded(T0 + 3 * HOUR_MS, { trade: 2, takerSide: 'sell', maker: agentFill(900, 'buy'), taker: close }),
  ]);
  expect(history.closedPositions({ account: 1, ...EVER })).toMatchObject([
    { positionId: '7', netFunding: '-0.0000038' },
  ]);
});
