import { OrderNotFound } from 'ccxt';
import { expect } from 'vitest';
import { amountOf, BTC, ETH, type Kit, near } from './kit.ts';
import type { Row, Shape } from './rows.ts';
import { expectList, expectStructure, type Item } from './structures.ts';

/** Methods that place, edit, cancel and list orders, in this order on one exchange. */

type Call = (kit: Kit, suffix: string) => Promise<Item>;

/** Prices far from the market, so that an order rests, and amounts of some hundred USDT. */
async function figures({ bot }: Kit, symbol = BTC) {
  const [low, high, amount] = [await near(bot, symbol, -3), await near(bot, symbol, 3), amountOf(bot, symbol, 5)];
  return { low, high, amount };
}

/** The method over REST, or the same over WebSocket. */
function method(kit: Kit, name: string): (...args: readonly unknown[]) => Promise<never> {
  const { bot } = kit;
  const found = (bot as unknown as Record<string, unknown>)[name];
  if (typeof found !== 'function') throw new Error(`there is no ${name}`);
  return (...args) => found.apply(bot, args) as Promise<never>;
}

/** Places an order, checks what came back, and what the exchange then lists of it. */
const placing =
  (name: string, args: (kit: Kit) => Promise<readonly unknown[]>, listed: Item): Call =>
  async (kit, suffix) => {
    const placed = expectStructure('NewOrder', await method(kit, name + suffix)(...(await args(kit))));
    const order = expectStructure('Order', await kit.bot.fetchOrder(String(placed['id']), BTC));
    expect(order).toMatchObject({ id: placed['id'], symbol: BTC, ...listed });
    for (const field of ['side', 'type', 'amount', 'price', 'postOnly', 'reduceOnly', 'triggerPrice', 'timeInForce']) {
      expect([field, placed[field]]).toEqual([field, order[field]]);
    }
    return order;
  };

const WAITS = { status: 'open', filled: 0 };
const FILLED = { status: 'closed', type: 'market', timeInForce: 'IOC' };

/** What both carriers have: the name over REST, and with `Ws` the one over WebSocket. */
const PLACING: readonly (readonly [name: string, call: Call])[] = [
  [
    'createOrder',
    async (kit, suffix) => {
      const { low, amount } = await figures(kit);
      const params = { clientOrderId: `bot-1${suffix}`, timeInForce: 'GTC', marginMode: 'cross' };
      const call = placing('createOrder', async () => [BTC, 'limit', 'buy', amount, low, params], {
        ...{ ...WAITS, clientOrderId: params.clientOrderId, side: 'buy', type: 'limit', price: low, amount },
        timeInForce: 'GTC',
      });
      const order = await call(kit, suffix);
      expect(await kit.bot.fetchOpenOrders(BTC)).toMatchObject([{ id: order['id'] }]);
      return order;
    },
  ],
  [
    'createOrders',
    async (kit, suffix) => {
      const { low, high, amount } = await figures(kit);
      const orders = await method(
        kit,
        `createOrders${suffix}`,
      )([
        { symbol: BTC, type: 'limit', side: 'buy', amount, price: low, params: { clientOrderId: `bot-2${suffix}` } },
        { symbol: ETH, type: 'limit', side: 'buy', amount: 0.00001, price: await near(kit.bot, ETH, -3) },
        { symbol: BTC, type: 'market', side: 'buy', amount, params: { triggerPrice: high } },
      ]).catch((error: unknown) => error);
      // The amount of one is below the step of its market, which ccxt finds before anything is sent.
      expect(String(orders)).toContain('must be greater than minimum amount precision');
      const sent = (await method(
        kit,
        `createOrders${suffix}`,
      )([
        { symbol: BTC, type: 'limit', side: 'buy', amount, price: low, params: { clientOrderId: `bot-2${suffix}` } },
        { symbol: ETH, type: 'limit', side: 'buy', amount: amountOf(kit.bot, ETH), price: 1_000_000 },
        { symbol: BTC, type: 'market', side: 'buy', amount, params: { triggerPrice: high } },
      ])) as Item[];
      expect(sent).toMatchObject([
        { status: 'open', clientOrderId: `bot-2${suffix}`, symbol: BTC },
        { status: 'rejected', symbol: ETH, info: { errorCode: 'PRICE_OUT_OF_BOUNDS' } },
        { status: 'open', triggerPrice: high },
      ]);
      for (const each of [sent[0], sent[2]]) expectStructure('NewOrder', each);
      return sent[0] ?? {};
    },
  ],
  [
    'createLimitOrder',
    async (kit, suffix) => {
      const { low, amount } = await figures(kit);
      return placing('createLimitOrder', async () => [BTC, 'buy', amount, low], { ...WAITS, price: low })(kit, suffix);
    },
  ],
  [
    'createLimitBuyOrder',
    async (kit, suffix) => {
      const { low, amount } = await figures(kit);
      return placing('createLimitBuyOrder', async () => [BTC, amount, low], { ...WAITS, side: 'buy' })(kit, suffix);
    },
  ],
  [
    'createLimitSellOrder',
    async (kit, suffix) => {
      const { high, amount } = await figures(kit);
      return placing('createLimitSellOrder', async () => [BTC, amount, high], { ...WAITS, side: 'sell' })(kit, suffix);
    },
  ],
  [
    'createMarketOrder',
    async (kit, suffix) => {
      const { amount } = await figures(kit);
      return placing('createMarketOrder', async () => [BTC, 'buy', amount], { ...FILLED, side: 'buy', amount })(
        kit,
        suffix,
      );
    },
  ],
  [
    'createMarketBuyOrder',
    async (kit, suffix) => {
      const { amount } = await figures(kit);
      return placing('createMarketBuyOrder', async () => [BTC, amount], { ...FILLED, side: 'buy' })(kit, suffix);
    },
  ],
  [
    'createMarketSellOrder',
    async (kit, suffix) => {
      const { amount } = await figures(kit);
      return placing('createMarketSellOrder', async () => [BTC, amount], { ...FILLED, side: 'sell' })(kit, suffix);
    },
  ],
  [
    'createPostOnlyOrder',
    async (kit, suffix) => {
      const { low, amount } = await figures(kit);
      const listed = { ...WAITS, postOnly: true, timeInForce: 'PO' };
      return placing('createPostOnlyOrder', async () => [BTC, 'limit', 'buy', amount, low], listed)(kit, suffix);
    },
  ],
  [
    'createReduceOnlyOrder',
    async (kit, suffix) => {
      const { high, amount } = await figures(kit);
      const listed = { ...WAITS, reduceOnly: true, side: 'sell' };
      return placing('createReduceOnlyOrder', async () => [BTC, 'limit', 'sell', amount, high], listed)(kit, suffix);
    },
  ],
  [
    'createTriggerOrder',
    async (kit, suffix) => {
      const { low, amount } = await figures(kit);
      const args = [BTC, 'market', 'buy', amount, undefined, low, { triggerDirection: 'descending' }];
      const listed = { ...WAITS, triggerPrice: low, takeProfitPrice: low, reduceOnly: false };
      return placing('createTriggerOrder', async () => args, listed)(kit, suffix);
    },
  ],
  [
    'createStopOrder',
    async (kit, suffix) => {
      const { high, amount } = await figures(kit);
      const listed = { ...WAITS, triggerPrice: high, stopLossPrice: high, reduceOnly: false };
      return placing(
        'createStopOrder',
        async () => [BTC, 'market', 'buy', amount, undefined, high],
        listed,
      )(kit, suffix);
    },
  ],
  [
    'createStopLimitOrder',
    async (kit, suffix) => {
      const { high, amount } = await figures(kit);
      const listed = { ...WAITS, type: 'limit', price: high + 5, triggerPrice: high, stopLossPrice: high };
      return placing('createStopLimitOrder', async () => [BTC, 'buy', amount, high + 5, high], listed)(kit, suffix);
    },
  ],
  [
    'createStopMarketOrder',
    async (kit, suffix) => {
      const { high, amount } = await figures(kit);
      const listed = { ...WAITS, type: 'market', price: undefined, triggerPrice: high };
      return placing('createStopMarketOrder', async () => [BTC, 'buy', amount, high], listed)(kit, suffix);
    },
  ],
  [
    'createStopLossOrder',
    async (kit, suffix) => {
      const { low, amount } = await figures(kit);
      const listed = { ...WAITS, side: 'sell', triggerPrice: low, stopLossPrice: low, reduceOnly: true };
      return placing(
        'createStopLossOrder',
        async () => [BTC, 'market', 'sell', amount, undefined, low],
        listed,
      )(kit, suffix);
    },
  ],
  [
    'createTakeProfitOrder',
    async (kit, suffix) => {
      const { high, amount } = await figures(kit);
      const listed = { ...WAITS, type: 'limit', price: high - 5, takeProfitPrice: high, reduceOnly: true };
      return placing(
        'createTakeProfitOrder',
        async () => [BTC, 'limit', 'sell', amount, high - 5, high],
        listed,
      )(kit, suffix);
    },
  ],
  [
    'createOrderWithTakeProfitAndStopLoss',
    async (kit, suffix) => {
      const { low, high, amount } = await figures(kit);
      const order = await method(
        kit,
        `createOrderWithTakeProfitAndStopLoss${suffix}`,
      )(...[BTC, 'market', 'buy', amount, undefined, high, low]);
      expectStructure('NewOrder', order);
      expect(order).toMatchObject({ status: 'closed', stopLossPrice: low, takeProfitPrice: high });
      const exits = await kit.bot.fetchOpenOrders(BTC, undefined, 2, { trigger: true });
      expect(
        exits.map(({ triggerPrice, reduceOnly, amount: size }) => [triggerPrice, reduceOnly, size]).sort(),
      ).toEqual([
        [low, true, amount],
        [high, true, amount],
      ]);
      return order;
    },
  ],
];

const shapeOf = (name: string): Shape => (name === 'createOrders' ? 'NewOrder[]' : 'NewOrder');

/** Reduce-only orders and exits need a position, and one order must not meet another. */
const placingRow =
  (call: Call, suffix: string): Row['check'] =>
  async (kit) => {
    await kit.bot.cancelAllOrders();
    const { contracts } = await kit.bot.fetchPosition(BTC);
    if (Number(contracts) < 0.1) await kit.bot.createOrder(BTC, 'market', 'buy', 0.1);
    return call(kit, suffix);
  };

export const placingRows = (suffix: '' | 'Ws'): Row[] =>
  PLACING.map(([name, call]) => ({ method: name + suffix, shape: shapeOf(name), check: placingRow(call, suffix) }));

/** A resting order, with a client id of its own. */
let named = 0;
async function resting({ bot }: Kit): Promise<{ readonly id: string; readonly clientOrderId: string }> {
  const clientOrderId = `resting-${(named += 1)}`;
  const order = await bot.createOrder(BTC, 'limit', 'buy', amountOf(bot, BTC, 5), await near(bot, BTC, -3), {
    clientOrderId,
  });
  return { id: String(order['id']), clientOrderId };
}

async function statusOf({ bot }: Kit, id: string): Promise<unknown> {
  return (await bot.fetchOrder(id, BTC))['status'];
}

const CHANGING: readonly (readonly [
  name: string,
  shape: Shape,
  check: (kit: Kit, suffix: string) => Promise<unknown>,
])[] = [
  [
    'editOrder',
    'Order',
    async (kit, suffix) => {
      const { id } = await resting(kit);
      const [price, amount] = [await near(kit.bot, BTC, -2), amountOf(kit.bot, BTC, 6)];
      const edited = expectStructure(
        'Order',
        await method(kit, `editOrder${suffix}`)(id, BTC, 'limit', 'buy', amount, price),
      );
      expect(edited).toMatchObject({ id, price, amount, status: 'open' });
      const only = await method(kit, `editOrder${suffix}`)(id, BTC, 'limit', 'buy', undefined, price - 1);
      expect(only).toMatchObject({ id, price: price - 1, amount });
    },
  ],
  [
    'cancelOrder',
    'NewOrder',
    async (kit, suffix) => {
      const { id } = await resting(kit);
      expect(expectStructure('NewOrder', await method(kit, `cancelOrder${suffix}`)(id, BTC))).toMatchObject({
        ...{ id, status: 'canceled', symbol: BTC },
      });
      expect(await statusOf(kit, id)).toBe('canceled');
      await expect(method(kit, `cancelOrder${suffix}`)(id, BTC)).rejects.toBeInstanceOf(OrderNotFound);
    },
  ],
  [
    'cancelOrders',
    'NewOrder[]',
    async (kit, suffix) => {
      const [{ id: first }, { id: second }] = [await resting(kit), await resting(kit)];
      const cancelled = (await method(kit, `cancelOrders${suffix}`)([first, '5', second], BTC)) as Item[];
      expect(cancelled).toMatchObject([
        { id: first, status: 'canceled' },
        { id: '5', status: undefined, info: { errorCode: 'ORDER_NOT_FOUND' } },
        { id: second, status: 'canceled' },
      ]);
      for (const each of [cancelled[0], cancelled[2]]) expectStructure('NewOrder', each);
      await expect(method(kit, `cancelOrders${suffix}`)([first, second])).rejects.toBeInstanceOf(OrderNotFound);
    },
  ],
  [
    'cancelAllOrders',
    'NewOrder[]',
    async (kit, suffix) => {
      const ids = [await resting(kit), await resting(kit)].map(({ id }) => id);
      const cancelled = (await method(kit, `cancelAllOrders${suffix}`)(BTC)) as Item[];
      for (const each of cancelled) expectStructure('NewOrder', each);
      expect(cancelled.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
      expect(await kit.bot.fetchOpenOrders(BTC)).toEqual([]);
      expect(await method(kit, `cancelAllOrders${suffix}`)()).toEqual([]);
    },
  ],
];

export const changingRows = (suffix: '' | 'Ws'): Row[] =>
  CHANGING.map(([name, shape, check]) => ({ method: name + suffix, shape, check: (kit) => check(kit, suffix) }));

/** What REST has alone. */
export const REST_ORDER_ROWS: readonly Row[] = [
  {
    method: 'editOrders',
    shape: 'Order[]',
    check: async (kit) => {
      const [{ id: first }, { id: second }] = [await resting(kit), await resting(kit)];
      const price = await near(kit.bot, BTC, -2);
      const edited = await kit.bot.editOrders([
        { id: first, symbol: BTC, type: 'limit', side: 'buy', price },
        { id: second, symbol: BTC, type: 'limit', side: 'buy', price: 1_000_000 },
      ]);
      expect(edited).toMatchObject([
        { id: first, price, status: 'open' },
        { id: second, status: 'rejected', info: { errorCode: 'PRICE_OUT_OF_BOUNDS' } },
      ]);
      expectStructure('Order', edited[0]);
    },
  },
  {
    method: 'editOrderWithClientOrderId',
    shape: 'Order',
    check: async (kit) => {
      const { id, clientOrderId } = await resting(kit);
      const price = await near(kit.bot, BTC, -2);
      const edited = await kit.bot.editOrderWithClientOrderId(clientOrderId, BTC, 'limit', 'buy', undefined, price);
      expect(expectStructure('Order', edited)).toMatchObject({ id, clientOrderId, price });
    },
  },
  {
    method: 'cancelOrderWithClientOrderId',
    shape: 'NewOrder',
    check: async (kit) => {
      const { id, clientOrderId } = await resting(kit);
      expect(expectStructure('NewOrder', await kit.bot.cancelOrderWithClientOrderId(clientOrderId, BTC))).toMatchObject(
        { id, clientOrderId, status: 'canceled' },
      );
    },
  },
  {
    method: 'cancelOrdersWithClientOrderId',
    shape: 'NewOrder[]',
    check: async (kit) => {
      const [first, second] = [await resting(kit), await resting(kit)];
      const names = [first.clientOrderId, second.clientOrderId];
      const cancelled = await kit.bot.cancelOrdersWithClientOrderIds(names, BTC);
      expect(cancelled.map((each: Item) => expectStructure('NewOrder', each)['id'])).toEqual([first.id, second.id]);
    },
  },
  {
    method: 'cancelOrdersForSymbols',
    shape: 'NewOrder[]',
    check: async (kit) => {
      const { id } = await resting(kit);
      const inEther = await kit.bot.createOrder(
        ETH,
        'limit',
        'buy',
        amountOf(kit.bot, ETH, 5),
        await near(kit.bot, ETH, -3),
      );
      const wanted = [
        { id, symbol: BTC },
        { id: String(inEther['id']), symbol: ETH },
      ];
      const cancelled = await kit.bot.cancelOrdersForSymbols(wanted);
      expect(cancelled.map((each) => expectStructure('NewOrder', each))).toMatchObject(wanted);
    },
  },
  {
    method: 'cancelAllOrdersAfter',
    shape: 'CancelSwitch',
    check: async (kit) => {
      const { id } = await resting(kit);
      const now = await kit.bot.fetchTime();
      const { triggerTime } = expectStructure('CancelSwitch', await kit.bot.cancelAllOrdersAfter(60_000));
      expect(Number(triggerTime) - now).toBeGreaterThanOrEqual(60_000);
      expect(await kit.bot.cancelAllOrdersAfter(0)).toMatchObject({ info: { isActive: false } });
      expect(await statusOf(kit, id)).toBe('open');
    },
  },
];

/** An order that has filled, one that was cancelled and one that is open, some milliseconds apart. */
async function history(
  kit: Kit,
): Promise<{ readonly filled: string; readonly cancelled: string; readonly open: string }> {
  const { bot } = kit;
  await bot.cancelAllOrders();
  const filled = await bot.createOrder(BTC, 'market', 'buy', amountOf(bot, BTC, 5));
  const { id: cancelled } = await resting(kit);
  await bot.cancelOrder(cancelled, BTC);
  const { id: open } = await resting(kit);
  return { filled: String(filled['id']), cancelled, open };
}

const idsOf = (orders: readonly Item[]): unknown[] => orders.map(({ id }) => id);

/** A list by pages from `since` on is the list itself. */
async function expectPages(
  list: (since: number | undefined, limit: number | undefined) => Promise<readonly Item[]>,
  shape: 'Order' | 'Trade',
): Promise<Item[]> {
  const whole = expectList(shape, await list(undefined, undefined));
  const from = Number(whole[Math.floor(whole.length / 2)]?.['timestamp']);
  const wanted = whole.filter(({ timestamp }) => Number(timestamp) >= from);
  const pages: Item[] = [];
  for (let since = from; ; since = Number(pages.at(-1)?.['timestamp']) + 1) {
    const page = await list(since, PAGE);
    if (page.length === 0) break;
    expectList(shape, page);
    pages.push(...page);
    // What happened in the same millisecond is in one page or the next, as in all of ccxt.
    const last = Number(page.at(-1)?.['timestamp']);
    const sameTime = wanted.filter(({ timestamp }) => Number(timestamp) === last).map(({ id }) => id);
    pages.push(...wanted.filter(({ id }) => sameTime.includes(id) && !pages.some((each) => each['id'] === id)));
  }
  expect(idsOf(pages)).toEqual(idsOf(wanted));
  expect(idsOf(await list(undefined, 2))).toEqual(idsOf(whole.slice(-2)));
  return whole;
}

const PAGE = 4;

const LISTING: readonly (readonly [
  name: string,
  shape: Shape,
  check: (kit: Kit, suffix: string) => Promise<unknown>,
])[] = [
  [
    'fetchOrder',
    'Order',
    async (kit, suffix) => {
      const { filled, open } = await history(kit);
      const found = expectStructure('Order', await method(kit, `fetchOrder${suffix}`)(filled, BTC));
      expect(found).toMatchObject({ id: filled, status: 'closed', remaining: 0, type: 'market' });
      expect(await method(kit, `fetchOrder${suffix}`)(open)).toMatchObject({ id: open, status: 'open' });
      await expect(method(kit, `fetchOrder${suffix}`)('5', BTC)).rejects.toBeInstanceOf(OrderNotFound);
    },
  ],
  [
    'fetchOrders',
    'Order[]',
    async (kit, suffix) => {
      const { filled, cancelled, open } = await history(kit);
      const list = method(kit, `fetchOrders${suffix}`);
      const whole = await expectPages((since, limit) => list(BTC, since, limit), 'Order');
      expect(idsOf(whole.slice(-3))).toEqual([filled, cancelled, open]);
      expect(new Set(idsOf(whole)).size).toBe(whole.length);
      const until = Number(whole.at(-3)?.['timestamp']);
      expect(idsOf(await list(BTC, undefined, 1, { until }))).toEqual([filled]);
    },
  ],
  [
    'fetchOpenOrders',
    'Order[]',
    async (kit, suffix) => {
      const { open } = await history(kit);
      const { bot } = kit;
      const stop = await bot.createOrder(BTC, 'market', 'buy', amountOf(bot, BTC, 5), undefined, {
        triggerPrice: await near(bot, BTC, 3),
      });
      const list = method(kit, `fetchOpenOrders${suffix}`);
      expect(idsOf(expectList('Order', await list(BTC)))).toEqual([open, stop['id']]);
      expect(idsOf(await list(BTC, undefined, undefined, { trigger: true }))).toEqual([stop['id']]);
      expect(idsOf(await list(BTC, undefined, undefined, { stop: false }))).toEqual([open]);
      expect(await list(ETH)).toEqual([]);
    },
  ],
  [
    'fetchClosedOrders',
    'Order[]',
    async (kit, suffix) => {
      const { filled } = await history(kit);
      const list = method(kit, `fetchClosedOrders${suffix}`);
      const whole = await expectPages((since, limit) => list(BTC, since, limit), 'Order');
      expect(whole.at(-1)?.['id']).toBe(filled);
      expect(new Set(whole.map(({ status }) => status))).toEqual(new Set(['closed']));
    },
  ],
  [
    'fetchMyTrades',
    'Trade[]',
    async (kit, suffix) => {
      const { filled } = await history(kit);
      const list = method(kit, `fetchMyTrades${suffix}`);
      const whole = await expectPages((since, limit) => list(BTC, since, limit), 'Trade');
      expect(whole.at(-1)).toMatchObject({ order: filled, takerOrMaker: 'taker', fee: { currency: 'USDT' } });
    },
  ],
];

export const listingRows = (suffix: '' | 'Ws'): Row[] =>
  LISTING.map(([name, shape, check]) => ({ method: name + suffix, shape, check: (kit) => check(kit, suffix) }));

export const REST_LISTING_ROWS: readonly Row[] = [
  {
    method: 'fetchOrderWithClientOrderId',
    shape: 'Order',
    check: async (kit) => {
      const { id, clientOrderId } = await resting(kit);
      expect(expectStructure('Order', await kit.bot.fetchOrderWithClientOrderId(clientOrderId, BTC))).toMatchObject({
        id,
        clientOrderId,
      });
    },
  },
  {
    method: 'fetchOpenOrder',
    shape: 'Order',
    check: async (kit) => {
      const { open, filled } = await history(kit);
      expect(expectStructure('Order', await kit.bot.fetchOpenOrder(open, BTC))['status']).toBe('open');
      await expect(kit.bot.fetchOpenOrder(filled, BTC)).rejects.toBeInstanceOf(OrderNotFound);
    },
  },
  {
    method: 'fetchClosedOrder',
    shape: 'Order',
    check: async (kit) => {
      const { open, filled } = await history(kit);
      expect(expectStructure('Order', await kit.bot.fetchClosedOrder(filled, BTC))['status']).toBe('closed');
      await expect(kit.bot.fetchClosedOrder(open, BTC)).rejects.toBeInstanceOf(OrderNotFound);
    },
  },
  {
    method: 'fetchCanceledOrders',
    shape: 'Order[]',
    check: async (kit) => {
      const { cancelled } = await history(kit);
      const whole = await expectPages((since, limit) => kit.bot.fetchCanceledOrders(BTC, since, limit), 'Order');
      expect(whole.at(-1)?.['id']).toBe(cancelled);
      expect(new Set(whole.map(({ status }) => status))).toEqual(new Set(['canceled']));
    },
  },
  {
    method: 'fetchCanceledAndClosedOrders',
    shape: 'Order[]',
    check: async (kit) => {
      const { filled, cancelled } = await history(kit);
      const orders = expectList('Order', await kit.bot.fetchCanceledAndClosedOrders(BTC));
      expect(idsOf(orders.slice(-2))).toEqual([filled, cancelled]);
    },
  },
  {
    method: 'fetchOrderTrades',
    shape: 'Trade[]',
    check: async (kit) => {
      const { filled } = await history(kit);
      const trades = expectList('Trade', await kit.bot.fetchOrderTrades(filled, BTC));
      expect(new Set(trades.map(({ order }) => order))).toEqual(new Set([filled]));
      const amount = trades.reduce((sum, trade) => sum + Number(trade['amount']), 0);
      expect(amount).toBeCloseTo(amountOf(kit.bot, BTC, 5), 8);
    },
  },
];
