import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../src/client.ts';
import { type Reached, typescriptOf } from '../src/suite/reporters/snippets.ts';
import type { TraceEntry } from '../src/suite/results/run.ts';
import { createExchange, type Exchange } from '../src/exchange/exchange.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';

/** The programs of a report are pasted as a reader would: into files of their own, compiled, and run against a server on a port. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
/** As the package would be found by its name, without waiting for it to be built. */
const TSCONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    paths: { 'perpsim/client': ['../../src/client.ts'] },
    typeRoots: ['../../node_modules/@types'],
  },
  include: ['*.ts'],
  exclude: [],
};

let exchange: Exchange;
let server: RestServer;
let target: Reached;
let folder: string;

beforeAll(async () => {
  exchange = await createExchange({ seed: 7, world: 'quiet' });
  const writeRefusal = refusalWriter(exchange);
  server = new RestServer({ exchange, writeRefusal, streams: new WsUpgradeHandler({ exchange, writeRefusal }) });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const wsUrl = `${origin.replace('http', 'ws')}/v1/ws`;
  target = { kind: 'simulator', restUrl: `${origin}/v1`, wsUrl, serviceName: exchange.serviceName };
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'dist', 'snippets-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(async () => {
  await server.close();
  await exchange.close();
  rmSync(folder, { recursive: true });
});

const account = (): Exchange['accounts'][number] => exchange.accounts[0]!;

/** A request as a trace holds it. */
function entry(url: string, request: string | null, of: Partial<TraceEntry> = {}): TraceEntry {
  const response = { status: 200, headers: {}, response: '{}' };
  return { kind: 'http', method: 'POST', url, request, ...response, signed: null, ...of };
}

/** What the client of the package sends for an action. */
async function signed(action: string, params: Record<string, unknown>): Promise<TraceEntry> {
  const { privateKey, subAccountId, address } = account();
  const client = new Client({ restUrl: target.restUrl, privateKey, subAccountId });
  const body = JSON.stringify(await client.signed(action, params));
  const call = { who: 'trader', wallet: address, subAccountId, action, params };
  return entry(`${target.restUrl}/trade`, body, { signed: call });
}

function paste(name: string, of: TraceEntry): void {
  writeFileSync(join(folder, `${name}.ts`), typescriptOf(of, target) ?? '');
}

/** What a program prints, with the key where it looks for it. */
async function printed(name: string): Promise<string> {
  const env = {
    ...process.env,
    PERPSIM_KEY: account().privateKey,
    TSX_TSCONFIG_PATH: join(folder, 'tsconfig.json'),
  };
  const program = ['--import', 'tsx', join(folder, `${name}.ts`)];
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: ROOT, env });
  return stdout;
}

test('they compile, and do what the suite did', async () => {
  const write = await signed('placeOrders', { orders: [ORDER], grouping: 'na' });
  const read = await signed('getOpenOrders', {});
  const { params, ...beside } = JSON.parse(read.request ?? '') as { params: object };
  const frame = JSON.stringify({ id: '1', method: 'post', params: { ...params, ...beside } });
  paste('write', write);
  paste('read', read);
  paste('tampered', { ...read, request: (read.request ?? '').replace('getOpenOrders', 'getTrades') });
  paste('info', entry(`${target.restUrl}/info`, '{"params":{"action":"getMids"}}'));
  paste('route', entry(`${target.restUrl}/info/contracts`, null, { method: 'GET' }));
  paste('stream', { ...read, kind: 'sent', method: 'trade 1', url: '/v1/ws/trade', request: frame });
  paste('frame', entry('/v1/ws/info', 'hello', { kind: 'sent', method: 'info 1' }));

  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '--noEmit', '-p', folder], { stdio: 'inherit' });

  expect(await printed('write')).toContain('resting');
  expect(await exchange.client(0).getOpenOrders()).toHaveLength(1);
  const [own, overStream, refused, mids, contracts] = await Promise.all(
    ['read', 'stream', 'tampered', 'info', 'route'].map(printed),
  );
  expect(own).toContain("price: '94000'");
  expect(overStream).toContain("price: '94000'");
  expect(refused).toMatch(/^401 \{"status":"error"/);
  expect(mids).toContain("'BTC-USDT': '95000'");
  expect(contracts).toMatch(/^200 .*"BTC-USDT"/);
});
