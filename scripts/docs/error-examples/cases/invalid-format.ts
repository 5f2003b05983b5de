import { type ErrorExamples, refused } from '../case.ts';
import { open, post, signed } from '../request.ts';
import { BID, IDS } from '../given.ts';

const BODY = refused(400, 'Invalid request body');
const MARKET = refused(400, 'market name invalid');
const STATUS = '{"params":{"action":"getExchangeStatus"}}';

export const INVALID_FORMAT: ErrorExamples = {
  code: 'INVALID_FORMAT',
  meaning: 'The body is not the JSON it should be, a field has another JSON type, or a symbol names no market.',
  cases: [
    { cause: 'JSON that breaks off', request: post('/info', '{"params":{"action":'), reply: BODY },
    { cause: 'a list in place of an object', request: post('/trade', '[]'), reply: BODY },
    {
      cause: 'a key that stands twice',
      request: post('/info', '{"params":{"action":"getMids","action":"getMarkets"}}'),
      reply: BODY,
    },
    { cause: 'params that are a list', request: post('/trade', '{"params":["getPositions"]}'), reply: BODY },
    {
      cause: 'a body of more than 20 KiB',
      request: post('/info', JSON.stringify({ params: { action: 'getMids', note: 'x'.repeat(20_480) } })),
      reply: BODY,
    },
    {
      cause: 'another content type',
      request: post('/info', STATUS, { 'content-type': 'text/plain' }),
      reply: refused(400, 'Content-Type must be application/json'),
    },
    {
      cause: 'a packed body',
      request: post('/info', STATUS, { 'content-encoding': 'gzip' }),
      reply: refused(400, 'Content-Encoding is not supported'),
    },
    {
      cause: 'an empty symbol',
      request: open('getLastTrades', { symbol: '' }),
      reply: refused(400, 'market name empty'),
    },
    {
      cause: 'no symbol where one is needed',
      request: open('getOrderbook'),
      reply: refused(400, 'market name empty'),
    },
    {
      cause: 'a symbol without a hyphen',
      request: open('getFundingRate', { symbol: 'BTCUSDT' }),
      reply: MARKET,
    },
    {
      cause: 'a market that does not exist',
      request: open('getOpenInterest', { symbol: 'DOGE-USDT' }),
      reply: MARKET,
    },
    { cause: 'a symbol that is a number', request: open('getLastTrades', { symbol: 5 }), reply: MARKET },
    {
      cause: 'a filter for a market that does not exist',
      request: signed('getTrades', { symbol: 'DOGE-USDT' }),
      reply: MARKET,
    },
    {
      cause: 'leverage for a market that does not exist',
      request: signed('updateLeverage', { symbol: 'DOGE-USDT', leverage: '5' }),
      reply: MARKET,
    },
    {
      cause: 'no wallet to look up',
      request: open('getIsWhitelisted'),
      reply: BODY,
    },
    {
      cause: 'one order where a list of orders belongs',
      request: signed('placeOrders', { orders: BID, grouping: 'na' }),
      reply: BODY,
    },
    {
      cause: 'a price that is a number',
      request: signed('placeOrders', { orders: [{ ...BID, price: 94000 }], grouping: 'na' }),
      reply: BODY,
    },
    {
      cause: 'an amount that is a number',
      request: signed('transferCollateral', { to: IDS.stranger, symbol: 'USDT', amount: 1 }),
      reply: BODY,
    },
    {
      cause: 'a wallet that is a number',
      request: signed('addDelegatedSigner', { walletAddress: 5, permissions: ['session'] }),
      reply: refused(400, 'Invalid request format'),
    },
  ],
};
