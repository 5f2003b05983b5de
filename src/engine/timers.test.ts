import { expect, test } from 'vitest';
import { checkInvariants } from './invariants.ts';
import { TestVenue } from './venue.test-helper.ts';

const DAY_MS = 86_400_000;

// A timer that stays behind would be kept until it is due: a day of orders with an expiry a year ahead would never be
// forgotten.
test.each<[string, (venue: TestVenue) => void]>([
  [
    'an order with an expiry that is cancelled',
    (venue) => {
      const expiresAt = venue.engine.state.now + 300 * DAY_MS;
      const no = venue.engine.state.counters.order;
      venue.place(0, 'buy', '0.1', '94000', { orderType: 'limitGtd', expiresAt });
      venue.run({ type: 'CancelOrder', account: 0, order: { no } });
    },
  ],
  [
    'an order with an expiry that fills',
    (venue) => {
      const expiresAt = venue.engine.state.now + 300 * DAY_MS;
      venue.place(0, 'buy', '0.1', '95000', { orderType: 'limitGtd', expiresAt });
      venue.place(1, 'sell', '0.1', '95000');
      venue.place(1, 'buy', '0.1', '95000');
      venue.place(0, 'sell', '0.1', '95000');
    },
  ],
  [
    'an order with an expiry that expires',
    (venue) => {
      const expiresAt = venue.engine.state.now + 5_000;
      venue.place(0, 'buy', '0.1', '94000', { orderType: 'limitGtd', expiresAt });
      venue.advance(5_000);
    },
  ],
  [
    'a TWAP that is cancelled',
    (venue) => {
      const no = venue.engine.state.counters.order;
      placeTwap(venue);
      venue.run({ type: 'CancelOrder', account: 0, order: { no } });
    },
  ],
  [
    'a scheduled cancel that is put off again and again, and taken back',
    (venue) => {
      for (let beat = 0; beat < 50; beat += 1)
        venue.run({ type: 'ScheduleCancel', account: 0, timeoutMs: DAY_MS + beat });
      venue.run({ type: 'ScheduleCancel', account: 0, timeoutMs: 0 });
    },
  ],
])('%s leaves no timer behind', (_what, act) => {
  const venue = new TestVenue();
  const before = venue.engine.state.timers.size;
  for (let time = 0; time < 3; time += 1) act(venue);
  checkInvariants(venue.engine.state);
  expect(venue.engine.state.timers.size).toBe(before);
  expect(venue.engine.state.orders.size).toBe(0);
});

function placeTwap(venue: TestVenue): void {
  const { refusal } = venue.run({
    type: 'PlaceTwap',
    account: 0,
    symbol: 'BTC-USDT',
    side: 'buy',
    price: '94000',
    quantity: '1',
    reduceOnly: false,
    clientId: '',
    source: '',
    chunks: 10,
    intervalMs: 30_000,
    sizeVarianceBps: 0,
    intervalVarianceBps: 0,
  });
  expect(refusal).toBeNull();
}
