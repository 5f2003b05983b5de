import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { StreamEndpoint } from '../../src/contract/channel.ts';
import type { PlaceOrder } from '../../src/engine/orders/order-terms.ts';
import { accountNoOf } from '../../src/kernel/ids.ts';
import { startCore } from '../../src/exchange/core.ts';
import type { HttpRequest } from '../../src/exchange/http/http.ts';
import { settingsOf } from '../../src/exchange/options.ts';
import type { StreamSink } from '../../src/exchange/stream/sink.ts';
import { RestServer } from '../../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../../src/exchange/ws/upgrade-handler.ts';
import { announceReady } from '../process/usage.ts';
import { devAccounts } from '../yardsticks/dev-accounts.ts';

/**
 * Sends trades to every subscriber: `exchange` makes them and streams them the way the product does, `bare` sends a text
 * of the same length to each socket. GET /bench?turns=..&burst=..&pauseMs=.. runs `turns` turns of `burst` trades and
 * responds with the processor time that it took; the pause between turns is for the readers to keep up.
 */

const TRADE =
  '{"method":"trade","channel":"trade","timestamp":1767225600000,"meseq":1000,"met":"1767225600000000","data":{"tradeId":"1000","symbol":"BTC-USDT","side":"buy","price":"95001","quantity":"0.001","timestamp":1767225600000,"tsMs":1767225600000,"isMaker":false,"isTaker":true}}';

/** One trade; the frames of all trades of a turn leave together. */
type Trade = () => void;

/** What the response says, beside the processor time in ms. */
type Held = () => { readonly waitingBytes: number };

async function run(query: URLSearchParams, trade: Trade, held: Held): Promise<string> {
  const [turns, burst, pauseMs] = ['turns', 'burst', 'pauseMs'].map((name) => Number(query.get(name)));
  let waitingBytes = 0;
  const before = process.cpuUsage();
  for (let turn = 0; turn < (turns ?? 0); turn += 1) {
    for (let count = 0; count < (burst ?? 0); count += 1) trade();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    waitingBytes = Math.max(waitingBytes, held().waitingBytes);
  }
  const { user, system } = process.cpuUsage(before);
  return JSON.stringify({
    cpuMs: (user + system) / 1_000,
    waitingBytes,
    rssMiB: process.memoryUsage().rss / 1_048_576,
  });
}

async function serveExchange(): Promise<void> {
  const limits = { enabled: false };
  const core = await startCore(settingsOf({ clock: 'live', world: 'bench/worlds/load.json', limits }));
  const [maker = -1, taker = -1] = devAccounts().map(({ subAccountId }) => accountNoOf(BigInt(subAccountId)) ?? -1);
  const submit = (account: number, order: Pick<PlaceOrder, 'side' | 'orderType' | 'price' | 'quantity'>): void => {
    const rest = { symbol: 'BTC-USDT', reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '' };
    const command: PlaceOrder = { type: 'PlaceOrder', account, ...rest, ...order };
    core.sequencer.submit({
      kind: 'request',
      wallet: '0x',
      account,
      action: 'bench',
      nonce: null,
      commands: [command],
    });
  };
  let trades = 0;
  const trade = (): void => {
    if (trades % 1_000 === 0) {
      submit(maker, { side: 'sell', orderType: 'limitGtc', price: '95001', quantity: '0.5' });
      submit(maker, { side: 'buy', orderType: 'limitGtc', price: '94999', quantity: '0.5' });
    }
    const isBuy = trades % 2 === 0;
    const price = isBuy ? '95001' : '94999';
    submit(taker, { side: isBuy ? 'buy' : 'sell', orderType: 'limitIoc', price, quantity: '0.001' });
    trades += 1;
  };
  let readers = 0;
  const headers = { 'content-type': 'application/json' };
  const exchange = {
    handle: (request: HttpRequest) => Promise.resolve(core.router.handle(request)),
    drain: () => Promise.resolve(),
    // All readers are on one machine: each counts as an address of its own, so that no cap per address applies.
    stream: (endpoint: StreamEndpoint, sink: StreamSink) => {
      readers += 1;
      return core.streams.open(endpoint, sink, { ip: `10.0.0.${readers}` });
    },
  };
  const writeRefusal = (): string => '{}';
  const streams = new WsUpgradeHandler({ exchange, writeRefusal, limits: { connectionsPerAddress: 200 } });
  const innerRoutes = {
    prefix: '/bench',
    handle: async ({ path }: { readonly path: string }) => {
      const body = await run(new URL(path, 'http://bench').searchParams, trade, () => core.streams.held());
      return { status: 200, headers, body };
    },
  };
  const server = new RestServer({
    exchange,
    writeRefusal,
    streams,
    innerRoutes: [innerRoutes],
    limits: { handlerMs: 600_000, stalledMs: 600_000 },
  });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  announceReady(origin);
}

function serveBare(): void {
  const sockets = new Set<WebSocket>();
  const http = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://bench').searchParams;
    const trade = (): void => {
      for (const socket of sockets) socket.send(TRADE);
    };
    void run(query, trade, () => ({ waitingBytes: 0 })).then((body) => response.end(body));
  });
  http.requestTimeout = 0;
  const server = new WebSocketServer({ server: http });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('message', () => socket.send('{"status":200}'));
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.terminate());
  });
  http.listen(0, '127.0.0.1', () => {
    announceReady(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  });
}

if (process.argv[2] === 'bare') serveBare();
else await serveExchange();
