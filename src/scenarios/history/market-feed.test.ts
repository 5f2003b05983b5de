import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadScenario } from '../format/load.ts';
import { openRun, type ScenarioRun } from '../run/open-run.ts';
import { accountOf, limitOrder, marketOrder, requestAt, scenarioOf, START } from '../run/scenario.test-helper.ts';
import type { MarketHistory, Scenario } from '../scenario.ts';

const folder = mkdtempSync(join('node_modules', '.perpsim-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes rows `ms after the start, ...` under a header. */
function file(name: string, header: string, ...rows: readonly (readonly [number, string])[]): string {
  const path = join(folder, name);
  writeFileSync(path, [header, ...rows.map(([ms, rest]) => `${START + ms},${rest}`), ''].join('\n'));
  return path;
}

const trades = (...rows: readonly (readonly [number, string])[]): string =>
  file('trades.csv', 'time,price,quantity,side', ...rows);
const depth = (...rows: readonly (readonly [number, string])[]): string =>
  file('depth.csv', 'time,side,price,quantity,snapshot', ...rows);
const tops = (...rows: readonly (readonly [number, string])[]): string =>
  file('tops.csv', 'time,bid_price,bid_quantity,ask_price,ask_quantity', ...rows);

function historyOf(given: Partial<MarketHistory>, change: Partial<Scenario> = {}): Scenario {
  const files = { trades: null, tops: null, depth: null, candles: null, orders: null };
  const history = { symbol: 'BTC-USDT', ...files, from: null, ...given };
  const queue = given.queue ?? 'behind';
  return scenarioOf({
    world: {
      extends: 'bare',
      name: 'history',
      description: 'Recorded data.',
      markets: [{ symbol: 'BTC-USDT', liquidity: { kind: 'history', queue } }],
    },
    accounts: [accountOf('alice')],
    histories: [{ ...history, queue }],
    durationMs: 20_000,
    ...change,
  });
}

async function played<T>(scenario: Scenario, look: (run: ScenarioRun) => T | Promise<T>): Promise<T> {
  const run = await openRun(scenario);
  try {
    await run.play();
    return await look(run);
  } finally {
    await run.close();
  }
}

const fillsOf = async (run: ScenarioRun): Promise<string[]> => {
  const { trades: fills } = await run.account('alice').client.getTrades();
  return fills.map(({ side, price, quantity }) => `${side} ${quantity} at ${price}`).reverse();
};

const bookOf = async (run: ScenarioRun): Promise<unknown> => {
  const { bids, asks } = await run.exchange.client(0).getOrderbook('BTC-USDT');
  return { bids, asks };
};

const pricesOf = async (run: ScenarioRun): Promise<unknown> =>
  (await run.exchange.client(0).getMarketPrices())['BTC-USDT'];

describe('the place of a user in the queue', () => {
  const DEPTH: readonly (readonly [number, string])[] = [
    [0, 'bid,94990,1,true'],
    [0, 'ask,95010,1,true'],
    [2_000, 'bid,94990,1.5,false'],
    [4_000, 'bid,94990,0.7,false'],
  ];
  const order = requestAt(1_000, 'alice', 'placeOrders', { orders: [limitOrder('buy', '94990', '0.2')] });

  test.each([
    // 1 before the order, 0.5 behind it; 0.8 go: first the 0.5 behind, then 0.3 of what is before. 0.7 is before it.
    ['behind', '0.8', ['buy 0.1 at 94990']],
    ['behind', '0.7', []],
    // In proportion 0.53333 of what is before and 0.26667 behind go. 0.46667 is before it.
    ['proportional', '0.7', ['buy 0.2 at 94990']],
    ['proportional', '0.5', ['buy 0.03333 at 94990']],
  ] as const)('%s: a trade of %s fills %j', async (queue, quantity, expected) => {
    const history = { depth: depth(...DEPTH), trades: trades([5_000, `94990,${quantity},sell`]), queue };
    await played(historyOf(history, { timeline: [order] }), async (run) => {
      expect(await fillsOf(run)).toEqual(expected);
    });
  });

  test.each([
    ['before', 1_000, ['buy 0.2 at 94990']],
    ['behind', 3_000, []],
  ] as const)('an order placed %s the growth of its level fills accordingly', async (_where, atMs, expected) => {
    const history = { depth: depth(...DEPTH.slice(0, 3)), trades: trades([5_000, '94990,1.2,sell']) };
    await played(historyOf(history, { timeline: [{ ...order, atMs }] }), async (run) => {
      expect(await fillsOf(run)).toEqual(expected);
    });
  });
});

test.each([
  [undefined, ['buy 0.05 at 94990']],
  ['quantity', ['buy 0.05 at 94990']],
  ['whole', ['buy 0.2 at 94990']],
] as const)('a trade beyond the price of an order, through %s, fills %j', async (through, expected) => {
  const order = requestAt(1_000, 'alice', 'placeOrders', { orders: [limitOrder('buy', '94990', '0.2')] });
  const rows = trades([5_000, '94980,0.05,sell']);
  const book = depth([0, 'bid,94970,1,true'], [0, 'ask,95010,1,true']);
  const path = join(folder, 'through.yaml');
  const files = { trades: resolve(rows), depth: resolve(book) };
  const document = {
    ...{ title: 'A trade beyond an order', world: 'bare', seed: 7, duration: '8s' },
    start: new Date(START).toISOString(),
    accounts: { alice: { deposit: { USDT: '100000' } } },
    markets: { 'BTC-USDT': { history: { ...files, ...(through && { through }) } } },
    timeline: [{ at: '1s', as: 'alice', do: 'placeOrders', with: order.kind === 'request' ? order.params : {} }],
  };
  writeFileSync(path, JSON.stringify(document));
  await played(loadScenario(path), async (run) => expect(await fillsOf(run)).toEqual(expected));
});

describe('the market of its own', () => {
  test('shows the recorded book, trades at recorded prices, and takes its index from the middle', async () => {
    const history = {
      depth: depth(
        [0, 'bid,94990,1,true'],
        [0, 'ask,95010,2,true'],
        [7_000, 'ask,95010,0,false'],
        [7_000, 'ask,95030,1,false'],
      ),
      trades: trades([3_000, '95010,0.25,buy']),
    };
    await played(historyOf(history, { durationMs: 6_000 }), async (run) => {
      expect(await bookOf(run)).toEqual({ bids: [['94990', '1']], asks: [['95010', '1.75']] });
      expect(await pricesOf(run)).toMatchObject({ indexPrice: '95000' });
    });
    await played(historyOf(history), async (run) => {
      expect(await bookOf(run)).toEqual({ bids: [['94990', '1']], asks: [['95030', '1']] });
      expect(await pricesOf(run)).toMatchObject({ indexPrice: '95010' });
    });
  });

  test('lets a user take what was offered, until the next row of the level', async () => {
    const history = { tops: tops([0, '94990,1,95010,1'], [5_000, '94990,1,95010,0.8']) };
    const taken = requestAt(2_000, 'alice', 'placeOrders', { orders: [marketOrder('buy', '0.6')] });
    await played(historyOf(history, { timeline: [taken], durationMs: 3_000 }), async (run) => {
      expect(await fillsOf(run)).toEqual(['buy 0.6 at 95010']);
      expect(await bookOf(run)).toEqual({ bids: [['94990', '1']], asks: [['95010', '0.4']] });
    });
    await played(historyOf(history, { timeline: [taken] }), async (run) => {
      expect(await bookOf(run)).toEqual({ bids: [['94990', '1']], asks: [['95010', '0.8']] });
    });
  });

  test('begins with the book that rows before `from` have left, and leaves out their trades', async () => {
    const history = {
      depth: depth([-9_000, 'bid,94990,1,false'], [-8_000, 'ask,95010,1,false'], [-7_000, 'bid,94990,3,false']),
      trades: trades([-8_500, '94990,1,sell'], [9_000, '95010,0.1,buy']),
      from: START,
    };
    await played(historyOf(history, { durationMs: 5_000 }), async (run) => {
      expect(await bookOf(run)).toEqual({ bids: [['94990', '3']], asks: [['95010', '1']] });
      expect(run.exchange.control.state().markets[0]).toMatchObject({ indexPrice: '95000' });
      expect(await run.exchange.client(0).getLastTrades('BTC-USDT')).toEqual({ trades: [] });
    });
  });

  test('quotes around the trades of data without a book', async () => {
    const history = { trades: trades([0, '94000,0.5,buy'], [2_000, '93990,0.2,sell']) };
    await played(historyOf(history), async (run) => {
      expect(await bookOf(run)).toEqual({ bids: [['93990', '0.2']], asks: [['93991', '0.2']] });
      expect(await pricesOf(run)).toMatchObject({ indexPrice: '93990' });
    });
  });

  test('makes four trades of a candle', async () => {
    const candles = file(
      'candles.csv',
      'time,open,high,low,close,volume',
      [0, '95000,95100,94900,94950,1.00003'],
      [8_000, '94950,94950,94950,94950,0'],
    );
    await played(historyOf({ candles }), async (run) => {
      const { trades: last } = await run.exchange.client(0).getLastTrades('BTC-USDT');
      expect(last.map(({ price, quantity, side, timestamp }) => [price, quantity, side, timestamp - START])).toEqual([
        ['94950', '0.25003', 'buy', 6_000],
        ['94900', '0.25', 'sell', 4_000],
        ['95100', '0.25', 'buy', 2_000],
        ['95000', '0.25', 'buy', 0],
      ]);
    });
  });
});

describe('data that stops', () => {
  test('leaves a frozen feed and an empty book until it goes on', async () => {
    const history = { tops: tops([0, '94990,1,95010,1'], [90_000, '93990,1,94010,1']) };
    const at = (durationMs: number) =>
      played(historyOf(history, { durationMs }), async (run) => [
        await bookOf(run),
        run.exchange.control.state().markets[0]?.indexPrice,
      ]);
    expect(await at(59_999)).toEqual([{ bids: [['94990', '1']], asks: [['95010', '1']] }, '95000']);
    expect(await at(60_000)).toEqual([{ bids: [], asks: [] }, '95000']);
    expect(await at(90_000)).toEqual([{ bids: [['93990', '1']], asks: [['94010', '1']] }, '94000']);
    expect(await at(150_000)).toEqual([{ bids: [], asks: [] }, '94000']);
    // A minute after the last price nothing may grow (indexMaxAgeMs).
    await played(historyOf(history, { durationMs: 220_000 }), (run) => {
      expect(run.exchange.control.state().markets[0]).toMatchObject({ priceStale: true });
    });
  });

  test('ends the run with file and line where it is wrong', async () => {
    const off = { trades: trades([0, '95000,1,buy'], [1_000, '95000.5,1,buy']) };
    await expect(played(historyOf(off), () => null)).rejects.toThrow(
      /trades\.csv:3: price 95000\.5 is not on the tick 1 of BTC-USDT; give the market a smaller priceIncrement$/,
    );
    const broken = { trades: trades([0, '95000,1,buy'], [1_000, '95000,-1,buy']) };
    await expect(played(historyOf(broken), () => null)).rejects.toThrow(/trades\.csv:3: quantity must be above 0/);
  });
});

test('two runs of the same data have one digest', async () => {
  const history = {
    depth: depth([0, 'bid,94990,1,true'], [0, 'ask,95010,1,true'], [2_000, 'bid,94990,1.5,false']),
    trades: trades([3_000, '94990,0.25,sell']),
  };
  const digest = (): Promise<string> => played(historyOf(history), (run) => run.exchange.digest());
  expect(await digest()).toBe(await digest());
});
