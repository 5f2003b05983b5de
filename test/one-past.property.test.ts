import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createExchange, type ExchangeOptions } from '../src/index.ts';
import { runsOf, testInFull } from '../src/kernel/test-budget.test-helper.ts';
import { assertOnePast, assertSameOnStream, type Remembered } from './one-past.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Market {
  readonly symbol: string;
  readonly process: Readonly<Record<string, unknown>>;
  readonly liquidity: Readonly<Record<string, unknown>>;
}

interface World {
  readonly markets: readonly Market[];
  readonly [section: string]: unknown;
}

/** The calm world with three of its markets, whose agents act every `stepMs`, and a past of `days` days. */
function worldWith(days: number, stepMs: number): Record<string, unknown> {
  const { markets, ...rest } = JSON.parse(readFileSync('fixtures/worlds/calm.json', 'utf8')) as World;
  const kept = markets.filter(({ symbol }) => ['BTC-USDT', 'ETH-USDT', 'WTI-USDT'].includes(symbol));
  const slower = kept.map((market) => ({
    ...market,
    process: { ...market.process, stepMs },
    liquidity: { ...market.liquidity, stepMs },
  }));
  return { ...rest, name: 'slower', history: { days }, markets: slower };
}

/** A world of bitcoin and oil that both live: traders act seldom, so that hours pass quickly. */
const LIVING: Record<string, unknown> = {
  extends: 'quiet',
  name: 'one past',
  description: 'Living markets with a past.',
  history: { days: 30 },
  factor: { volatility: '0.4' },
  everyMarket: {
    process: { kind: 'stochastic', volatility: '0.5', stepMs: 20_000 },
    liquidity: { kind: 'population', turnover: '30000000', liveliness: 'calm', ordersPerMinute: 6 },
  },
  markets: [{ symbol: 'BTC-USDT', process: { beta: '1' } }, { symbol: 'WTI-USDT' }],
};

const CASES: readonly { readonly name: string; readonly options: ExchangeOptions }[] = [
  { name: 'seed 7, a Monday at midnight', options: { seed: 7 } },
  { name: 'seed 9, on a Saturday, while oil rests', options: { seed: 9, startTime: '2026-01-10T11:59:59.999Z' } },
  {
    name: 'seed 11, with a past of a day',
    options: { seed: 11, startTime: '2026-01-07T00:00:00Z', world: worldWith(1, 10_000) },
  },
];

const LIVING_CASES: typeof CASES = [
  { name: 'seed 2, in the middle of an hour', options: { seed: 2, startTime: '2026-01-08T13:37:42.123Z' } },
  { name: 'seed 3, on a Saturday, while oil rests', options: { seed: 3, startTime: '2026-01-10T11:59:59.999Z' } },
];

/** From each time to the next: the first millisecond, soon after, after an hour, an odd time, and when the day has left the past. */
const TIMES = [0, 17_389, HOUR_MS, 7 * HOUR_MS + 12_345, 18 * HOUR_MS];

const NO_LIMITS = { limits: { enabled: false } } as const;

test.each(CASES.slice(0, runsOf({ quick: 0, full: CASES.length })))(
  'candles, last trades, day figures and funding agree at all times: $name',
  async ({ options }) => {
    const exchange = await createExchange({ world: worldWith(30, 10_000), ...NO_LIMITS, ...options });
    const remembered = new Map<string, Remembered>();
    let streamed = 0;
    for (const ms of TIMES) {
      exchange.clock.advance(ms);
      for (const symbol of ['BTC-USDT', 'WTI-USDT']) {
        remembered.set(symbol, await assertOnePast(exchange, symbol, remembered.get(symbol)));
      }
      if (await assertSameOnStream(exchange, 'BTC-USDT')) streamed += 1;
    }
    expect(streamed).toBeGreaterThan(0);
    await exchange.close();
  },
);

test.each(LIVING_CASES.slice(0, runsOf({ quick: 0, full: LIVING_CASES.length })))(
  'living markets have one past at the first millisecond, soon after and hours later: $name',
  async ({ options }) => {
    const exchange = await createExchange({ world: LIVING, ...NO_LIMITS, ...options });
    const remembered = new Map<string, Remembered>();
    let streamed = 0;
    for (const ms of [0, 17_389, 2 * HOUR_MS + 12_345]) {
      exchange.clock.advance(ms);
      for (const symbol of ['BTC-USDT', 'WTI-USDT']) {
        remembered.set(symbol, await assertOnePast(exchange, symbol, remembered.get(symbol)));
      }
      if (await assertSameOnStream(exchange, 'BTC-USDT')) streamed += 1;
    }
    expect(streamed).toBeGreaterThan(0);
    await exchange.close();
  },
);

test('the default world agrees with itself at the first millisecond and after ten minutes', async () => {
  const exchange = await createExchange({ seed: 7, ...NO_LIMITS });
  expect(exchange.markets).toHaveLength(9);
  // A quick run looks at one of the markets, which lives, and a full one at four.
  for (const symbol of exchange.markets.slice(0, runsOf({ quick: 1, full: 4 }))) await assertOnePast(exchange, symbol);
  exchange.clock.advance(10 * MINUTE_MS + 123);
  await assertOnePast(exchange, 'SOL-USDT');
  await exchange.close();
});

testInFull('the past does not depend on who has asked for it before', async () => {
  const options: ExchangeOptions = { seed: 12, world: worldWith(30, 10_000), ...NO_LIMITS };
  const [asked, unasked] = [await createExchange(options), await createExchange(options)];
  const first = await assertOnePast(asked, 'BTC-USDT');
  asked.clock.advance(3 * HOUR_MS);
  unasked.clock.advance(3 * HOUR_MS);
  const late = await assertOnePast(unasked, 'BTC-USDT');
  expect(late.hours.slice(0, first.hours.length)).toEqual(first.hours);
  expect(await assertOnePast(asked, 'BTC-USDT')).toEqual(late);
  expect(asked.digest()).toBe(unasked.digest());
  await asked.close();
  await unasked.close();
});
