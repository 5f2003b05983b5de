import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import { loadWorld } from '../../exchange/world/world-file.ts';
import { forkOf } from './fork.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

const FIX = 'check that this is the URL of a running deployment of this API';

let server: Server | undefined;
let exchange: Exchange;

beforeAll(async () => {
  const { file } = loadWorld('bare');
  const markets = file.markets.filter(({ symbol }) => symbol === 'BTC-USDT');
  const collaterals = file.collaterals.filter(({ asset }) => asset === 'USDT');
  const devAccounts = file.devAccounts.map((account) => ({ ...account, balances: { USDT: '1000' } }));
  const world = { ...file, name: 'source', history: { days: 0 }, markets, collaterals, devAccounts };
  exchange = await createExchange({ world, seed: '3', limits: { enabled: false } });
});
afterAll(() => exchange.close());
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Starts a server on a free port and returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

/** What a fork of the URL fails with, without the URL. */
async function failure(url: string, responseMs = 10_000): Promise<{ message: string; exitCode: unknown }> {
  const signal = new AbortController().signal;
  const error: unknown = await forkOf(url, { watchMs: 0, signal, responseMs }).catch((thrown: unknown) => thrown);
  const { name, message, exitCode } = error as Error & { readonly exitCode?: unknown };
  expect(name).toBe('ForkFailed');
  expect(message.startsWith(`${url}/v1: `)).toBe(true);
  return { message: message.slice(`${url}/v1: `.length), exitCode };
}

const lost = (what: string): object => ({ message: `${what}; ${FIX}`, exitCode: 3 });

describe('a URL that is no deployment of this API', () => {
  test.each([
    ['a page of another site', 404, '<html><body>Not found</body></html>'],
    ['an empty body', 200, ''],
    ['JSON of another API', 200, '{"data":{"time":5}}'],
    ['null', 200, 'null'],
    ['an error without a body', 500, '{"status":"error","error":null}'],
  ])('with %s is told apart from its first response', async (_what, status, body) => {
    const url = await serve((_request, response) => response.writeHead(status).end(body));
    expect(await failure(url)).toEqual(
      lost(`getExchangeStatus: the server responded ${status} with something that is not an envelope of this API`),
    );
  });

  test('that refuses a read is named with its reason', async () => {
    const error = { code: 'INVALID_FORMAT', message: 'no such action' };
    const url = await serve((_request, response) =>
      response.writeHead(400).end(JSON.stringify({ status: 'error', error })),
    );
    expect(await failure(url)).toEqual(lost('getExchangeStatus: no such action'));
  });

  test('that closes each connection is named with its reason', async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await failure(url)).toEqual(lost('getExchangeStatus: other side closed'));
  });

  test('that never responds is given up after a time', async () => {
    const url = await serve(() => undefined);
    expect(await failure(url, 100)).toEqual(lost(`getExchangeStatus: ${url}/v1/info sent no headers within 0.1 s`));
  });

  test('that sends half a response is given up after a time', async () => {
    const url = await serve((_request, response) => response.writeHead(200).write('{"status":"ok",'));
    expect(await failure(url, 200)).toEqual(
      lost(`getExchangeStatus: ${url}/v1/info sent nothing for 0.2 s in the middle of a body`),
    );
  });
});

type Spoil = (response: never) => unknown;

/** A server that responds as the exchange does, but to one action with other records. */
const serveSpoilt = (action: string, spoil: Spoil): Promise<string> =>
  serve((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const asked = JSON.parse(body) as { readonly params: { readonly action: string } };
      const theirs = await exchange.fetch(`${exchange.url}${request.url?.replace('/v1', '') ?? ''}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const text = await theirs.text();
      if (asked.params.action !== action) return response.end(text);
      const envelope = JSON.parse(text) as { readonly response: never };
      return response.end(JSON.stringify({ ...envelope, response: spoil(envelope.response) }));
    })();
  });

const without = (name: string) => (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
const first = (change: (record: object) => unknown) => (records: readonly object[]) =>
  records.map((record, place) => (place === 0 ? change(record) : record));
const ofBitcoin = (change: (record: object) => unknown) => (records: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(records).map(([symbol, record]) => [symbol, change(record)]));

describe('a response that lacks what the API describes', () => {
  test.each<[string, Spoil, string]>([
    ['getExchangeStatus', () => null, 'response must be an object (got null)'],
    ['getExchangeStatus', () => undefined, 'response is missing'],
    ['getExchangeStatus', without('timestamp_ms'), 'response.timestamp_ms is missing'],
    ['getOpenInterest', () => ({}), 'response must be a list (got {})'],
    ['getMarkets', first(without('priceIncrement')), 'response[0].priceIncrement is missing'],
    [
      'getMarkets',
      first((record) => ({ ...record, defaultLeverage: '20' })),
      'response[0].defaultLeverage must be a whole number in range (got "20")',
    ],
    [
      'getMarkets',
      first((record) => ({ ...record, maintenanceMarginTiers: 'none' })),
      'response[0].maintenanceMarginTiers must be a list (got "none")',
    ],
    [
      'getMarketPrices',
      ofBitcoin((record) => ({ ...record, indexPrice: 'soon' })),
      'response.BTC-USDT.indexPrice must be a text of the form ^(?!-0(\\.0+)?$)-?(0|[1-9][0-9]*)(\\.[0-9]+)?$ (got "soon")',
    ],
    ['getCollaterals', first(without('tiers')), 'response[0].tiers is missing'],
    [
      'getAssets',
      first((record) => ({ ...record, decimals: null })),
      'response[0].decimals must be a whole number in range (got null)',
    ],
    ['getTiers', first(without('maxBorrowCapacity')), 'response[0].maxBorrowCapacity is missing'],
    ['getCandles', without('candles'), 'response.candles is missing'],
    ['getLastTrades', () => [], 'response must be an object (got [])'],
    ['getFundingRateHistory', without('fundingRates'), 'response.fundingRates is missing'],
    ['getOrderbook', without('asks'), 'response.asks is missing'],
  ] as never)('%s: %#', async (action, spoil, what) => {
    expect(await failure(await serveSpoilt(action, spoil))).toEqual(lost(`${action}: ${what}`));
  });

  testInFull('is no error where it has more than that', async () => {
    const url = await serveSpoilt(
      'getMarkets',
      first((record) => ({ ...record, colour: 'blue' })),
    );
    const { text } = await forkOf(url, { watchMs: 0, signal: new AbortController().signal });
    expect(text).toContain('symbol: BTC-USDT');
  });
});
