import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { loadScenario } from './load.ts';
import { ScenarioFileError } from './scenario-file-error.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenario-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const HEAD = ['title: A test', 'world: quiet', 'seed: 7', 'duration: 30m'];
const ACCOUNTS = ['accounts:', '  alice: { deposit: { USDT: "1000" } }', '  bob:'];

/** Writes the files of a scenario and reads them. */
function load(scenario: readonly string[], others: Readonly<Record<string, string>> = {}, set = {}): Scenario {
  writeFileSync(join(folder, 'scenario.yaml'), `${scenario.join('\n')}\n`);
  for (const [name, content] of Object.entries(others)) writeFileSync(join(folder, name), content);
  return loadScenario(folder, { set });
}

/** What is wrong with the files of a scenario, without the folder. */
function problems(scenario: readonly string[], others: Readonly<Record<string, string>> = {}, set = {}): string[] {
  try {
    load(scenario, others, set);
  } catch (error) {
    if (error instanceof ScenarioFileError) return error.message.replaceAll(`${folder}/`, '').split('\n');
    throw error;
  }
  return [];
}

const inTimeline = (...entries: readonly string[]): string[] => [
  ...HEAD,
  ...ACCOUNTS,
  'timeline:',
  ...entries.map((entry) => `  - ${entry}`),
];

describe('A scenario that is as it should be', () => {
  test('becomes milliseconds, absolute files and entries in order of time', () => {
    const scenario = load(
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
        '  - { at: 10s, every: 1m, times: 2, as: alice, do: getOpenOrders }',
        '  - { at: 1m, control: setTier, with: { account: me, tierId: tier_1 } }',
        '  - { at: 2m, as: alice, for: me, do: cancelAllOrders, with: { symbols: ["*"] }, refused: FORBIDDEN }',
      ],
      { 'digest.txt': `${'a1'.repeat(32)}\n` },
    );
    expect(scenario).toEqual({
      name: folder.split('/').at(-1),
      title: 'A test',
      folder,
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
    const { world } = load([
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
    writeFileSync(join(folder, 'storm.yaml'), HEAD.join('\n'));
    writeFileSync(join(folder, 'storm.expect.yaml'), "- { at: end, that: ['the exchange is running'] }");
    writeFileSync(join(folder, 'storm.digest.txt'), 'b2'.repeat(32));
    const { name, expectations, digest } = loadScenario(join(folder, 'storm.yaml'));
    expect({ name, expectations, digest }).toEqual({
      name: 'storm',
      expectations: [{ atMs: 1_800_000, line: 1, sentence: 'the exchange is running', rows: [] }],
      digest: 'b2'.repeat(32),
    });
  });
});

describe('Problems are told with file, line, column, field and fix', () => {
  test('all at once', () => {
    expect(problems(['titel: A test', 'world: quite', 'seed: 1.5', 'duration: soon', 'step: 0s'])).toEqual([
      'scenario.yaml:1:1: title: is missing; add it',
      'scenario.yaml:1:8: titel: is not a field here; remove it, or use one of title, world, seed, start, duration, step, serviceName, markets, accounts, agents, strategy, timeline',
      'scenario.yaml:2:8: world: there is no world quite; use bare, calm, capped, crash, default, depeg, gap, quiet, squeeze, stale or the name of a file',
      'scenario.yaml:3:7: seed: must be a whole number or a text',
      'scenario.yaml:4:11: duration: must be a duration such as "90s", "1h30m" or "250ms", of at most 366 days',
      'scenario.yaml:5:7: step: must be at least 1 ms',
    ]);
  });

  test('a scenario that is not there', () => {
    expect(() => loadScenario('calm-dy')).toThrow(
      'calm-dy: there is no file, folder or scenario calm-dy; did you mean calm-day?',
    );
    mkdirSync(join(folder, 'empty'));
    expect(() => loadScenario(join(folder, 'empty'))).toThrow(
      `the folder ${folder}/empty holds no scenario.yaml; name a folder that does, or a file`,
    );
  });

  test('an account twice in one file', () => {
    expect(problems([...HEAD, ...ACCOUNTS, '  alice: { dev: 1 }'])).toEqual([
      'scenario.yaml:8:3: Map keys must be unique',
    ]);
  });

  test('accounts', () => {
    expect(
      problems([
        ...HEAD,
        'accounts:',
        '  alice: { deposit: { USD: "1" }, tier: gold, leverage: { BTC-USD: 2, BTC-USDT: 500 } }',
        '  bob: { dev: 1, deposit: { USDT: 5 } }',
        '  carol: { dev: 1, latency: { entry: { kind: uniform, from: 2ms, to: 1ms }, data: { kind: samples, file: ms.txt } } }',
        '  dan: { dev: 1 }',
        '  the seller: {}',
      ]),
    ).toEqual([
      'scenario.yaml:6:28: accounts.alice.deposit.USD: is no collateral of this world; there are USDT, WETH, BTC',
      'scenario.yaml:6:41: accounts.alice.tier: is no tier of this world; there are tier_0, tier_1, tier_2, tier_3, tier_4, tier_5, tier_6, tier_7, top_tier, market_maker',
      'scenario.yaml:6:68: accounts.alice.leverage.BTC-USD: is no market of this world; there are BTC-USDT, ETH-USDT, SOL-USDT, XRP-USDT, BNB-USDT, HYPE-USDT, AVAX-USDT, SUI-USDT, WTI-USDT',
      'scenario.yaml:6:81: accounts.alice.leverage.BTC-USDT: is more than this market allows; use at most 100',
      'scenario.yaml:7:35: accounts.bob.deposit.USDT: must be a decimal text in quotes, such as "0.05"',
      'scenario.yaml:8:38: accounts.carol.latency.entry: from is above to; exchange them',
      'scenario.yaml:8:83: accounts.carol.latency.data: there is no file ms.txt; name one, relative to the scenario',
      'scenario.yaml:10:15: accounts.the seller: must be a name of letters, digits, "-" and "_" that begins with a letter',
    ]);
    expect(problems([...HEAD, 'accounts:', '  bob: { dev: 1 }', '  dan: { dev: 1 }'])).toEqual([
      'scenario.yaml:7:8: accounts.dan: is the same dev account as bob; choose another number',
    ]);
  });

  test('price paths', () => {
    const path = (text: string): string[] => problems([...HEAD, 'markets:', `  BTC-USDT: { path: ${text} }`]);
    expect(path('{ kind: walk }')).toEqual([
      'scenario.yaml:6:29: markets.BTC-USDT.path.kind: must be one of "still", "gbm", "jumps", "ou", "hawkes", "import", "step"',
    ]);
    expect(path('{ kind: gbm, volatility: 0.6 }')).toEqual([
      'scenario.yaml:6:46: markets.BTC-USDT.path.volatility: must be a decimal text in quotes, such as "0.05"',
    ]);
    expect(path('{ kind: jumps, volatility: "0.6", jumpsPerDay: "12", jumpSize: "0.2" }')).toEqual([
      'scenario.yaml:6:84: markets.BTC-USDT.path.jumpSize: moves the price by more than a tenth in one step; lower it or shorten step',
    ]);
    expect(path('{ kind: step, steps: [{ at: 2m, price: "1" }, { at: 1m, change: "0.1" }] }')).toEqual([
      'scenario.yaml:6:67: markets.BTC-USDT.path.steps[1]: must be after the start and after the steps before it',
    ]);
    expect(problems([...HEAD, 'markets:', '  BTC-USD: {}', '  ETH-USDT: { history: { trades: t.csv } }'])).toEqual([
      'scenario.yaml:6:12: markets.BTC-USD: is no market of this world; there are BTC-USDT, ETH-USDT, SOL-USDT, XRP-USDT, BNB-USDT, HYPE-USDT, AVAX-USDT, SUI-USDT, WTI-USDT',
      'scenario.yaml:7:34: markets.ETH-USDT.history.trades: there is no file t.csv; name one, relative to the scenario',
    ]);
  });

  test('times outside the scenario', () => {
    expect(
      problems(
        inTimeline(
          '{ at: 30m, note: Late. }',
          '{ at: 2026-01-04T00:00:00Z, note: Early. }',
          '{ at: 1m, every: 1m, times: 40, note: Long. }',
          '{ at: 1m, every: 1m, note: Endless. }',
          '{ note: Never. }',
        ),
      ),
    ).toEqual([
      'scenario.yaml:9:11: timeline[0].at: is not before the end of the scenario (30m after its start); choose an earlier time or a longer duration',
      'scenario.yaml:10:11: timeline[1].at: lies before the start, 2026-01-05T00:00:00.000Z; choose a later time',
      'scenario.yaml:11:33: timeline[2].times: goes on until 40m, past the end of the scenario; use at most 29',
      'scenario.yaml:12:5: timeline[3]: has one of every and times; give it both, or neither',
      'scenario.yaml:13:5: timeline[4].at: is missing; add it',
    ]);
  });

  test('requests', () => {
    expect(
      problems(
        inTimeline(
          '{ at: 1s, as: alise, do: getPositions }',
          '{ at: 2s, as: alice, do: placeOrder }',
          '{ at: 3s, as: alice, do: placeOrders, with: { orders: [{ symbol: BTC-USD, side: buy, orderType: market, quantity: 1, prize: "2" }] } }',
          '{ at: 4s, as: alice, do: updateLeverage, with: { leverage: 5 } }',
          '{ at: 5s, as: alice, do: getPositions, refused: NO_MONEY }',
          '{ at: 6s, as: alice, do: getPositions, note: Two things. }',
          '{ at: 7s, as: alice }',
          '{ at: 8s, as: alice, do: cancelOrders, with: { orderIds: ["x"] }, refused: VALIDATION_ERROR }',
        ),
      ),
    ).toEqual([
      'scenario.yaml:9:19: timeline[0].as: "alise" is no account of this scenario; did you mean alice?',
      'scenario.yaml:10:30: timeline[1].do: is no action of the API; did you mean placeOrders?',
      'scenario.yaml:11:70: timeline[2].with.orders[0].symbol: "BTC-USD" is no market of this world; there are BTC-USDT, ETH-USDT, SOL-USDT, XRP-USDT, BNB-USDT, HYPE-USDT, AVAX-USDT, SUI-USDT, WTI-USDT',
      'scenario.yaml:11:119: timeline[2].with.orders[0].quantity: must be a text in quotes, as placeOrders takes it',
      'scenario.yaml:11:129: timeline[2].with.orders[0].prize: is no field of placeOrders; did you mean price?',
      'scenario.yaml:12:52: timeline[3].with: symbol is missing; updateLeverage needs it',
      'scenario.yaml:13:53: timeline[4].refused: is no error code of the API; none of the 44 there are is like it',
      'scenario.yaml:14:5: timeline[5]: says do and note; make an entry of each',
      'scenario.yaml:15:5: timeline[6]: says nothing that happens; give it one of do, control, faults, clearFaults, record, connect, disconnect, note',
    ]);
  });

  test('names and references', () => {
    expect(
      problems(
        inTimeline(
          '{ at: 1m, as: alice, do: cancelOrders, with: { orderIds: ["${entry.orderId}"] } }',
          '{ at: 2m, as: alice, do: getPositions, name: entry }',
          '{ at: 3m, as: alice, do: getPositions, name: entry }',
          '{ at: 4m, as: alice, do: getPositions, name: bob }',
          '{ at: 5m, as: alice, do: cancelOrders, with: { orderIds: ["${enty.orderId}", "${now + soon}"] } }',
          '{ at: 6m, note: Unnamed., name: note }',
        ),
      ),
    ).toEqual([
      'scenario.yaml:9:63: timeline[0].with.orderIds[0]: ${entry.orderId} refers to entry, which is no account and no earlier entry; there are alice, bob',
      'scenario.yaml:11:50: timeline[2].name: is the name of the entry in line 10 too; choose another',
      'scenario.yaml:12:50: timeline[3].name: is the name of an account too; choose another',
      'scenario.yaml:13:63: timeline[4].with.orderIds[0]: ${enty.orderId} refers to enty, which is no account and no earlier entry; did you mean entry?',
      'scenario.yaml:13:82: timeline[4].with.orderIds[1]: ${now + soon} is no reference; write ${entry.orderId}, ${account.wallet} or ${now + 60s}',
      'scenario.yaml:14:5: timeline[5]: has a name but no result; only requests have one, so remove the name',
    ]);
  });

  test('control commands, faults and streams', () => {
    expect(
      problems(
        inTimeline(
          '{ at: 1m, control: setIndex, with: {} }',
          '{ at: 2m, control: setIndexPrice, with: { symbol: BTC-USDT, price: 5 } }',
          '{ at: 3m, control: setMarketStatus, with: { symbol: BTC-USDT, status: shut, account: alice } }',
          '{ at: 4m, control: deposit, with: { account: carol, asset: USDT, amount: "5" } }',
          '{ at: 5m, faults: [{ match: { action: placeOrder }, effect: { kind: replyLost } }] }',
          '{ at: 6m, clearFaults: false }',
          '{ at: 7m, connect: alice, channels: [{ channel: orders }, { channel: trades, symbol: XX-USDT }] }',
          '{ at: 8m, disconnect: carol }',
        ),
      ),
    ).toEqual([
      'scenario.yaml:9:24: timeline[0].control: is no control command; did you mean setIndexPrice?',
      'scenario.yaml:10:72: timeline[1].with.price: must be a positive decimal string with at most 8 decimals, such as "2500.5", as setIndexPrice takes it',
      'scenario.yaml:11:75: timeline[2].with.status: must be "open", "closed" or "close_only", as setMarketStatus takes it',
      'scenario.yaml:11:90: timeline[2].with.account: is no field of setMarketStatus; remove it',
      'scenario.yaml:12:50: timeline[3].with.account: "carol" is no account of this scenario; there are alice, bob',
      'scenario.yaml:13:43: timeline[4].faults[0].match.action: is not what faults take: rules[0].match.action must be the name of an action, and placeOrder is none',
      'scenario.yaml:14:28: timeline[5].clearFaults: must be true',
      'scenario.yaml:15:53: timeline[6].channels[0].channel: must be one of "marketPrices", "trades", "orderbook", "candles", "liquidations", "subAccountUpdates"',
      'scenario.yaml:15:90: timeline[6].channels[1].symbol: "XX-USDT" is no market of this world; there are BTC-USDT, ETH-USDT, SOL-USDT, XRP-USDT, BNB-USDT, HYPE-USDT, AVAX-USDT, SUI-USDT, WTI-USDT',
      'scenario.yaml:16:27: timeline[7].disconnect: "carol" is no account of this scenario; there are alice, bob',
    ]);
  });

  test('traders', () => {
    expect(
      problems([
        ...HEAD,
        ...ACCOUNTS,
        'agents:',
        '  - { name: a, account: alice, use: own.mjs, symbol: BTC-USDT }',
        '  - { name: b, account: alice, use: makr, symbol: BTC-USDT, params: { spread: [1] } }',
        '  - { name: d, account: alice, use: maker, symbol: BTC-USDT, params: { spred: 4 } }',
        '  - { name: c, account: alice, use: maker, symbol: BTC-USDT, from: 20m, until: 10m }',
      ]),
    ).toEqual([
      'scenario.yaml:9:37: agents[0].use: there is no file own.mjs; name one, relative to the scenario',
      'scenario.yaml:10:37: agents[1].use: there is no strategy "makr"; did you mean maker?',
      'scenario.yaml:10:79: agents[1].params.spread: must be a text, a number, true or false',
      'scenario.yaml:11:70: agents[2].params: there is no parameter "spred"; there are spread, size, levels, step, skew, maxPosition, refreshMs',
      'scenario.yaml:12:5: agents[3]: ends before it begins; let until be later than from',
    ]);
  });

  test('expectations', () => {
    const expected = [
      '- at: 31m',
      '  that: [the exchange is runing]',
      '- at: end',
      '  that:',
      '    - \'"carol" has no positions\'',
      '    - \'the mark price of "BTC-USD" is "1"\'',
      '    - \'order "entry" is filled\'',
      '    - \'"alice" has the positions\': [{ symbol: [] }]',
      '    - { a: [], b: [] }',
      "    - 'the weather is nice'",
    ];
    expect(problems([...HEAD, ...ACCOUNTS], { 'expect.yaml': expected.join('\n') })).toEqual([
      'expect.yaml:1:7: [0].at: lies after the end of the scenario (30m after its start); choose an earlier time or a longer duration',
      'expect.yaml:2:10: [0].that[0]: is no sentence that can be checked; the nearest is: the exchange is {exchangeStatus}. docs/scenarios.md lists them all',
      'expect.yaml:5:7: [1].that[0]: "carol" is no account of this scenario; there are alice, bob',
      'expect.yaml:6:7: [1].that[1]: "BTC-USD" is no market of this world; there are BTC-USDT, ETH-USDT, SOL-USDT, XRP-USDT, BNB-USDT, HYPE-USDT, AVAX-USDT, SUI-USDT, WTI-USDT',
      'expect.yaml:7:7: [1].that[2]: "entry" is no entry of the timeline with a name; there are none',
      'expect.yaml:8:47: [1].that[3]."alice" has the positions[0].symbol: must be a text in quotes',
      'expect.yaml:9:7: [1].that[4]: must be a sentence in quotes, or one sentence ending in a colon with a list of rows',
      'expect.yaml:10:7: [1].that[5]: is no sentence that can be checked. docs/scenarios.md lists them all',
    ]);
  });

  test('a digest that is none', () => {
    expect(problems(HEAD, { 'digest.txt': 'later' })).toEqual([
      'digest.txt:1:1: must be one line of 64 hex digits; write it with perpsim run --write-digest',
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
    const scenario = load(SCENARIO, { 'digest.txt': 'a1'.repeat(32) }, set);
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
    const { world } = load(living, {}, set);
    expect((world as { markets: object[] }).markets[0]).toMatchObject({
      process: { kind: 'stochastic', volatility: '0.9', beta: '1' },
      liquidity: { kind: 'population', liveliness: 'busy', depth: '5000000', turnover: '300000000' },
    });
    expect(problems(living, {}, { 'markets.BTC-USDT.liquidity.liveliness': 'wild' })).toEqual([
      '--set markets.BTC-USDT.liquidity.liveliness=wild: markets.BTC-USDT.liquidity.liveliness: must be one of "calm", "normal", "busy"',
    ]);
  });

  test('are told by their own text when they are wrong', () => {
    const set = {
      ...{ 'a..b': '1', 'seed.x': '1', 'timeline[0].at': '1s', sead: '1', duration: '5', 'strategy.account': 'eve' },
    };
    expect(problems(SCENARIO, {}, set)).toEqual([
      '--set a..b=1: is not a path; write it as strategy.spread or timeline[0].at',
      '--set duration=5: duration: must be a duration such as "90s", "1h30m" or "250ms", of at most 366 days',
      '--set sead=1: sead: is not a field here; remove it, or use one of title, world, seed, start, duration, step, serviceName, markets, accounts, agents, strategy, timeline',
      '--set seed.x=1: seed has no field x: it is not a map; name a field that is there',
      '--set strategy.account=eve: strategy.account: "eve" is no account of this scenario; there are alice, bob',
      '--set timeline[0].at=1s: timeline has 0 items, counted from 0; name an item that is there',
    ]);
  });
});
