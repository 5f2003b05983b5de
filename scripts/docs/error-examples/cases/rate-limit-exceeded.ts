import { type ErrorExamples, refused } from '../case.ts';
import { open, signed } from '../request.ts';
import { BID, IDS, orders, placed, repeated, sent, START_MS, WALLETS } from '../given.ts';

const LIMITED = refused(429, 'Rate limit exceeded');

/** It costs 1,000 tokens. */
const FUNDING_HISTORY = open('getFundingRateHistory', {
  symbol: 'BTC-USDT',
  startTime: START_MS - 3_600_000,
  endTime: START_MS,
});
/** All that an address has. */
const ADDRESS_SPENT = repeated(10, FUNDING_HISTORY);
/** Twelve times 100 tokens: all that a subaccount of tier_1 has. */
const SUBACCOUNT_SPENT = repeated(12, signed('getBalanceUpdates'));
/** Orders that meet nothing and rest nowhere: they count for the second, and leave no order behind. */
const fleeting = (count: number) => Array.from({ length: count }, () => ({ ...BID, orderType: 'limitIoc' }));
const eightyPlaced = repeated(4, signed('placeOrders', orders(...fleeting(20))));

export const RATE_LIMIT_EXCEEDED: ErrorExamples = {
  code: 'RATE_LIMIT_EXCEEDED',
  meaning:
    'The bucket of the address or of the subaccount is short of tokens, or the subaccount places more than 100 orders a second.',
  cases: [
    {
      cause: 'the address has spent its 10,000 tokens',
      given: [ADDRESS_SPENT],
      request: open('getMids'),
      reply: LIMITED,
    },
    {
      cause: 'the same for the cheapest request of all',
      given: [ADDRESS_SPENT],
      request: open('getExchangeStatus'),
      reply: LIMITED,
    },
    {
      cause: 'the same for a look at a wallet',
      given: [ADDRESS_SPENT],
      request: open('getIsWhitelisted', { walletAddress: WALLETS.owner }),
      reply: LIMITED,
    },
    {
      cause: 'the same for a request that asks for nothing there is',
      given: [ADDRESS_SPENT],
      request: open('getEverything'),
      reply: LIMITED,
    },
    {
      cause: 'the same for a signed read: both surfaces spend from one bucket',
      given: [ADDRESS_SPENT],
      request: signed('getPositions'),
      reply: LIMITED,
    },
    {
      cause: 'the same for a cancel',
      given: [ADDRESS_SPENT],
      request: signed('cancelOrders', { orderIds: ['5'] }),
      reply: LIMITED,
    },
    {
      cause: 'the subaccount has spent its 1,200 tokens',
      given: [SUBACCOUNT_SPENT],
      request: signed('getOpenOrders'),
      reply: LIMITED,
    },
    {
      cause: 'the same for a placement',
      given: [SUBACCOUNT_SPENT],
      request: signed('placeOrders', orders(BID)),
      reply: LIMITED,
    },
    {
      cause: 'the same for a change',
      given: [SUBACCOUNT_SPENT],
      request: signed('modifyOrder', { orderId: '5', price: '94500' }),
      reply: LIMITED,
    },
    {
      cause: 'the same for a transfer, before its params are looked at',
      given: [SUBACCOUNT_SPENT],
      request: signed('transferCollateral', { to: IDS.stranger, symbol: 'USDT', amount: '0' }),
      reply: LIMITED,
    },
    {
      cause: '90 tokens of the subaccount are left, and the read costs 100',
      given: [repeated(11, signed('getBalanceUpdates')), sent('getFeeRate')],
      request: signed('getWithdrawableAmounts', { symbols: ['USDT'] }),
      reply: LIMITED,
    },
    {
      cause: 'a cancel after its deadline costs five times as much, and the address has 9 tokens left',
      given: [
        repeated(9, FUNDING_HISTORY),
        repeated(3, open('getIsWhitelisted', { walletAddress: WALLETS.owner })),
        repeated(4, open('getMarkets')),
        repeated(4, signed('getPositions')),
        repeated(1, open('getExchangeStatus')),
      ],
      request: signed('cancelAllOrders', { symbols: ['*'] }, { expiresAfter: START_MS - 1 }),
      reply: LIMITED,
    },
    {
      cause: 'the 101st order within a second',
      given: [eightyPlaced, placed(...fleeting(20))],
      request: signed('placeOrders', orders(...fleeting(1))),
      reply: LIMITED,
    },
    {
      cause: '20 orders after 81 within the second: none of them is placed',
      given: [eightyPlaced, placed(BID)],
      request: signed('placeOrders', orders(...fleeting(20))),
      reply: LIMITED,
    },
  ],
};
