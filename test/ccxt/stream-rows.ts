import { UnsubscribeError } from 'ccxt';
import { expect } from 'vitest';
import { amountOf, type Bot, BTC, during, ETH, type Kit, near } from './kit.ts';
import type { Row, Shape } from './rows.ts';
import { expectCandles, expectList, expectMap, expectStructure, type Item } from './structures.ts';

/** What is followed. Agents trade by themselves, and the second bot trades so that a test need not wait for them. */

/** Buys and sells a little at the market, in turn. */
function trades({ other }: Kit, symbol: string): () => Promise<unknown> {
  let count = 0;
  return () => other.createOrder(symbol, 'market', (count += 1) % 2 ? 'buy' : 'sell', amountOf(other, symbol, 2));
}

const both =
  (kit: Kit): (() => Promise<unknown>) =>
  () =>
    Promise.all([trades(kit, BTC)(), trades(kit, ETH)()]);

/** Calls a watch method until everything that is wanted has come. */
async function gathered<T>(
  watch: () => Promise<T>,
  keysOf: (value: T) => readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const missing = new Set(wanted);
  while (missing.size > 0) for (const key of keysOf(await watch())) missing.delete(key);
}

/** A call that waits is turned away when the stream is ended, and the next call follows it anew. */
async function expectEnded(watch: () => Promise<unknown>, end: () => Promise<void>): Promise<void> {
  await watch();
  // What has come already is taken first.
  let failure: unknown;
  const waiting = (async () => {
    for (;;) await watch();
  })().catch((error: unknown) => (failure = error));
  while (failure === undefined) {
    await end();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await waiting;
  expect(failure).toBeInstanceOf(UnsubscribeError);
  await end();
}

const MINUTE_MS = 60_000;
const symbolsOf = (map: object): string[] => Object.keys(map);

/** An order that rests, so that the account is told of it. */
async function placed(bot: Bot, symbol: string): Promise<Item> {
  return bot.createOrder(symbol, 'limit', 'buy', amountOf(bot, symbol, 5), await near(bot, symbol, -3));
}

export const STREAM_ROWS: readonly Row[] = [
  {
    method: 'watchTicker',
    shape: 'Ticker',
    check: async (kit) => {
      const ticker = expectStructure('Ticker', await during(kit.bot.watchTicker(BTC), trades(kit, BTC)));
      expect(ticker).toMatchObject({
        symbol: BTC,
        high: expect.any(Number) as number,
        low: expect.any(Number) as number,
      });
    },
  },
  {
    method: 'watchTickers',
    shape: '{ Ticker }',
    check: async (kit) => {
      const watch = async () => {
        const tickers = await kit.bot.watchTickers([BTC, ETH]);
        expectMap('Ticker', tickers);
        return tickers;
      };
      await during(gathered(watch, symbolsOf, [BTC, ETH]), both(kit));
      // Of all markets where none is named.
      await during(
        gathered(() => kit.bot.watchTickers(), symbolsOf, [BTC, ETH]),
        both(kit),
      );
    },
  },
  {
    method: 'watchBidsAsks',
    shape: '{ Ticker }',
    check: async (kit) => expectMap('Ticker', await during(kit.bot.watchBidsAsks([BTC]), trades(kit, BTC))),
  },
  {
    method: 'watchOrderBook',
    shape: 'OrderBook',
    check: async (kit) => {
      const book = expectStructure('OrderBook', await kit.bot.watchOrderBook(BTC));
      expect(book['timestamp']).toBeGreaterThan(0);
      const small = expectStructure('OrderBook', await kit.bot.watchOrderBook(BTC, 5));
      expect(small['bids']).toHaveLength(5);
      const next = await during(kit.bot.watchOrderBook(BTC), trades(kit, BTC));
      expect(Number(next['nonce'])).toBeGreaterThanOrEqual(Number(book['nonce']));
    },
  },
  {
    method: 'watchOrderBookForSymbols',
    shape: 'OrderBook',
    check: async (kit) => {
      const watch = async () => expectStructure('OrderBook', await kit.bot.watchOrderBookForSymbols([BTC, ETH], 5));
      await during(
        gathered(watch, ({ symbol }) => [String(symbol)], [BTC, ETH]),
        both(kit),
      );
    },
  },
  {
    method: 'watchTrades',
    shape: 'Trade[]',
    check: async (kit) => {
      const told = expectList('Trade', await during(kit.bot.watchTrades(BTC), trades(kit, BTC)));
      expect(new Set(told.map(({ symbol }) => symbol))).toEqual(new Set([BTC]));
    },
  },
  {
    method: 'watchTradesForSymbols',
    shape: 'Trade[]',
    check: async (kit) => {
      const watch = async () => expectList('Trade', await kit.bot.watchTradesForSymbols([BTC, ETH]));
      await during(
        gathered(watch, (list) => list.map(({ symbol }) => String(symbol)), [BTC, ETH]),
        both(kit),
      );
    },
  },
  {
    method: 'watchOHLCV',
    shape: 'candles',
    check: async (kit) => expectCandles(await during(kit.bot.watchOHLCV(BTC, '1m'), trades(kit, BTC)), MINUTE_MS),
  },
  {
    method: 'watchOHLCVForSymbols',
    shape: 'candles',
    check: async (kit) => {
      const wanted = [
        [BTC, '1m'],
        [ETH, '5m'],
      ] as const;
      const watch = async () => {
        const candles = await kit.bot.watchOHLCVForSymbols(wanted);
        for (const [symbol, timeframe] of wanted) {
          const found = candles[symbol]?.[timeframe];
          if (found) expectCandles(found, timeframe === '1m' ? MINUTE_MS : 5 * MINUTE_MS);
        }
        return candles;
      };
      await during(gathered(watch, symbolsOf, [BTC, ETH]), both(kit));
    },
  },
  {
    method: 'watchOrders',
    shape: 'Order[]',
    check: async ({ bot }) => {
      const watched = bot.watchOrders(BTC);
      const order = await placed(bot, BTC);
      const told = expectList('Order', await watched);
      expect(told.at(-1)).toMatchObject({ id: order['id'], symbol: BTC, status: 'open' });
    },
  },
  {
    method: 'watchOrdersForSymbols',
    shape: 'Order[]',
    check: async ({ bot }) => {
      const watch = async () => expectList('Order', await bot.watchOrdersForSymbols([BTC, ETH]));
      const first = watch();
      const [inBitcoin, inEther] = [await placed(bot, BTC), await placed(bot, ETH)];
      const told = [...(await first)];
      while (!told.some(({ id }) => id === inEther['id'])) told.push(...(await watch()));
      expect(told.map(({ id }) => id)).toEqual(expect.arrayContaining([inBitcoin['id'], inEther['id']]));
    },
  },
  {
    method: 'watchMyTrades',
    shape: 'Trade[]',
    check: async ({ bot }) => {
      const watched = bot.watchMyTrades();
      const order = await bot.createOrderWs(BTC, 'market', 'buy', amountOf(bot, BTC, 5));
      const told = expectList('Trade', await watched);
      expect(told[0]).toMatchObject({ order: order['id'], symbol: BTC, takerOrMaker: 'taker' });
    },
  },
  {
    method: 'watchPositions',
    shape: 'Position[]',
    check: async ({ bot }) => {
      const watched = bot.watchPositions([BTC]);
      await bot.createOrder(BTC, 'market', 'buy', amountOf(bot, BTC, 5));
      expect(expectList('StreamedPosition', await watched)[0]).toMatchObject({ symbol: BTC, side: 'long' });
    },
  },
  {
    method: 'watchPosition',
    shape: 'Position',
    check: async ({ bot }) => {
      const watched = bot.watchPosition(BTC);
      await bot.createOrder(BTC, 'market', 'buy', amountOf(bot, BTC, 5));
      expectStructure('StreamedPosition', await watched);
    },
  },
  {
    method: 'watchBalance',
    shape: 'Balances',
    check: async ({ bot }) => {
      const watched = bot.watchBalance();
      await bot.createOrder(BTC, 'market', 'buy', amountOf(bot, BTC, 5));
      expect(expectStructure('Balances', await watched)).toMatchObject({ total: { BTC: 1 } });
    },
  },
  ...ending('unWatchTicker', ({ bot }) => [() => bot.watchTicker(BTC), () => bot.unWatchTicker(BTC)]),
  ...ending('unWatchTickers', ({ bot }) => [() => bot.watchTickers([BTC, ETH]), () => bot.unWatchTickers([BTC, ETH])]),
  ...ending('unWatchOrderBook', ({ bot }) => [() => bot.watchOrderBook(BTC), () => bot.unWatchOrderBook(BTC)]),
  ...ending('unWatchOrderBookForSymbols', ({ bot }) => [
    () => bot.watchOrderBookForSymbols([BTC, ETH]),
    () => bot.unWatchOrderBookForSymbols([BTC, ETH]),
  ]),
  ...ending('unWatchTrades', ({ bot }) => [() => bot.watchTrades(BTC), () => bot.unWatchTrades(BTC)]),
  ...ending('unWatchTradesForSymbols', ({ bot }) => [
    () => bot.watchTradesForSymbols([BTC, ETH]),
    () => bot.unWatchTradesForSymbols([BTC, ETH]),
  ]),
  ...ending('unWatchOHLCV', ({ bot }) => [() => bot.watchOHLCV(BTC, '1m'), () => bot.unWatchOHLCV(BTC, '1m')]),
  ...ending('unWatchOHLCVForSymbols', ({ bot }) => [
    () => bot.watchOHLCVForSymbols([[BTC, '1m']]),
    () => bot.unWatchOHLCVForSymbols([[BTC, '1m']]),
  ]),
];

function ending(method: string, callsOf: (kit: Kit) => readonly [() => Promise<unknown>, () => Promise<void>]): Row[] {
  const shape: Shape = 'nothing';
  return [
    {
      method,
      shape,
      check: async (kit) => {
        const [watch, end] = callsOf(kit);
        await during(expectEnded(watch, end), both(kit));
      },
    },
  ];
}
