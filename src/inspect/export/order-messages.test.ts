import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineObserver } from '../../engine/engine.ts';
import { remainingOf } from '../../engine/orders/order.ts';
import type { State } from '../../engine/state.ts';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import { OrderBook, type OrderMessage } from '../../scenarios/market-data/order-book.ts';
import { openData } from '../../scenarios/market-data/read.ts';
import { JournalReplay } from '../replay/journal-replay.ts';
import { lobsterFiles, MessageFiles, type MessageFormat, ORDER_FILES, priceScaleOf } from './message-files.ts';
import { BookMessages, exportMessages } from './order-messages.ts';
import { END_OF_TIME } from './tables.ts';

const START = 1_767_571_200_000;
const BTC = 'BTC-USDT';
const LEVELS = 5;

const folder = mkdtempSync(join(tmpdir(), 'perpsim-messages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Lines = readonly string[];

async function journalOf(
  options: Parameters<typeof createExchange>[0],
  act: (exchange: Exchange) => Promise<void>,
): Promise<Lines> {
  const exchange = await createExchange({ clock: 'manual', startTime: START, limits: { enabled: false }, ...options });
  await act(exchange);
  const lines = [...exchange.control.journal()].map((line) => line.slice(0, -1));
  await exchange.close();
  return lines;
}

async function* each(lines: Lines): AsyncIterable<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

/** Adds, partial fills, a reduced order, a moved one, cancels, a trimmed reduce-only order and a liquidation. */
async function trade(exchange: Exchange): Promise<void> {
  const [maker, taker, other] = [exchange.client(0), exchange.client(1), exchange.client(2)];
  const limit = (side: 'buy' | 'sell', price: string, quantity: string) =>
    ({ symbol: BTC, side, orderType: 'limitGtc', price, quantity }) as const;
  const idOf = (placed: { readonly statuses: readonly object[] }, at = 0): string =>
    (placed.statuses[at] as { readonly resting: { readonly id: string } }).resting.id;
  const bids = await maker.placeOrders([
    limit('buy', '94900', '0.5'),
    limit('buy', '94900', '0.3'),
    limit('buy', '94800', '1'),
  ]);
  exchange.clock.advance(137);
  const asks = await other.placeOrders([limit('sell', '95100', '0.4'), limit('sell', '95100', '0.2')]);
  await taker.placeOrders([limit('buy', '94900', '0.25')]);
  await taker.placeOrders([{ symbol: BTC, side: 'sell', orderType: 'market', quantity: '0.6' }]);
  exchange.clock.advance(1_001);
  await maker.modifyOrder({ orderId: idOf(bids, 1) }, { quantity: '0.2' });
  await maker.modifyOrder({ orderId: idOf(bids, 2) }, { price: '94850' });
  await other.modifyOrder({ orderId: idOf(asks) }, { quantity: '0.7' });
  // Crosses, trades in part and rests with what is left.
  await taker.placeOrders([limit('buy', '95100', '1')]);
  await taker.placeOrders([{ ...limit('sell', '96000', '0.4'), reduceOnly: true }]);
  await taker.placeOrders([{ symbol: BTC, side: 'sell', orderType: 'market', quantity: '0.3' }]);
  exchange.clock.advance(60_000);
  await maker.cancelAllOrders([BTC]);
  exchange.clock.advance(86_400_000);
  await other.placeOrders([limit('sell', '95300', '0.1')]);
}

type Queue = readonly string[];

/** What a replay of a run says, apart from its messages: the books after each of its steps. */
interface Moment {
  readonly messages: number;
  readonly books: ReadonlyMap<string, { readonly buy: Queue; readonly sell: Queue }>;
}

const queueOf = (state: State, symbol: string, side: 'buy' | 'sell'): Queue =>
  [...(state.markets.get(symbol)?.book.queue(side) ?? [])].map((order) =>
    [venueIdOf(order.no), order.price, remainingOf(order)].join(' '),
  );

const rebuiltQueue = (book: OrderBook, side: 'buy' | 'sell'): Queue =>
  Array.from(book.queue(side), ({ id, price, quantity }) => [id, price, quantity].join(' '));

/** Rebuilds every book from messages alone while a journal is replayed, and compares it order by order after each step. */
function follow(lines: Lines): { readonly moments: number; readonly counts: Map<string, number> } {
  const rebuilt = new Map<string, OrderBook>();
  const counts = new Map<string, number>();
  const problems: string[] = [];
  const changed = new Set<string>();
  const messages = new BookMessages(({ symbol, event, id, side, price, lots }) => {
    const book = rebuilt.get(symbol) ?? new OrderBook();
    rebuilt.set(symbol, book);
    const problem = book.apply({ event, id, side, price, quantity: BigInt(lots) });
    if (problem) problems.push(problem.message);
    changed.add(symbol);
    counts.set(event, (counts.get(event) ?? 0) + 1);
  });
  let moments = 0;
  let replay: JournalReplay | null = null;
  const compare = (): void => {
    if (!replay || changed.size === 0) return;
    moments += 1;
    for (const symbol of changed) {
      for (const side of ['buy', 'sell'] as const) {
        const found = rebuiltQueue(rebuilt.get(symbol) ?? new OrderBook(), side);
        const expected = queueOf(replay.state, symbol, side);
        if (found.join() !== expected.join()) expect(found).toEqual(expected);
      }
    }
    changed.clear();
  };
  const observer: EngineObserver = {
    refused: () => undefined,
    happened: (state, event) => messages.happened(state, event),
    quiescent: compare,
  };
  replay = new JournalReplay({ observer });
  for (const line of lines) {
    const step = replay.read(line);
    if (step.kind === 'header') messages.begin(replay.state);
    else if (step.kind === 'input') replay.apply(step);
  }
  // All books once more, those that never changed too.
  for (const symbol of replay.state.markets.keys()) changed.add(symbol);
  compare();
  expect(problems).toEqual([]);
  expect(replay.mismatch).toBeNull();
  return { moments, counts };
}

describe('a run as messages on its orders', () => {
  test('builds its books again, order by order, after every step', async () => {
    const lines = await journalOf({ seed: 5, world: 'quiet' }, trade);
    const { moments, counts } = follow(lines);
    expect(moments).toBeGreaterThan(12);
    expect([...counts.keys()].sort()).toEqual(['add', 'execute', 'reduce', 'remove']);
  });

  test('does so in a world whose makers and takers trade by themselves', async () => {
    const lines = await journalOf({ seed: 3, world: 'default' }, async (exchange) => {
      exchange.clock.advance(4_000);
      const order = { symbol: BTC, side: 'buy', orderType: 'market', quantity: '0.05' } as const;
      await exchange.client(0).placeOrders([order]);
      exchange.control.movePrice(BTC, '80000');
      exchange.clock.advance(1_000);
    });
    const { counts } = follow(lines);
    for (const event of ['add', 'execute', 'remove']) expect(counts.get(event)).toBeGreaterThan(5);
  });
});

interface Written {
  readonly files: Map<string, string>;
  readonly counts: Readonly<Record<string, number>>;
}

async function written(
  lines: Lines,
  format: MessageFormat,
  change: { readonly symbol?: string; readonly window?: { readonly from: number; readonly to: number } } = {},
): Promise<Written> {
  const files = new Map<string, string>();
  const window = change.window ?? { from: 0, to: END_OF_TIME };
  const sink = new MessageFiles({
    format,
    window,
    files: { add: (name, text) => void files.set(name, (files.get(name) ?? '') + text) },
    ...(change.symbol !== undefined && { symbol: change.symbol }),
  });
  const { mismatch } = await exportMessages(each(lines), { window, sink });
  expect(mismatch).toBeNull();
  return { files, counts: sink.counts };
}

describe('the files of a run', () => {
  let lines: Lines;
  let moments: readonly Moment[];
  let ticks: bigint;
  let lots: bigint;

  /** The books after each input, and how many messages BTC-USDT had by then, from a replay of its own. */
  beforeAll(async () => {
    lines = await journalOf({ seed: 5, world: 'quiet' }, trade);
    const seen: Moment[] = [];
    let count = 0;
    const messages = new BookMessages(({ symbol }) => {
      if (symbol === BTC) count += 1;
    });
    const replay = new JournalReplay({ observer: messages });
    for (const line of lines) {
      const step = replay.read(line);
      if (step.kind === 'header') messages.begin(replay.state);
      else if (step.kind === 'input') replay.apply(step);
      else continue;
      const { state } = replay;
      const depth = (side: 'buy' | 'sell'): Queue =>
        (state.markets.get(BTC)?.book.depth(side, 1_000) ?? []).map((level) => level.join(' '));
      seen.push({ messages: count, books: new Map([[BTC, { buy: depth('buy'), sell: depth('sell') }]]) });
    }
    moments = seen;
    const spec = replay.state.markets.get(BTC)?.spec;
    [ticks, lots] = [BigInt(spec?.tickUnits ?? 0), BigInt(spec?.lotUnits ?? 0)];
  });

  const depthOf = (book: OrderBook, side: 'buy' | 'sell', price: bigint, quantity: bigint): Queue =>
    book.depth(side, 1_000).map(([at, total]) => `${BigInt(at) / price} ${total / quantity}`);

  test('with columns hold messages from which the reader builds the levels of the run at each of its moments', async () => {
    const { files, counts } = await written(lines, ORDER_FILES, { symbol: BTC });
    expect([...files.keys()]).toEqual(['BTC-USDT.orders.csv']);
    const file = join(folder, 'BTC-USDT.orders.csv');
    writeFileSync(file, files.get('BTC-USDT.orders.csv') ?? '');
    const problems: string[] = [];
    const rows: OrderMessage[] = [];
    const data = await openData('orders', file);
    for await (const { row } of data.rows({ onProblem: ({ message }) => problems.push(message) })) {
      if (row.event === 'halt' || row.event === 'resume') continue;
      rows.push({ ...row, event: row.event, price: Number(unitsOf(row.price)), quantity: unitsOf(row.quantity) });
    }
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(counts[BTC] ?? 0);
    const book = new OrderBook();
    let done = 0;
    for (const { messages, books } of moments) {
      for (; done < messages; done += 1) if (rows[done]) book.apply(rows[done]!);
      expect(depthOf(book, 'buy', ticks, lots)).toEqual(books.get(BTC)?.buy);
      expect(depthOf(book, 'sell', ticks, lots)).toEqual(books.get(BTC)?.sell);
    }
    expect(done).toBe(rows.length);
  });

  test('without header have a pair for each day, and the order book is that of the run after each line', async () => {
    const { files } = await written(lines, lobsterFiles({ levels: LEVELS, priceScale: 10_000 }), { symbol: BTC });
    expect([...files.keys()]).toEqual([
      'BTC-USDT_2026-01-05_message_5.csv',
      'BTC-USDT_2026-01-05_orderbook_5.csv',
      'BTC-USDT_2026-01-06_message_5.csv',
      'BTC-USDT_2026-01-06_orderbook_5.csv',
    ]);
    const books = (files.get('BTC-USDT_2026-01-05_orderbook_5.csv') ?? '').trimEnd().split('\n');
    const sent = (files.get('BTC-USDT_2026-01-05_message_5.csv') ?? '').trimEnd().split('\n');
    expect(books).toHaveLength(sent.length);
    const scaled = (level: string | undefined, none: string): string => {
      const [price = '', size = ''] = level?.split(' ') ?? [];
      return level === undefined ? `${none},0` : `${(BigInt(price) * ticks) / 10_000n},${size}`;
    };
    for (const { messages, books: known } of moments) {
      if (messages > sent.length) continue;
      const { buy = [], sell = [] } = known.get(BTC) ?? {};
      const expected = Array.from({ length: LEVELS }, (_none, at) => [
        scaled(sell[at], '9999999999'),
        scaled(buy[at], '-9999999999'),
      ]);
      expect(books[messages - 1]).toBe(expected.flat().join(','));
    }
    // The second day begins with what rests at midnight, at second 0, and then has the order of that day.
    const next = (files.get('BTC-USDT_2026-01-06_message_5.csv') ?? '').trimEnd().split('\n');
    expect(next.slice(0, -1).every((line) => line.startsWith('0.000000000,1,'))).toBe(true);
    expect(next.at(-1)).toMatch(/^61\.138000000,1,\d+,\d+,953000000,-1$/);
  });

  test('say the same in both forms, read back', async () => {
    const ordersOf = async (name: string, text: string): Promise<Queue> => {
      const file = join(folder, name);
      writeFileSync(file, text);
      const book = new OrderBook();
      for await (const { row } of (await openData('orders', file)).rows()) {
        if (row.event === 'halt' || row.event === 'resume') continue;
        const quantity = row.inLots ? BigInt(row.quantity) : unitsOf(row.quantity) / lots;
        book.apply({ ...row, event: row.event, price: Number(unitsOf(row.price) / ticks), quantity });
      }
      return [...rebuiltQueue(book, 'buy'), '-', ...rebuiltQueue(book, 'sell')];
    };
    const window = { from: 0, to: START + 86_400_000 };
    const named = await written(lines, ORDER_FILES, { symbol: BTC, window });
    const plain = await written(lines, lobsterFiles({ levels: 1, priceScale: 10_000 }), { symbol: BTC, window });
    const file = 'BTC-USDT_2026-01-05_message_1.csv';
    expect(await ordersOf(file, plain.files.get(file) ?? '')).toEqual(
      await ordersOf('BTC-USDT.orders.csv', named.files.get('BTC-USDT.orders.csv') ?? ''),
    );
    expect(readFileSync(join(folder, file), 'utf8')).toBe(plain.files.get(file));
  });

  test('of a part of the time begin with what rests at its start', async () => {
    const from = START + 1_000;
    const { files } = await written(lines, ORDER_FILES, { symbol: BTC, window: { from, to: START + 60_000 } });
    const rows = (files.get('BTC-USDT.orders.csv') ?? '').trimEnd().split('\r\n').slice(1);
    const opening = rows.filter((row) => row.startsWith(`${from},add,`));
    expect(opening.length).toBeGreaterThan(3);
    expect(rows.slice(0, opening.length)).toEqual(opening);
    expect(rows.slice(opening.length).every((row) => Number(row.split(',')[0]) > from)).toBe(true);
  });
});

test('the least scale of prices is the one that makes all of them whole', () => {
  const scale = (tickUnits: number): number => priceScaleOf({ symbol: 'X', tickUnits, lotUnits: 1 });
  expect([scale(100_000_000), scale(50_000_000), scale(10_000), scale(1), scale(2_500_000)]).toEqual([
    1, 10, 10_000, 100_000_000, 1_000,
  ]);
});
