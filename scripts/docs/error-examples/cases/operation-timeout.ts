import { type ErrorExamples, refused, within } from '../case.ts';
import { open, signed } from '../request.ts';
import { BID, ETHER_BID, FIRST_ORDER_ID, IDS, orders, placed, secondOpened, struck, WALLETS } from '../given.ts';

const TEXT = 'context timeout';
const LATE = refused(503, TEXT);
const TIMEOUT = struck({ effect: { kind: 'timeout' } });

export const OPERATION_TIMEOUT: ErrorExamples = {
  code: 'OPERATION_TIMEOUT',
  meaning:
    'The exchange took too long, which it does here when an [injected fault](faults.md) has it be slow. Nothing was done; the nonce is spent, so a second try takes another.',
  cases: [
    { cause: 'an order is to be placed', given: [TIMEOUT], request: signed('placeOrders', orders(BID)), reply: LATE },
    {
      cause: 'one order of two takes too long, and the other is placed',
      given: [struck({ match: { item: 1 }, effect: { kind: 'reject', code: 'OPERATION_TIMEOUT' } })],
      request: signed('placeOrders', orders(BID, ETHER_BID)),
      reply: within('statuses[1]', TEXT),
    },
    {
      cause: 'an order is to be cancelled',
      given: [placed(BID), TIMEOUT],
      request: signed('cancelOrders', { orderIds: [FIRST_ORDER_ID] }),
      reply: LATE,
    },
    {
      cause: 'all orders are to be cancelled',
      given: [placed(BID), TIMEOUT],
      request: signed('cancelAllOrders', { symbols: ['BTC-USDT'] }),
      reply: LATE,
    },
    {
      cause: 'an order is to be changed',
      given: [placed(BID), TIMEOUT],
      request: signed('modifyOrder', { orderId: FIRST_ORDER_ID, price: '94500' }),
      reply: LATE,
    },
    {
      cause: 'leverage is to be set',
      given: [TIMEOUT],
      request: signed('updateLeverage', { symbol: 'BTC-USDT', leverage: '5' }),
      reply: LATE,
    },
    {
      cause: 'collateral is to be transferred',
      given: [secondOpened, TIMEOUT],
      request: signed('transferCollateral', { to: IDS.opened, symbol: 'USDT', amount: '5' }),
      reply: LATE,
    },
    {
      cause: 'a signer is to be added',
      given: [TIMEOUT],
      request: signed('addDelegatedSigner', { walletAddress: WALLETS.session, permissions: ['session'] }),
      reply: LATE,
    },
    { cause: 'positions are asked for', given: [TIMEOUT], request: signed('getPositions'), reply: LATE },
    { cause: 'open orders are asked for', given: [TIMEOUT], request: signed('getOpenOrders'), reply: LATE },
    { cause: 'markets are asked for', given: [TIMEOUT], request: open('getMarkets'), reply: LATE },
  ],
};
