import { replyOf, callOf, everyText, listOf, objectOf, rename } from '../bodies.ts';
import { lists, refuses, responses, unsigned } from '../make.ts';
import type { Backstage, Body, Rewriting, Wrong } from '../wrong.ts';

const INFO = ['getMids', 'getCollaterals', 'getFundingRate', 'getCandles', 'getMarketPrices'];

/** Public data, and the routes of listing sites. */
export const PUBLIC_DATA: readonly Wrong[] = [
  {
    name: 'decimals-as-numbers',
    clause: 'CONV-DECIMAL-STRINGS',
    what: 'Figures with a decimal point are JSON numbers.',
    make: () => responses(INFO, (response) => everyText(response, /^-?\d+\.\d+$/, Number)),
  },
  {
    name: 'ids-as-numbers',
    clause: 'CONV-ID-STRINGS',
    what: 'Ids that are read are JSON numbers.',
    make: () =>
      responses(['getOpenOrders', 'getLastTrades', 'getSubAccountIds'], (response) => {
        if (Array.isArray(response) && response.every((id) => typeof id === 'string')) return response.map(Number);
        return everyText(response, /^[1-9]\d{15,}$/, Number);
      }),
  },
  {
    name: 'times-in-seconds',
    clause: 'CONV-TIMESTAMP-MS',
    what: 'Times of public records are in seconds.',
    make: () =>
      responses('*', (response) => {
        inSeconds(response);
      }),
  },
  {
    name: 'mids-of-closed-markets',
    clause: 'GETMIDS-NOT-CLOSED',
    what: 'getMids lists closed markets too.',
    make: () => ({
      responded: async (reply, call, backstage) => {
        if (call.action !== 'getMids' || reply.status !== 200) return reply;
        const body = objectOf(JSON.parse(reply.text));
        for (const symbol of await closedMarkets(backstage)) objectOf(body.response)[symbol] = '0';
        return { ...reply, text: JSON.stringify(body) };
      },
    }),
  },
  {
    name: 'isopen-under-another-name',
    clause: 'MARKET-FIELD-ISOPEN',
    what: 'A market record says active where it should say isOpen.',
    make: () =>
      responses(['getMarkets'], (response) => listOf(response).forEach((row) => rename(row, 'isOpen', 'active'))),
  },
  {
    name: 'precision-with-a-small-q',
    clause: 'ASSET-FIELD-QUANTITYPRECISION',
    what: 'QuantityPrecision begins with a small letter.',
    make: () =>
      responses(['getAssets', 'getCollaterals'], (response) =>
        listOf(response).forEach((row) => rename(row, 'QuantityPrecision', 'quantityPrecision')),
      ),
  },
  {
    name: 'last-trades-a-hundred',
    clause: 'GETLASTTRADES-LIMIT-DEFAULT',
    what: 'getLastTrades returns 100 trades for a request without a limit.',
    make: () =>
      unsigned(['getLastTrades'], (params) => {
        params.limit ??= 100;
      }),
  },
  {
    name: 'last-trades-oldest-first',
    clause: 'GETLASTTRADES-ORDERING',
    what: 'getLastTrades begins with the oldest.',
    make: () => lists(['getLastTrades'], (rows) => rows.reverse()),
  },
  {
    name: 'long-symbols-are-invalid',
    clause: 'GETLASTTRADES-SYMBOL-LENGTH',
    what: 'A symbol of 21 characters is called invalid, not too long.',
    make: () =>
      refuses(['getLastTrades'], ({ params }) => String(params.symbol).length > 20, [
        400,
        'INVALID_FORMAT',
        'market name invalid',
      ]),
  },
  {
    name: 'addresses-as-they-are-written',
    clause: 'GETISWHITELISTED-CASE',
    what: 'An address in capitals is not found on the whitelist.',
    make: () =>
      responses(['getIsWhitelisted'], (_response, { params }) =>
        /[A-F]/.test(String(params.walletAddress)) ? false : undefined,
      ),
  },
  {
    name: 'not-whitelisted-is-an-error',
    clause: 'GETISWHITELISTED-FALSE',
    what: 'A request for a wallet that may not place orders receives 403.',
    make: () => ({
      responded: (reply, call, backstage) => {
        if (call.action !== 'getIsWhitelisted' || !reply.text.includes('"response":false')) return reply;
        return replyOf(403, { error: { code: 'FORBIDDEN', message: 'not whitelisted' } }, backstage.now());
      },
    }),
  },
  {
    name: 'candles-turned-round',
    clause: 'GETCANDLES',
    what: 'Candles come in the other order.',
    make: () => lists(['getCandles'], (rows) => rows.reverse()),
  },
  {
    name: 'asks-from-the-top',
    clause: 'GETORDERBOOK',
    what: 'Asks begin with the highest price.',
    make: () =>
      responses(['getOrderbook'], (response) => {
        const book = objectOf(response);
        if (Array.isArray(book.asks)) book.asks.reverse();
      }),
  },
  {
    name: 'contracts-unsorted',
    clause: 'AGG-CONTRACTS-SORTED',
    what: 'Contracts come in no order.',
    make: () => contracts((all) => all.reverse()),
  },
  {
    name: 'closed-contracts',
    clause: 'AGG-CONTRACTS-OPEN-ONLY',
    what: 'Closed markets are listed among the contracts.',
    make: () =>
      contracts(async (all, backstage) => {
        for (const symbol of await closedMarkets(backstage)) all.push({ ...all[0], ticker_id: symbol });
        return all.sort((a, b) => (String(a.ticker_id) < String(b.ticker_id) ? -1 : 1));
      }),
  },
  {
    name: 'interest-to-the-cent-of-a-cent',
    clause: 'CONTRACT-FIELD-OPEN-INTEREST-USD',
    what: 'open_interest_usd has four decimals.',
    make: () =>
      contracts((all) => all.map((row) => ({ ...row, open_interest_usd: `${String(row.open_interest_usd)}00` }))),
  },
  {
    name: 'perpetual-in-lower-case',
    clause: 'CONTRACT-FIELD-PRODUCT-TYPE',
    what: 'product_type is spelled perpetual.',
    make: () => contracts((all) => all.map((row) => ({ ...row, product_type: 'perpetual' }))),
  },
  {
    name: 'no-status-route',
    clause: 'SURFACE-STATUS-GET',
    what: 'GET /v1/exchange/status is not there.',
    make: () => ({
      asked: (call, backstage) =>
        call.path === '/v1/exchange/status'
          ? replyOf(404, { error: { code: 'NOT_FOUND', message: 'no such route' } }, backstage.now())
          : call,
    }),
  },
];

/** Another list in place of the contracts. */
const contracts = (others: (all: Body[], backstage: Backstage) => Body[] | Promise<Body[]>): Rewriting => ({
  responded: async (reply, call, backstage) => {
    if (!call.path.startsWith('/v1/info/contracts') || reply.status !== 200) return reply;
    return { ...reply, text: JSON.stringify(await others(listOf(JSON.parse(reply.text)), backstage)) };
  },
});

async function closedMarkets(backstage: Backstage): Promise<string[]> {
  const text = JSON.stringify({ params: { action: 'getMarkets' } });
  const reply = await backstage.send(callOf('POST', '/v1/info', { 'content-type': 'application/json' }, text));
  const markets = listOf(objectOf(JSON.parse(reply.text)).response);
  return markets.filter(({ isOpen }) => isOpen === false).map(({ symbol }) => String(symbol));
}

/** Whole numbers of the size of a time in milliseconds, wherever they are. */
function inSeconds(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Body;
  for (const [name, inner] of Object.entries(holder)) {
    if (typeof inner === 'number' && inner > 1_000_000_000_000) holder[name] = Math.floor(inner / 1_000);
    else inSeconds(inner);
  }
}
