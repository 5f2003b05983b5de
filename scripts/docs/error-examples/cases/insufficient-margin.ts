import { type ErrorExamples, refused, within } from '../case.ts';
import { signed } from '../request.ts';
import { BID, ETHER_BID, FIRST_ORDER_ID, IDS, LARGE_BID, orders, placed, secondOpened, sent } from '../given.ts';

const TEXT = 'insufficient margin';
const LARGE_ETHER = { ...ETHER_BID, quantity: '3000' };
const ISOLATED = { ...BID, quantity: '0.1' };
/** A tenth of a bitcoin, bought from the ladder at leverage 20 with 500 USDT of its own. */
const isolatedPosition = sent('placeIsolatedOrder', {
  order: { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' },
  leverage: '20',
  isolatedMargin: '500',
});

export const INSUFFICIENT_MARGIN: ErrorExamples = {
  code: 'INSUFFICIENT_MARGIN',
  meaning: 'Positions and orders would need more margin than there is for them.',
  cases: [
    {
      cause: 'a bid beside another one that takes most of the margin',
      given: [placed(LARGE_BID)],
      request: signed('placeOrders', orders(LARGE_ETHER)),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'an offer beside such a bid',
      given: [placed(LARGE_BID)],
      request: signed('placeOrders', orders({ ...LARGE_ETHER, side: 'sell', price: '3310' })),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'the second order of two; the first one is placed',
      request: signed('placeOrders', orders(LARGE_BID, LARGE_ETHER)),
      reply: within('statuses[1]', TEXT),
    },
    {
      cause: 'a market order at leverage 1 beside such a bid',
      given: [placed(LARGE_BID), sent('updateLeverage', { symbol: 'ETH-USDT', leverage: '1' })],
      request: signed('placeOrders', orders({ symbol: 'ETH-USDT', side: 'buy', orderType: 'market', quantity: '200' })),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'a TWAP larger than the account',
      request: signed('placeOrders', {
        orders: [
          {
            symbol: 'ETH-USDT',
            side: 'buy',
            orderType: 'twap',
            quantity: '9000',
            durationSeconds: 300,
            intervalSeconds: 10,
          },
        ],
        grouping: 'twap',
      }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'a resting order is made larger than the account can bear',
      given: [placed({ ...ETHER_BID, quantity: '2000' }, { ...BID, clientOrderId: 'bid' })],
      request: signed('modifyOrder', { clientOrderId: 'bid', quantity: '100' }),
      reply: within('.', TEXT),
    },
    {
      cause: 'the same in a batch of changes',
      given: [placed(BID, { ...ETHER_BID, quantity: '2000' })],
      request: signed('modifyOrderBatch', { orders: [{ orderId: FIRST_ORDER_ID, quantity: '100' }] }),
      reply: within('[0]', TEXT),
    },
    {
      cause: 'lower leverage than the open orders can bear',
      given: [placed(LARGE_BID)],
      request: signed('updateLeverage', { symbol: 'BTC-USDT', leverage: '5' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'lower leverage than a position can bear',
      given: [placed({ ...LARGE_BID, price: '95200', quantity: '18' })],
      request: signed('updateLeverage', { symbol: 'BTC-USDT', leverage: '1' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'an isolated order with less margin than it needs',
      request: signed('placeIsolatedOrder', { order: ISOLATED, leverage: '20', isolatedMargin: '474.999999' }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'an isolated order with more margin than the balance',
      request: signed('placeIsolatedOrder', { order: ISOLATED, leverage: '20', isolatedMargin: '1000000.000001' }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'more for an isolated position than the balance',
      given: [isolatedPosition],
      request: signed('updateIsolatedMargin', { symbol: 'BTC-USDT', marginDelta: '1000000' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'an isolated position would keep less than it needs',
      given: [isolatedPosition],
      request: signed('updateIsolatedMargin', { symbol: 'BTC-USDT', marginDelta: '-100' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'a transfer of more than the subaccount holds',
      given: [secondOpened],
      request: signed('transferCollateral', { to: IDS.opened, symbol: 'USDT', amount: '1000000.000001' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'a transfer of what an open order needs',
      given: [secondOpened, placed(LARGE_BID)],
      request: signed('transferCollateral', { to: IDS.opened, symbol: 'USDT', amount: '500000' }),
      reply: refused(400, TEXT),
    },
  ],
};
