import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACCOUNTS, HEAD, ScenarioFolder } from './load.test-helper.ts';
import { loadScenario } from './load.ts';

const folder = new ScenarioFolder();

describe('A scenario that is as it should be', () => {
  test('becomes milliseconds, absolute files and entries in order of time', () => {
    const scenario = folder.load(
      [
        ...HEAD,
        'start: 2026-01-05T10:00:00Z',
        'accounts:',
        '  alice: { deposit: { USDT: "1000" }, leverage: { BTC-USDT: 20 }, tier: tier_2, latency: { entry: 20ms } }',
        '  me: { dev: 3 }',
        'agents:',
        '  - { name: noise, account: me, use: taker, symbol: BTC-USDT, params: { everyMs: 2000 }, until: 20m }',
        'strategy: { account: alice, use: maker, symbol: BTC-USDT, params: { spread: 4, size: "0.1" } }',
        'timeline:',
        '  - { at: 2026-01-05T10:05:00Z, note: The end is near. }',
        '  - { at: 10s, every: 1m, count: 2, as: alice, do: getOpenOrders }',
        '  - { at: 1m, control: setTier, with: { account: me, tierId: tier_1 } }',
        '  - { at: 2m, as: alice, for: me, do: cancelAllOrders, with: { symbols: ["*"] }, refused: FORBIDDEN }',
      ],
      { 'digest.txt': `${'a1'.repeat(32)}\n` },
    );
    expect(scenario).toEqual({
      name: folder.path.split('/').at(-1),
      title: 'A test',
      folder: folder.path,
      world: 'quiet',
      seed: '7',
      startTime: Date.parse('2026-01-05T10:00:00Z'),
      durationMs: 1_800_000,
      stepMs: 1_000,
      serviceName: 'PerpSim',
      accounts: [
        {
          name: 'alice',
          dev: null,
          deposits: { USDT: '1000' },
          tier: 'tier_2',
          leverage: { 'BTC-USDT': 20 },
          latency: { entry: { kind: 'constant', ms: 20 }, response: null, data: null },
        },
        { name: 'me', dev: 3, deposits: {}, tier: null, leverage: {}, latency: null },
      ],
      agents: [
        {
          name: 'noise',
          account: 'me',
          use: 'taker',
          symbol: 'BTC-USDT',
          params: { everyMs: 2000 },
          fromMs: 0,
          untilMs: 1_200_000,
        },
      ],
      strategy: {
        name: 'strategy',
        account: 'alice',
        use: 'maker',
        symbol: 'BTC-USDT',
        params: { spread: 4, size: '0.1' },
        fromMs: 0,
        untilMs: 1_800_000,
      },
      timeline: [
        { ...read(10_000), line: 14 },
        {
          kind: 'control',
          action: 'setTier',
          params: { wallet: '${me.address}', tierId: 'tier_1' },
          atMs: 60_000,
          line: 15,
        },
        { ...read(70_000), line: 14 },
        {
          kind: 'request',
          account: 'alice',
          action: 'cancelAllOrders',
          params: { subAccountId: '${me.subAccountId}', symbols: ['*'] },
          name: null,
          refused: 'FORBIDDEN',
          atMs: 120_000,
          line: 16,
        },
        { kind: 'note', text: 'The end is near.', atMs: 300_000, line: 13 },
      ],
      conditions: [],
      histories: [],
      expectations: [],
      digest: 'a1'.repeat(32),
    });
  });

  const read = (atMs: number): object => ({
    ...{ kind: 'request', account: 'alice', action: 'getOpenOrders', params: {}, name: null, refused: null },
    atMs,
  });

  test('may lay fields of markets over a world of its own', () => {
    const { world } = folder.load([
      'title: A test',
      'world: { extends: quiet, risk: { vaultFunds: "5" } }',
      'seed: 7',
      'duration: 30m',
      'markets:',
      '  ETH-USDT: { initialIndexPrice: "2000", path: { kind: step, steps: [{ at: 1m, change: "-0.1" }] } }',
    ]);
    expect(world).toMatchObject({ risk: { vaultFunds: '5' } });
    expect((world as { markets: object[] }).markets[1]).toMatchObject({
      symbol: 'ETH-USDT',
      initialIndexPrice: '2000',
      process: { kind: 'script', steps: [{ afterMs: 60_000, price: '1800' }] },
    });
  });

  test('is found in the library by its name with and without the topic', () => {
    expect(loadScenario('basics/calm-day').name).toBe('basics/calm-day');
    expect(loadScenario('calm-day').name).toBe('basics/calm-day');
  });

  test('may be one file, with expectations and digest beside it', () => {
    writeFileSync(join(folder.path, 'storm.yaml'), HEAD.join('\n'));
    writeFileSync(join(folder.path, 'storm.expect.yaml'), "- { at: end, that: ['the exchange is running'] }");
    writeFileSync(join(folder.path, 'storm.digest.txt'), 'b2'.repeat(32));
    const { name, expectations, digest } = loadScenario(join(folder.path, 'storm.yaml'));
    expect({ name, expectations, digest }).toEqual({
      name: 'storm',
      expectations: [{ atMs: 1_800_000, line: 1, sentence: 'the exchange is running', rows: [] }],
      digest: 'b2'.repeat(32),
    });
  });

  test('has equal accounts and equal agents by count', () => {
    const { accounts, agents } = folder.load([
      ...HEAD,
      'accounts:',
      '  crowd: { count: 3, deposit: { USDT: "1000" } }',
      '  me: { dev: 0 }',
      'agents:',
      '  - { name: noise, count: 3, account: crowd, use: taker, symbol: BTC-USDT, params: { everyMs: 2000 } }',
      '  - { name: one, account: crowd-2, use: noise, symbol: BTC-USDT }',
    ]);
    expect(accounts.map(({ name, deposits }) => [name, deposits['USDT']])).toEqual([
      ['crowd-1', '1000'],
      ['crowd-2', '1000'],
      ['crowd-3', '1000'],
      ['me', undefined],
    ]);
    expect(agents.map(({ name, account, params }) => [name, account, params['everyMs']])).toEqual([
      ['noise-1', 'crowd-1', 2000],
      ['noise-2', 'crowd-2', 2000],
      ['noise-3', 'crowd-3', 2000],
      ['one', 'crowd-2', undefined],
    ]);
  });
});

describe('Overrides', () => {
  const SCENARIO = [
    ...HEAD,
    ...ACCOUNTS,
    'strategy: { account: alice, use: maker, symbol: BTC-USDT, params: { spread: 4, size: "0.1" } }',
    'markets: { BTC-USDT: { path: { kind: gbm, volatility: "0.5" } } }',
  ];

  test('replace values of the file, of their kind, and leave no digest to compare with', () => {
    const set = {
      ...{ seed: '9', duration: '1h', 'strategy.spread': '8', 'strategy.size': '0.2', 'strategy.skew': '3' },
      ...{ 'markets.BTC-USDT.path.volatility': '0.8', 'accounts.bob.deposit.USDT': '5' },
    };
    const scenario = folder.load(SCENARIO, { 'digest.txt': 'a1'.repeat(32) }, set);
    const { seed, durationMs, strategy, accounts, world, digest } = scenario;
    expect({ seed, durationMs, params: strategy?.params, bob: accounts[1]?.deposits, digest }).toEqual({
      seed: '9',
      durationMs: 3_600_000,
      params: { spread: 8, size: '0.2', skew: 3 },
      bob: { USDT: '5' },
      digest: null,
    });
    expect((world as { markets: object[] }).markets[0]).toMatchObject({ process: { volatilityPpb: 142_458 } });
  });

  test('change single figures of a population and of its prices', () => {
    const living = ['title: A test', 'world: default', 'seed: 1', 'duration: 1m', 'accounts: { alice: {}, bob: {} }'];
    const set = {
      ...{ 'markets.BTC-USDT.liquidity.liveliness': 'busy', 'markets.BTC-USDT.liquidity.depth': '5000000' },
      'markets.BTC-USDT.process.volatility': '0.9',
    };
    const { world } = folder.load(living, {}, set);
    expect((world as { markets: object[] }).markets[0]).toMatchObject({
      process: { kind: 'stochastic', volatility: '0.9', beta: '1' },
      liquidity: { kind: 'population', liveliness: 'busy', depth: '5000000', turnover: '300000000' },
    });
    expect(folder.problems(living, {}, { 'markets.BTC-USDT.liquidity.liveliness': 'wild' })).toEqual([
      '--set markets.BTC-USDT.liquidity.liveliness=wild: markets.BTC-USDT.liquidity.liveliness: must be one of "calm", "normal", "busy"',
    ]);
  });

  test('are told by their own text when they are wrong', () => {
    const set = {
      ...{ 'a..b': '1', 'seed.x': '1', 'timeline[0].at': '1s', sead: '1', duration: '5', 'strategy.account': 'eve' },
    };
    expect(folder.problems(SCENARIO, {}, set)).toEqual([
      '--set a..b=1: is not a path; write it as strategy.spread or timeline[0].at',
      '--set duration=5: duration: must be a duration such as "90s", "1h30m" or "250ms", of at most 366 days',
      '--set sead=1: sead: is not a field here; remove it, or use one of title, world, seed, start, duration, step, serviceName, markets, accounts, agents, strategy, timeline',
      '--set seed.x=1: seed has no field x: it is not a map; name a field that is there',
      '--set strategy.account=eve: strategy.account: "eve" is no account of this scenario; there are alice, bob',
      '--set timeline[0].at=1s: timeline has 0 items, counted from 0; name an item that is there',
    ]);
  });
});
