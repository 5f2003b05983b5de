import { expect, test } from 'vitest';
import { Value } from '@sinclair/typebox/value';
import { OrderRecords } from '../../contract/orders/order-record.ts';
import { ALL, cancelled, fill, historyOf, leg, placed, T0, traded } from './history.test-helper.ts';

// The database writes these texts, and a response takes them as they are: names, order and spaces are those of the wire.

test('a placed order is one record with all its facts, and leaves out what it has not', async () => {
  const history = await historyOf([
    placed(T0, { no: 1, clientId: 'my-1', side: 'sell', orderType: 'limitGtd', timeInForce: 'GTD', postOnly: true }),
  ]);
  expect(history.orderRecords(ALL).text).toBe(
    '[{"order":{"venueId":"1948058938469519361","clientId":"my-1"},"orderId":"1948058938469519361","symbol":"ETH-USDT",' +
      '"side":"sell","type":"LIMIT","status":"placed","quantity":"1","price":"3300.0","filledPrice":"",' +
      '"filledQuantity":"0","triggerPrice":"","triggerPriceType":"mark","timeInForce":"GTD","reduceOnly":false,' +
      '"postOnly":true,"triggeredByLiquidation":false,"closePosition":false,"createdTime":1767614400000,' +
      '"updatedTime":1767614400000,"updateTime":1767614400000,"cumulative_filled_quantity":"0",' +
      '"cumulative_filled_value":"0","position_id":null,"legs":null}]',
  );
});

test('an expired order that was placed with both others has every optional field in its place', async () => {
  const trigger = { price: 32_000, priceType: 'last', direction: 'below' } as const;
  const group = {
    role: 'main',
    takeProfit: { no: 2, clientId: 'tp' },
    stopLoss: { no: 3, clientId: '' },
  } as const;
  const history = await historyOf([
    placed(T0, { no: 1, expiresAt: T0 + 9, trigger: trigger as never, group: group, closePosition: true }),
    cancelled(T0 + 9, 1, 'expired'),
  ]);
  const [record = ''] = history.orderRecords({ ...ALL, limit: 1 }).text.split('\n');
  expect(record).toBe(
    '[{"order":{"venueId":"1948058938469519361","clientId":""},"orderId":"1948058938469519361","symbol":"ETH-USDT",' +
      '"side":"buy","type":"LIMIT","status":"cancelled","quantity":"1","price":"3300.0","filledPrice":"",' +
      '"filledQuantity":"0","triggerPrice":"3200.0","triggerPriceType":"last","timeInForce":"GTC","reduceOnly":false,' +
      '"postOnly":false,"triggeredByLiquidation":false,"closePosition":true,"createdTime":1767614400000,' +
      '"updatedTime":1767614400009,"updateTime":1767614400009,"expiresAt":1767614400009,"cancelReason":"EXPIRED",' +
      '"cancelledAt":1767614400009,"cumulative_filled_quantity":"0","cumulative_filled_value":"0","position_id":null,' +
      '"legs":null,"takeProfitOrder":{"venueId":"1948058938469519362","clientId":"tp"},' +
      '"tpOrder":{"venueId":"1948058938469519362","clientId":"tp"},"takeProfitOrderId":"1948058938469519362",' +
      '"stopLossOrder":{"venueId":"1948058938469519363","clientId":""},' +
      '"slOrder":{"venueId":"1948058938469519363","clientId":""},"stopLossOrderId":"1948058938469519363"}]',
  );
});

test('an order that turned a position around has its legs, and a trimmed one what still works of it', async () => {
  const history = await historyOf([
    placed(T0, { no: 2, side: 'sell' }),
    traded(T0, { trade: 8, taker: fill({ order: 2, side: 'sell', legs: [leg({ direction: 'open short' })] }) }),
    placed(T0, { no: 1 }),
    {
      type: 'OrderModified',
      at: T0 + 1,
      order: 1,
      price: 0,
      quantity: 10_000,
      trimmed: 4_000,
      triggerPrice: null,
      keepsPlace: true,
      rests: false,
      cause: 'user',
    },
    traded(T0 + 2, {
      trade: 9,
      taker: fill({
        order: 1,
        legs: [
          leg({ leg: 'close', direction: 'close short', quantity: 4_000, remaining: 0, entryCost: -330_000_000_000n }),
          leg({ position: 8, quantity: 6_000, entryLots: 6_000, entryCost: 198_000_000_000n }),
        ],
      }),
    }),
  ]);
  const records = history.orderRecords(ALL);
  expect([...Value.Errors(OrderRecords, records.value())]).toEqual([]);
  expect(records.text).toContain('"status":"modified","quantity":"1","remainingQuantity":"0.6","price":"3300.0"');
  expect(records.text).toContain(
    '"position_id":"8","legs":[{"id":"38","position_id":"7","leg_type":"close","direction":"close short","quantity":"0.4",',
  );
});

test('a trade is one record in the order of the contract', async () => {
  const history = await historyOf([placed(T0, { no: 1, clientId: 'a' }), traded(T0 + 1, { trade: 12 })]);
  const { records, total } = history.tradeRecords({ ...ALL, limit: 10, offset: 0 });
  expect(total).toBe(1);
  expect(records?.text).toBe(
    '[{"tradeId":"12","order":{"venueId":"1948058938469519361","clientId":"a"},"orderId":"1948058938469519361",' +
      '"orderType":"limit","symbol":"ETH-USDT","side":"buy","direction":"open long","price":"3300.0","quantity":"1",' +
      '"realizedPnl":"0","fee":"0.66","feeRate":"0.0002","markPrice":"3301.5","entryPrice":"3300.000",' +
      '"timestamp":1767614400001,"maker":false,"reduceOnly":false,"postOnly":false,"triggeredByLiquidation":false}]',
  );
});

test('a page of orders begins after its offset, also among those that filters leave', async () => {
  const history = await historyOf(
    [1, 2, 3, 4].map((no) => placed(T0 + no, { no, clientId: `c${no}`, side: no === 2 ? 'sell' : 'buy' })),
  );
  const idsOf = (query: object) => history.orderHistory({ ...ALL, ...query }).map(({ clientId }) => clientId);
  expect(idsOf({ limit: 2 })).toEqual(['c4', 'c3']);
  expect(idsOf({ limit: 2, offset: 2 })).toEqual(['c2', 'c1']);
  expect(idsOf({ offset: 3 })).toEqual(['c1']);
  expect(idsOf({ offset: 4 })).toEqual([]);
  expect(idsOf({ limit: 1, offset: 2, side: 'buy' })).toEqual(['c1']);
});
