import { type ErrorExamples, refused, within } from '../case.ts';
import { signed } from '../request.ts';
import { BID, ETHER_BID, FIRST_ORDER_ID, IDS, orders, placed, secondOpened } from '../given.ts';

const NAMED = { ...BID, clientOrderId: 'bid' };
const PRICE = 'invalid price';
const QUANTITY = 'invalid quantity';

export const INVALID_VALUE: ErrorExamples = {
  code: 'INVALID_VALUE',
  meaning: 'A number that is well written but not on the grid of its market, or outside what can be traded or moved.',
  cases: [
    {
      cause: 'a price between two ticks',
      request: signed('placeOrders', orders({ ...BID, price: '94000.5' })),
      reply: within('statuses[0]', PRICE),
    },
    {
      cause: 'a price between two ticks of another market',
      request: signed('placeOrders', orders({ ...ETHER_BID, price: '3200.05' })),
      reply: within('statuses[0]', PRICE),
    },
    {
      cause: 'a price below the least one',
      request: signed('placeOrders', orders({ ...ETHER_BID, price: '0.01' })),
      reply: within('statuses[0]', PRICE),
    },
    {
      cause: 'a quantity between two lots',
      request: signed('placeOrders', orders({ ...BID, quantity: '0.010001' })),
      reply: within('statuses[0]', QUANTITY),
    },
    {
      cause: 'more than a limit order may ask for',
      request: signed('placeOrders', orders({ ...BID, quantity: '100.00001' })),
      reply: within('statuses[0]', QUANTITY),
    },
    {
      cause: 'more than a market order may ask for',
      request: signed(
        'placeOrders',
        orders({ symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '10.00001' }),
      ),
      reply: within('statuses[0]', QUANTITY),
    },
    {
      cause: 'the second order of two; the first one is placed',
      request: signed('placeOrders', orders(BID, { ...BID, price: '93999.9' })),
      reply: within('statuses[1]', PRICE),
    },
    {
      cause: 'a TWAP with a limit between two ticks',
      request: signed('placeOrders', {
        orders: [
          {
            symbol: 'BTC-USDT',
            side: 'buy',
            orderType: 'twap',
            price: '95000.5',
            quantity: '0.5',
            durationSeconds: 300,
            intervalSeconds: 10,
          },
        ],
        grouping: 'twap',
      }),
      reply: within('statuses[0]', PRICE),
    },
    {
      cause: 'a resting order is moved between two ticks',
      given: [placed(NAMED)],
      request: signed('modifyOrder', { clientOrderId: 'bid', price: '94000.5' }),
      reply: within('.', PRICE),
    },
    {
      cause: 'a resting order is resized between two lots',
      given: [placed(NAMED)],
      request: signed('modifyOrder', { clientOrderId: 'bid', quantity: '0.010001' }),
      reply: within('.', QUANTITY),
    },
    {
      cause: 'a batch of changes moves an order between two ticks',
      given: [placed(BID)],
      request: signed('modifyOrderBatch', { orders: [{ orderId: FIRST_ORDER_ID, price: '93000.1' }] }),
      reply: within('[0]', PRICE),
    },
    {
      cause: 'an isolated order between two lots',
      request: signed('placeIsolatedOrder', {
        order: { ...BID, quantity: '0.010001' },
        leverage: '10',
        isolatedMargin: '200',
      }),
      reply: within('statuses[0]', QUANTITY),
    },
    {
      cause: 'a transfer of nothing to a second subaccount',
      given: [secondOpened],
      request: signed('transferCollateral', { to: IDS.opened, symbol: 'USDT', amount: '0' }),
      reply: refused(400, 'amount must be a positive value'),
    },
    {
      cause: 'a transfer of less than nothing to a second subaccount',
      given: [secondOpened],
      request: signed('transferCollateral', { to: IDS.opened, symbol: 'WETH', amount: '-1' }),
      reply: refused(400, 'amount must be a positive value'),
    },
  ],
};
