import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Orderbook } from '../src/client.ts';
import { loadWorld } from '../src/exchange/world/world-file.ts';
import { built, CliCall } from './cli.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

const KEPT = ['BTC-USDT', 'ETH-USDT', 'WTI-USDT'];
const STOCHASTIC = { kind: 'stochastic', fastDeviation: '0', slowDeviation: '0', jumpsPerDay: '0', profile: 'flat' };
const POPULATIONS: Readonly<Record<string, object>> = {
  'BTC-USDT': {
    process: { ...STOCHASTIC, volatility: '0.5' },
    liquidity: {
      kind: 'population',
      turnover: '300000000',
      depth: '2600000',
      spread: '0.3',
      levels: 200,
      ordersPerMinute: 30,
    },
  },
  'ETH-USDT': {
    process: { ...STOCHASTIC, volatility: '0.7' },
    liquidity: {
      kind: 'population',
      turnover: '100000000',
      depth: '1600000',
      spread: '0.6',
      levels: 160,
      ordersPerMinute: 15,
    },
  },
};

interface Named {
  readonly symbol: string;
}

/** The world `bare` with three markets, two of them populated, figures of its own and no tier that others have. */
function sourceWorld(): object {
  const bare = loadWorld('bare').file;
  return {
    ...bare,
    name: 'source',
    markets: bare.markets
      .filter(({ symbol }) => KEPT.includes(symbol))
      .map((market) => ({
        ...market,
        ...POPULATIONS[market.symbol],
        ...(market.symbol === 'ETH-USDT' && {
          priceBands: { limitCap: '0.1', limitFloor: '0.08', marketCap: '0.06', marketFloor: '0.07' },
        }),
      })),
    tiers: bare.tiers.map((tier) =>
      tier.tierId === 'tier_1' ? { ...tier, tierName: 'Silver: "second"', makerFeeRate: '0.00015' } : tier,
    ),
  };
}

let folder: string;
let source: CliCall;
let url: string;
const children: CliCall[] = [];

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-fork-'));
  const world = join(folder, 'source.json');
  writeFileSync(world, JSON.stringify(sourceWorld()));
  source = perpsim('serve', '--port', '0', '--json', '--world', world, '--speed', '60', '--seed', '11');
  url = await restUrl(source);
});
afterAll(async () => {
  for (const child of children) child.kill();
  for (const child of children) await child.exit();
  rmSync(folder, { recursive: true, force: true });
});

function perpsim(...args: string[]): CliCall {
  const child = new CliCall([...args]);
  children.push(child);
  return child;
}

async function restUrl(child: CliCall): Promise<string> {
  const [line = ''] = await child.lines(1);
  return (JSON.parse(line) as { readonly restUrl: string }).restUrl;
}

async function info<T>(base: string, params: object): Promise<T> {
  const response = await fetch(`${base}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ params }),
  });
  return ((await response.json()) as { readonly response: T }).response;
}

describe('perpsim fork', () => {
  testInFull('makes a world with the records of another exchange and full books', async () => {
    const out = join(folder, 'forked.yaml');
    const forking = perpsim('fork', url, '--out', out, '--watch', '4s', '--json');
    expect(await forking.exit()).toBe(0);
    expect(JSON.parse(forking.stdout)).toEqual({ file: out, source: url, time: expect.any(Number) as number });
    const text = readFileSync(out, 'utf8');
    expect(text).toMatch(/^# Written by perpsim fork from http:\/\/127\.0\.0\.1:\d+\/v1 at [^\n]+\n/);
    expect(parse(text)).not.toHaveProperty('extends');
    const fork = perpsim('serve', '--port', '0', '--json', '--world', out, '--clock', 'manual');
    const own = await restUrl(fork);
    for (const action of ['getTiers', 'getCollaterals', 'getAssets']) {
      expect(await info(own, { action })).toEqual(await info(url, { action }));
    }
    const closable = (markets: readonly Record<string, unknown>[]): unknown =>
      markets.map(({ isOpen: _isOpen, ...rest }) => rest);
    const markets = await info<Record<string, unknown>[]>(url, { action: 'getMarkets' });
    expect(markets.map(({ symbol }) => symbol)).toEqual(KEPT);
    expect(closable(await info(own, { action: 'getMarkets' }))).toEqual(closable(markets));

    // How spread and depth agree is compared in src/lab/calibration/source/fork.test.ts, where no wall clock decides what is seen.
    const { bids, asks } = await info<Orderbook>(own, {
      action: 'getOrderbook',
      symbol: 'BTC-USDT',
      limit: 100,
    });
    expect([bids.length, asks.length]).toEqual([100, 100]);
  });

  testInFull('serve --fork starts at the prices and the time of the other exchange', async () => {
    type Prices = Readonly<Record<string, { readonly indexPrice: string; readonly timestamp: number }>>;
    // However long the start takes here, prices hardly move meanwhile.
    expect(await perpsim('clock', 'live', '--speed', '1', '--target', url.replace('/v1', '')).exit()).toBe(0);
    const before = await info<Prices>(url, { action: 'getMarketPrices' });
    const fork = perpsim('serve', '--port', '0', '--json', '--fork', url, '--clock', 'manual');
    const own = await restUrl(fork);
    const forked = await info<Prices>(own, { action: 'getMarketPrices' });
    const after = await info<Prices>(url, { action: 'getMarketPrices' });
    for (const symbol of KEPT) {
      const ratio = Number(forked[symbol]?.indexPrice) / Number(before[symbol]?.indexPrice);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
      const time = forked[symbol]?.timestamp ?? 0;
      expect(time).toBeGreaterThan(before[symbol]?.timestamp ?? 0);
      expect(time).toBeLessThan(after[symbol]?.timestamp ?? 0);
    }
  });

  testInFull('an interrupted watch writes what there is', async () => {
    const out = join(folder, 'cut.yaml');
    const forking = perpsim('fork', url, '--out', out, '--watch', '10m');
    await forking.until(() => forking.stderr.includes('watched '));
    forking.kill('SIGINT');
    expect(await forking.exit()).toBe(0);
    expect(forking.stderr).toMatch(/perpsim: interrupted: writing what there is\nperpsim: wrote [^\n]+cut\.yaml\n$/);
    const world = parse(readFileSync(out, 'utf8')) as { readonly markets: readonly Named[] };
    expect(world.markets.map(({ symbol }) => symbol)).toEqual(KEPT);
  });

  test('a page of another site: one line on stderr', async () => {
    const site = createServer((_request, response) =>
      response.writeHead(404).end('<html><body>Not found</body></html>'),
    );
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const out = join(folder, 'site.yaml');
    const child = perpsim('fork', `http://127.0.0.1:${port}/shop`, '--out', out);
    expect(await child.exit()).toBe(3);
    site.close();
    expect(child.stdout).toBe('');
    expect(child.stderr).toBe(
      `perpsim: http://127.0.0.1:${port}/shop/v1: getExchangeStatus: the server responded 404 with something that is not an envelope of this API; check that this is the URL of a running deployment of this API\n`,
    );
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    [
      'a URL that is none',
      ['fork', 'nowhere', '--out', 'x.yaml'],
      2,
      /^perpsim: the URL of a deployment must be such as https:\/\/exchange\.example \(got "nowhere"\)\n$/,
    ],
    [
      'a time that is none',
      ['fork', 'http://127.0.0.1:9', '--out', 'x.yaml', '--watch', 'long'],
      2,
      /^perpsim: --watch must be a duration such as 10m \(got "long"\)\n$/,
    ],
    ['no file', ['fork', 'http://127.0.0.1:9'], 2, /^perpsim: required option '--out <file>' not specified\n$/],
    [
      'a port where none listens',
      ['fork', 'http://127.0.0.1:9', '--out', 'x.yaml'],
      3,
      /^perpsim: http:\/\/127\.0\.0\.1:9\/v1: getExchangeStatus: [^\n]+; check that this is the URL of a running deployment of this API\n$/,
    ],
    [
      'a world from a port where none listens',
      ['serve', '--fork', 'http://127.0.0.1:9'],
      2,
      /^perpsim: http:\/\/127\.0\.0\.1:9\/v1: getExchangeStatus: [^\n]+; check that this is the URL of a running deployment of this API\n$/,
    ],
    [
      'a world beside a deployment',
      ['serve', '--fork', 'http://127.0.0.1:9', '--world', 'quiet'],
      2,
      /^perpsim: --fork stands in place of --world: give one of them\n$/,
    ],
  ])('%s: one line on stderr', async (_what, args, code, line) => {
    const child = perpsim(...args);
    expect(await child.exit()).toBe(code);
    expect(child.stdout).toBe('');
    expect(child.stderr).toMatch(line);
  });
});
