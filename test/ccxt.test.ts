import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ccxt from 'ccxt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Perpsim, PerpsimPro } from '../src/ccxt.ts';
import { createExchange, type Exchange } from '../src/exchange/exchange.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';
import { Child } from './child.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

/** The ccxt class against a server, over sockets. The package of ccxt ships no validators, so structures are asserted here. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SYMBOL = 'BTC/USDT:USDT';
/** A Friday in 2026, so that figures that are dates are the same in each run. */
const START = 1_767_348_000_000;

let exchange: Exchange;
let server: RestServer;
let bot: InstanceType<typeof PerpsimPro>;
let other: InstanceType<typeof Perpsim>;

beforeAll(async () => {
  exchange = await createExchange({ seed: 7, world: 'quiet', startTime: START });
  const writeRefusal = refusalWriter(exchange);
  server = new RestServer({ exchange, writeRefusal, streams: new WsUpgradeHandler({ exchange, writeRefusal }) });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const urls = { api: { rest: `${origin}/v1`, ws: `${origin.replace('http', 'ws')}/v1/ws` } };
  const [first, second] = exchange.accounts;
  bot = new PerpsimPro({ privateKey: first?.privateKey, urls });
  other = new Perpsim({ privateKey: second?.privateKey, walletAddress: second?.address, urls });
});
afterAll(async () => {
  await bot.close();
  await server.close();
  await exchange.close();
});
beforeEach(async () => {
  await bot.cancelAllOrders();
  for (const { symbol, side, contracts } of await bot.fetchPositions()) {
    await bot.createOrder(String(symbol), 'market', side === 'long' ? 'sell' : 'buy', Number(contracts), undefined, {
      reduceOnly: true,
    });
  }
});

/** The class of the error of ccxt, and its message. */
async function refused(call: Promise<unknown>): Promise<[unknown, string]> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  return [error?.constructor, error?.message ?? 'nothing was refused'];
}

describe('public methods', () => {
  test('markets have unified symbols, steps and limits', async () => {
    const market = (await bot.loadMarkets())[SYMBOL];
    expect(market).toMatchObject({
      ...{ id: 'BTC-USDT', symbol: SYMBOL, base: 'BTC', quote: 'USDT', settle: 'USDT', type: 'swap' },
      ...{ swap: true, spot: false, contract: true, linear: true, inverse: false, active: true, contractSize: 1 },
      precision: { amount: 0.00001, price: 1 },
      limits: {
        amount: { min: 0.001, max: 100 },
        leverage: { min: 1, max: 100 },
        cost: { min: 10 },
        price: { min: 1 },
      },
    });
    expect(bot.symbols).toHaveLength(9);
    expect(bot.amountToPrecision(SYMBOL, 0.0123456)).toBe('0.01234');
    expect(bot.priceToPrecision(SYMBOL, 95000.6)).toBe('95001');
  });

  test('has says what is there, and only that', () => {
    const { has } = bot as unknown as { has: Record<string, boolean | string | undefined> };
    const methods = bot as unknown as Record<string, unknown>;
    const promised = Object.keys(has).filter(
      (name) => /^(fetch|create|edit|cancel|watch|set)/.test(name) && has[name] === true,
    );
    expect(promised.filter((name) => typeof methods[name] !== 'function')).toEqual([]);
    expect(promised.filter((name) => name.startsWith('watch'))).toHaveLength(9);
    expect(new Perpsim().describe()['pro']).toBe(false);
  });

  test('ticker, tickers and book', async () => {
    expect(await bot.fetchTicker(SYMBOL)).toMatchObject({
      ...{ symbol: SYMBOL, bid: 94990, ask: 95010, markPrice: 95000, indexPrice: 95000 },
      datetime: expect.stringMatching(/^2026-01-02T10:00/) as string,
    });
    expect(Object.keys(await bot.fetchTickers([SYMBOL, 'ETH/USDT:USDT']))).toEqual([SYMBOL, 'ETH/USDT:USDT']);
    expect(await bot.fetchOrderBook(SYMBOL, 5)).toMatchObject({ symbol: SYMBOL, bids: { 0: [94990, 1], length: 5 } });
  });

  test('time, status, funding and open interest', async () => {
    expect(await bot.fetchTime()).toBeGreaterThanOrEqual(START);
    expect(await bot.fetchStatus()).toMatchObject({ status: 'ok' });
    expect(await bot.fetchFundingRate(SYMBOL)).toMatchObject({
      ...{ symbol: SYMBOL, fundingRate: 0.0000125, interval: '1h', markPrice: 95000 },
      fundingTimestamp: 1_767_351_600_000,
    });
    expect(Object.keys(await bot.fetchFundingRates([SYMBOL]))).toEqual([SYMBOL]);
    expect(await bot.fetchFundingRateHistory(SYMBOL)).toEqual([]);
    expect(await bot.fetchOpenInterest(SYMBOL)).toMatchObject({ symbol: SYMBOL, openInterestAmount: 0 });
  });

  test('trades and candles come oldest first', async () => {
    await bot.createOrder(SYMBOL, 'market', 'buy', 0.02);
    await bot.createOrder(SYMBOL, 'market', 'sell', 0.02);
    const trades = await bot.fetchTrades(SYMBOL, undefined, 2);
    expect(trades).toMatchObject([
      { symbol: SYMBOL, side: 'buy', price: 95010, amount: 0.02, cost: 1900.2 },
      { symbol: SYMBOL, side: 'sell', price: 94990, amount: 0.02, cost: 1899.8 },
    ]);
    const candles = (await bot.fetchOHLCV(SYMBOL, '1m', undefined, 1)) as number[][];
    expect(candles.at(-1)?.slice(0, 5)).toEqual([START, expect.any(Number), 95010, 94990, 94990]);
  });
});

describe('orders', () => {
  test('a limit order rests, is edited, and is cancelled', async () => {
    const placed = await bot.createOrder(SYMBOL, 'limit', 'buy', 0.01, 90_000, {
      clientOrderId: 'mine-1',
      postOnly: true,
    });
    expect(placed).toMatchObject({
      ...{
        status: 'open',
        symbol: SYMBOL,
        side: 'buy',
        type: 'limit',
        price: 90_000,
        amount: 0.01,
        filled: 0,
        remaining: 0.01,
      },
      ...{ clientOrderId: 'mine-1', postOnly: true, id: expect.stringMatching(/^\d+$/) as string },
    });
    const id = String(placed['id']);
    const edited = await bot.editOrder(id, SYMBOL, 'limit', 'buy', 0.02, 90_010);
    expect(edited).toMatchObject({ id, price: 90_010, amount: 0.02, status: 'open' });
    expect(await bot.fetchOpenOrders(SYMBOL)).toMatchObject([{ id, price: 90_010, amount: 0.02, timeInForce: 'PO' }]);
    expect(await bot.cancelOrder('', SYMBOL, { clientOrderId: 'mine-1' })).toMatchObject({ id, status: 'canceled' });
    expect(await bot.fetchOpenOrders(SYMBOL)).toEqual([]);
    expect(await bot.fetchOrder(id, SYMBOL)).toMatchObject({ id, status: 'canceled', filled: 0 });
    expect(await bot.fetchCanceledOrders(SYMBOL)).toMatchObject([{ id }]);
  });

  test('a market order fills, and its trade, its position and the balance say so', async () => {
    const before = (await bot.fetchBalance()) as { total: { USDT: number } };
    const order = await bot.createOrder(SYMBOL, 'market', 'buy', 0.02);
    expect(order).toMatchObject({ status: 'closed', average: 95_010, filled: 0.02, remaining: 0, cost: 1900.2 });
    const closed = await bot.fetchClosedOrders(SYMBOL);
    expect(closed.at(-1)).toMatchObject({ id: order['id'], status: 'closed', average: 95_010, type: 'market' });
    expect((await bot.fetchMyTrades(SYMBOL)).at(-1)).toMatchObject({
      ...{ order: order['id'], symbol: SYMBOL, side: 'buy', price: 95_010, amount: 0.02, takerOrMaker: 'taker' },
      fee: { currency: 'USDT', cost: 0.9501, rate: 0.0005 },
    });
    expect(await bot.fetchPosition(SYMBOL)).toMatchObject({
      ...{ symbol: SYMBOL, side: 'long', contracts: 0.02, entryPrice: 95_010, markPrice: 95_000, notional: 1900 },
      ...{ leverage: 10, unrealizedPnl: -0.2, initialMargin: 190, liquidationPrice: undefined },
    });
    const after = (await bot.fetchBalance()) as { total: { USDT: number; BTC: number } };
    expect(before.total.USDT - after.total.USDT).toBeCloseTo(0.9501, 6);
    expect(after.total.BTC).toBe(1);
  });

  test('stops and targets wait for their price', async () => {
    await bot.createOrder(SYMBOL, 'market', 'buy', 0.02);
    await bot.createOrder(SYMBOL, 'market', 'sell', 0.02, undefined, { stopLossPrice: 80_000 });
    await bot.createOrder(SYMBOL, 'limit', 'sell', 0.02, 99_000, { takeProfitPrice: 99_500 });
    expect(await bot.fetchOpenOrders(SYMBOL)).toMatchObject([
      { type: 'market', triggerPrice: 80_000, stopLossPrice: 80_000, reduceOnly: true, status: 'open' },
      { type: 'limit', triggerPrice: 99_500, takeProfitPrice: 99_500, price: 99_000, reduceOnly: true },
    ]);
    expect(await bot.cancelAllOrders(SYMBOL)).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  });

  test('an order with a trigger price may open a position, in the direction that it names', async () => {
    await bot.createOrder(SYMBOL, 'market', 'buy', 0.02, undefined, { triggerPrice: 99_000 });
    const falls = { triggerPrice: 93_000, triggerDirection: 'descending' };
    await bot.createOrder(SYMBOL, 'market', 'buy', 0.02, undefined, falls);
    await bot.createOrder(SYMBOL, 'market', 'buy', 0.02, undefined, {
      ...falls,
      reduceOnly: true,
      triggerDirection: 'ascending',
    });
    expect(await bot.fetchOpenOrders(SYMBOL)).toMatchObject([
      { stopLossPrice: 99_000, reduceOnly: false },
      { takeProfitPrice: 93_000, reduceOnly: false },
    ]);
    await expect(
      bot.createOrder(SYMBOL, 'market', 'buy', 0.02, undefined, { ...falls, triggerDirection: 'sideways' }),
    ).rejects.toThrow('perpsim triggerDirection must be ascending or descending (got sideways)');
    expect(await bot.cancelAllOrders(SYMBOL)).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  });

  test('leverage is set and read', async () => {
    await bot.setLeverage(5, SYMBOL);
    expect(await bot.fetchLeverage(SYMBOL)).toMatchObject({ symbol: SYMBOL, longLeverage: 5, shortLeverage: 5 });
    await bot.setLeverage(10, SYMBOL);
    expect(await bot.fetchTradingFee(SYMBOL)).toMatchObject({ symbol: SYMBOL, maker: 0.0002, taker: 0.0005 });
  });

  test('funding that was paid is listed', async () => {
    await bot.createOrder(SYMBOL, 'market', 'buy', 0.02);
    exchange.clock.advance(3_600_000);
    expect(await bot.fetchFundingHistory(SYMBOL)).toMatchObject([
      { symbol: SYMBOL, code: 'USDT', timestamp: 1_767_351_600_000, amount: expect.any(Number) as number },
    ]);
    expect(await bot.fetchFundingRateHistory(SYMBOL)).toMatchObject([{ symbol: SYMBOL, timestamp: 1_767_351_600_000 }]);
  });
});

describe('refusals are errors of ccxt', () => {
  test.each([
    ['an order that does not exist', () => bot.cancelOrder('1', SYMBOL), ccxt.OrderNotFound, 'ORDER_NOT_FOUND'],
    [
      'a post-only order that would trade',
      () => bot.createOrder(SYMBOL, 'limit', 'buy', 0.01, 95_500, { postOnly: true }),
      ...([ccxt.OrderImmediatelyFillable, 'POST_ONLY_WOULD_TRADE'] as const),
    ],
    [
      'a price out of bounds',
      () => bot.createOrder(SYMBOL, 'limit', 'buy', 1, 150_000),
      ccxt.InvalidOrder,
      'PRICE_OUT_OF_BOUNDS',
    ],
    [
      'more than the margin allows',
      async () => {
        await bot.setLeverage(1, 'ETH/USDT:USDT');
        return bot.createOrder('ETH/USDT:USDT', 'limit', 'buy', 1_000, 3_250);
      },
      ...([ccxt.InsufficientFunds, 'INSUFFICIENT_MARGIN'] as const),
    ],
    ['a symbol that does not exist', () => bot.fetchTicker('NO/SUCH:THING'), ccxt.BadSymbol, 'NO/SUCH:THING'],
    [
      'fill or kill',
      () => bot.createOrder(SYMBOL, 'limit', 'buy', 1, 1, { timeInForce: 'FOK' }),
      ccxt.InvalidOrder,
      'FOK',
    ],
    ['no key', () => new Perpsim({ urls: bot.urls }).fetchBalance(), ccxt.AuthenticationError, 'privateKey'],
  ])('%s', async (_what, call, errorClass, words) => {
    const [found, message] = await refused(call());
    expect(message).toContain(words);
    expect(found).toBe(errorClass);
  });
});

describe('watch methods', () => {
  test('orders, trades, positions and balance', async () => {
    const watched = [bot.watchOrders(SYMBOL), bot.watchMyTrades(), bot.watchPositions([SYMBOL]), bot.watchBalance()];
    const order = await bot.createOrder(SYMBOL, 'market', 'buy', 0.02);
    exchange.clock.advance(1_000);
    const [orders, trades, positions, balance] = await Promise.all(watched);
    expect(orders).toMatchObject([{ id: order['id'], symbol: SYMBOL, side: 'buy', amount: 0.02 }]);
    expect(trades).toMatchObject([{ order: order['id'], price: 95_010, amount: 0.02, takerOrMaker: 'taker' }]);
    expect(positions).toMatchObject([{ symbol: SYMBOL, side: 'long', contracts: 0.02, entryPrice: 95_010 }]);
    expect(balance).toMatchObject({ total: { BTC: 1 } });
  });

  test('book, trades, candles and ticker', async () => {
    const book = await bot.watchOrderBook(SYMBOL);
    expect(book).toMatchObject({
      symbol: SYMBOL,
      bids: expect.arrayContaining([[94980, 1]]) as unknown,
      nonce: expect.any(Number) as unknown,
    });
    expect(book['timestamp']).toBeGreaterThanOrEqual(START);
    const watched = [bot.watchTrades(SYMBOL), bot.watchOHLCV(SYMBOL, '1m'), bot.watchTicker(SYMBOL)];
    const next = bot.watchOrderBook(SYMBOL);
    await other.createOrder(SYMBOL, 'market', 'buy', 0.5);
    exchange.clock.advance(1_000);
    const [trades, candles, ticker] = await Promise.all(watched);
    expect(trades).toMatchObject([{ symbol: SYMBOL, side: 'buy', price: 95_010, amount: 0.5 }]);
    expect((candles as number[][]).at(-1)).toHaveLength(6);
    expect(ticker).toMatchObject({ symbol: SYMBOL, last: 95_010 });
    expect(await next).toMatchObject({ symbol: SYMBOL });
  });

  /** A ticker is sent when a price changes, and the prices of this exchange stand still: each goes up a step and comes back. */
  async function asPricesMove<T>(watched: Promise<T>): Promise<T> {
    const before = Object.values(await bot.fetchTickers()) as { symbol: string; indexPrice: number }[];
    const move = (steps: number): void => {
      for (const { symbol, indexPrice } of before) {
        const { id, precision } = bot.market(symbol) as unknown as { id: string; precision: { price: number } };
        exchange.control.movePrice(id, bot.priceToPrecision(symbol, indexPrice + steps * precision.price));
      }
    };
    let moves = 0;
    const moving = setInterval(() => move((moves += 1) % 2), 50);
    try {
      return await watched;
    } finally {
      clearInterval(moving);
      move(0);
    }
  }

  /** Calls watchTickers until it has told of so many markets. */
  async function tickersOf(count: number, symbols?: string[]): Promise<Record<string, unknown>> {
    const seen: Record<string, unknown> = {};
    while (Object.keys(seen).length < count) Object.assign(seen, await bot.watchTickers(symbols));
    return seen;
  }

  test('tickers of some markets, beside the ticker of one of them', async () => {
    const ether = 'ETH/USDT:USDT';
    const watched = Promise.all([bot.watchTicker(SYMBOL), tickersOf(2, [SYMBOL, ether])]);
    const [ticker, tickers] = await asPricesMove(watched);
    expect(ticker).toMatchObject({ symbol: SYMBOL, bid: 94_990 });
    expect(Object.keys(tickers).sort()).toEqual([SYMBOL, ether]);
    expect(tickers).toMatchObject({ [SYMBOL]: { bid: 94_990 }, [ether]: { symbol: ether } });
  });

  test('tickers of all markets', async () => {
    const tickers = await asPricesMove(tickersOf(bot.symbols.length));
    expect(Object.keys(tickers).sort()).toEqual([...bot.symbols].sort());
  });
});

testInFull('the bot of the example trades, streams and ends', async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  const [, , third] = exchange.accounts;
  const url = bot.urls.api.rest.replace('/v1', '');
  const child = new Child([join(ROOT, 'examples', 'ccxt-bot.mjs'), url, third?.privateKey ?? '']);
  const code = await child.exit();
  expect([code, child.stderr]).toEqual([0, '']);
  expect(child.stdout).toMatch(/^bought 0\.01 at 950\d\d\nopen to sell 0\.01: true\nlong 0\.01\n$/);
});
