import { type ErrorExamples, refused } from '../case.ts';
import { post, signed } from '../request.ts';
import { BID, orders, WALLETS } from '../given.ts';

const NO_NONCE = refused(400, 'nonce is required for this operation');

export const MISSING_REQUIRED_FIELD: ErrorExamples = {
  code: 'MISSING_REQUIRED_FIELD',
  meaning:
    'The request lacks `params`, an action, or the nonce of a write. Other missing fields have codes of their own.',
  cases: [
    {
      cause: 'an empty object to the trade surface',
      request: post('/trade', '{}'),
      reply: refused(400, 'params is required'),
    },
    {
      cause: 'null in place of the params',
      request: post('/trade', '{"params":null}'),
      reply: refused(400, 'params is required'),
    },
    {
      cause: 'the fields of a trade request stand at the top',
      request: post('/trade', '{"action":"getPositions","subAccountId":"1867542890123456789"}'),
      reply: refused(400, 'params is required'),
    },
    {
      cause: 'an empty object to the info surface',
      request: post('/info', '{}'),
      reply: refused(400, 'params is required'),
    },
    {
      cause: 'params without an action',
      request: post('/trade', '{"params":{"subAccountId":"1867542890123456789"}}'),
      reply: refused(400, 'action is required'),
    },
    {
      cause: 'a public request without an action',
      request: post('/info', '{"params":{"symbol":"BTC-USDT"}}'),
      reply: refused(400, 'action is required'),
    },
    {
      cause: 'an empty action',
      request: post('/info', '{"params":{"action":""}}'),
      reply: refused(400, 'action is required'),
    },
    {
      cause: 'null for an action',
      request: post('/trade', '{"params":{"action":null}}'),
      reply: refused(400, 'action is required'),
    },
    {
      cause: 'a placement without a nonce',
      request: signed('placeOrders', orders(BID), { nonce: null }),
      reply: NO_NONCE,
    },
    {
      cause: 'a cancel without a nonce',
      request: signed('cancelOrders', { orderIds: ['5'] }, { nonce: null }),
      reply: NO_NONCE,
    },
    {
      cause: 'a change without a nonce',
      request: signed('modifyOrder', { orderId: '5', price: '94500' }, { nonce: null }),
      reply: NO_NONCE,
    },
    {
      cause: 'a nonce of 0 is none',
      request: signed('cancelAllOrders', { symbols: ['*'] }, { nonce: 0 }),
      reply: NO_NONCE,
    },
    {
      cause: 'leverage without a nonce',
      request: signed('updateLeverage', { symbol: 'BTC-USDT', leverage: '5' }, { nonce: null }),
      reply: NO_NONCE,
    },
    {
      cause: 'a delegation without a nonce',
      request: signed(
        'addDelegatedSigner',
        { walletAddress: WALLETS.session, permissions: ['session'] },
        { nonce: null },
      ),
      reply: NO_NONCE,
    },
    {
      cause: 'a withdrawal without a nonce',
      request: signed(
        'withdrawCollateral',
        { symbol: 'USDT', amount: '100', destination: WALLETS.owner },
        { nonce: null },
      ),
      reply: NO_NONCE,
    },
  ],
};
