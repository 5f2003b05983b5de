import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ccxt from 'ccxt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';
import { Framework } from './ccxt/framework.ts';
import { amountOf, type Bot, BTC, ETH, flat, type Kit, livingKit, near, SOL, until } from './ccxt/kit.ts';
import { Child } from './child.ts';

/**
 * What a bot of ccxt can rely on: a parameter is honoured or refused, over REST and WebSocket, a stop that was asked for is there, and
 * refusals are errors of ccxt. Against a living exchange on a live clock; test/ccxt-methods.test.ts has every method.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

let kit: Kit;
let bot: Bot;

beforeAll(async () => {
  kit = await livingKit();
  ({ bot } = kit);
});
afterAll(() => kit.close());
beforeEach(() => flat(bot));

type ErrorClass = new (message: string) => Error;

/** The class of the error of ccxt, and its message. */
async function refused(call: Promise<unknown>): Promise<[unknown, string]> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );
  return [error?.constructor, error?.message ?? 'nothing was refused'];
}

async function expectRefused(call: Promise<unknown>, errorClass: ErrorClass, words: string): Promise<void> {
  const [found, message] = await refused(call);
  expect(message).toContain(words);
  expect(found).toBe(errorClass);
}

type Params = Readonly<Record<string, unknown>>;
type Placing = (type: string, price: number | undefined, params: Params) => Promise<unknown>;

/** Every way to place an order with parameters. */
const WAYS: readonly (readonly [name: string, way: Placing])[] = [
  ['createOrder', (type, price, params) => bot.createOrder(BTC, type, 'buy', 0.005, price, params)],
  ['createOrderWs', (type, price, params) => bot.createOrderWs(BTC, type, 'buy', 0.005, price, params)],
  ['createOrders', (type, price, params) => bot.createOrders([orderOf(type, price, params)])],
  ['createOrdersWs', (type, price, params) => bot.createOrdersWs([orderOf(type, price, params)])],
];
const orderOf = (type: string, price: number | undefined, params: Params) => ({
  ...{ symbol: BTC, type, side: 'buy', amount: 0.005, params },
  ...(price !== undefined && { price }),
});

const { ArgumentsRequired, BadRequest, InvalidOrder, NotSupported } = ccxt;

/** Parameters that are refused, wherever an order is placed: the name of each is in the message, and what to use. */
const REFUSED: readonly (readonly [params: Params, errorClass: ErrorClass, words: string, type?: 'market'])[] = [
  [{ stopLos: 90_000 }, BadRequest, 'does not know stopLos: it takes timeInForce, postOnly'],
  [{ trailingPercent: 1 }, NotSupported, 'trailingPercent: there are no trailing orders: move a stop with editOrder'],
  [{ hedged: true }, NotSupported, 'hedged: positions are one-way'],
  [{ leverage: 5 }, NotSupported, 'leverage: call setLeverage(leverage, symbol) first'],
  [{ closePosition: true }, NotSupported, 'closePosition: call closePosition(symbol)'],
  [{ cost: 100 }, NotSupported, 'cost: give the amount in units of the base asset'],
  [{ isolatedMargin: 100 }, NotSupported, 'isolatedMargin: it belongs to marginMode isolated'],
  [{ type: 'spot' }, NotSupported, 'has type swap only (got spot)'],
  [{ marginMode: 'portfolio' }, BadRequest, 'takes cross or isolated for marginMode (got portfolio)'],
  [{ marginMode: 'isolated' }, ArgumentsRequired, 'marginMode isolated needs params.leverage'],
  [{ marginMode: 'isolated', leverage: 5 }, ArgumentsRequired, 'needs params.isolatedMargin'],
  [{ timeInForce: 'FOK' }, BadRequest, 'takes GTC or IOC or PO or GTD for timeInForce (got FOK)'],
  [{ timeInForce: 'GTD' }, ArgumentsRequired, 'GTD needs params.expiresAt'],
  [{ timeInForce: 'IOC', postOnly: true }, InvalidOrder, 'post-only or IOC, not both'],
  [{ timeInForce: 'GTC' }, InvalidOrder, 'a market order is IOC (got GTC)', 'market'],
  [{ postOnly: true }, InvalidOrder, 'a market order cannot be post-only', 'market'],
  [{ postOnly: 'yes' }, BadRequest, 'takes true or false for postOnly (got yes)'],
  [{ reduceOnly: 1 }, BadRequest, 'takes true or false for reduceOnly (got 1)'],
  [{ expiresAt: 1_900_000_000_000 }, InvalidOrder, 'expiresAt needs timeInForce GTD'],
  [{ clientOrderId: 7 }, BadRequest, 'takes a text for clientOrderId (got 7)'],
  [{ triggerPrice: -1 }, BadRequest, 'takes a positive number for triggerPrice (got -1)'],
  [
    { triggerPrice: 90_000, triggerDirection: 'sideways' },
    BadRequest,
    'takes ascending or descending for triggerDirection',
  ],
  [{ triggerDirection: 'ascending' }, InvalidOrder, 'triggerDirection needs a triggerPrice'],
  [{ triggerPriceType: 'mark' }, InvalidOrder, 'triggerPriceType needs a triggerPrice'],
  [
    { triggerPrice: 90_000, triggerPriceType: 'index' },
    BadRequest,
    'takes mark or last for triggerPriceType (got index)',
  ],
  [{ triggerPrice: 90_000, postOnly: true }, InvalidOrder, 'an order with a trigger is GTC and cannot be post-only'],
  [{ triggerPrice: 90_000, timeInForce: 'IOC' }, InvalidOrder, 'an order with a trigger is GTC'],
  [
    { stopLossPrice: 9, takeProfitPrice: 10 },
    InvalidOrder,
    'waits for one price (got stopLossPrice and takeProfitPrice)',
  ],
  [{ triggerPrice: 9, stopPrice: 10 }, InvalidOrder, 'waits for one price (got triggerPrice and stopPrice)'],
  [{ stopLossPrice: 9, triggerDirection: 'ascending' }, InvalidOrder, 'triggerDirection belongs to triggerPrice'],
  [{ stopLoss: 90_000 }, BadRequest, 'takes an object for stopLoss (got 90000)'],
  [{ stopLoss: {} }, ArgumentsRequired, 'params.stopLoss: triggerPrice is needed'],
  [{ stopLoss: { triggerPrice: 9, trailing: 1 } }, NotSupported, 'params.stopLoss does not take trailing'],
  [
    { stopLoss: { triggerPrice: 9, amount: 0.001 } },
    NotSupported,
    'amount is that of the order that it is attached to',
  ],
  [
    { takeProfit: { triggerPrice: 9, type: 'limit' } },
    ArgumentsRequired,
    'params.takeProfit: a limit order needs a price',
  ],
  [{ takeProfit: { triggerPrice: 9 }, triggerPrice: 10 }, InvalidOrder, 'attached to a plain order'],
  [
    { takeProfit: { triggerPrice: 9 }, reduceOnly: true },
    InvalidOrder,
    'opens nothing for stopLoss and takeProfit to close',
  ],
];

describe('parameters that are refused', () => {
  test.each(WAYS)('%s', async (name, way) => {
    const low = await near(bot, BTC, -3);
    for (const [params, errorClass, words, type = 'limit'] of REFUSED) {
      await expectRefused(way(type, type === 'limit' ? low : undefined, params), errorClass, words);
    }
    expect([name, await bot.fetchOpenOrders(), await bot.fetchPositions()]).toEqual([name, [], []]);
  });

  test('a batch takes no order that needs a request of its own', async () => {
    const low = await near(bot, BTC, -3);
    const attached = { stopLoss: { triggerPrice: low - 100 } };
    await expectRefused(bot.createOrders([orderOf('limit', low, attached)]), NotSupported, 'are for createOrder alone');
    await expectRefused(
      bot.createOrders(Array.from({ length: 21 }, () => orderOf('limit', low, {}))),
      BadRequest,
      '20',
    );
    expect(await bot.fetchOpenOrders()).toEqual([]);
  });

  test.each(['editOrder', 'editOrderWs'] as const)('%s', async (method) => {
    const low = await near(bot, BTC, -3);
    const { id } = await bot.createOrder(BTC, 'limit', 'buy', 0.005, low);
    const edit = (type: string, side: string, params: Params, price?: number) =>
      bot[method](String(id), BTC, type, side, undefined, price, params);
    const before = await bot.fetchOrder(String(id), BTC);
    await expectRefused(
      edit('limit', 'buy', { stopLoss: { triggerPrice: 9 } }),
      NotSupported,
      'stopLoss: createOrder takes it',
    );
    await expectRefused(edit('limit', 'buy', { postOnly: true }, low - 1), BadRequest, 'does not know postOnly');
    await expectRefused(edit('limit', 'buy', { leverage: 3 }, low - 1), NotSupported, 'leverage');
    await expectRefused(
      edit('limit', 'sell', {}, low - 1),
      InvalidOrder,
      'has side buy, which cannot be edited (got sell)',
    );
    await expectRefused(edit('market', 'buy', {}, low - 1), InvalidOrder, 'has type limit, which cannot be edited');
    await expectRefused(edit('limit', 'buy', {}), ArgumentsRequired, 'needs an amount, a price or a trigger price');
    // The exchange refuses this one inside a response that is well.
    await expectRefused(edit('limit', 'buy', {}, 1_000_000), InvalidOrder, 'PRICE_OUT_OF_BOUNDS');
    expect(await bot.fetchOrder(String(id), BTC)).toEqual(before);
  });

  /** Methods with the parameters that bots send to other exchanges. */
  test('every other method names what it does not take', async () => {
    const calls: readonly (readonly [Promise<unknown>, ErrorClass, string])[] = [
      [bot.fetchOHLCV(BTC, '1m', undefined, 5, { price: 'mark' }), NotSupported, 'price: candles are of trades'],
      [bot.fetchOHLCV(BTC, '1m', undefined, 5, { paginate: true }), NotSupported, 'paginate: page by since, limit'],
      [bot.fetchOHLCV(BTC, '2m'), BadRequest, 'no candles of 2m'],
      [
        bot.fetchMyTrades(BTC, undefined, 5, { until: 'now' as never }),
        BadRequest,
        'takes Unix milliseconds for until',
      ],
      [bot.fetchBalance({ type: 'spot' }), NotSupported, 'has type swap only'],
      [bot.fetchPositions([BTC], { foo: 1 }), BadRequest, 'does not know foo: it takes no params'],
      [bot.cancelAllOrders(BTC, { trigger: true }), NotSupported, 'use the ids of fetchOpenOrders'],
      [bot.cancelAllOrdersAfter(1_500), BadRequest, 'whole seconds'],
      [bot.setLeverage(5, BTC, { marginMode: 'isolated' }), NotSupported, 'marginMode: createOrder takes it'],
      [bot.withdraw('USDT', 100, '0x', undefined, { network: 'ETH' }), NotSupported, 'there is one network'],
      [bot.watchOrders(BTC, undefined, undefined, { trigger: true }), NotSupported, 'trigger'],
      [bot.watchTicker(BTC, { name: 'x' }), BadRequest, 'does not know name'],
      [bot.fetchOrderBookWs(BTC, 5, { level: 2 }), BadRequest, 'does not know level'],
    ];
    for (const [call, errorClass, words] of calls) await expectRefused(call, errorClass, words);
    // What every market here is may be said.
    await bot.fetchBalance({ type: 'swap', subType: 'linear' });
  });
});

describe.each(['createOrder', 'createOrderWs'] as const)('parameters that are honoured by %s', (create) => {
  test('figures are sent digit by digit', async () => {
    const price = String(await near(bot, BTC, -3));
    const { id } = await bot[create](BTC, 'limit', 'buy', '0.00512', price, { clientOrderId: `exact-${create}` });
    const { info } = await bot.fetchOpenOrder(String(id), BTC);
    expect(info).toMatchObject({ quantity: '0.00512', price, order: { clientId: `exact-${create}` } });
    // A number that JavaScript writes with an exponent.
    expect(bot.amountToPrecision('XRP/USDT:USDT', 1e21)).toBe('1000000000000000000000');
  });

  test('timeInForce', async () => {
    const low = await near(bot, BTC, -3);
    const ioc = await bot[create](BTC, 'limit', 'buy', 0.005, low, { timeInForce: 'IOC' });
    expect(ioc).toMatchObject({ status: 'canceled', filled: 0, timeInForce: 'IOC' });
    const expiresAt = (Math.floor((await bot.fetchTime()) / 1_000) + 60) * 1_000;
    const gtd = await bot[create](BTC, 'limit', 'buy', 0.005, low, { timeInForce: 'GTD', expiresAt });
    expect(await bot.fetchOrder(String(gtd['id']), BTC)).toMatchObject({ timeInForce: 'GTD', info: { expiresAt } });
    const post = await bot[create](BTC, 'limit', 'buy', 0.005, low, { timeInForce: 'PO' });
    expect(post).toMatchObject({ postOnly: true, status: 'open' });
  });

  test('an order that fills in part is open while the rest may rest, and cancelled where it may not', async () => {
    const book = (await bot.fetchOrderBook(ETH, 20)) as { readonly asks: readonly (readonly [number, number])[] };
    const price = book.asks[4]?.[0];
    const depth = book.asks.reduce((sum, [, size]) => sum + size, 0);
    const amount = bot.amountToPrecision(ETH, depth * 2);
    const ioc = await bot[create](ETH, 'limit', 'buy', amount, price, { timeInForce: 'IOC' });
    expect(ioc['status']).toBe('canceled');
    expect(Number(ioc['filled'])).toBeGreaterThan(0);
    const gtc = await bot[create](ETH, 'limit', 'buy', amount, price);
    expect(gtc).toMatchObject({ status: 'open', amount: Number(amount) });
    expect(Number(gtc['remaining'])).toBeGreaterThan(0);
  });

  test('an order that fills at several prices has the same average when it is fetched', async () => {
    const { asks } = (await bot.fetchOrderBook(BTC)) as { asks: [price: number, size: number][] };
    const [first, second, third] = asks.map(([, size]) => size);
    // Thirds leave more digits than the exchange shows.
    const amount = Number(bot.amountToPrecision(BTC, first! + second! + third! / 3));
    const placed = await bot[create](BTC, 'market', 'buy', amount);
    const fetched = await bot.fetchOrder(String(placed.id), BTC);
    expect(fetched).toMatchObject({ filled: amount, average: placed.average, price: placed.price });
  });

  test('a stop that is attached to an order closes its position, and takes the target with it', async () => {
    const [low, high] = [await near(bot, BTC, -2), await near(bot, BTC, 2)];
    const order = await bot[create](BTC, 'market', 'buy', 0.005, undefined, {
      stopLoss: { triggerPrice: low, triggerPriceType: 'mark' },
      takeProfit: { triggerPrice: high, type: 'limit', price: high - 10 },
    });
    expect(order).toMatchObject({ status: 'closed', stopLossPrice: low, takeProfitPrice: high });
    const exits = await bot.fetchOpenOrders(BTC);
    expect(exits).toHaveLength(2);
    expect(exits).toMatchObject([
      { side: 'sell', amount: 0.005, reduceOnly: true, takeProfitPrice: high, type: 'limit', price: high - 10 },
      { side: 'sell', amount: 0.005, reduceOnly: true, stopLossPrice: low, type: 'market', price: undefined },
    ]);
    // Edited, it fires at once.
    const stop = exits.find(({ stopLossPrice }) => stopLossPrice !== undefined);
    const above = await near(bot, BTC, 1);
    await bot.editOrder(String(stop?.['id']), BTC, 'market', 'sell', undefined, undefined, { stopLossPrice: above });
    await until(
      () => bot.fetchPositions([BTC]),
      (positions) => positions.length === 0,
    );
    expect(await bot.fetchOpenOrders(BTC)).toEqual([]);
  });

  test('stopLossPrice and takeProfitPrice close, triggerPrice may open', async () => {
    const [low, high] = [await near(bot, BTC, -3), await near(bot, BTC, 3)];
    await bot[create](BTC, 'market', 'buy', 0.005);
    await bot[create](BTC, 'market', 'sell', 0.005, undefined, { stopLossPrice: low });
    await bot[create](BTC, 'limit', 'sell', 0.005, high - 10, { takeProfitPrice: high, triggerPriceType: 'last' });
    await bot[create](BTC, 'market', 'buy', 0.005, undefined, { triggerPrice: high, reduceOnly: false });
    await bot[create](BTC, 'market', 'buy', 0.005, undefined, { triggerPrice: low, triggerDirection: 'descending' });
    expect(await bot.fetchOpenOrders(BTC)).toMatchObject([
      { stopLossPrice: low, reduceOnly: true, side: 'sell' },
      { takeProfitPrice: high, reduceOnly: true, price: high - 10, info: { triggerPriceType: 'last' } },
      { stopLossPrice: high, reduceOnly: false, side: 'buy' },
      { takeProfitPrice: low, reduceOnly: false, side: 'buy' },
    ]);
  });

  test('marginMode isolated with its leverage and margin', async () => {
    const symbol = 'SUI/USDT:USDT';
    const params = { marginMode: 'isolated', leverage: 4, isolatedMargin: '60.25' } as const;
    const order = await bot[create](
      symbol,
      'limit',
      'buy',
      amountOf(bot, symbol, 20),
      await near(bot, symbol, -3),
      params,
    );
    expect(order['status']).toBe('open');
    expect(await bot.fetchLeverage(symbol)).toMatchObject({ longLeverage: 4 });
    expect(await bot.addMargin(symbol, '0.75')).toMatchObject({ total: 61 });
    await expectRefused(
      bot[create](symbol, 'market', 'buy', 20, undefined, { ...params, stopLossPrice: 1 }),
      ...([NotSupported, 'an isolated order is plain'] as const),
    );
  });
});

test('features say what createOrder takes', () => {
  const value = (param: string): unknown => bot.featureValue(BTC, 'createOrder', param);
  const yes = ['marginMode', 'triggerPrice', 'triggerDirection', 'stopLossPrice', 'takeProfitPrice', 'stopLoss.price'];
  expect(yes.map(value)).toEqual(yes.map(() => true));
  const no = ['trailing', 'hedged', 'iceberg', 'timeInForce.FOK', 'triggerPriceType.index', 'leverage'];
  expect(no.map(value)).toEqual(no.map(() => false));
  expect(bot.featureValue(BTC, 'createOrders', 'max')).toBe(20);
  expect(bot.featureValue(BTC, 'fetchOHLCV', 'limit')).toBe(5_000);
});

describe('refusals are errors of ccxt', () => {
  test.each<[string, () => Promise<unknown>, ErrorClass, string]>([
    ['an order that does not exist', () => bot.cancelOrder('1', BTC), ccxt.OrderNotFound, 'ORDER_NOT_FOUND'],
    ['the same over WebSocket', () => bot.cancelOrderWs('1', BTC), ccxt.OrderNotFound, 'ORDER_NOT_FOUND'],
    [
      'a post-only order that would trade',
      async () => bot.createOrder(BTC, 'limit', 'buy', 0.01, await near(bot, BTC, 1), { postOnly: true }),
      ...([ccxt.OrderImmediatelyFillable, 'POST_ONLY_WOULD_TRADE'] as const),
    ],
    [
      'a client id that is used already',
      async () => {
        const params = { clientOrderId: 'twice' };
        await bot.createOrder(BTC, 'limit', 'buy', 0.01, await near(bot, BTC, -3), params);
        return bot.createOrderWs(BTC, 'limit', 'buy', 0.01, await near(bot, BTC, -3), params);
      },
      ...([ccxt.DuplicateOrderId, 'IDEMPOTENCY_CONFLICT'] as const),
    ],
    [
      'a price out of bounds',
      () => bot.createOrder(BTC, 'limit', 'buy', 1, 150_000),
      InvalidOrder,
      'PRICE_OUT_OF_BOUNDS',
    ],
    [
      'more than the margin allows',
      async () => {
        await bot.setLeverage(1, ETH);
        return bot.createOrder(ETH, 'limit', 'buy', 1_000, await near(bot, ETH, -2));
      },
      ...([ccxt.InsufficientFunds, 'INSUFFICIENT_MARGIN'] as const),
    ],
    ['a symbol that does not exist', () => bot.fetchTicker('NO/SUCH:THING'), ccxt.BadSymbol, 'NO/SUCH:THING'],
    [
      'a currency that does not exist',
      () => bot.withdraw('NOPE', 1, '0x'),
      ccxt.BadSymbol,
      'there is no currency NOPE',
    ],
    ['no key', () => kit.botOf(undefined).fetchBalance(), ccxt.AuthenticationError, 'privateKey'],
    ['no key over WebSocket', () => kit.botOf(undefined).fetchBalanceWs(), ccxt.AuthenticationError, 'privateKey'],
  ])('%s', async (_what, call, errorClass, words) => {
    await expectRefused(call(), errorClass, words);
  });
});

test('readers of different markets do not take from each other', async () => {
  const [inBitcoin, inEther] = [bot.watchOrders(BTC), bot.watchOrders(ETH)];
  const first = await bot.createOrderWs(BTC, 'limit', 'buy', 0.005, await near(bot, BTC, -3));
  const second = await bot.createOrder(ETH, 'limit', 'buy', amountOf(bot, ETH, 5), await near(bot, ETH, -3));
  expect(await inBitcoin).toMatchObject([{ id: first['id'], symbol: BTC }]);
  expect(await inEther).toMatchObject([{ id: second['id'], symbol: ETH }]);
});

testInFull('the bot of the example trades, streams and ends', async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  const [, , third] = kit.exchange.accounts;
  const child = new Child([join(ROOT, 'examples', 'ccxt-bot.mjs'), kit.origin, third?.privateKey ?? '']);
  const code = await child.exit();
  expect([code, child.stderr]).toEqual([0, '']);
  expect(child.stdout).toMatch(/^bought 0\.01 at \d+(?:\.\d+)?\nopen to sell 0\.01: true\nlong 0\.01\n$/);
});

test('a strategy framework loads candles by paging, enters with a stop, and finds both after a restart', async () => {
  const settings = { symbol: SOL, timeframe: '1m', warmUp: 1_000, stake: 500, leverage: 5, stopPercent: 3 } as const;
  const first = new Framework(bot, settings);
  expect(await first.start()).toEqual({ contracts: 0, side: undefined, stop: undefined, isRestored: false });
  const times = first.candles.map(([time]) => time);
  expect(times.length).toBeGreaterThan(900);
  // Pages meet without a repeat.
  const steps = times.slice(1).map((time, index) => time - Number(times[index]));
  expect(steps.filter((step) => step <= 0 || step % 60_000 !== 0)).toEqual([]);

  const side = first.signal();
  const id = await first.enter(side);
  const entered = await first.reconcile();
  expect(entered).toMatchObject({ side: side === 'buy' ? 'long' : 'short', isRestored: false });
  expect((await bot.fetchOrder(id, SOL)).filled).toBe(entered.contracts);
  const direction = side === 'buy' ? -1 : 1;
  const { last } = await bot.fetchTicker(SOL);
  expect((Number(entered.stop) / Number(last) - 1) * direction).toBeGreaterThan(0.015);

  // The next life knows nothing but its settings.
  const restarted = new Framework(kit.botOf(8), settings);
  expect(await restarted.start()).toEqual(entered);
  // Somebody has cancelled the stop meanwhile.
  await bot.cancelAllOrders(SOL);
  const restored = await new Framework(kit.botOf(8), settings).start();
  expect(restored).toMatchObject({ contracts: entered.contracts, isRestored: true });
  expect(await restarted.reconcile()).toEqual({ ...restored, isRestored: false });

  // The market goes through it.
  const beyond = Number(restored.stop) * (1 + direction * 0.02);
  kit.exchange.control.movePrice('SOL-USDT', bot.priceToPrecision(SOL, beyond));
  const flatAgain = await until(
    () => restarted.reconcile(),
    ({ contracts }) => contracts === 0,
  );
  expect(flatAgain).toEqual({ contracts: 0, side: undefined, stop: undefined, isRestored: false });
  const exits = (await bot.fetchMyTrades(SOL)).filter((trade) => trade.side !== side);
  expect(exits.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(entered.contracts, 6);
});
