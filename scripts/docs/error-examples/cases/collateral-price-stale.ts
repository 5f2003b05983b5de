import { type ErrorExamples, refused, type Step, within } from '../case.ts';
import { signed } from '../request.ts';
import { added, BID, ETHER_BID, managerAppointed, orders, passed } from '../given.ts';

const TEXT = 'collateral price is stale';
const SOLANA_BID = { symbol: 'SOL-USDT', side: 'buy', orderType: 'limitGtc', price: '189', quantity: '1' };

/** The owner holds ether and bitcoin, priced by the markets of the same names. */
const stopped =
  (symbol: string): Step =>
  async ({ exchange }) => {
    exchange.control.stopFeed(symbol);
  };
const ETHER_STALE = [stopped('ETH-USDT'), passed(60_000)];
const BITCOIN_STALE = [stopped('BTC-USDT'), passed(60_000)];

export const COLLATERAL_PRICE_STALE: ErrorExamples = {
  code: 'COLLATERAL_PRICE_STALE',
  meaning:
    'The price feed of a collateral that the account holds stopped a minute ago or more. No order is placed and that collateral is not exchanged until it goes on; in world files the age is `collateralPriceMaxAgeMs`.',
  cases: [
    {
      cause: 'a limit order, a minute after the feed of ether stopped',
      given: ETHER_STALE,
      request: signed('placeOrders', orders(BID)),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'an order for ether itself',
      given: ETHER_STALE,
      request: signed('placeOrders', orders(ETHER_BID)),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'the second of two orders, an hour after the feed of bitcoin stopped; the first is refused as well',
      given: [stopped('BTC-USDT'), passed(3_600_000)],
      request: signed('placeOrders', orders(SOLANA_BID, BID)),
      reply: within('statuses[1]', TEXT),
    },
    {
      cause: 'a market order',
      given: BITCOIN_STALE,
      request: signed('placeOrders', orders({ symbol: 'SOL-USDT', side: 'buy', orderType: 'market', quantity: '1' })),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'a reduce-only order',
      given: BITCOIN_STALE,
      request: signed('placeOrders', orders({ ...SOLANA_BID, side: 'sell', price: '190', reduceOnly: true })),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'a stop',
      given: BITCOIN_STALE,
      request: signed(
        'placeOrders',
        orders({
          symbol: 'SOL-USDT',
          side: 'sell',
          orderType: 'triggerSl',
          triggerPrice: '180',
          isTriggerMarket: true,
          quantity: '1',
        }),
      ),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'a TWAP',
      given: BITCOIN_STALE,
      request: signed('placeOrders', {
        orders: [
          {
            symbol: 'ETH-USDT',
            side: 'buy',
            orderType: 'twap',
            quantity: '10',
            durationSeconds: 300,
            intervalSeconds: 10,
          },
        ],
        grouping: 'twap',
      }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'an isolated order',
      given: ETHER_STALE,
      request: signed('placeIsolatedOrder', { order: SOLANA_BID, leverage: '20', isolatedMargin: '600' }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'an order that a session signer sends for the owner',
      given: [added('session'), ...ETHER_STALE],
      request: signed('placeOrders', orders(BID), { by: 'session' }),
      reply: within('statuses[0]', TEXT),
    },
    {
      cause: 'ether is exchanged, a minute after its feed stopped',
      given: ETHER_STALE,
      request: signed('voluntaryCollateralExchange', { sourceAsset: 'WETH', targetUSDTAmount: '100' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'all ether is exchanged',
      given: ETHER_STALE,
      request: signed('voluntaryCollateralExchange', { sourceAsset: 'WETH', targetUSDTAmount: 'all' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'bitcoin is exchanged under the older name of the action',
      given: BITCOIN_STALE,
      request: signed('voluntaryAutoExchange', { sourceAsset: 'BTC', targetUSDTAmount: '100' }),
      reply: refused(400, TEXT),
    },
    {
      cause: 'a manager exchanges the bitcoin of the owner',
      given: [managerAppointed, ...BITCOIN_STALE],
      request: signed(
        'voluntaryCollateralExchange',
        { sourceAsset: 'BTC', targetUSDTAmount: '100' },
        { by: 'manager' },
      ),
      reply: refused(400, TEXT),
    },
  ],
};
