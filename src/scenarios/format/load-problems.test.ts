import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACCOUNTS, HEAD, inTimeline, ScenarioFolder } from './load.test-helper.ts';
import { loadScenario } from './load.ts';

const folder = new ScenarioFolder();

describe('Problems are told with file, line, column, field and fix', () => {
  test('all at once', () => {
    expect(folder.problems(['titel: A test', 'world: quite', 'seed: 1.5', 'duration: soon', 'step: 0s'])).toEqual([
      'scenario.yaml:1:1: title: is missing; add it',
      'scenario.yaml:1:8: titel: is not a field here; remove it, or use one of title, world, seed, start, duration, step, serviceName, markets, accounts, agents, strategy, timeline',
      'scenario.yaml:2:8: world: there is no world quite (did you mean quiet?); use bare, calm, capped, crash, default, depeg, gap, quiet, squeeze, stale or the name of a file',
      'scenario.yaml:3:7: seed: must be a whole number or a text',
      'scenario.yaml:4:11: duration: must be a duration such as "90s", "1h30m" or "250ms", of at most 366 days',
      'scenario.yaml:5:7: step: must be at least 1 ms',
    ]);
  });

  test('a scenario that is not there', () => {
    expect(() => loadScenario('calm-dy')).toThrow(
      'calm-dy: there is no file, folder or scenario calm-dy; did you mean calm-day?',
    );
    mkdirSync(join(folder.path, 'empty'));
    expect(() => loadScenario(join(folder.path, 'empty'))).toThrow(
      `the folder ${folder.path}/empty holds no scenario.yaml; name a folder that does, or a file`,
    );
  });

  test('an account twice in one file', () => {
    expect(folder.problems([...HEAD, ...ACCOUNTS, '  alice: { dev: 1 }'])).toEqual([
      'scenario.yaml:8:3: Map keys must be unique',
    ]);
  });

  test('counts that do not fit each other', () => {
    expect(
      folder.problems([
        ...HEAD,
        'accounts:',
        '  crowd: { count: 2 }',
        '  me: { dev: 0, count: 2 }',
        '  many: { count: 501 }',
        '  lone: {}',
        'agents:',
        '  - { name: a, count: 3, account: crowd, use: taker, symbol: BTC-USDT }',
        '  - { name: b, account: crowd, use: taker, symbol: BTC-USDT }',
        '  - { name: crowd, count: 2, account: crowd, use: taker, symbol: BTC-USDT }',
        '  - { name: c, count: 2, account: lone, use: taker, symbol: BTC-USDT }',
        'strategy: { account: crowd-1, count: 2, use: maker, symbol: BTC-USDT }',
      ]),
    ).toEqual([
      'scenario.yaml:7:7: accounts.me: has dev and count; a dev account is one alone',
      'scenario.yaml:8:18: accounts.many.count: must be a whole number from 1 to 500, without quotes',
      'scenario.yaml:11:5: agents[0]: these are 3 agents on the account crowd, of which there are 2; let both have the same count',
      'scenario.yaml:12:5: agents[1]: crowd is 2 accounts; add count: 2, or name one of them, such as crowd-1',
      'scenario.yaml:14:5: agents[3]: these are 2 agents on the account lone, of which there are 1; let both have the same count',
      'scenario.yaml:15:38: strategy.count: is not for this one: the strategy is one trader alone; remove it',
    ]);
    expect(
      folder.problems([
        ...HEAD,
        'accounts:',
        '  crowd: { count: 2 }',
        'agents:',
        '  - { name: crowd, count: 2, account: crowd, use: taker, symbol: BTC-USDT }',
        '  - { name: crowd-2, account: crowd-1, use: taker, symbol: BTC-USDT }',
      ]),
    ).toEqual(['scenario.yaml:9:5: agents[1]: is the second agent with the name crowd-2; choose another']);
  });

  test('accounts', () => {
    expect(
      folder.problems([
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
    expect(folder.problems([...HEAD, 'accounts:', '  bob: { dev: 1 }', '  dan: { dev: 1 }'])).toEqual([
      'scenario.yaml:7:8: accounts.dan: is the same dev account as bob; choose another number',
    ]);
  });

  test('price paths', () => {
    const path = (text: string): string[] => folder.problems([...HEAD, 'markets:', `  BTC-USDT: { path: ${text} }`]);
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
    expect(
      folder.problems([...HEAD, 'markets:', '  BTC-USD: {}', '  ETH-USDT: { history: { trades: t.csv } }']),
    ).toEqual([
      'scenario.yaml:6:12: markets.BTC-USD: is no market of this world; there are BTC-USDT, ETH-USDT, SOL-USDT, XRP-USDT, BNB-USDT, HYPE-USDT, AVAX-USDT, SUI-USDT, WTI-USDT',
      'scenario.yaml:7:34: markets.ETH-USDT.history.trades: there is no file t.csv; name one, relative to the scenario',
    ]);
  });

  test('files and fields of a history that do not go together', () => {
    const history = (text: string): string[] =>
      folder.problems([...HEAD, 'markets:', `  BTC-USDT: { history: ${text} }`], { 'o.csv': '', 't.csv': '' });
    expect(history('{ orders: o.csv, trades: t.csv }')).toEqual([
      'scenario.yaml:6:49: markets.BTC-USDT.history.trades: is written beside orders, which hold the book and the trades; leave one out',
    ]);
    expect(history('{ trades: t.csv, weight: log }')).toEqual([
      'scenario.yaml:6:49: markets.BTC-USDT.history.weight: goes with queue: probability; leave it out',
    ]);
    expect(history('{ trades: t.csv, priceScale: 100 }')).toEqual([
      'scenario.yaml:6:53: markets.BTC-USDT.history.priceScale: goes with orders, whose prices it divides; leave it out',
    ]);
    expect(history('{ orders: o.csv, priceScale: 5 }')).toEqual([
      'scenario.yaml:6:53: markets.BTC-USDT.history.priceScale: must be a power of ten from 1 to 100000000',
    ]);
    expect(history('{ orders: o.csv, queue: chance }')).toEqual([
      'scenario.yaml:6:48: markets.BTC-USDT.history.queue: must be one of "behind", "proportional", "probability"',
    ]);
    expect(history('{ queue: behind }')).toEqual([
      'scenario.yaml:6:24: markets.BTC-USDT.history: names no file; give it trades, tops, depth, candles or orders',
    ]);
  });

  test('times outside the scenario', () => {
    expect(
      folder.problems(
        inTimeline(
          '{ at: 30m, note: Late. }',
          '{ at: 2026-01-04T00:00:00Z, note: Early. }',
          '{ at: 1m, every: 1m, count: 40, note: Long. }',
          '{ at: 1m, every: 1m, note: Endless. }',
          '{ note: Never. }',
          '{ at: 1m, count: 2, note: Once. }',
          '{ at: 2m, every: 1s, until: 1m, note: Backwards. }',
        ),
      ),
    ).toEqual([
      'scenario.yaml:9:11: timeline[0].at: is not before the end of the scenario (30m after its start); choose an earlier time or a longer duration',
      'scenario.yaml:10:11: timeline[1].at: lies before the start, 2026-01-05T00:00:00.000Z; choose a later time',
      'scenario.yaml:11:33: timeline[2].count: goes on until 40m, past the end of the scenario; use at most 29',
      'scenario.yaml:12:5: timeline[3]: has every without an end; give it count, until, or both',
      'scenario.yaml:13:5: timeline[4].at: is missing; add it',
      'scenario.yaml:14:5: timeline[5]: has count without every; add every, or remove count',
      'scenario.yaml:15:33: timeline[6].until: lies before at, 2m; choose a later time',
    ]);
  });

  test('conditions of entries', () => {
    expect(
      folder.problems(
        inTimeline(
          `{ when: 'the mark prise of "BTC-USDT" is above "1"', note: A. }`,
          `{ when: '"carol" has no positions', note: B. }`,
          `{ when: 'order "first" is filled', note: C. }`,
          `{ when: '"alice" has no positions', at: 1m, note: D. }`,
          `{ when: '"alice" has no positions', every: 1m, count: 2, note: E. }`,
          `{ when: '"alice" has the positions:', note: F. }`,
          `{ when: '"alice" has no positions', from: 2m, until: 1m, note: G. }`,
          `{ when: 5m, note: H. }`,
          `{ when: 7, count: 0, note: I. }`,
        ),
      ),
    ).toEqual([
      'scenario.yaml:9:13: timeline[0].when: is no sentence that can be checked; the nearest is: the {price} of {market} {compared} {amount}. docs/scenarios.md lists them all',
      'scenario.yaml:10:13: timeline[1].when: "carol" is no account of this scenario; there are alice, bob',
      'scenario.yaml:11:13: timeline[2].when: "first" is no entry of the timeline with a name; there are none',
      'scenario.yaml:12:45: timeline[3].at: is written beside when; leave one of the two out: from says when the condition is first looked at',
      'scenario.yaml:13:48: timeline[4].every: is written beside when; leave one of the two out: count lets it happen again',
      'scenario.yaml:14:13: timeline[5].when: is a sentence with rows; a condition takes one without',
      'scenario.yaml:15:58: timeline[6].until: lies before from, 2m; choose a later time',
      'scenario.yaml:16:13: timeline[7].when: is no sentence that can be checked. docs/scenarios.md lists them all',
      'scenario.yaml:17:23: timeline[8].count: must be a whole number from 1 to 100000, without quotes',
    ]);
  });

  test('requests', () => {
    expect(
      folder.problems(
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
      folder.problems(
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
      folder.problems(
        inTimeline(
          '{ at: 1m, control: movPrice, with: {} }',
          '{ at: 2m, control: movePrice, with: { symbol: BTC-USDT, price: 5 } }',
          '{ at: 3m, control: setMarketStatus, with: { symbol: BTC-USDT, status: shut, account: alice } }',
          '{ at: 4m, control: deposit, with: { account: carol, asset: USDT, amount: "5" } }',
          '{ at: 5m, faults: [{ match: { action: placeOrder }, effect: { kind: replyLost } }] }',
          '{ at: 6m, clearFaults: false }',
          '{ at: 7m, connect: alice, channels: [{ channel: orders }, { channel: trades, symbol: XX-USDT }] }',
          '{ at: 8m, disconnect: carol }',
        ),
      ),
    ).toEqual([
      'scenario.yaml:9:24: timeline[0].control: is no control command; did you mean movePrice?',
      'scenario.yaml:10:68: timeline[1].with.price: must be a positive decimal string with at most 8 decimals, such as "2500.5", as movePrice takes it',
      'scenario.yaml:11:75: timeline[2].with.status: must be "open", "closed" or "close_only", as setMarketStatus takes it',
      'scenario.yaml:11:90: timeline[2].with.account: is no field of setMarketStatus; remove it',
      'scenario.yaml:12:50: timeline[3].with.account: "carol" is no account of this scenario; there are alice, bob',
      'scenario.yaml:13:43: timeline[4].faults[0].match.action: is not what faults take: rules[0].match.action must be the name of an action, and placeOrder is none (did you mean placeOrders?)',
      'scenario.yaml:14:28: timeline[5].clearFaults: must be true',
      'scenario.yaml:15:53: timeline[6].channels[0].channel: must be one of "marketPrices", "trades", "orderbook", "candles", "liquidations", "subAccountUpdates"',
      'scenario.yaml:15:90: timeline[6].channels[1].symbol: "XX-USDT" is no market of this world; there are BTC-USDT, ETH-USDT, SOL-USDT, XRP-USDT, BNB-USDT, HYPE-USDT, AVAX-USDT, SUI-USDT, WTI-USDT',
      'scenario.yaml:16:27: timeline[7].disconnect: "carol" is no account of this scenario; there are alice, bob',
    ]);
  });

  test('traders', () => {
    expect(
      folder.problems([
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
    expect(folder.problems([...HEAD, ...ACCOUNTS], { 'expect.yaml': expected.join('\n') })).toEqual([
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
    expect(folder.problems(HEAD, { 'digest.txt': 'later' })).toEqual([
      'digest.txt:1:1: must be one line of 64 hex digits; write it with perpsim run --write-digest',
    ]);
  });
});
