import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Orderbook } from '../../../client.ts';
import { createExchange, type Exchange } from '../../../exchange/exchange.ts';
import { loadWorld, type World, type WorldFile } from '../../../exchange/world/world-file.ts';
import { testInFull } from '../../../kernel/test-budget.test-helper.ts';
import { worldProblems } from '../world/check.ts';
import { forkedWorld } from '../world/forked.ts';
import { readFork } from './fork.ts';

const SYMBOL = 'BTC-USDT';
/** Without memory and jumps and at the same rate at all hours: half an hour then tells what a year would. */
const STEADY = {
  kind: 'stochastic',
  volatility: '0.5',
  fastDeviation: '0',
  slowDeviation: '0',
  jumpsPerDay: '0',
  profile: 'flat',
};

/** One market of the world `bare`, with a population. */
function sourceWorld(): WorldFile {
  const bare = loadWorld('bare').file;
  const liquidity = {
    kind: 'population',
    turnover: '300000000',
    depth: '2600000',
    spread: '0.3',
    ordersPerMinute: 30,
    branching: '0.5',
  };
  const file = {
    ...bare,
    name: 'source',
    history: { days: 0 },
    markets: bare.markets
      .filter(({ symbol }) => symbol === SYMBOL)
      .map((market) => ({ ...market, process: STEADY, liquidity })),
    collaterals: bare.collaterals.filter(({ asset }) => asset !== 'WETH'),
    devAccounts: bare.devAccounts.map((account) => ({ ...account, balances: { USDT: '1000', BTC: '1' } })),
  };
  return file as unknown as WorldFile;
}

const withProcess = (world: WorldFile, process: object): WorldFile =>
  ({ ...world, markets: world.markets?.map((market) => ({ ...market, process })) }) as unknown as WorldFile;

async function info<T>(exchange: Exchange, params: object): Promise<T> {
  const response = await exchange.fetch(`${exchange.url}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ params }),
  });
  return ((await response.json()) as { readonly response: T }).response;
}

/** Means over forty minutes, a look every 20 s. */
async function meanBook(exchange: Exchange): Promise<{ spread: number; depth: number }> {
  const looks = 120;
  let [spread, depth] = [0, 0];
  for (let look = 0; look < looks; look += 1) {
    exchange.clock.advance(20_000);
    const { bids, asks } = await info<Orderbook>(exchange, { action: 'getOrderbook', symbol: SYMBOL, limit: 1000 });
    const [bid, ask] = [Number(bids[0]?.[0]), Number(asks[0]?.[0])];
    const middle = (bid + ask) / 2;
    spread += (ask - bid) / looks;
    for (const [price, quantity] of [...bids, ...asks]) {
      if (Math.abs(Number(price) - middle) <= middle / 100) depth += Number(quantity) / 2 / looks;
    }
  }
  return { spread, depth };
}

/** Waiting moves the clock of the source: five minutes of it are half an hour of the exchange. */
const SPEED = 6;

describe('a fork of another exchange', () => {
  let source: Exchange;
  let forked: Exchange;
  let world: World;
  let text: string;

  beforeAll(async () => {
    source = await createExchange({ world: sourceWorld(), seed: '6', limits: { enabled: false } });
    source.clock.advance(600_000);
    let at = 0;
    const wait = async (ms: number): Promise<void> => {
      at += ms;
      source.clock.advance(ms * SPEED);
      await source.delivered();
    };
    const fork = await readFork({
      url: source.url,
      fetch: (to, init) => source.fetch(to, init),
      wall: { now: () => at, wait },
      watchMs: 300_000,
      openStream: () => source.streamClient(0),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    text = forkedWorld(fork, source.url);
    world = parse(text) as World;
    forked = await createExchange({ world: parse(text) as WorldFile, seed: '7' });
  });
  afterAll(async () => {
    await source.close();
    await forked.close();
  });

  test('is a complete world without problems', () => {
    expect(worldProblems(text, 'world.yaml')).toEqual([]);
    expect(Object.keys(world)).not.toContain('extends');
  });

  test.each(['getMarkets', 'getTiers', 'getCollaterals', 'getAssets'])(
    'responds to %s as its source',
    async (action) => {
      expect(await info(forked, { action })).toEqual(await info(source, { action }));
    },
  );

  test('starts at the time and the index of its source', async () => {
    type Prices = Readonly<Record<string, { readonly indexPrice: string }>>;
    const theirs = await info<Prices>(source, { action: 'getMarketPrices' });
    expect(world.markets[0]?.initialIndexPrice).toBe(theirs[SYMBOL]?.indexPrice);
    expect(Date.parse(world.startTime)).toBe(source.clock.now());
  });

  test('has the volatility of its source within 15 % and the branching within 0.15', () => {
    const { process, liquidity } = world.markets[0] ?? {};
    if (process?.kind !== 'stochastic' || liquidity?.kind !== 'population') throw new Error('other kinds');
    expect(Math.abs(Number(process.volatility) - 0.5)).toBeLessThan(0.075);
    expect(Math.abs(Number(liquidity.branching) - 0.5)).toBeLessThan(0.15);
  });

  testInFull(
    'has the spread of its source within a tick and the depth within a third, as steady as it is',
    async () => {
      // Half an hour tells nothing of the memory of volatility, so the fork has the usual one, which widens spreads for hours.
      const steady = await createExchange({ world: withProcess(parse(text) as WorldFile, STEADY), seed: '7' });
      const [theirs, own] = [await meanBook(source), await meanBook(steady)];
      await steady.close();
      expect(Math.abs(own.spread - theirs.spread)).toBeLessThan(1);
      expect(own.depth / theirs.depth).toBeGreaterThan(0.67);
      expect(own.depth / theirs.depth).toBeLessThan(1.5);
    },
  );
});
