import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createExchange, type Exchange, type WallTime } from '../src/index.ts';
import { RandomInputs } from '../src/kernel/random-inputs.test-helper.ts';
import { WALL_TIME } from '../src/exchange/clock/clock.ts';
import { livingWorld } from '../src/exchange/stream/listener.test-helper.ts';
import { textLogin } from '../src/exchange/stream/session/login.test-helper.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';

/** DET-02: one script of requests and advances gives one digest and, per connection, one list of frames. */

const START = 1_767_571_200_000;
const MARKETS = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT', 'BNB-USDT', 'SUI-USDT'] as const;

/** The machine and the sockets of a run. */
interface Conditions {
  /** Each look at the wall may find that so much more has passed: slices are shorter, and many. */
  readonly lostMs: number;
  /** Readers stop reading now and then, for at most so long. */
  readonly pauseMs: number;
  readonly draw: RandomInputs;
}

class SlowWall implements WallTime {
  readonly #conditions: Conditions;
  #lost = 0;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
  }

  now = (): number => WALL_TIME.now();
  every = (periodMs: number, run: () => void): (() => void) => WALL_TIME.every(periodMs, run);
  elapsed(): number {
    this.#lost += this.#conditions.draw.between(0, this.#conditions.lostMs);
    return WALL_TIME.elapsed() + this.#lost;
  }
}

/** Bytes between two pauses of a slow reader. */
const READ_AT_ONCE = 65_536;

/** A client that reads in fits and starts, and keeps every frame. */
class Reader {
  readonly frames: string[] = [];
  readonly #socket: WebSocket;
  #pausing: NodeJS.Timeout | null = null;
  #unpaused = 0;

  constructor(url: string, { pauseMs, draw }: Conditions) {
    this.#socket = new WebSocket(url);
    this.#socket.on('message', (data: Buffer) => {
      this.frames.push(data.toString());
      this.#unpaused += data.length;
      if (pauseMs === 0 || this.#pausing || this.#unpaused < READ_AT_ONCE) return;
      this.#unpaused = 0;
      this.#socket.pause();
      this.#pausing = setTimeout(
        () => {
          this.#pausing = null;
          this.#socket.resume();
        },
        draw.between(1, pauseMs),
      );
    });
  }

  async opened(): Promise<this> {
    await once(this.#socket, 'open');
    return this;
  }

  /** Resolves with the reply; it comes behind everything that was sent before it. */
  async ask(id: string, method: string, params: object): Promise<void> {
    this.#socket.send(JSON.stringify({ id, method, params }));
    while (!this.frames.some((frame) => frame.startsWith(`{"id":"${id}"`))) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  end(): void {
    if (this.#pausing) clearTimeout(this.#pausing);
    this.#socket.terminate();
  }
}

interface Outcome {
  readonly digest: string;
  readonly frames: readonly (readonly string[])[];
}

let running: { server: RestServer; exchange: Exchange; readers: Reader[] } | null = null;
afterEach(async () => {
  for (const reader of running?.readers ?? []) reader.end();
  await running?.server.close();
  await running?.exchange.close();
  running = null;
});

/** Follows everything on three connections, one of them logged in, and trades between advances. */
async function play(conditions: Conditions): Promise<Outcome> {
  const wall = new SlowWall(conditions);
  const exchange = await createExchange({
    seed: 7,
    world: livingWorld(MARKETS, 250),
    startTime: START,
    wall,
    limits: { enabled: false },
  });
  const writeRefusal = refusalWriter(exchange);
  const streams = new WsUpgradeHandler({ exchange, writeRefusal });
  const server = new RestServer({ exchange, writeRefusal, streams });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  const readers = ['info', 'info', 'trade'].map(
    (endpoint) => new Reader(`ws://127.0.0.1:${port}/v1/ws/${endpoint}`, conditions),
  );
  running = { server, exchange, readers };
  const [books, prices, own] = (await Promise.all(readers.map((reader) => reader.opened()))) as [
    Reader,
    Reader,
    Reader,
  ];
  for (const symbol of MARKETS) {
    const book = { type: 'orderbook', symbol, depth: 100, format: 'snapshot', updateFrequencyMs: 250 };
    await books.ask(`book ${symbol}`, 'subscribe', book);
    await prices.ask(`trades ${symbol}`, 'subscribe', { type: 'trades', symbol });
    await prices.ask(`candles ${symbol}`, 'subscribe', { type: 'candles', symbol, timeframe: '1m' });
  }
  await prices.ask('prices', 'subscribe', { type: 'marketPrices' });
  const [account] = exchange.accounts;
  if (!account) throw new Error('the world has no account');
  const { privateKey, subAccountId } = account;
  await own.ask('login', 'auth', await textLogin({ privateKey, subAccountId, timestamp: START + 1 }));
  await own.ask('own', 'subscribe', { type: 'subAccountUpdates', sub_account_id: subAccountId });
  const trader = exchange.client(0);
  for (let round = 0; round < 120; round += 1) {
    // So short that the order, which waits for its end, is not given up even on a very busy machine.
    const advance = exchange.clock.advanceAsync(1_000);
    // Arrives while the clock is being advanced, and is carried out at its end.
    const order = {
      symbol: 'BTC-USDT',
      side: round % 2 ? 'sell' : 'buy',
      orderType: 'market',
      quantity: '0.01',
    } as const;
    await Promise.all([advance, trader.placeOrders([order])]);
  }
  await exchange.clock.advanceAsync(1_000);
  for (const reader of readers) await reader.ask('end', 'ping', {});
  return { digest: exchange.digest(), frames: readers.map(({ frames }) => frames) };
}

/** What differs first, in few words: the lists are long. */
function firstDifference(one: Outcome, other: Outcome): string | null {
  if (one.digest !== other.digest) return 'the digests differ';
  for (const [reader, frames] of one.frames.entries()) {
    const others = other.frames[reader] ?? [];
    const at = frames.findIndex((frame, index) => frame !== others[index]);
    if (at >= 0 || frames.length !== others.length) {
      return `connection ${reader}: ${frames.length} and ${others.length} frames, from ${at} on: ${frames[at]?.slice(0, 200)} ${others[at]?.slice(0, 200)}`;
    }
  }
  return null;
}

/** A slow machine with slow sockets, and each of them alone. */
const CONDITIONS = [
  [8, 30],
  [15, 0],
  [0, 60],
] as const;

test('slow sockets and a slow machine change neither the digest nor a frame', async () => {
  const fast = await play({ lostMs: 0, pauseMs: 0, draw: new RandomInputs('1', 'fast') });
  await endRun();
  expect(fast.frames.map(({ length }) => length > 100)).toEqual([true, true, true]);
  // More than sockets hold on their way, so that slow readers are really behind.
  expect(fast.frames[0]?.join('').length).toBeGreaterThan(10_000_000);
  for (const [lostMs, pauseMs] of CONDITIONS) {
    const slow = await play({ lostMs, pauseMs, draw: new RandomInputs(`${lostMs} ${pauseMs}`, 'slow') });
    expect(firstDifference(fast, slow)).toBeNull();
    await endRun();
  }
});

async function endRun(): Promise<void> {
  for (const reader of running?.readers ?? []) reader.end();
  await running?.server.close();
  await running?.exchange.close();
  running = null;
}
