import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type RunningServer, startServer } from './child.ts';
import { type Figure, info, milliseconds, rate } from './figure.ts';
import { median, pairedRatio, percentile } from './statistics.ts';

const SERVER = 'bench/servers/fan-out.ts';
const SUBSCRIBERS = 100;
const TRADES = [{ type: 'trades' }];
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

/** A difference of two measurements is nothing while the code is still being compiled. */
const WARM_UP: Work = { turns: 400, burst: 20, pauseMs: 1 };

async function subscribe(url: string, subscriptions: readonly object[]): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws/info`, { perMessageDeflate: false });
  await once(socket, 'open');
  for (const params of subscriptions) {
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, method: 'subscribe', params }));
    const [data] = (await answered) as [Buffer];
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

/**
 * Frames delivered for each second of processor time that the server spends on delivery: what 100 subscribers cost more
 * than one, so that the making of trades, which the bare server does not do, stays out of it.
 */
async function deliveriesPerSecond(kind: 'exchange' | 'bare', amount: Work): Promise<number> {
  const server = await startServer(SERVER, kind);
  try {
    const first = await subscribe(server.url, TRADES);
    await work(server, WARM_UP);
    const alone = await work(server, amount);
    const others = await subscribers(server.url, SUBSCRIBERS - 1, TRADES);
    let received = 0;
    for (const socket of others) socket.on('message', () => (received += 1));
    await work(server, { ...amount, turns: Math.ceil(amount.turns / 2) });
    const before = received;
    const together = await work(server, amount);
    const due = amount.turns * amount.burst * others.length;
    while (received - before < due) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const socket of [first, ...others]) socket.terminate();
    return (due * 1_000) / (together.cpuMs - alone.cpuMs);
  } finally {
    await server.stop();
  }
}

async function fanOut(name: string, rounds: number, amount: Work, atLeast: number): Promise<Figure> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await deliveriesPerSecond('exchange', amount));
    bare.push(await deliveriesPerSecond('bare', amount));
  }
  return {
    name,
    measured: rate(median(own)),
    yardstick: rate(median(bare)),
    value: pairedRatio(own, bare),
    unit: 'x',
    budget: { atLeast },
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
  const turns = Math.round(2_000 * scale);
  return [
    await fanOut(
      'deliveries to 100 subscribers, one trade a turn, against bare sends',
      rounds,
      { turns, burst: 1, pauseMs: 2 },
      0.6,
    ),
    await fanOut(
      'deliveries to 100 subscribers, 20 trades a turn, against bare sends',
      rounds,
      { turns: Math.round(turns / 5), burst: 20, pauseMs: 20 },
      3,
    ),
    ...(await pausedReader(scale)),
  ];
}
