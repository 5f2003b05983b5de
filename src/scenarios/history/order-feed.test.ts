import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { accountOf, limitOrder, requestAt, scenarioOf, START } from '../run/scenario.test-helper.ts';
import { openRun, type ScenarioRun } from '../run/open-run.ts';
import type { MarketHistory, Scenario } from '../scenario.ts';

const folder = mkdtempSync(join('node_modules', '.perpsim-orders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
/** Writes rows `ms after the start, ...` under a header. */
function file(header: string, ...rows: readonly string[]): string {
  const path = join(folder, `${(files += 1)}.csv`);
  const timed = rows.map((row) => row.replace(/^[0-9]+/, (ms) => String(START + Number(ms))));
  writeFileSync(path, [header, ...timed, ''].join('\n'));
  return path;
}

const orders = (...rows: readonly string[]): string => file('time,event,order_id,side,price,quantity', ...rows);

function scenarioWith(given: Partial<MarketHistory>, change: Partial<Scenario> = {}): Scenario {
  const none = { trades: null, tops: null, depth: null, candles: null, orders: null };
  const { queue = 'behind', weight } = given;
  return scenarioOf({
    world: {
      extends: 'bare',
      name: 'history',
      description: 'Recorded data.',
      markets: [{ symbol: 'BTC-USDT', liquidity: { kind: 'history', queue, ...(weight && { weight }) } }],
    },
    accounts: [accountOf('alice')],
    histories: [{ symbol: 'BTC-USDT', ...none, from: null, ...given, queue }],
    timeline: [
      requestAt(1_000, 'alice', 'placeOrders', { orders: [limitOrder('buy', '94990', '0.2')], grouping: 'na' }),
    ],
    durationMs: 10_000,
    ...change,
  });
}

interface Seen {
  readonly fills: readonly string[];
  readonly book: { readonly bids: unknown; readonly asks: unknown };
  readonly index: unknown;
}

async function played(scenario: Scenario, seed?: string): Promise<Seen> {
  const run: ScenarioRun = await openRun(scenario, seed === undefined ? {} : { seed });
  try {
    await run.play();
    const { trades } = await run.account('alice').client.getTrades();
    const { bids, asks } = await run.exchange.client(0).getOrderbook('BTC-USDT');
    const prices = await run.exchange.client(0).getMarketPrices();
    return {
      fills: trades.map(({ side, price, quantity }) => `${side} ${quantity} at ${price}`).reverse(),
      book: { bids, asks },
      index: prices['BTC-USDT']?.indexPrice,
    };
  } finally {
    await run.close();
  }
}

/**
 * Half a bitcoin stands before the order of a user, and 0.3 joins behind it. Then 0.3 of those before it are cancelled and 0.1
 * of those behind it, and 0.35 are sold into the level.
 */
const MESSAGES = [
  '0,add,1,buy,94990,0.3',
  '0,add,2,buy,94990,0.2',
  '0,add,9,sell,95010,1',
  '2000,add,3,buy,94990,0.3',
  '3000,remove,1,buy,94990,0.3',
  '4000,reduce,3,buy,94990,0.1',
  '5000,execute,2,buy,94990,0.2',
  '5000,execute,3,buy,94990,0.15',
];
/** The same as levels and trades. */
const levels = (): { readonly trades: string; readonly depth: string } => ({
  trades: file('time,price,quantity,side', '5000,94990,0.35,sell'),
  depth: file(
    'time,side,price,quantity',
    '0,bid,94990,0.5',
    '0,ask,95010,1',
    '2000,bid,94990,0.8',
    '3000,bid,94990,0.5',
    '4000,bid,94990,0.4',
    '5000,bid,94990,0.05',
  ),
});

describe('one tape whose level shrinks by cancels, as each model reads it', () => {
  test('orders with ids: 0.2 are left before the user, 0.15 of the sale reach it', async () => {
    const { fills, book } = await played(scenarioWith({ orders: orders(...MESSAGES) }));
    expect(fills).toEqual(['buy 0.15 at 94990']);
    // 0.05 of the user and 0.05 of the third order are left.
    expect(book).toEqual({ bids: [['94990', '0.1']], asks: [['95010', '1']] });
  });

  test('behind: all cancels came from behind, 0.4 stand before the user, and nothing reaches it', async () => {
    expect((await played(scenarioWith({ ...levels(), queue: 'behind' }))).fills).toEqual([]);
  });

  test('proportional: 3/8 and then 1/5 of each part go, 0.25 stand before the user, and 0.1 reach it', async () => {
    expect((await played(scenarioWith({ ...levels(), queue: 'proportional' }))).fills).toEqual(['buy 0.1 at 94990']);
  });

  // The first cancel is in front or behind. In front: 0.2 and 0.3 are left, and the second leaves 0.1 and 0.3, of which the sale
  // gives the user all of its 0.2, or 0.2 and 0.2, which is what the record says. Behind: 0.4 stand before it.
  test('probability: a seed decides, between three outcomes that can be counted', async () => {
    const tape = levels();
    const outcomeOf = async (seed: string): Promise<string> =>
      (await played(scenarioWith({ ...tape, queue: 'probability', weight: 'linear' }), seed)).fills.join();
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 14; seed += 1) {
      const outcome = await outcomeOf(String(seed));
      expect(['', 'buy 0.15 at 94990', 'buy 0.2 at 94990']).toContain(outcome);
      outcomes.add(outcome);
    }
    expect(outcomes.size).toBe(3);
    expect(await outcomeOf('3')).toBe(await outcomeOf('3'));
  });
});

describe('messages of orders', () => {
  test('of before the start are the book of the start, in the order of its queues', async () => {
    const scenario = scenarioWith({ orders: orders(...MESSAGES), from: START + 3_500 });
    // The start falls on 3.5 s: the second and the third order stand there, and the user joins behind both.
    const { fills, book } = await played(scenario);
    expect(fills).toEqual([]);
    expect(book.bids).toEqual([['94990', '0.25']]);
  });

  test('move the index to the middle of the book, but not in a halt', async () => {
    const rows = ['0,add,1,buy,94990,1', '0,add,2,sell,95010,1', '2000,add,3,buy,95000,1'];
    const idle = { timeline: [] };
    expect((await played(scenarioWith({ orders: orders(...rows) }, idle))).index).toBe('95005');
    const halted = [rows[0] ?? '', rows[1] ?? '', '1000,halt,,,,', rows[2] ?? '', '4000,resume,,,,'];
    expect((await played(scenarioWith({ orders: orders(...halted.slice(0, -1)) }, idle))).index).toBe('95000');
    expect((await played(scenarioWith({ orders: orders(...halted) }, idle))).index).toBe('95005');
  });

  test('need not come every minute: only the end of the data empties the book', async () => {
    const rows = ['0,add,1,buy,94990,1', '0,add,2,sell,95010,1', '150000,add,3,buy,94980,1'];
    const scenario = { timeline: [], durationMs: 160_000 };
    expect((await played(scenarioWith({ orders: orders(...rows) }, scenario))).book).toEqual({
      bids: [
        ['94990', '1'],
        ['94980', '1'],
      ],
      asks: [['95010', '1']],
    });
    const long = { timeline: [], durationMs: 220_000 };
    expect((await played(scenarioWith({ orders: orders(...rows) }, long))).book).toEqual({ bids: [], asks: [] });
  });

  test('that cannot be end the run, with file and line', async () => {
    const moved = orders('0,add,1,buy,94990,1', '100,reduce,1,buy,94980,0.1');
    await expect(played(scenarioWith({ orders: moved }))).rejects.toThrow(
      `${moved}:3: order 1 stands at another side or price`,
    );
    const changed = orders('0,add,1,buy,94990,1', '100,modify,1,buy,94980,0.1');
    await expect(played(scenarioWith({ orders: changed }))).rejects.toThrow(
      'event must be add, reduce, remove, execute, hidden, halt or resume; a changed order is a remove and an add (got "modify")',
    );
  });
});

describe('a message file', () => {
  const message = (name: string, ...rows: readonly string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, rows.map((row) => `${row}\n`).join(''));
    return path;
  };
  /** The tape above, an hour after midnight: sizes in lots of 0.00001 and prices times 10,000. */
  const ROWS = [
    '3600.000000000,1,1,30000,949900000,1',
    '3600.000000001,1,2,20000,949900000,1',
    '3600.0005,1,9,100000,950100000,-1',
    '3602.000999999,1,3,30000,949900000,1',
    '3603.0,3,1,30000,949900000,1',
    '3604,2,3,10000,949900000,1',
    '3605.000000,4,2,20000,949900000,1',
    '3605.000000,4,3,15000,949900000,1',
    '3606.000000,5,0,100,949950000,1',
  ];

  test('is read by the date of its name, with sizes in lots of the market', async () => {
    const file = message('BTC-USDT_2026-01-05_message_10.csv', ...ROWS);
    const { fills, book } = await played(scenarioWith({ orders: file }));
    expect(fills).toEqual(['buy 0.15 at 94990']);
    expect(book).toEqual({ bids: [['94990', '0.1']], asks: [['95010', '1']] });
  });

  test('has another scale of prices where the scenario says so', async () => {
    const rows = ROWS.map((row) => row.replace(/,(9[45][0-9]{3})0000,/, ',$1,'));
    const file = message('BTC-USDT_2026-01-05_message_1.csv', ...rows);
    expect((await played(scenarioWith({ orders: file, priceScale: 1 }))).fills).toEqual(['buy 0.15 at 94990']);
  });

  test('without a date in its name is refused with what to do', async () => {
    const file = message('message.csv', ...ROWS);
    await expect(played(scenarioWith({ orders: file }))).rejects.toThrow(
      'the name of a message file must hold its date, such as BTC-USDT_2026-01-05_message_10.csv',
    );
  });

  test('with a size that is no whole number of lots is refused by line', async () => {
    const file = message('BTC-USDT_2026-01-05_message_2.csv', '3600.0,1,1,0.5,949900000,1');
    await expect(played(scenarioWith({ orders: file }))).rejects.toThrow(
      `${file}:1: the size 0.5 must be whole lots of the market`,
    );
  });
});
