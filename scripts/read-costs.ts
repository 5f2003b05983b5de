/**
 * Measures what the dearest request of every read costs in the world `default`, which lives for a day first and in which one
 * subaccount has a long history. Prints a table: the read, its params, processor time of the thread that responds and of the
 * whole process, and bytes of the response. Ends with exit code 1 when a read takes more than 50 ms of that thread or responds
 * with more than 1 MiB.
 *
 *   npx tsx scripts/read-costs.ts                                 (about three minutes)
 *   npx tsx scripts/read-costs.ts --hours 2 --batches 200      (a shorter history)
 *   npx tsx scripts/read-costs.ts --only getCandles
 */
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AGGREGATOR_ROUTES } from '../src/contract/aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../src/contract/catalogue.ts';
import { CHANNEL_NAMES } from '../src/contract/channel.ts';
import { CANDLE_INTERVALS } from '../src/contract/views.ts';
import { Client } from '../src/client/client.ts';
import type * as Built from '../src/index.ts';
import type { Exchange } from '../src/exchange/exchange.ts';

const CPU_MAX_MS = 50;
const BYTES_MAX = 1_048_576;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const JSON_TYPE = { 'content-type': 'application/json' };

const { values: flags } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    batches: { type: 'string', default: '1500' },
    only: { type: 'string' },
  },
});

/** One request: the text that the table shows of it, and how it is sent. */
interface Case {
  readonly read: string;
  readonly params: string;
  /** Resolves with the bytes of the response. */
  readonly run: () => Promise<number>;
}

interface Cost extends Omit<Case, 'run'> {
  readonly threadMs: number;
  readonly processMs: number;
  readonly bytes: number;
}

/** Processor time of this thread. Linux alone tells it apart from that of the others, so elsewhere it is that of the process. */
function threadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return processMs();
  }
}

function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const costs: Cost[] = [];

async function measure({ read, params, run }: Case, note: string): Promise<void> {
  if (flags.only !== undefined && !read.includes(flags.only)) return;
  say(`${read} ${params}`);
  await nextTurn();
  const before = { thread: threadMs(), process: processMs() };
  const bytes = await run();
  const shown = [params, note].filter((text) => text !== '').join(', ');
  costs.push({
    read,
    params: shown,
    threadMs: threadMs() - before.thread,
    processMs: processMs() - before.process,
    bytes,
  });
}

/** Of each read the case that took the most of the thread, and the one with the most bytes where that is another. */
function dearestOf(all: readonly Cost[]): Cost[] {
  const byRead = new Map<string, Cost[]>();
  for (const cost of all) byRead.set(cost.read, [...(byRead.get(cost.read) ?? []), cost]);
  return [...byRead.values()].flatMap((own) => {
    const slowest = own.reduce((a, b) => (b.threadMs > a.threadMs ? b : a));
    const longest = own.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    return longest.bytes > slowest.bytes ? [slowest, longest] : [slowest];
  });
}

const isTooDear = ({ threadMs: ms, bytes }: Cost): boolean => ms > CPU_MAX_MS || bytes > BYTES_MAX;

function tableOf(rows: readonly Cost[]): string {
  const lines = rows.map((cost) => {
    const { read, params, threadMs: own, processMs: all, bytes } = cost;
    const mark = isTooDear(cost) ? ' **too dear**' : '';
    return `| ${read} | ${params} | ${own.toFixed(1)} | ${all.toFixed(1)} | ${bytes} |${mark}`;
  });
  return [
    '| read | dearest params | CPU ms of the responding thread | CPU ms of all threads | bytes |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** A read that is new has to be measured as well. */
function checkComplete(rows: readonly Cost[]): void {
  if (flags.only !== undefined) return;
  const measured = new Set(rows.map(({ read }) => read));
  const reads = [...actionsOf(INFO_ACTIONS), ...actionsOf(TRADE_ACTIONS)].filter(({ kind }) => kind === 'read');
  const names = [
    ...reads.map(({ name }) => name),
    ...AGGREGATOR_ROUTES.map(({ path }) => `GET ${path}`),
    ...CHANNEL_NAMES.map((name) => `stream ${name}`),
  ];
  const missing = names.filter((name) => !measured.has(name));
  if (missing.length > 0) throw new Error(`not measured: ${missing.join(', ')}`);
}

function infoCase(own: Exchange, action: string, params: object = {}): Case {
  const body = Buffer.from(JSON.stringify({ params: { action, ...params } }));
  const run = async (): Promise<number> => {
    const request = { method: 'POST', path: '/v1/info', headers: JSON_TYPE, body, ip: '127.0.0.1' };
    return bytesOf(await own.handle(request));
  };
  return { read: action, params: textOf(params), run };
}

function getCase(own: Exchange, path: string, query = ''): Case {
  const run = async (): Promise<number> => {
    const request = { method: 'GET', path: `${path}${query}`, headers: {}, body: new Uint8Array(0), ip: '127.0.0.1' };
    return bytesOf(await own.handle(request));
  };
  return { read: `GET ${path}`, params: query, run };
}

function bytesOf({ status, body }: { readonly status: number; readonly body: string }): number {
  if (status !== 200) throw new Error(`the response is ${status}: ${body.slice(0, 300)}`);
  return Buffer.byteLength(body);
}

function textOf(params: object): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
    .slice(0, 90);
}

/** What an exchange that has just started is asked for first. */
const firstReads = (own: Exchange): Case[] => [
  infoCase(own, 'getMarketPrices'),
  infoCase(own, 'getCandles', { symbol: 'BTC-USDT', interval: '1m', startTime: 1 }),
  infoCase(own, 'getCandles', { symbol: 'ETH-USDT', interval: '1w', startTime: 1 }),
  ...own.markets.map((symbol) => infoCase(own, 'getLastTrades', { symbol, limit: 100 })),
];

/** Markets that no read before has asked for. */
const firstStreams = (own: Exchange): Case[] => [
  streamCase(own, 'candles', { symbol: 'SOL-USDT', timeframe: '3M' }),
  streamCase(own, 'marketPrices', { symbol: 'ALL' }),
];

function infoReads(own: Exchange): Case[] {
  const now = own.clock.now();
  const plain = [
    'getMarkets',
    'getMarketPrices',
    'getMids',
    'getOpenInterest',
    'getCollaterals',
    'getAssets',
    'getTiers',
    'getLotteryEpoch',
    'getExchangeStatus',
  ];
  const owner = own.accounts[0]?.address ?? '';
  return [
    ...plain.map((action) => infoCase(own, action)),
    ...own.markets.flatMap((symbol) => [
      ...CANDLE_INTERVALS.flatMap((interval) => [
        infoCase(own, 'getCandles', { symbol, interval, startTime: 1 }),
        infoCase(own, 'getCandles', { symbol, interval, startTime: 1, endTime: now - 3 * DAY_MS, limit: 5_000 }),
      ]),
      infoCase(own, 'getOrderbook', { symbol, limit: 1_000 }),
      infoCase(own, 'getLastTrades', { symbol, limit: 100 }),
      infoCase(own, 'getFundingRate', { symbol }),
      infoCase(own, 'getFundingRateHistory', { symbol, startTime: now - 30 * DAY_MS, endTime: now, limit: 2_160 }),
    ]),
    infoCase(own, 'getSubAccountIds', { walletAddress: owner, includeDelegations: true }),
    infoCase(own, 'getIsWhitelisted', { walletAddress: owner }),
  ];
}

const getRoutes = (own: Exchange): Case[] =>
  AGGREGATOR_ROUTES.flatMap(({ path, required }) =>
    required.length === 0
      ? [getCase(own, path)]
      : own.markets.map((symbol) => getCase(own, path, `?${required[0]}=${symbol}&depth=1000`)),
  );

async function tradeReads(own: Exchange, positionId: string): Promise<Case[]> {
  const now = own.clock.now();
  const page = { limit: 1_000 };
  const asked: [string, object][] = [
    ['getOpenOrders', page],
    ['getOrderHistory', {}],
    ['getOrderHistory', page],
    ['getOrderHistory', { ...page, offset: 50_000 }],
    ['getTrades', page],
    ['getTrades', { ...page, offset: 20_000 }],
    ['getTradesForPosition', { positionId, ...page }],
    ['getPositions', page],
    ['getPositions', { status: 'close', ...page }],
    ['getPositions', { status: 'close', sortBy: 'symbol', sortOrder: 'asc', ...page, offset: 10_000 }],
    ['getPositionHistory', page],
    ['getPositionHistory', { ...page, offset: 10_000 }],
    ['getFundingPayments', { ...page, startTime: now - 30 * DAY_MS, endTime: now }],
    ['getBalanceUpdates', { ...page, startTime: now - 365 * DAY_MS, endTime: now }],
    ['getTransfers', page],
    ...['day', 'week', 'month', 'year'].map((period): [string, object] => ['getPerformanceHistory', { period }]),
    ['getSubAccount', {}],
    ['getSubAccounts', {}],
    ['getDelegatedSigners', {}],
    ['getDelegationsForDelegate', {}],
    ['getWithdrawableAmounts', { symbols: ['USDT', 'BTC', 'ETH', 'SOL'] }],
    ['getFeeRate', {}],
    ['getPortfolio', {}],
    ['getRateLimits', {}],
    ['getReferral', {}],
    ['getLotteryEpochTickets', { startEpochId: await firstEpoch(own), endEpochId: await presentEpoch(own) }],
    ['getLotteryMyWinningTickets', {}],
  ];
  const cases: Case[] = [];
  for (const [action, params] of asked) {
    const body = await signedBody(own, action, params);
    const run = async (): Promise<number> => {
      const request = { method: 'POST', path: '/v1/trade', headers: JSON_TYPE, body, ip: '127.0.0.1' };
      return bytesOf(await own.handle(request));
    };
    cases.push({ read: action, params: textOf(params), run });
  }
  return cases;
}

async function presentEpoch(own: Exchange): Promise<string> {
  return (await own.client(0).getLotteryEpoch()).epochId;
}

async function firstEpoch(own: Exchange): Promise<string> {
  const last = Number(await presentEpoch(own));
  return String(Math.max(1, last - 12));
}

/** The bytes of a signed request of the first account. They may be sent again, because a read has no nonce. */
async function signedBody(own: Exchange, action: string, params: object): Promise<Buffer> {
  const [account] = own.accounts;
  if (!account) throw new Error('the world has an account');
  let body = '';
  const client = new Client({
    privateKey: account.privateKey,
    subAccountId: account.subAccountId,
    serviceName: own.serviceName,
    restUrl: own.url,
    fetch: (url, init) => {
      if (typeof init.body === 'string') ({ body } = init);
      return own.fetch(url, init);
    },
  });
  await client.raw(action, { ...params });
  return Buffer.from(body);
}

async function streams(own: Exchange): Promise<Case[]> {
  return [
    ...own.markets.flatMap((symbol) => [
      streamCase(own, 'orderbook', { symbol, depth: 100, updateFrequencyMs: 1_000 }),
      streamCase(own, 'candles', { symbol, timeframe: '3M' }),
    ]),
    streamCase(own, 'marketPrices', { symbol: 'ALL' }),
    streamCase(own, 'trades', { symbol: 'ALL' }),
    streamCase(own, 'liquidations', { symbol: 'BTC-USDT' }),
    await privateStream(own),
  ];
}

/** A subscription: its acknowledgement, and all that is sent at once. */
function streamCase(own: Exchange, type: string, params: object): Case {
  const run = async (): Promise<number> => {
    let bytes = 0;
    let isSubscribed = (): void => undefined;
    let refused: (error: Error) => void = () => undefined;
    const acknowledged = new Promise<void>((resolve, reject) => {
      [isSubscribed, refused] = [resolve, reject];
    });
    const session = own.stream('info', {
      send: (frames) => {
        for (const frame of frames) bytes += Buffer.byteLength(frame);
        if (frames.some((frame) => frame.includes('"subscribed"'))) isSubscribed();
        else if (frames[0]?.includes('"error"')) refused(new Error(frames[0]));
      },
      close: (code, reason) => {
        throw new Error(`the stream is closed with ${code} ${reason}`);
      },
      buffered: () => 0,
    });
    session.receive(JSON.stringify({ id: 1, method: 'subscribe', params: { type, ...params } }));
    await acknowledged;
    await own.delivered();
    session.gone();
    return bytes;
  };
  return { read: `stream ${type}`, params: textOf(params), run };
}

/** The private stream, whose login is not measured. */
async function privateStream(own: Exchange): Promise<Case> {
  const client = own.streamClient(0);
  const { subAccountId = '' } = own.accounts[0] ?? {};
  // Connects and logs in.
  await client.getSubAccount();
  const run = async (): Promise<number> => {
    let bytes = 0;
    const subscription = await client.subscribe('subAccountUpdates', { sub_account_id: subAccountId }, (frame) => {
      bytes += JSON.stringify(frame).length;
    });
    await own.delivered();
    await subscription.unsubscribe();
    return bytes;
  };
  return { read: 'stream subAccountUpdates', params: '', run };
}

/** Lets the world go on, and gives its first account a long history. @returns id of a position with many trades */
async function live(own: Exchange): Promise<string> {
  const [hours, batches] = [Number(flags.hours), Number(flags.batches)];
  const { subAccountId = '', address = '' } = own.accounts[0] ?? {};
  own.control.setTier(address, 'market_maker');
  own.control.deposit(subAccountId, 'USDT', '50000000');
  for (let no = 0; no < 1_200; no += 1) own.control.deposit(subAccountId, 'USDT', '0.123456');
  const client = own.client(0);
  const { subAccountId: other } = await client.createSubaccount('second');
  for (let no = 0; no < 1_000; no += 1) {
    await client.transferCollateral({ destinationSubAccountId: other, symbol: 'USDT', amount: '0.123456' });
  }
  for (let no = 1; no <= 100; no += 1) {
    await client.addDelegatedSigner(`0x${String(no).padStart(40, '0')}`, ['session']);
  }
  for (let batch = 0; batch < batches; batch += 1) {
    await client.placeOrders(
      Array.from({ length: 20 }, (_, at) => taker('BTC-USDT', at % 2 === 0 ? 'buy' : 'sell', '0.001')),
    );
    if (batch % 25 < 24) continue;
    await own.clock.advanceAsync(1_000);
    say(`${(batch + 1) * 20} orders`);
  }
  for (let batch = 0; batch < 60; batch += 1) {
    await client.placeOrders(Array.from({ length: 20 }, () => taker('ETH-USDT', 'buy', '0.01')));
    await own.clock.advanceAsync(1_000);
  }
  for (const symbol of own.markets.slice(2)) await client.placeOrders([taker(symbol, 'buy', '10')]);
  for (let hour = 0; hour < hours; hour += 1) {
    await own.clock.advanceAsync(HOUR_MS);
    say(`${hour + 1} of ${hours} hours lived`);
  }
  for (const symbol of own.markets.slice(0, 5)) await rest(own, symbol);
  const positions = await client.getPositions();
  return positions.find(({ symbol }) => symbol === 'ETH-USDT')?.positionId ?? '1';
}

let orders = 0;

/** As long as an id may be: it is on the record of the order and of each of its trades. */
function clientId(): string {
  orders += 1;
  return `${'long-client-order-id-'.padEnd(240, 'x')}${String(orders).padStart(15, '0')}`;
}

const taker = (symbol: string, side: 'buy' | 'sell', quantity: string) =>
  ({ symbol, side, orderType: 'market', quantity, clientOrderId: clientId() }) as const;

/** Orders below the market with their stops, as many as an account may have in one market. */
async function rest(own: Exchange, symbol: string): Promise<void> {
  const client = own.client(0);
  const [market] = (await client.getMarkets()).filter((one) => one.symbol === symbol);
  const { markPrice = '0' } = (await client.getMarketPrices())[symbol] ?? {};
  const at = (share: number): string => {
    const increment = Number(market?.priceIncrement ?? '1');
    return (Math.round((Number(markPrice) * share) / increment) * increment).toFixed(market?.priceExponent ?? 0);
  };
  const quantity = symbol.startsWith('BTC') ? '0.001' : '10';
  for (let group = 0; group < 66; group += 1) {
    const stop = { symbol, side: 'sell', quantity, reduceOnly: true, isTriggerMarket: true } as const;
    await client.placeOrders(
      [
        { symbol, side: 'buy', orderType: 'limitGtc', price: at(0.97), quantity, clientOrderId: clientId() },
        { ...stop, orderType: 'triggerTp', triggerPrice: at(1.2), clientOrderId: clientId() },
        { ...stop, orderType: 'triggerSl', triggerPrice: at(0.8), clientOrderId: clientId() },
      ],
      { grouping: 'normalTpsl' },
    );
  }
}

const say = (text: string): void => void process.stderr.write(`${text.slice(0, 70).padEnd(70)}\r`);

// As it is shipped: what runs from the source is compiled when it is first used.
const built = new URL('../dist/index.js', import.meta.url).href;
const { createExchange } = (await import(built)) as typeof Built;
const exchange = await createExchange({
  world: 'default',
  clock: 'manual',
  limits: { enabled: false },
  pastThread: true,
});
try {
  // An exchange begins its life with the first request or question; a server does so by itself once it listens.
  exchange.digest();
  // Before anything else, because what is cold then is warm afterwards.
  for (const one of [...firstReads(exchange), ...firstStreams(exchange)]) await measure(one, 'first');
  const positionId = await live(exchange);
  for (const one of [
    ...infoReads(exchange),
    ...getRoutes(exchange),
    ...(await tradeReads(exchange, positionId)),
    ...(await streams(exchange)),
  ]) {
    // Once as it comes, which may be cold, and twice more: the dearest counts.
    for (const note of ['', '', '']) await measure(one, note);
  }
} finally {
  await exchange.close();
}
const dearest = dearestOf(costs);
checkComplete(dearest);
process.stdout.write(tableOf(dearest));
process.exitCode = dearest.some(isTooDear) ? 1 : 0;
