import { describe, expect, test } from 'vitest';
import { TestVenue } from '../venue.test-helper.ts';

const START = 1_767_571_200_000;

const schedule = (venue: TestVenue, timeoutMs: number, account = 0) =>
  venue.run({ type: 'ScheduleCancel', account, timeoutMs });

describe('the dead-man switch', () => {
  test('cancels every open order of its subaccount in every market when its time comes, and disarms', () => {
    const venue = new TestVenue();
    venue.place(0, 'buy', '0.1', '94000');
    venue.place(1, 'buy', '0.1', '94000');
    venue.place(0, 'sell', '0.1', '96000');
    venue.place(0, 'buy', '1', '3200', { symbol: 'ETH-USDT' });
    schedule(venue, 5_000);
    expect(venue.account(0).cancelAt).toBe(START + 5_000);
    venue.advance(4_999);
    expect(venue.account(0).liveOrders).toBe(3);
    const { events } = venue.engine.apply({ kind: 'clock', at: START + 5_000 });
    expect(events.flatMap((event) => (event.type === 'OrderCancelled' ? [[event.order, event.cause]] : []))).toEqual([
      [0, 'scheduled'],
      [2, 'scheduled'],
      [3, 'scheduled'],
    ]);
    expect(venue.account(0)).toMatchObject({ liveOrders: 0, cancelAt: null });
    expect(venue.account(1).liveOrders).toBe(1);
    venue.place(0, 'buy', '0.1', '94000');
    venue.advance(60_000);
    expect(venue.account(0).liveOrders).toBe(1);
  });

  test('is moved by a later call, earlier or later', () => {
    const venue = new TestVenue();
    venue.place(0, 'buy', '0.1', '94000');
    schedule(venue, 10_000);
    venue.advance(9_999);
    schedule(venue, 10_000);
    venue.advance(9_999);
    expect(venue.account(0).liveOrders).toBe(1);
    schedule(venue, 5_000);
    venue.advance(5_000);
    expect(venue.account(0).liveOrders).toBe(0);
  });

  test('set twice at one moment fires once', () => {
    const venue = new TestVenue();
    schedule(venue, 5_000);
    schedule(venue, 5_000);
    const { events } = venue.engine.apply({ kind: 'clock', at: START + 5_000 });
    expect(events.filter((event) => event.type === 'CancelScheduled')).toHaveLength(1);
  });

  test('is disarmed by 0', () => {
    const venue = new TestVenue();
    venue.place(0, 'buy', '0.1', '94000');
    schedule(venue, 5_000);
    schedule(venue, 0);
    expect(venue.account(0).cancelAt).toBeNull();
    venue.advance(60_000);
    expect(venue.account(0).liveOrders).toBe(1);
  });

  test('cancels a TWAP parent before its next chunk is sent', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '2', '95000');
    const terms = { chunks: 10, intervalMs: 30_000, sizeVarianceBps: 0, intervalVarianceBps: 0 };
    const order = { account: 0, symbol: 'BTC-USDT', side: 'buy', price: '', quantity: '1' } as const;
    venue.run({ type: 'PlaceTwap', ...order, ...terms, reduceOnly: false, clientId: '', source: '' });
    schedule(venue, 30_000);
    venue.advance(60_000);
    expect(venue.account(0).liveOrders).toBe(0);
    expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(10_000);
  });
});
