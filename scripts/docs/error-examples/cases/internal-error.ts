import { type ErrorExamples, refused } from '../case.ts';
import { open, signed } from '../request.ts';
import { BID, FIRST_ORDER_ID, IDS, orders, placed, secondOpened, struck, WALLETS } from '../given.ts';

const failed = (message: string) => refused(500, message);
const FAILURE = struck({ effect: { kind: 'failure' } });

export const INTERNAL_ERROR: ErrorExamples = {
  code: 'INTERNAL_ERROR',
  meaning:
    'The exchange failed, which it does here when an [injected fault](faults.md) has it fail. The text is that of the action and says no more; nothing was done.',
  cases: [
    {
      cause: 'an order is to be placed',
      given: [FAILURE],
      request: signed('placeOrders', orders(BID)),
      reply: failed('Failed to place orders'),
    },
    {
      cause: 'an order is to be cancelled',
      given: [placed(BID), FAILURE],
      request: signed('cancelOrders', { orderIds: [FIRST_ORDER_ID] }),
      reply: failed('Failed to cancel orders'),
    },
    {
      cause: 'all orders are to be cancelled',
      given: [placed(BID), FAILURE],
      request: signed('cancelAllOrders', { symbols: ['*'] }),
      reply: failed('Failed to cancel all orders'),
    },
    {
      cause: 'an order is to be changed',
      given: [placed(BID), FAILURE],
      request: signed('modifyOrder', { orderId: FIRST_ORDER_ID, price: '94500' }),
      reply: failed('Failed to modify order'),
    },
    {
      cause: 'a transfer fails while it is carried out; getTransfers lists it as failed',
      given: [secondOpened, struck({ effect: { kind: 'transferFails', errorMessage: 'ledger is offline' } })],
      request: signed('transferCollateral', { to: IDS.opened, symbol: 'USDT', amount: '5' }),
      reply: failed('Internal server error'),
    },
    {
      cause: 'a subaccount is to be opened',
      given: [FAILURE],
      request: signed('createSubaccount', { name: 'second' }),
      reply: failed('Internal server error'),
    },
    {
      cause: 'positions are asked for',
      given: [FAILURE],
      request: signed('getPositions'),
      reply: failed('Failed to get positions'),
    },
    {
      cause: 'balance updates are asked for',
      given: [FAILURE],
      request: signed('getBalanceUpdates'),
      reply: failed('Failed to retrieve balance updates'),
    },
    {
      cause: 'transfers are asked for',
      given: [FAILURE],
      request: signed('getTransfers'),
      reply: failed('failed to get transfers'),
    },
    {
      cause: 'the configuration of markets cannot be read',
      given: [struck({ effect: { kind: 'outage', of: 'marketConfiguration' } })],
      request: open('getMids'),
      reply: failed('Could not pull market configuration'),
    },
    {
      cause: 'a look at the whitelist fails',
      given: [struck({ effect: { kind: 'outage', of: 'whitelistLookup' } })],
      request: open('getIsWhitelisted', { walletAddress: WALLETS.owner }),
      reply: failed('Failed to obtain whitelist arbitration'),
    },
    {
      cause: 'the whitelist is not there when a second order is to be placed',
      given: [placed(BID), struck({ effect: { kind: 'outage', of: 'whitelist' } })],
      request: signed('placeOrders', orders({ ...BID, price: '93000' })),
      reply: failed('failed to obtain whitelist arbitration'),
    },
  ],
};
