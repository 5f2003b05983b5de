import { type ErrorExamples, refused } from '../case.ts';
import { open, signed } from '../request.ts';
import { BID, IDS, orders, START_MS, WALLETS } from '../given.ts';

const DAY_MS = 86_400_000;

export const VALIDATION_ERROR: ErrorExamples = {
  code: 'VALIDATION_ERROR',
  meaning: 'The request can be read, but asks for something that no rule allows. The text says which.',
  cases: [
    {
      cause: 'an action that does not exist',
      request: open('getEverything'),
      reply: refused(400, 'unsupported action'),
    },
    {
      cause: 'a signed request that names no subaccount',
      request: signed('getPositions', {}, { altered: { params: { action: 'getPositions' } } }),
      reply: refused(400, 'subaccountId is required'),
    },
    {
      cause: 'subaccount 0',
      request: signed('getOpenOrders', {}, { altered: { params: { action: 'getOpenOrders', subAccountId: '0' } } }),
      reply: refused(400, 'subaccount id cannot be zero'),
    },
    {
      cause: 'a subaccount id below 0',
      request: signed('getFeeRate', {}, { altered: { params: { action: 'getFeeRate', subAccountId: '-1' } } }),
      reply: refused(400, 'subaccount id cannot be negative'),
    },
    {
      cause: 'a subaccount id of more than 64 bits',
      request: signed(
        'getSubAccount',
        {},
        { altered: { params: { action: 'getSubAccount', subAccountId: '18446744073709551616' } } },
      ),
      reply: refused(400, 'subaccount id too large'),
    },
    {
      cause: 'a subaccount id that is no number',
      request: signed('getTrades', {}, { altered: { params: { action: 'getTrades', subAccountId: 'main' } } }),
      reply: refused(400, 'subaccount id cannot be parsed'),
    },
    {
      cause: 'a page that is too long',
      request: signed('getOrderHistory', { limit: 1001 }),
      reply: refused(400, 'limit cannot exceed 1000'),
    },
    {
      cause: 'a window of a millisecond more than seven days',
      request: signed('getTrades', { startTime: START_MS - 7 * DAY_MS - 1, endTime: START_MS }),
      reply: refused(400, 'time range cannot exceed 7 days'),
    },
    {
      cause: 'a page that begins too far down',
      request: signed('getBalanceUpdates', { offset: 10_001 }),
      reply: refused(400, 'offset cannot exceed 10000'),
    },
    {
      cause: 'a public page that is too long',
      request: open('getLastTrades', { symbol: 'BTC-USDT', limit: 101 }),
      reply: refused(400, 'Limit cannot exceed 100'),
    },
    {
      cause: 'a wallet that is no address',
      request: open('getIsWhitelisted', { walletAddress: '0x1234' }),
      reply: refused(400, 'Invalid wallet address format'),
    },
    {
      cause: 'a placement of no orders',
      request: signed('placeOrders', orders()),
      reply: refused(400, 'orders array cannot be empty'),
    },
    {
      cause: 'an order with a side of its own',
      request: signed('placeOrders', orders({ ...BID, side: 'long' })),
      reply: refused(400, 'order 0: side must be one of: [buy sell]'),
    },
    {
      cause: 'a change that changes nothing',
      request: signed('modifyOrder', { orderId: '5' }),
      reply: refused(400, 'please provide at least one of the following: price, quantity, trigger price'),
    },
    {
      cause: 'leverage above what the market allows',
      request: signed('updateLeverage', { symbol: 'BTC-USDT', leverage: '101' }),
      reply: refused(400, 'leverage exceeds maximum'),
    },
    {
      cause: 'a switch that would go off too soon',
      request: signed('scheduleCancel', { timeoutSeconds: 4 }),
      reply: refused(400, 'timeoutSeconds must be 0 or at least 5'),
    },
    {
      cause: 'a name of 51 characters',
      request: signed('createSubaccount', { name: 'n'.repeat(51) }),
      reply: refused(400, 'Invalid subaccount name'),
    },
    {
      cause: 'a transfer to itself',
      request: signed('transferCollateral', { to: IDS.owner, symbol: 'USDT', amount: '1' }),
      reply: refused(400, 'invalid request'),
    },
    {
      cause: 'a withdrawal that its fee eats up',
      request: signed('withdrawCollateral', { symbol: 'USDT', amount: '5', destination: WALLETS.owner }),
      reply: refused(400, 'withdrawal amount must be greater than 5 USDT fee'),
    },
    {
      cause: 'a withdrawal of nothing',
      request: signed('withdrawCollateral', { symbol: 'USDT', amount: '0', destination: WALLETS.owner }),
      reply: refused(400, 'withdrawal amount must be positive'),
    },
    {
      cause: 'a withdrawal with a decimal too many',
      request: signed('withdrawCollateral', { symbol: 'USDT', amount: '10.0000001', destination: WALLETS.owner }),
      reply: refused(
        400,
        'withdrawal quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places)',
      ),
    },
    {
      cause: 'an owner who delegates to itself',
      request: signed('addDelegatedSigner', { walletAddress: WALLETS.owner, permissions: ['session'] }),
      reply: refused(400, 'delegate must not be the owner of the subaccount'),
    },
  ],
};
