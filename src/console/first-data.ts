import type { Exchange, HttpRequest, HttpResponse } from '../exchange/exchange.ts';
import type { InnerRoutes } from '../exchange/rest/server.ts';
import { isList, isRecord } from '../kernel/entries.ts';
import { CONSOLE_PATH } from './console-files.ts';

/** Levels of each side of the book: as many as the page follows. */
const DEPTH = 50;

/**
 * Serves what the market page shows first in one response: the markets, their prices and the book of one of them. The document names
 * it in a header, so that a browser asks for it while it loads the scripts. It holds what the API says, is charged and may fail like
 * requests to the API; the page reads over its stream then.
 */
export function createFirstData(exchange: Pick<Exchange, 'handle'>): InnerRoutes {
  return {
    prefix: `${CONSOLE_PATH}/first`,
    isWhole: true,
    handle: (request) =>
      request.method === 'GET'
        ? firstData(exchange, request)
        : Promise.resolve(failed(405, 'use GET', { allow: 'GET' })),
  };
}

async function firstData(exchange: Pick<Exchange, 'handle'>, { path, ip }: HttpRequest): Promise<HttpResponse> {
  const ask = async (action: string, fields: object = {}): Promise<HttpResponse> =>
    exchange.handle({
      method: 'POST',
      path: '/v1/info',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ params: { action, ...fields } })),
      ip,
    });
  const [markets, prices] = await Promise.all([ask('getMarkets'), ask('getMarketPrices')]);
  const symbol = new URL(path, 'http://localhost').searchParams.get('symbol') ?? firstSymbolIn(markets);
  const book = symbol === undefined ? undefined : await ask('getOrderbook', { symbol, limit: DEPTH });
  if (!book || [markets, prices, book].some(({ status, lost }) => status !== 200 || lost)) {
    return failed(503, 'the exchange did not say: ask its API');
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...ALWAYS },
    body: `{"symbol":${JSON.stringify(symbol)},"markets":${markets.body},"prices":${prices.body},"book":${book.body}}`,
  };
}

function firstSymbolIn({ status, body }: HttpResponse): string | undefined {
  if (status !== 200) return undefined;
  const said: unknown = JSON.parse(body);
  const listed = isRecord(said) ? said['response'] : undefined;
  const first: unknown = isList(listed) ? listed[0] : undefined;
  return isRecord(first) && typeof first['symbol'] === 'string' ? first['symbol'] : undefined;
}

const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const failed = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...ALWAYS, ...headers },
  body: `${text}\n`,
});
