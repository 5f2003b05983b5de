import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { settingsOf } from '../options.ts';
import { PastThread } from './past-thread.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

// The past of a living world, made on another thread before it is read.

const WORLD = { extends: 'default', history: { days: 2 } } as const;

const open: { close(): unknown }[] = [];
const errors: string[] = [];
const log = { error: (_facts: object, message: string) => void errors.push(message), notice: () => undefined };

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  errors.length = 0;
});

async function started(options: object): Promise<Exchange> {
  const exchange = await createExchange({ world: WORLD, seed: 5, limits: { enabled: false }, log, ...options });
  open.push(exchange);
  return exchange;
}

async function asked(exchange: Exchange, params: object): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ params }) };
  const response = await exchange.fetch(`${exchange.url}/info`, init);
  return ((await response.json()) as { readonly response: unknown }).response;
}

const READS = [
  { action: 'getCandles', symbol: 'WTI-USDT', interval: '1m', startTime: 1 },
  { action: 'getCandles', symbol: 'WTI-USDT', interval: '3M', startTime: 1 },
  { action: 'getCandles', symbol: 'SUI-USDT', interval: '1h', startTime: 1, limit: 30 },
  { action: 'getMarketPrices' },
];

/** What a subscription sends at once, and then with the next prices. */
async function streamed(exchange: Exchange, texts: readonly object[]): Promise<readonly string[]> {
  const frames: string[] = [];
  const session = exchange.stream('info', {
    send: (sent) => void frames.push(...sent),
    close: (code) => void frames.push(`closed with ${code}`),
    buffered: () => 0,
  });
  for (const text of texts) session.receive(JSON.stringify(text));
  while (session.owes()) await new Promise(setImmediate);
  exchange.clock.advance(1_000);
  await exchange.delivered();
  session.gone();
  return frames;
}

testInFull('reads and streams show the past that an exchange makes on its own thread', async () => {
  const [here, there] = [await started({}), await started({ pastThread: true })];
  const subscriptions = [
    { id: 1, method: 'subscribe', params: { type: 'candles', symbol: 'WTI-USDT', timeframe: '1M' } },
    { id: 2, method: 'subscribe', params: { type: 'marketPrices', symbol: 'SUI-USDT' } },
    { id: 3, method: 'unsubscribe', params: { type: 'candles', symbol: 'WTI-USDT', timeframe: '1M' } },
    { id: 4, method: 'ping' },
  ];
  const frames = await streamed(there, subscriptions);
  expect(frames).toEqual(await streamed(here, subscriptions));
  // Nothing that the peer sent overtakes a subscription that waits.
  expect(frames.slice(0, 4).map((frame) => (JSON.parse(frame) as { id: number }).id)).toEqual([1, 2, 3, 4]);
  expect(frames.length).toBeGreaterThan(4);
  for (const read of READS) expect(await asked(there, read)).toEqual(await asked(here, read));
  expect(await (await there.fetch(`${there.url}/info/contracts`)).json()).toEqual(
    await (await here.fetch(`${here.url}/info/contracts`)).json(),
  );
  expect(there.digest()).toBe(here.digest());
  expect(errors).toEqual([]);
});

test('other requests go on while a read waits for the past', async () => {
  const exchange = await started({ pastThread: true });
  // The thread receives its question after the other request has its response, however fast either is.
  const questions: (() => void)[] = [];
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...sent) {
    questions.push(() => {
      post.mockRestore();
      this.postMessage(...sent);
    });
  });
  const order: string[] = [];
  const candles = asked(exchange, READS[1] as object).then(() => order.push('candles'));
  await asked(exchange, { action: 'getMids' }).then(() => order.push('mids'));
  while (questions.length === 0) await new Promise(setImmediate);
  for (const send of questions) send();
  await candles;
  expect(order).toEqual(['mids', 'candles']);
});

test('a subscription that is sent too much behind it refuses the rest', async () => {
  const exchange = await started({ pastThread: true });
  const pings = Array.from({ length: 300 }, (_, id) => ({ id: id + 10, method: 'ping' }));
  const first = { id: 1, method: 'subscribe', params: { type: 'candles', symbol: 'WTI-USDT', timeframe: '1M' } };
  const frames = await streamed(exchange, [first, ...pings]);
  const refused = frames.filter((frame) => frame.includes('RATE_LIMIT_EXCEEDED'));
  expect(refused).toHaveLength(44);
  expect(JSON.parse(refused[0] ?? '')).toMatchObject({ id: 266, status: 429 });
  expect(frames.filter((frame) => frame.includes('"pong"'))).toHaveLength(256);
});

test.each([
  ['ends', 'process.exit(3)', []],
  [
    'fails',
    "throw new Error('no memory')",
    ['the past of the markets has no thread of its own: reads of it make it themselves'],
  ],
])('after a thread that %s, nothing is made there any more, and who reads makes it', async (_, act, told) => {
  const { config } = settingsOf({ world: 'default' });
  const code = `require('node:worker_threads').parentPort.on('message', () => { ${act}; });`;
  const thread = new PastThread(
    { markets: config.markets, origin: config },
    log,
    () => new Worker(code, { eval: true }),
  );
  open.push(thread);
  expect(await thread.make('BTC-USDT', [1])).toEqual([]);
  expect(await thread.make('BTC-USDT', [1])).toEqual([]);
  expect(errors).toEqual(told);
});
