import { describe, expect, test } from 'vitest';
import { scenarioOfDocument } from '../format/load.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from './run-scenario.ts';
import { START } from './scenario.test-helper.ts';

const order = (side: string, price: string, quantity = '0.1'): object => ({
  orders: [{ symbol: 'BTC-USDT', side, orderType: 'limitGtc', price, quantity }],
  grouping: 'na',
});
const index = (at: string, price: string): object => ({
  at,
  control: 'movePrice',
  with: { symbol: 'BTC-USDT', price },
});

/** A run of a minute in the bare world, where nothing moves by itself. */
const run = (timeline: readonly object[]): Promise<RunResult> =>
  runScenario(
    scenarioOfDocument({
      title: 'Conditions',
      world: 'bare',
      seed: 7,
      start: '2026-01-05T00:00:00Z',
      duration: '60s',
      accounts: { alice: { deposit: { USDT: '100000' } }, bob: { deposit: { USDT: '100000' } } },
      timeline,
    }),
  );

/** What happened, without what the conditions say, with the milliseconds since the start. */
const happened = ({ events }: RunResult): string[] =>
  events
    .filter(({ kind, text }) => kind === 'note' && !text.startsWith('It has come about'))
    .map(({ time, text }) => `${time - START} ${text}`);

const failed = ({ expectations }: RunResult): unknown[] => expectations.filter(({ passed }) => !passed);

describe('an entry with a condition happens at the first moment at which it holds', () => {
  test('of a price, a position, an account value and an order', async () => {
    const result = await run([
      { at: '5s', name: 'bid', as: 'alice', do: 'placeOrders', with: order('buy', '95000') },
      index('10s', '95400'),
      index('12s500ms', '96000'),
      { when: 'the index price of "BTC-USDT" is above "95500"', note: 'price' },
      { when: 'order "bid" is open', note: 'resting' },
      { when: 'order "bid" is filled', note: 'filled' },
      { when: '"bob" is short "0.1" in "BTC-USDT"', note: 'position' },
      { when: 'the account value of "alice" is above "100050"', note: 'equity' },
      { when: 'the index price of "BTC-USDT" is above "99999"', note: 'never' },
      // What a condition brings about may be what another waits for.
      {
        when: 'the index price of "BTC-USDT" is at least "95400"',
        as: 'bob',
        do: 'placeOrders',
        with: order('sell', '95000'),
      },
    ]);
    expect(failed(result)).toEqual([]);
    expect(happened(result)).toEqual(['5000 resting', '10000 filled', '10000 position', '12500 price', '12500 equity']);
  });

  test('from a time on, until a time, and again when it has not held meanwhile', async () => {
    const swings = Array.from({ length: 6 }, (_, place) =>
      index(`${place * 5 + 5}s`, place % 2 === 0 ? '96000' : '95000'),
    );
    const when = 'the index price of "BTC-USDT" is above "95500"';
    const result = await run([
      ...swings,
      { when, note: 'once' },
      { when, count: 2, note: 'twice' },
      { when, count: 9, until: '15s', note: 'up to 15 s' },
      { when, from: '17s', count: 9, note: 'from 17 s' },
      { when, until: '4999ms', note: 'too early' },
    ]);
    expect(happened(result)).toEqual([
      ...['5000 once', '5000 twice', '5000 up to 15 s'],
      ...['15000 twice', '15000 up to 15 s', '17000 from 17 s', '25000 from 17 s'],
    ]);
  });

  test('and leaves equal runs equal, and the moment alone to what else happens in the run', async () => {
    const timeline = [
      {
        at: '5s',
        every: '100ms',
        count: 3,
        ...{ control: 'movePrice', with: { symbol: 'BTC-USDT', price: '95700' } },
      },
      {
        when: 'the index price of "BTC-USDT" is above "95500"',
        as: 'alice',
        do: 'placeOrders',
        with: order('buy', '95000'),
      },
    ];
    const [one, other] = [await run(timeline), await run(timeline)];
    expect(other.digest).toBe(one.digest);
    const written = { at: '5s', as: 'alice', do: 'placeOrders', with: order('buy', '95000') };
    const [repeated] = timeline;
    // The same request at the time at which the condition came to hold.
    expect((await run([{ ...repeated, count: 1 }, written, { ...repeated, at: '5100ms', count: 2 }])).digest).toBe(
      one.digest,
    );
  });
});

test('a repeated entry ends by its count, its last time, or both', async () => {
  const result = await run([
    { at: '10s', every: '5s', until: '20s', note: 'until' },
    { at: '11s', every: '5s', count: 2, note: 'count' },
    { at: '12s', every: '5s', count: 9, until: '21s', note: 'both' },
    { at: '50s', every: '4s', until: 'end', note: 'end' },
  ]);
  expect(happened(result)).toEqual([
    ...['10000 until', '11000 count', '12000 both', '15000 until', '16000 count', '17000 both', '20000 until'],
    ...['50000 end', '54000 end', '58000 end'],
  ]);
});
