import { type ErrorExamples, refused, within } from '../case.ts';
import { signed } from '../request.ts';
import { BID, ETHER_BID, FIRST_ORDER_ID, passed, placed, sent, START_MS } from '../given.ts';

const NAMED = { ...BID, clientOrderId: 'bid' };
const TEXT = 'order not found';
/** Bought from the ladder at once. */
const TAKEN = { ...NAMED, price: '95010' };

export const ORDER_NOT_FOUND: ErrorExamples = {
  code: 'ORDER_NOT_FOUND',
  meaning: 'No live order of this subaccount has the id, or nothing is there to cancel.',
  cases: [
    {
      cause: 'an id that was never given',
      request: signed('cancelOrders', { orderIds: ['5'] }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'a client id that was never given',
      request: signed('cancelOrders', { clientOrderIds: ['unknown'] }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'the order is of another subaccount',
      given: [placed(BID)],
      request: signed('cancelOrders', { orderIds: [FIRST_ORDER_ID] }, { by: 'stranger' }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'the order has filled',
      given: [placed(TAKEN)],
      request: signed('cancelOrders', { clientOrderIds: ['bid'] }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'the order is cancelled already',
      given: [placed(BID), sent('cancelOrders', { orderIds: [FIRST_ORDER_ID] })],
      request: signed('cancelOrders', { orderIds: [FIRST_ORDER_ID] }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'the order has expired',
      given: [
        placed({ ...NAMED, orderType: 'limitGtd', expiresAt: START_MS / 1000 + 60, clientOrderId: 'brief' }),
        passed(60_000),
      ],
      request: signed('cancelOrders', { clientOrderIds: ['brief'] }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'the second id of two; the first order is cancelled',
      given: [placed(NAMED)],
      request: signed('cancelOrders', { clientOrderIds: ['bid', 'ask'] }),
      reply: within('statuses[1]', TEXT),
    },
    {
      cause: 'a change of an order that was never placed',
      request: signed('modifyOrder', { orderId: '5', price: '94500' }),
      reply: within('.', TEXT),
    },
    {
      cause: 'a change by a client id that was never given',
      request: signed('modifyOrder', { clientOrderId: 'unknown', quantity: '0.02' }),
      reply: within('.', TEXT),
    },
    {
      cause: 'a change of an order that has filled',
      given: [placed(TAKEN)],
      request: signed('modifyOrder', { clientOrderId: 'bid', price: '94500' }),
      reply: within('.', TEXT),
    },
    {
      cause: "a change of another subaccount's order",
      given: [placed(BID)],
      request: signed('modifyOrder', { orderId: FIRST_ORDER_ID, price: '94500' }, { by: 'stranger' }),
      reply: within('.', TEXT),
    },
    {
      cause: 'the second change of two; the first one is made',
      given: [placed(BID)],
      request: signed('modifyOrderBatch', {
        orders: [
          { orderId: FIRST_ORDER_ID, price: '94500' },
          { orderId: '6', price: '94500' },
        ],
      }),
      reply: within('[1]', TEXT),
    },
    {
      cause: 'no orders at all',
      request: signed('cancelAllOrders', { symbols: ['*'] }),
      reply: refused(404, 'no orders found'),
    },
    {
      cause: 'no orders in that market, though there are in another',
      given: [placed(ETHER_BID)],
      request: signed('cancelAllOrders', { symbols: ['BTC-USDT'] }),
      reply: refused(404, 'no orders found'),
    },
  ],
};
