import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type RunningServer, startServer } from './child.ts';
import { type Figure, info, milliseconds, rate } from './figure.ts';
import { median, pairedRatio, percentile } from './statistics.ts';

const SERVER = 'bench/servers/fan-out.ts';
const SUBSCRIBERS = 100;
const TRADES = [{ type: 'trades' }];
/** Streams in which one trade makes some twenty frames, all due in the turn of that trade. */
const BURST = [
  ...[undefined, 'BTC-USDT'].flatMap((symbol) => ['trades', 'marketPrices'].map((type) => ({ type, symbol }))),
  ...['1m', '5m', '15m', '30m', '1h', '4h', '8h', '12h', '1d', '3d', '1w', '1M'].map((timeframe) => ({
    type: 'candles',
    symbol: 'BTC-USDT',
    timeframe,
  })),
];
const BURST_FRAMES = 20;
const MIB = 1_048_576;
/** Twice what may wait in the socket, and what may wait beside it (`STREAM_LIMITS`). */
const BOUND_MIB = 4.5;

interface Ran {
  readonly cpuMs: number;
  readonly waitingBytes: number;
  readonly rssMiB: number;
}

interface Work {
  readonly turns: number;
  readonly burst: number;
  readonly pauseMs: number;
}

async function subscribe(url: string, subscriptions: readonly object[]): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws/info`, { perMessageDeflate: false });
  await once(socket, 'open');
  for (const params of subscriptions) {
    const received = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, method: 'subscribe', params }));
    const [data] = (await received) as [Buffer];
    if (!String(data).includes('"status":200')) throw new Error(`not subscribed: ${String(data)}`);
  }
  return socket;
}

const subscribers = (url: string, count: number, wanted: readonly object[]): Promise<WebSocket[]> =>
  Promise.all(Array.from({ length: count }, () => subscribe(url, wanted)));

async function work({ url }: RunningServer, { turns, burst, pauseMs }: Work): Promise<Ran> {
  const response = await fetch(`${url}/bench?turns=${turns}&burst=${burst}&pauseMs=${pauseMs}`);
  return (await response.json()) as Ran;
}

/** Everything is out once nothing has come for a while. */
async function quiet(received: () => number): Promise<void> {
  for (let before = -1; before !== received(); ) {
    before = received();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Frames delivered for each second of processor time of the server; the exchange makes its trades in the same time. */
async function deliveriesPerSecond(
  kind: 'exchange' | 'bare',
  wanted: readonly object[],
  amount: Work,
): Promise<number> {
  const server = await startServer(SERVER, kind);
  try {
    const sockets = await subscribers(server.url, SUBSCRIBERS, wanted);
    let count = 0;
    for (const socket of sockets) socket.on('message', () => (count += 1));
    await work(server, { ...amount, turns: Math.ceil(amount.turns / 2) });
    await quiet(() => count);
    const before = count;
    const { cpuMs } = await work(server, amount);
    await quiet(() => count);
    for (const socket of sockets) socket.terminate();
    return ((count - before) * 1_000) / cpuMs;
  } finally {
    await server.stop();
  }
}

async function fanOut(name: string, rounds: number, turns: number, isBurst: boolean): Promise<Figure> {
  const pauseMs = isBurst ? 20 : 2;
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await deliveriesPerSecond('exchange', isBurst ? BURST : TRADES, { turns, burst: 1, pauseMs }));
    bare.push(await deliveriesPerSecond('bare', TRADES, { turns, burst: isBurst ? BURST_FRAMES : 1, pauseMs }));
  }
  return {
    name,
    measured: rate(median(own)),
    yardstick: rate(median(bare)),
    value: pairedRatio(own, bare),
    unit: 'x',
    budget: { atLeast: isBurst ? 3 : 0.6 },
  };
}

interface Crowd {
  readonly p99Ms: number;
  readonly ran: Ran;
}

/** Latency of trades at those who read, while one may stand still; the exchange stamps frames with the time of day. */
async function crowd(isOnePaused: boolean, amount: Work): Promise<Crowd> {
  const server = await startServer(SERVER, 'exchange');
  try {
    const sockets = await subscribers(server.url, SUBSCRIBERS - 1, TRADES);
    const candles = ['1m', '5m', '1h'].map((timeframe) => ({ type: 'candles', symbol: 'BTC-USDT', timeframe }));
    const other = await subscribe(server.url, [{ type: 'marketPrices' }, ...candles]);
    if (isOnePaused) other.pause();
    const latencies: number[] = [];
    for (const socket of sockets) {
      socket.on('message', (data) => {
        const [, stamp] = /"timestamp":(\d+)/.exec((data as Buffer).toString('latin1')) ?? [];
        latencies.push(performance.timeOrigin + performance.now() - Number(stamp));
      });
    }
    const ran = await work(server, amount);
    for (const socket of [...sockets, other]) socket.terminate();
    return { p99Ms: percentile(latencies, 99), ran };
  } finally {
    await server.stop();
  }
}

async function pausedReader(scale: number): Promise<Figure[]> {
  const seconds = scale < 1 ? 5 : 60;
  const amount = { turns: seconds * 100, burst: 2, pauseMs: 10 };
  const without = await crowd(false, amount);
  const paused = await crowd(true, amount);
  return [
    {
      name: `p99 of trades at 99 readers while one stands still, ${amount.turns} turns of 10 ms, against none standing`,
      measured: milliseconds(paused.p99Ms),
      yardstick: milliseconds(without.p99Ms),
      value: paused.p99Ms / without.p99Ms,
      unit: 'x',
      budget: null,
    },
    {
      name: 'bytes that wait for a reader that stands still',
      measured: `RSS ${Math.round(paused.ran.rssMiB)} MiB`,
      yardstick: `${Math.round(without.ran.rssMiB)} MiB without it`,
      value: paused.ran.waitingBytes / MIB,
      unit: 'MiB',
      budget: { atMost: BOUND_MIB },
    },
    info(
      'processor time of the server with a reader that stands still',
      milliseconds(paused.ran.cpuMs),
      paused.ran.cpuMs,
      'ms',
    ),
  ];
}

/** Trades to 100 subscribers against bare sends of ws, and a reader that stands still. */
export async function streams(rounds: number, scale: number): Promise<Figure[]> {
  return [
    await fanOut(
      'deliveries to 100 subscribers, one frame a turn, against bare sends',
      rounds,
      Math.round(2_000 * scale),
      false,
    ),
    await fanOut(
      'deliveries to 100 subscribers, 20 frames a turn, against bare sends',
      rounds,
      Math.round(400 * scale),
      true,
    ),
    ...(await pausedReader(scale)),
  ];
}
