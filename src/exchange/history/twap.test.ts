import { expect, test } from 'vitest';
import type { EngineEvent } from '../../engine/event.ts';
import { cancelled, historyOf, placed, T0 } from './history.test-helper.ts';

const plan = { chunks: 2, chunkLots: 5_000, intervalMs: 30_000, sizeVarianceBps: 0, intervalVarianceBps: 0 };
const parent = { no: 1, orderType: 'twap', kind: 'twap', price: 0, twap: plan } as const;
const all = { account: 1, from: 0, to: T0 + 1_000_000, type: 'TWAP' } as const;

const filled = (at: number, lots: number, complete: boolean): EngineEvent => ({
  type: 'TwapFilled',
  at,
  order: 1,
  child: 2,
  filled: lots,
  filledValue: BigInt(lots) * 33_000_000n,
  fees: 0n,
  filledChunks: 1,
  position: 7,
  complete,
});

test('a TWAP parent shows the totals of its chunks, and no price', async () => {
  const history = await historyOf([placed(T0, parent), filled(T0, 5_000, false), filled(T0 + 30_000, 10_000, true)]);
  const rows = history.orderHistory(all);
  expect(rows.map((row) => [row.status, row.filledQuantity, row.cumulativeFilledValue, row.positionId])).toEqual([
    ['filled', '1', '3300', '7'],
    ['partially filled', '0.5', '1650', '7'],
    ['placed', '0', '0', null],
  ]);
  expect(rows[0]).toMatchObject({ type: 'TWAP', price: '', filledPrice: '3300.000', updatedTime: T0 + 30_000 });
});

test('one that ends before it is whole is cancelled with what it filled', async () => {
  const history = await historyOf([placed(T0, parent), filled(T0, 5_000, false), cancelled(T0 + 1, 1, 'twap_ended')]);
  expect(history.orderHistory(all)[0]).toMatchObject({
    status: 'cancelled',
    filledQuantity: '0.5',
    cancelReason: 'TWAP_ENDED',
    cancelledAt: T0 + 1,
  });
});
