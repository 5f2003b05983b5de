import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExchange, type Exchange, type HttpResponse } from '../exchange/exchange.ts';
import { createConsoleFiles } from './console-files.ts';
import { createFirstData } from './first-data.ts';

interface Given extends Readonly<Record<'markets' | 'prices' | 'book', { readonly response: unknown }>> {
  readonly symbol: string;
}

let exchange: Exchange;
beforeAll(async () => {
  exchange = await createExchange({ world: 'quiet', seed: 7, clock: 'manual' });
});
afterAll(() => exchange.close());

const get = (path: string, method = 'GET') => ({ method, path, headers: {}, body: new Uint8Array(), ip: '127.0.0.1' });
const first = (query = '', method = 'GET') =>
  createFirstData(exchange).handle(get(`/console/first${query}`, method)) as Promise<HttpResponse>;

test('gives what the API says of the markets, their prices and one book, in one response', async () => {
  const { status, headers, body } = await first();
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const { symbol, markets, prices, book } = JSON.parse(body) as Given;
  const client = exchange.client(0);
  expect(markets.response).toEqual(await client.getMarkets());
  expect(prices.response).toEqual(await client.getMarketPrices());
  expect(book.response).toMatchObject(await client.getOrderbook(symbol, 50));
  expect(symbol).toBe(exchange.markets[0]);
  const [last = ''] = exchange.markets.slice(-1);
  expect(JSON.parse((await first(`?symbol=${last}`)).body)).toMatchObject({ symbol: last });
});

test('refuses what the API refuses', async () => {
  expect((await first('?symbol=NO-SUCH')).status).toBe(503);
  expect((await first('', 'POST')).status).toBe(405);
});

test('the document of a market page names the data that the page asks for, and that of no other page', async () => {
  const linkOf = async (path: string) => {
    const response = (await createConsoleFiles({ hasFirstData: true }).handle(get(path))) as HttpResponse;
    return response.headers['link'];
  };
  const link = (address: string) => `<${address}>; rel=preload; as=fetch; crossorigin`;
  expect(await linkOf('/console')).toBe(link('/console/first'));
  expect(await linkOf('/console/market/BTC-USDT?x=1')).toBe(link('/console/first?symbol=BTC-USDT'));
  expect(await linkOf('/console/time')).toBeUndefined();
  expect(await linkOf('/console/market/%0d%0ax')).toBeUndefined();
});
