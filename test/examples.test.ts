import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../src/exchange/exchange.ts';
import { createControlPlane } from '../src/exchange/control/control-plane.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';
import { Child } from './child.ts';

/** The examples are run as their readers run them: in a process of their own, against a server on a port. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = join(ROOT, 'examples');

let exchange: Exchange;
let server: RestServer;
let origin: string;
let folder: string;
const children: Child[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-examples-'));
  exchange = await createExchange({ seed: 1, world: 'quiet' });
  const writeRefusal = refusalWriter(exchange);
  server = new RestServer({
    exchange,
    writeRefusal,
    streams: new WsUpgradeHandler({ exchange, writeRefusal }),
    innerRoutes: [createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: exchange.version })],
  });
  ({ origin } = await server.listen({ host: '127.0.0.1', port: 0 }));
  exchange.bound({ url: `${origin}/v1`, wsUrl: `${origin.replace('http', 'ws')}/v1/ws` });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child.exit();
  }
  await exchange.control.reset();
});
afterAll(async () => {
  await server.close();
  await exchange.close();
  rmSync(folder, { recursive: true });
});

function run(...args: string[]): Child {
  const child = new Child(args);
  children.push(child);
  return child;
}

describe('market-maker', () => {
  const MAIN = join(EXAMPLES, 'market-maker', 'main.ts');
  const bot = (...args: string[]): Child => run('--import', 'tsx', MAIN, '--every', '20', ...args);
  const roundOf = (line: string | undefined): Record<string, unknown> =>
    JSON.parse(line ?? '') as Record<string, unknown>;

  test('it quotes inside the spread, is filled, counts the fill, and leaves nothing in the book', async () => {
    const child = bot('--url', exchange.wsUrl, '--json');
    const first = roundOf((await child.lines(1))[0]);
    const maker = exchange.client(0);
    const resting = await maker.getOpenOrders({ symbol: 'BTC-USDT' });
    expect(resting.map(({ side, quantity }) => `${side} ${quantity}`).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'buy 0.01',
      'sell 0.01',
    ]);
    const book = await maker.getOrderbook('BTC-USDT', 5);
    expect([book.bids[0]?.[0], book.asks[0]?.[0]]).toEqual([first['bid'], first['ask']]);

    const { statuses } = await exchange
      .client(1)
      .placeOrders([{ symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '0.01' }]);
    expect(statuses[0]?.filled).toMatchObject({ totalSize: '0.01' });
    const taken = await exchange.client(1).getTrades();
    expect(taken.trades.map(({ price }) => price)).toEqual([first['bid']]);
    const filled = async (): Promise<Record<string, unknown>> => {
      for (let count = 2; ; count += 1) {
        const round = roundOf((await child.lines(count))[count - 1]);
        if (round['fills'] === 1 && round['position'] === '0.01') return round;
      }
    };
    expect(await filled()).toMatchObject({ kind: 'round', symbol: 'BTC-USDT', realizedPnl: '0' });

    child.kill('SIGTERM');
    expect(await child.exit()).toBe(0);
    expect(child.stderr).toBe('');
    const last = roundOf(child.stdout.trimEnd().split('\n').at(-1));
    expect(last).toMatchObject({ kind: 'done', fills: 1, position: '0.01' });
    expect(await maker.getOpenOrders()).toEqual([]);
  });

  test('it takes url and account from a --config-out file, stops by itself, and prints for people', async () => {
    const config = join(folder, 'exchange.json');
    writeFileSync(
      config,
      JSON.stringify({ wsUrl: exchange.wsUrl, serviceName: exchange.serviceName, accounts: exchange.accounts }),
    );
    const child = bot('--config', config, '--account', '3', '--symbol', 'ETH-USDT', '--seconds', '0.3');
    expect(await child.exit()).toBe(0);
    const lines = child.stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines[0]).toMatch(
      /^round ETH-USDT mid \S+ {2}quotes \S+ \/ \S+ {2}position 0 {2}fills 0 {2}pnl 0 \(realized 0, unrealized 0, fees 0\)$/,
    );
    expect(lines.at(-1)).toMatch(/^done {2}ETH-USDT /);
    const history = await exchange.client(3).getOrderHistory();
    expect(new Set(history.map(({ symbol }) => symbol))).toEqual(new Set(['ETH-USDT']));
    expect(await exchange.client(3).getOpenOrders()).toEqual([]);
  });
});

describe('curl-and-ethers', () => {
  const readme = readFileSync(join(EXAMPLES, 'curl-and-ethers', 'README.md'), 'utf8');

  test('the script signs an order with plain ethers and the order rests', () => {
    const script = join(EXAMPLES, 'curl-and-ethers', 'sign-order.mjs');
    expect(readFileSync(script, 'utf8')).not.toMatch(/from '\.|import\(/);
    // The exchange runs in this process, so the child must not block it.
    return run(script, `${origin}/v1`)
      .exit()
      .then(async (code) => {
        expect(code).toBe(0);
        const response = JSON.parse(children[0]?.stdout ?? '') as {
          status: string;
          response: { statuses: { resting: { order: { venueId: string } } }[] };
        };
        expect(response.status).toBe('ok');
        const [order] = await exchange.client(0).getOpenOrders();
        expect(order).toMatchObject({ symbol: 'BTC-USDT', side: 'buy', price: '91000', quantity: '0.01' });
        expect(response.response.statuses[0]?.resting.order.venueId).toBe(order?.order.venueId);
      });
  });

  test('every curl of the README gets a response', async () => {
    const curls = [...readme.matchAll(/^curl -s (\S+)(?: -H 'content-type: application\/json' -d '(.+)')?$/gm)];
    expect(curls).toHaveLength((readme.match(/^curl /gm) ?? []).length);
    expect(curls).toHaveLength(6);
    for (const [, url = '', body] of curls) {
      const here = url.replace('http://127.0.0.1:8700', origin);
      const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const response = await fetch(here, init);
      expect([url, response.status]).toEqual([url, 200]);
    }
    expect((await exchange.client(0).getMarketPrices())['BTC-USDT']).toMatchObject({ indexPrice: '96000' });
  });
});
