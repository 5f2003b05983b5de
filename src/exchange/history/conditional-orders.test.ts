import { expect, test } from 'vitest';
import { ALL, cancelled, historyOf, placed, T0, traded, fill } from './history.test-helper.ts';

const TRIGGER = { price: 32_500, priceType: 'last', direction: 'falling' } as const;
const STOP = {
  side: 'sell',
  orderType: 'triggerSl',
  kind: 'stopMarket',
  price: 0,
  reduceOnly: true,
  trigger: TRIGGER,
} as const;

test('a conditional order that fires is placed once more; one that closes the position with what it took', async () => {
  const history = await historyOf([
    placed(T0, { no: 1, ...STOP, quantity: 0, closePosition: true }),
    { type: 'OrderTriggered', at: T0 + 5, order: 1, price: 32_400, quantity: 10_000, trimmed: 0 },
    traded(T0 + 5, { trade: 1, taker: fill({ order: 1, side: 'sell' }) }),
  ]);
  const rows = history.orderHistory(ALL);
  expect(rows.map(({ status, quantity, updatedTime }) => [status, quantity, updatedTime - T0])).toEqual([
    ['filled', '1', 5],
    ['placed', '1', 5],
    ['placed', '0', 0],
  ]);
  expect(rows[0]).toMatchObject({
    type: 'STOP_LOSS',
    price: '',
    triggerPrice: '3250.0',
    triggerPriceType: 'last',
    closePosition: true,
  });
  const [trade] = history.trades({ ...ALL, limit: 10, offset: 0 }).rows;
  expect(trade?.orderType).toBe('stopMarket');
});

// the position took 0.4 of the 1 that was asked for.
test('a fired order keeps its quantity, and ends as cancelled when its position took less', async () => {
  const part = { order: 1, side: 'sell', filled: 4_000, filledValue: 130_000_000_000n, complete: false } as const;
  const history = await historyOf([
    placed(T0, { no: 1, ...STOP }),
    { type: 'OrderTriggered', at: T0 + 5, order: 1, price: 32_400, quantity: 10_000, trimmed: 6_000 },
    traded(T0 + 5, { trade: 1, taker: fill(part) }),
    cancelled(T0 + 5, 1, 'reduce_only'),
  ]);
  const rows = history.orderHistory(ALL);
  expect(rows.map((row) => [row.status, row.quantity, row.filledQuantity, row.remainingQuantity])).toEqual([
    ['cancelled', '1', '0.4', null],
    ['partially filled', '1', '0.4', '0'],
    ['placed', '1', '0', '0.4'],
    ['placed', '1', '0', null],
  ]);
  expect(rows[0]?.cancelReason).toBe('REDUCE_ONLY_POSITION_CLOSED');
});

test('a modify moves the trigger from then on and leaves a market order without a price', async () => {
  const history = await historyOf([
    placed(T0, { no: 1, ...STOP }),
    {
      type: 'OrderModified',
      at: T0 + 1,
      order: 1,
      price: 0,
      quantity: 10_000,
      trimmed: 0,
      triggerPrice: 32_000,
      keepsPlace: false,
      rests: false,
      cause: 'user',
    },
  ]);
  expect(history.orderHistory(ALL).map(({ status, price, triggerPrice }) => [status, price, triggerPrice])).toEqual([
    ['modified', '', '3200.0'],
    ['placed', '', '3250.0'],
  ]);
});

test('each rule that ends a conditional order has its own reason', async () => {
  const causes = ['sibling', 'position_closed', 'main_cancelled', 'no_position'] as const;
  const history = await historyOf(
    causes.flatMap((cause, no) => [placed(T0, { no, ...STOP }), cancelled(T0 + no, no, cause)]),
  );
  const ended = history.orderHistory({ ...ALL, statuses: ['cancelled'] });
  expect(ended.map(({ cancelReason, cancelledAt }) => [cancelReason, (cancelledAt ?? 0) - T0])).toEqual([
    ['NO_POSITION', 3],
    ['MAIN_ORDER_CANCELLED', 2],
    ['POSITION_CLOSED', 1],
    ['SIBLING_TRIGGERED', 0],
  ]);
});

test('a main order names what it was placed with, its children nothing', async () => {
  const history = await historyOf([
    placed(T0, {
      no: 1,
      group: { role: 'main', takeProfit: { no: 2, clientId: 'take' }, stopLoss: null },
    }),
    placed(T0, { no: 2, ...STOP, group: { role: 'child', group: 1, pair: 0, main: 1, position: null } }),
  ]);
  expect(history.orderHistory(ALL).map(({ takeProfit, stopLoss }) => [takeProfit, stopLoss])).toEqual([
    [null, null],
    [{ venueId: '1948058938469519362', clientId: 'take' }, null],
  ]);
});
