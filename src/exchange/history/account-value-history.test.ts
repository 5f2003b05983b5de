import { expect, test } from 'vitest';
import type { EngineEvent } from '../../engine/event.ts';
import { agentFill, fill, historyOf, placed, T0, traded } from './history.test-helper.ts';

const HOUR = 3_600_000;
const USDT = 100_000_000n;
const EVER = { account: 1, from: 0, to: Number.MAX_SAFE_INTEGER };

const deposited = (at: number, account: number, value: bigint): EngineEvent => ({
  type: 'Deposited',
  at,
  account,
  asset: 'USDT',
  amount: value,
  value,
  transfer: 1,
  txHash: '0x',
});
const requested = (at: number, transfer: number, value: bigint): EngineEvent => ({
  type: 'WithdrawalRequested',
  at,
  transfer,
  account: 1,
  asset: 'USDT',
  amount: value,
  fee: 5n * USDT,
  value,
  destination: `0x${'1'.repeat(40)}`,
  requestId: 'w',
  outcome: 'success',
});
const settled = (at: number, transfer: number, outcome: 'success' | 'failed'): EngineEvent => ({
  type: 'WithdrawalSettled',
  at,
  transfer,
  account: 1,
  outcome,
  txHash: null,
});
const transferred = (at: number, from: number, to: number, value: bigint): EngineEvent => ({
  type: 'Transferred',
  at,
  transfer: 9,
  from,
  to,
  asset: 'USDT',
  amount: value,
  value,
});
const sampled = (at: number, ...values: (readonly [number, bigint])[]): EngineEvent => ({
  type: 'ValuesSampled',
  at,
  values: values.map(([account, value]) => ({ account, value })),
});

test('each sample carries what came in and what was traded until then', async () => {
  const history = await historyOf([
    deposited(T0, 1, 100n * USDT),
    sampled(T0 + HOUR, [1, 100n * USDT], [2, 0n]),
    placed(T0 + HOUR + 1, { no: 1 }),
    traded(T0 + HOUR + 1, { trade: 1, maker: agentFill(900, 'sell'), taker: fill({ order: 1 }) }),
    transferred(T0 + HOUR + 2, 1, 2, 30n * USDT),
    sampled(T0 + 2 * HOUR, [1, 69n * USDT], [2, 30n * USDT]),
  ]);
  expect(history.performance(EVER)).toEqual({
    samples: [
      { at: T0 + HOUR, value: '100', inflow: '100', volume: '0' },
      { at: T0 + 2 * HOUR, value: '69', inflow: '70', volume: '3300' },
    ],
    volume: '3300',
  });
  expect(history.performance({ ...EVER, account: 2 })).toEqual({
    samples: [
      { at: T0 + HOUR, value: '0', inflow: '0', volume: '0' },
      { at: T0 + 2 * HOUR, value: '30', inflow: '30', volume: '0' },
    ],
    volume: '0',
  });
});

test('a withdrawal counts as outflow from its request, and is returned when it fails', async () => {
  const history = await historyOf([
    requested(T0, 1, 40n * USDT),
    requested(T0, 2, 7n * USDT),
    sampled(T0 + HOUR, [1, 0n]),
    settled(T0 + HOUR + 1, 1, 'failed'),
    settled(T0 + HOUR + 1, 2, 'success'),
    sampled(T0 + 2 * HOUR, [1, 0n]),
  ]);
  expect(history.performance(EVER).samples.map(({ inflow }) => inflow)).toEqual(['-47', '-7']);
});

test('a window begins with the last sample at or before its start', async () => {
  const history = await historyOf([1, 2, 3, 4].map((hour) => sampled(T0 + hour * HOUR, [1, BigInt(hour) * USDT])));
  const valuesIn = (from: number, to: number): string[] =>
    history.performance({ account: 1, from: T0 + from, to: T0 + to }).samples.map(({ value }) => value);
  expect(valuesIn(2 * HOUR, 3 * HOUR)).toEqual(['2', '3']);
  expect(valuesIn(2 * HOUR + 1, 4 * HOUR - 1)).toEqual(['2', '3']);
  expect(valuesIn(2 * HOUR - 1, 2 * HOUR)).toEqual(['1', '2']);
  expect(valuesIn(HOUR - 1, HOUR)).toEqual(['1']);
  expect(valuesIn(9 * HOUR, 10 * HOUR)).toEqual(['4']);
  expect(valuesIn(0, HOUR - 1)).toEqual([]);
});
