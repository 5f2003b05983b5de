import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomInputs } from '../src/kernel/random-inputs.test-helper.ts';
import { type Core, startCore } from '../src/exchange/core.ts';
import type { HttpRequest } from '../src/exchange/http/http.ts';
import { settingsOf } from '../src/exchange/options.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { left } from '../src/exchange/ws/upgrade-handler.test-helper.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';
import { type FrameSpec, frameBytes, RawPeer } from '../src/exchange/ws/raw-peer.test-helper.ts';
import { runsOf } from '../src/kernel/test-budget.test-helper.ts';

const FRAMES = runsOf({ quick: 5_000, full: 20_000 });
const PER_CONNECTION = 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapMiB = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
};

let core: Core;
let server: RestServer;
let upgradeHandler: WsUpgradeHandler;
let port: number;
const errors: unknown[] = [];

beforeAll(async () => {
  const log = { error: ({ err }: Readonly<Record<string, unknown>>) => void errors.push(err) };
  // Without limits nothing is charged, so the log of inputs stays as it is and all growth is a leak.
  core = await startCore(settingsOf({ seed: 7, world: 'quiet', limits: { enabled: false }, log }));
  const exchange = {
    handle: (request: HttpRequest) => Promise.resolve(core.router.handle(request)),
    drain: () => Promise.resolve(),
    stream: core.streams.open.bind(core.streams),
  };
  const writeRefusal = refusalWriter({ seed: '7', clock: { now: () => 0 } } as unknown as Parameters<
    typeof refusalWriter
  >[0]);
  const onError = (error: unknown): number => errors.push(error);
  upgradeHandler = new WsUpgradeHandler({ exchange, writeRefusal, onError });
  server = new RestServer({ exchange, writeRefusal, streams: upgradeHandler, onError });
  port = (await server.listen({ host: '127.0.0.1', port: 0 })).port;
});
afterAll(async () => {
  await server.close();
  core.clock.stop();
  core.stop();
});

const SYMBOLS = ['BTC-USDT', 'ETH-USDT', 'NOPE', 'constructor', ''];
const TYPES = ['trades', 'orderbook', 'marketPrices', 'candles', 'liquidations', 'subAccountUpdates', 'toString'];
const METHODS = ['subscribe', 'subscribe', 'subscribe', 'unsubscribe', 'post', 'auth', 'ping', '__proto__'];

const one = <T>(draw: RandomInputs, list: readonly T[]): T => list[draw.between(0, list.length - 1)] as T;
const noise = (draw: RandomInputs, most: number): Buffer =>
  Buffer.from(Array.from({ length: draw.between(0, most) }, () => draw.between(0, 255)));

/** A request that may well be good. */
function request(draw: RandomInputs): string {
  const params = {
    type: one(draw, TYPES),
    symbol: one(draw, SYMBOLS),
    timeframe: one(draw, ['1m', '1h', '7m']),
    depth: one(draw, [10, 50, 100, -1]),
    action: one(draw, ['getMids', 'getMarkets', 'getCandles', 'placeOrders', 'getOrderbook']),
  };
  return JSON.stringify({ id: draw.between(0, 9), method: one(draw, METHODS), params });
}

/** A text that is a request with a byte or a piece changed. */
function spoiled(draw: RandomInputs): Buffer {
  const bytes = Buffer.from(request(draw));
  bytes[draw.between(0, bytes.length - 1)] = draw.between(0, 255);
  return draw.chance(300_000) ? bytes.subarray(0, draw.between(0, bytes.length)) : bytes;
}

const KINDS: readonly ((draw: RandomInputs) => Buffer)[] = [
  (draw) => frameBytes({ payload: request(draw) }),
  (draw) => frameBytes({ payload: request(draw) }),
  (draw) => frameBytes({ payload: request(draw) }),
  (draw) => frameBytes({ payload: spoiled(draw) }),
  (draw) => frameBytes({ opcode: one(draw, [9, 10]), payload: noise(draw, 125) }),
  (draw) => frameBytes({ payload: request(draw), lengthBits: one(draw, [16, 64]) }),
  () =>
    Buffer.concat([frameBytes({ payload: '{"method":', fin: false }), frameBytes({ opcode: 0, payload: '"ping"}' })]),
];

const WILD: readonly ((draw: RandomInputs) => Buffer)[] = [
  (draw) => frameBytes({ payload: noise(draw, 300) }),
  (draw) => noise(draw, 64),
  (draw) => {
    const spec: FrameSpec = {
      fin: draw.chance(500_000),
      rsv: draw.chance(200_000) ? draw.between(0, 7) : 0,
      opcode: draw.between(0, 15),
      masked: draw.chance(900_000),
      payload: noise(draw, 140),
    };
    return frameBytes(spec);
  },
  (draw) =>
    frameBytes({ payload: 'x', claims: BigInt(draw.between(0, 4_294_967_295)) * 2_147_483_648n, lengthBits: 64 }),
  (draw) => frameBytes({ opcode: 8, payload: noise(draw, 20) }),
  () => frameBytes({ opcode: 2, payload: 'bytes' }),
  (draw) => frameBytes({ payload: `{"a":${'['.repeat(draw.between(1, 9_000))}` }),
];

// Goal: no frame, however wrong, ends the process, leaves anything behind or disturbs another connection (SEC-34).
// Method: 20,000 frames from a pinned seed, good and wild, over connections that end when the server or the peer ends
// them; a bystander follows trades and asks for a pong all along.
test(`${FRAMES} frames leave nothing behind, and another connection receives none of them`, async () => {
  const draw = new RandomInputs('7', 'frames');
  const bystander = await RawPeer.open(port);
  bystander.sendJson({ id: 'follow', method: 'subscribe', params: { type: 'trades' } });
  await bystander.reply('follow');
  const codes = new Map<number | null, number>();
  let sent = 0;
  let connections = 0;
  let heap = 0;
  while (sent < FRAMES) {
    const peer = await RawPeer.open(port, draw.chance(500_000) ? '/v1/ws/info' : '/v1/ws/trade');
    const frames = Array.from({ length: PER_CONNECTION }, () => one(draw, draw.chance(100_000) ? WILD : KINDS)(draw));
    peer.send(...frames);
    peer.end();
    await peer.closed;
    sent += frames.length;
    connections += 1;
    const { closeCode } = peer;
    // The server echoes the close code of the peer, so any valid code may come back, but never that of a server failure.
    expect(closeCode).not.toBe(1011);
    codes.set(closeCode, (codes.get(closeCode) ?? 0) + 1);
    bystander.sendJson({ id: `c${connections}`, method: 'ping' });
    await bystander.reply(`c${connections}`);
    bystander.frames.length = 0;
    if (connections === 100) heap = heapMiB();
  }
  await left(upgradeHandler, 1);
  expect(core.streams.held()).toEqual({ sessions: 1, streams: 1, addresses: 1, waitingBytes: 0 });
  expect(bystander.closeCode).toBeNull();
  expect(errors).toEqual([]);
  expect(heapMiB() - heap).toBeLessThan(8);
  // The frames were of all sorts: many connections ended in order, and each kind of violation ended some.
  for (const code of [null, 1002, 1003, 1007, 1009]) expect(codes.get(code) ?? 0, `${code}`).toBeGreaterThan(5);
  bystander.destroy();
  await left(upgradeHandler, 0);
  expect(core.streams.held()).toEqual({ sessions: 0, streams: 0, addresses: 0, waitingBytes: 0 });
});
