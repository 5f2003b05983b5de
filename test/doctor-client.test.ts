import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ClientReport } from '../src/inspect/dialect/client-watch.ts';
import { CliCall, perpsim } from './cli.ts';
import { factsOf, playSession } from './recorded-session.ts';

/** `perpsim doctor --client` as an integrator meets it: a client behind the proxy, and a recording. */

const TOKEN = 'correct-horse-battery';
let folder: string;
let server: CliCall;
let facts: Awaited<ReturnType<typeof factsOf>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-doctor-'));
  const flags = ['--clock', 'manual', '--world', 'quiet', '--seed', '7', '--control-token', TOKEN, '--json'];
  server = new CliCall(['serve', '--port', '0', ...flags]);
  facts = await factsOf(server);
});
afterAll(async () => {
  server.kill();
  await server.exit();
  rmSync(folder, { recursive: true });
});

/** Watches what `client` does behind the proxy. */
async function watched(client: (url: string) => Promise<void>, ...flags: string[]): Promise<CliCall> {
  const doctor = new CliCall(['doctor', '--client', '--target', facts.origin, ...flags]);
  await doctor.until(() => doctor.stderr.includes('watching'));
  await client(/http:\/\/[\d.:]+/.exec(doctor.stderr)?.[0] ?? '');
  doctor.kill('SIGINT');
  return doctor;
}

/** A client of another dialect, which drops what it cannot read. */
async function stranger(url: string): Promise<void> {
  const order = {
    symbol: 'BTC-USDT',
    side: 'buy',
    orderType: 'limitGtc',
    price: 95_000,
    quantity: '1',
    timeInForce: 'IOC',
  };
  const body = JSON.stringify({ params: { action: 'placeOrders', subAccountId: '1', orders: [order] }, nonce: 1 });
  const headers = { 'content-type': 'application/json' };
  await (await fetch(`${url}/v1/trade`, { method: 'POST', headers, body })).text();
  await (await fetch(`${url}/v1/tickers`)).text();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws/info`);
  await once(socket, 'open');
  socket.send('{"op":"subscribe","args":["trades"]}');
  await once(socket, 'message');
  socket.send('{"id":1,"method":"subscribe","params":{"type":"orderbook","symbol":"BTC-USDT"}}');
  await once(socket, 'message');
  socket.close(4000, 'cannot decode');
  await once(socket, 'close');
}

test('names each field, frame and route that the contract does not know, and what the client closed on', async () => {
  const kept = join(folder, 'kept.jsonl');
  const doctor = await watched(stranger, '--json', '--out', kept);
  expect(await doctor.exit()).toBe(1);
  const { findings, requests } = JSON.parse(doctor.stdout) as ClientReport;
  expect(requests).toBe(3);
  expect(findings.map(({ kind, about, field }) => [kind, about, field])).toEqual([
    ['unknown', 'placeOrders', 'params.orders[].timeInForce'],
    ['unknown', 'placeOrders', 'params.orders[].price'],
    ['unknown', 'GET /v1/tickers', null],
    ['unknown', 'a frame', 'method'],
    ['unknown', 'a frame', 'op'],
    ['unknown', 'a frame', 'args'],
    ['closed', expect.stringMatching(/^(?:the reply to subscribe|a push of) orderbook$/), null],
  ]);
  // The same from the recording that was kept.
  const again = await perpsim(['doctor', '--client', kept]);
  expect(again.code).toBe(1);
  expect(again.stdout).toContain('not known   placeOrders: params.orders[].timeInForce\n');
  expect(again.stdout).toContain('This API says it in orderType');
  expect(again.stdout).toMatch(/\n7 faults\.\n$/);
});

test('finds nothing in a client of this API', async () => {
  const doctor = await watched((url) => playSession({ origin: url, facts, token: TOKEN }));
  expect(await doctor.exit()).toBe(0);
  expect(doctor.stdout).toMatch(/\n\nThe client sends nothing that the contract does not know\.\n$/);
});

test('ends by itself, and has seen nobody', async () => {
  const { code, stdout } = await perpsim(['doctor', '--client', '--target', facts.origin, '--seconds', '0.05']);
  expect([code, stdout]).toEqual([3, expect.stringContaining('No client was seen')]);
});

test.each<[string, string[], RegExp]>([
  ['a target with a path', ['--client', '--target', 'http://127.0.0.1:1/v1'], /--target must be/],
  ['a port that is none', ['--client', '--listen', 'x'], /--listen must be/],
  ['no time', ['--client', '--seconds', '0'], /--seconds must be a number above 0/],
  [
    'a recording and a target',
    ['--client', 'x.jsonl', '--target', 'http://127.0.0.1:1'],
    /--target belongs to a client that is watched/,
  ],
  ['a file that is no recording', ['--client', 'package.json'], /package\.json line 1: is not the header/],
])('%s is refused with exit code 2', async (_what, flags, line) => {
  const { code, stdout, stderr } = await perpsim(['doctor', ...flags]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(line);
  expect(existsSync('x.jsonl')).toBe(false);
});
