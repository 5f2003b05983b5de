import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Recorder } from '../../src/contract/recording/recorder.ts';
import { createExchange, type Exchange } from '../../src/exchange/exchange.ts';
import { exportTables } from '../../src/inspect/export/export.ts';
import { lobsterFiles, MessageFiles, type MessageFormat, ORDER_FILES } from '../../src/inspect/export/message-files.ts';
import { exportMessages } from '../../src/inspect/export/order-messages.ts';
import { CSV, JSONL } from '../../src/inspect/export/sinks.ts';
import { BOOK, type Cells, END_OF_TIME, type Table, TABLES } from '../../src/inspect/export/tables.ts';
import runTask from '../../src/lab/sweeps/local/worker.ts';
import { prepareSweep } from '../../src/lab/sweeps/plan/plan.ts';
import { SweepFolder } from '../../src/lab/sweeps/results/sweep-folder.ts';
import type { SweepRow } from '../../src/lab/sweeps/sweep.ts';

/**
 * Writes the samples of docs/formats.md, all from one run, by the code that writes the files.
 *
 *   npm run docs:pages -- formats             write
 *   npm run docs:pages -- formats --check     only compare
 */
const PAGE = 'docs/formats.md';
const PART = /(<!-- sample: ([\w-]+) -->\n)[^]*?(<!-- end of sample -->)/g;
const START = 1_767_571_200_000;
const SYMBOL = 'BTC-USDT';
const WINDOW = { from: 0, to: END_OF_TIME };
/** Longer lines of a sample are cut, and end with an ellipsis. */
const WIDTH = 160;

/** Orders that rest, one that loses a part, one that trades, and one that is cancelled. */
async function trade(exchange: Exchange): Promise<void> {
  const [maker, taker] = [exchange.client(0), exchange.client(1)];
  const limit = (side: 'buy' | 'sell', price: string, quantity: string) =>
    ({ symbol: SYMBOL, side, orderType: 'limitGtc', price, quantity }) as const;
  await maker.placeOrders([limit('buy', '94990', '0.5'), limit('sell', '95010', '0.4')]);
  exchange.clock.advance(1_250);
  const { statuses } = await maker.placeOrders([limit('buy', '94980', '0.3')]);
  const [placed] = statuses;
  exchange.clock.advance(500);
  if (placed && 'resting' in placed) await maker.modifyOrder({ orderId: placed.resting.id }, { quantity: '0.2' });
  await taker.placeOrders([{ symbol: SYMBOL, side: 'sell', orderType: 'market', quantity: '0.2' }]);
  exchange.clock.advance(60_000);
  await taker.placeOrders([{ symbol: SYMBOL, side: 'buy', orderType: 'market', quantity: '0.1' }]);
  await maker.cancelAllOrders([SYMBOL]);
}

interface Written {
  /** The lines of a journal. */
  readonly journal: readonly string[];
  /** A recording of one request of the same run. */
  readonly recording: string;
  /** Its snapshot at the end. */
  readonly snapshot: string;
}

/** What one run leaves. */
async function run(): Promise<Written> {
  const exchange = await createExchange({ clock: 'manual', startTime: START, world: 'bare', seed: 5 });
  try {
    await trade(exchange);
    const recording = await recorded(exchange);
    const snapshot = exchange.exportSnapshot(exchange.snapshot('sample'));
    return { journal: [...exchange.control.journal()].map((line) => line.trimEnd()), recording, snapshot };
  } finally {
    await exchange.close();
  }
}

/** A read over HTTP, recorded as `serve --record` does. Wall time stands still, so that the sample is the same each time. */
async function recorded(exchange: Exchange): Promise<string> {
  let lines = '';
  const about = { package: exchange.version, by: 'serve', target: null, exchange: null } as const;
  const recorder = new Recorder({ write: (line) => (lines += line), now: () => START }, about);
  const connection = recorder.opened('127.0.0.1:50000');
  const number = recorder.nextRequest();
  const body = JSON.stringify({ params: { action: 'getOrderbook', symbol: SYMBOL } });
  const sent = recorder.body(connection, number, 'request');
  sent.add(Buffer.from(body));
  const headers = [['content-type', 'application/json']] as const;
  recorder.request(connection, number, { method: 'POST', path: '/v1/info', headers }, sent);
  const response = await exchange.fetch(`${exchange.url}/info`, {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body,
  });
  const back = recorder.body(connection, number, 'response');
  back.add(Buffer.from(await response.arrayBuffer()));
  const type = response.headers.get('content-type') ?? '';
  recorder.response(connection, number, { status: response.status, headers: [['content-type', type]] }, back);
  recorder.ended();
  return lines;
}

async function* each(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}

async function messagesOf(journal: readonly string[], format: MessageFormat): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const add = (name: string, text: string): void => void files.set(name, (files.get(name) ?? '') + text);
  const sink = new MessageFiles({ format, window: WINDOW, symbol: SYMBOL, files: { add } });
  await exportMessages(each(journal), { window: WINDOW, sink });
  return files;
}

/** A scenario of a file of its own, which takes a moment to run. */
const SWEPT = `title: A trader buys in parts
world: quiet
seed: 1
duration: 1m
markets:
  BTC-USDT:
    path: { kind: gbm, volatility: "0.6", step: 10s }
accounts:
  me: { deposit: { USDT: "10000" } }
strategy: { account: me, use: taker, symbol: BTC-USDT, params: { everyMs: 20000, size: "0.01" } }
`;

/** The text files that a sweep of four runs leaves in its folder, by name. */
async function sweep(): Promise<Readonly<Record<string, string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-formats-'));
  try {
    const [scenario, out] = [join(folder, 'buyer'), join(folder, 'out')];
    mkdirSync(scenario);
    writeFileSync(join(scenario, 'scenario.yaml'), SWEPT);
    const parameters = [{ path: 'strategy.size', values: ['0.01', '0.02'] }];
    const prepared = await prepareSweep(scenario, ['1', '2'], parameters, out);
    const results = await SweepFolder.open(out, prepared.plan, prepared.inputs, false);
    for (const job of prepared.plan.jobs) {
      const outcome = await runTask({ scenario: prepared.scenario, job });
      if ('error' in outcome) throw new Error(`a run of the sweep failed: ${outcome.error}`);
      await results.results.add(JSON.parse(outcome.row) as SweepRow);
    }
    results.finish(() => '');
    await results.close();
    const text = (name: string): string => readFileSync(join(out, name), 'utf8');
    return { plan: text('plan.json'), results: text('results.jsonl'), summary: text('summary.json') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The fields of a JSON document, each on a line of its own, so that all of them are seen. */
const fieldByField = (document: string): string =>
  Object.entries(JSON.parse(document) as object)
    .map(([name, of]) => `"${name}": ${JSON.stringify(of)}`)
    .join('\n');

const CANDLE = ['open_time', 'open', 'high', 'low', 'close', 'volume'];

/** Rows of market data that the run left, in the columns that `perpsim data check` reads. */
function marketData(rows: ReadonlyMap<string, readonly Cells[]>, orders: string): Readonly<Record<string, string>> {
  const messages = orders
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  const trades = messages
    .filter(([, event]) => event === 'execute')
    .map(([time = '', , , side, price = '', quantity = '']) => [
      ...[time, price, quantity],
      side === 'buy' ? 'sell' : 'buy',
    ]);
  const columns = TABLES.find(({ name }) => name === 'candles')?.columns.map(({ name }) => name) ?? [];
  const candles = (rows.get('candles') ?? []).filter((cells) => cells[columns.indexOf('symbol')] === SYMBOL);
  const books = (rows.get(BOOK.name) ?? []).filter(([, symbol]) => symbol === SYMBOL);
  const best = (at: Cells[number] | undefined, side: string): Cells =>
    books.find(([time, , of, level]) => time === at && of === side && level === 1) ?? [];
  const times = [...new Set(books.map(([time]) => time))];
  const text = (head: string, lines: readonly Cells[]): string =>
    [head, ...lines.map((cells) => cells.map((cell) => String(cell ?? '')).join(','))].join('\n');
  return {
    trades: text('time,price,quantity,side', trades),
    tops: text(
      'time,bid_price,bid_quantity,ask_price,ask_quantity',
      times.map((time = null) => [time, ...best(time, 'buy').slice(4), ...best(time, 'sell').slice(4)]),
    ),
    depth: text(
      'time,side,price,quantity,snapshot',
      books.map(([time = null, , side = null, , price = null, quantity = null]) => [time, side, price, quantity, true]),
    ),
    candles: text(
      CANDLE.join(','),
      candles.map((cells) => CANDLE.map((name) => cells[columns.indexOf(name)] ?? null)),
    ),
  };
}

/** All samples, by name. */
export async function samples(): Promise<Readonly<Record<string, string>>> {
  const { journal, recording, snapshot } = await run();
  const swept = await sweep();
  const rows = new Map<string, Cells[]>();
  const tables: Record<string, { csv: string; jsonl: string }> = {};
  for (const table of TABLES) tables[table.name] = { csv: CSV.head(table), jsonl: JSONL.head(table) };
  const add = (table: Table, cells: Cells): void => {
    rows.set(table.name, [...(rows.get(table.name) ?? []), cells]);
    const text = tables[table.name];
    if (!text) return;
    text.csv += CSV.row(table, cells);
    text.jsonl += JSONL.row(table, cells);
  };
  await exportTables(each(journal), { window: WINDOW, interval: '1m', sink: { add } });
  const orders = (await messagesOf(journal, ORDER_FILES)).get(`${SYMBOL}.orders.csv`) ?? '';
  const lobster = await messagesOf(journal, lobsterFiles({ levels: 2, priceScale: 10_000 }));
  return {
    journal: journal.filter((line) => line !== '').join('\n'),
    recording,
    'table-csv': tables['fills']?.csv ?? '',
    'table-jsonl': tables['fills']?.jsonl ?? '',
    scenario: readFileSync('scenarios/basics/calm-day/scenario.yaml', 'utf8'),
    world: readFileSync('scenarios/worlds/one-market.yaml', 'utf8'),
    'sweep-plan': fieldByField(swept['plan'] ?? ''),
    'sweep-results': swept['results'] ?? '',
    'sweep-summary': fieldByField(swept['summary'] ?? ''),
    snapshot: fieldByField(snapshot),
    orders,
    messages: lobster.get(`${SYMBOL}_2026-01-05_message_2.csv`) ?? '',
    orderbook: lobster.get(`${SYMBOL}_2026-01-05_orderbook_2.csv`) ?? '',
    ...marketData(rows, orders),
  };
}

const LINES = 12;

function shown(text: string): string {
  const lines = text.replaceAll('\r', '').trimEnd().split('\n').slice(0, LINES);
  return lines.map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line)).join('\n');
}

/** The page with the samples as the program writes them. Throws for a sample that there is not. */
export function withSamples(page: string, known: Readonly<Record<string, string>>): string {
  return page.replace(PART, (_part, head: string, name: string, end: string) => {
    const text = known[name];
    if (text === undefined || text === '') throw new Error(`${PAGE}: there is no sample "${name}"`);
    return `${head}\n\`\`\`text\n${shown(text)}\n\`\`\`\n\n${end}`;
  });
}

if (process.argv[1]?.endsWith('formats.ts') === true) {
  const before = readFileSync(PAGE, 'utf8');
  const after = withSamples(before, await samples());
  if (!process.argv.includes('--check')) writeFileSync(PAGE, after);
  else if (before !== after) {
    process.stderr.write(`${PAGE} is out of date: run npm run docs:pages -- formats\n`);
    process.exitCode = 1;
  }
}
