import { expect, test } from 'vitest';
import type { TargetSpeed } from './deployment.ts';
import { runOf, scenario } from './results/run.test-helper.ts';
import { claimOf } from './run/claims.ts';
import { type Cost, StepArgument } from './steps/declaration.ts';
import { STEPS } from './steps/library.ts';
import { NO_COST } from './steps/requests.ts';
import { spoken } from './steps/spoken.test-helper.ts';
import { planOf } from './run/plan.ts';
import { comparedText, forecastLines, forecastOf, makespanOf, type Task, workOf } from './forecast.ts';

const LANES = { most: 2, take: () => undefined };
const capabilities = new Set(['reference-market'] as const);

/** What a step costs; a table is given by its rows. */
const costOf = (text: string, rows: readonly (readonly string[])[]): Cost | undefined =>
  STEPS.read({ text, argument: new StepArgument({ rows }) })?.cost;

const ORDER = ['BTC-USDT', 'buy'];
const HEAD = ['symbol', 'side'];

test.each<[string, string, readonly (readonly string[])[], Partial<Cost>]>([
  ['a read costs what the catalogue says', '"trader" sends getOpenOrders', [], { requests: 1, tokens: 10 }],
  [
    'each row of open orders is a placement',
    '"trader" has the open orders:',
    [HEAD, ORDER, ORDER],
    { requests: 2, tokens: 10 },
  ],
  ['a placement costs by its orders', '"trader" places:', [HEAD, ORDER, ORDER, ORDER], { requests: 1, tokens: 15 }],
  [
    'more than 20 orders take several placements',
    '"trader" has placed:',
    [
      ['times', 'symbol'],
      ['50', 'BTC-USDT'],
    ],
    { requests: 3, tokens: 250 },
  ],
  [
    'orders may be written as JSON',
    '"trader" sends placeOrders:',
    [['orders', '[{"side":"buy"},{"side":"sell"}]']],
    { requests: 1, tokens: 10 },
  ],
  [
    'a trade between two wallets takes two orders',
    '"a" is long "1" BTC-USDT at "95000" against "b"',
    [],
    { requests: 2, tokens: 10 },
  ],
  [
    'a request in several versions is sent once for each',
    '"trader" tries getTrades with {}, changed in one way at a time:',
    [ORDER, ORDER, ORDER, ORDER],
    { requests: 4, tokens: 80 },
  ],
  ['public data costs the address alone', 'anyone asks getOrderbook:', [], { requests: 1, tokens: 200, signed: false }],
  ['funding is waited for', 'the next funding is settled', [], { requests: 0, tokens: 0, passMs: 3_600_000 }],
  ['a wait is a wait', '5 s pass', [], { requests: 0, tokens: 0, passMs: 5_000 }],
  [
    'an address that is run down takes as long to refill',
    'the address has been run down',
    [],
    { tokens: 10_000, passMs: 0, refillMs: 10_000 },
  ],
  ['what only looks asks nothing', 'the response is ok with:', [ORDER, ORDER], NO_COST],
])('%s', (_case, step, rows, cost) => {
  expect(costOf(step, rows)).toMatchObject(cost);
});

const FEATURE = `Feature: orders
  Scenario: one is cancelled
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 90000 | 0.1      |
    When "trader" sends cancelOrders:
      | orderIds | [{bid}] |
    Then the response is ok
    And nothing changed
`;
const [cancelled] = planOf(new Map([['features/trade/x.feature', FEATURE]]));
if (!cancelled) throw new Error('the feature holds a scenario');

test('a scenario asks for its sentences, for looks at facts, and for what takes it back', () => {
  // placeOrders 5, cancelOrders 2, two looks of 30 at one wallet, and cancelAllOrders 2 with getSubAccounts 20.
  expect(workOf(cancelled)).toEqual({ requests: 8, tokens: 89, accountTokens: 89, waitMs: 0 });
});

test('tasks that collide come one after the other, others side by side', () => {
  const resting = claimOf(cancelled);
  const moving = claimOf(spoken(['"a" is long "1" BTC-USDT at "95000" against "b"']));
  const task = (claim: typeof resting, tokens = 0): Task => ({ claim, ms: 100, tokens });
  expect(makespanOf([task(resting), task(resting)], 2, 2)).toBe(100);
  expect(makespanOf([task(resting), task(resting)], 2, 1)).toBe(200);
  expect(makespanOf([task(resting), task(resting)], 1, 2)).toBe(200);
  expect(makespanOf([task(moving), task(moving)], 2, 4)).toBe(200);
  expect(makespanOf([], 2, 4)).toBe(0);
  // The address pays 100 tokens at once and 10 in a second: what the two want beyond 100 comes in 10 seconds.
  const buckets = { address: 100, windowMs: 10_000 };
  expect(Math.round(makespanOf([task(resting, 100), task(resting, 100)], 2, 2, buckets))).toBe(10_000);
  expect(makespanOf([task(resting, 50), task(resting, 50)], 2, 2, buckets)).toBeCloseTo(100);
  expect(Math.round(makespanOf([task(moving, 100), task(moving, 100)], 2, 4, buckets))).toBe(10_000);
});

test('a run takes its requests and waits, and no less than its buckets allow', () => {
  const scenarios = Array.from({ length: 300 }, () => ({ ...cancelled }));
  const limited: TargetSpeed = { roundTripMs: 5, buckets: { address: 10_000, account: 1_000, windowMs: 10_000 } };
  const forecast = forecastOf(scenarios, { pace: limited, lanes: LANES, spentTokens: 300, capabilities }, 2, null);
  // 26,700 tokens: 16,700 more than the address holds, and 24,700 more than two subaccounts do.
  expect(forecast).toEqual({
    scenarios: 300,
    requests: 2_400,
    tokens: 27_000,
    waitMs: 0,
    lanes: 2,
    ms: 123_500,
    bucketMs: 123_500,
  });
  const unlimited: TargetSpeed = { ...limited, buckets: undefined };
  expect(forecastOf(scenarios, { pace: unlimited, lanes: LANES, capabilities }, 2, null)).toMatchObject({
    ms: 12_160,
    bucketMs: null,
  });
});

test('where time stands still nothing is foretold', () => {
  expect(forecastOf([cancelled], { capabilities }, 1, null)).toBeUndefined();
});

const FORECAST = {
  scenarios: 1_881,
  requests: 25_678,
  tokens: 643_210,
  waitMs: 253_000,
  lanes: 6,
  ms: 628_000,
  bucketMs: 628_000,
};

test('the forecast has two lines, and stands beside the measured figures', () => {
  expect(forecastLines(FORECAST)).toEqual([
    '1,881 scenarios, 6 at a time: about 26,000 requests for 640,000 tokens, and 4 min 13 s of waiting in all',
    'about 10 min 28 s; with these wallets its rate limits allow no less than 10 min 28 s',
  ]);
  expect(forecastLines({ ...FORECAST, bucketMs: null, ms: 61_000 })[1]).toBe(
    'about 1 min 1 s; the target limits nothing',
  );
  const { facts } = runOf([scenario(1)], { forecast: FORECAST, wallMs: 600_000, spentTokens: 580_221 });
  expect(comparedText(facts)).toBe('expected 10 min 28 s and 640,000 tokens; took 10 min 0 s, 580,221 tokens');
  expect(comparedText(runOf([scenario(1)]).facts)).toBeUndefined();
});
