import { describe, expect, test } from 'vitest';
import { JournalAudit } from '../../inspect/audit/audit-journal.ts';
import { scenarioOfDocument } from '../format/load.ts';
import { type Expectation, ScenarioFileError } from '../scenario.ts';
import { tapeOfJournal } from '../../lab/recorded/from-journal.ts';
import type { RunResult } from '../run-result.ts';
import { openRun } from './open-run.ts';
import { runScenario } from './run-scenario.ts';

/** Terms that change in the middle of a run, markets that end, and outages, as timelines say them. */

const order = (side: string, price: string, quantity = '0.1'): object => ({
  orders: [{ symbol: 'BTC-USDT', side, orderType: 'limitGtc', price, quantity }],
  grouping: 'na',
});
const sends = (at: string, as: string, side: string, price: string, more: object = {}): object => ({
  ...{ at, as, do: 'placeOrders', with: order(side, price) },
  ...more,
});
const control = (at: string, name: string, given: object): object => ({ at, control: name, with: given });
const at = (atMs: number, sentence: string): Expectation => ({ atMs, line: 0, sentence, rows: [] });

const scenarioWith = (timeline: readonly object[], expectations: readonly Expectation[] = []) => ({
  ...scenarioOfDocument({
    title: 'Terms change',
    world: 'bare',
    seed: 7,
    start: '2026-01-05T00:00:00Z',
    duration: '30s',
    accounts: { alice: { deposit: { USDT: '100000' } }, bob: { deposit: { USDT: '100000' } } },
    timeline,
  }),
  expectations,
});

const failed = ({ expectations }: RunResult): unknown[] => expectations.filter(({ passed }) => !passed);
const run = (...given: Parameters<typeof scenarioWith>): Promise<RunResult> => runScenario(scenarioWith(...given));

test('fees, margin and a cap on open interest change at their times', async () => {
  const result = await run(
    [
      sends('1s', 'bob', 'sell', '95000'),
      control('2s', 'setFees', { tierId: 'tier_0', makerFeeRate: '-0.0001', takerFeeRate: '0.001' }),
      sends('3s', 'alice', 'buy', '95000'),
      control('4s', 'setMargin', {
        symbol: 'BTC-USDT',
        tiers: [{ from: '0', to: null, maxLeverage: 4, initial: '0.25', maintenance: '0.1' }],
      }),
      control('6s', 'setOpenInterestCap', { symbol: 'BTC-USDT', cap: '10000' }),
      sends('7s', 'alice', 'buy', '95000', { refused: 'OI_CAP_EXCEEDED' }),
      control('8s', 'setOpenInterestCap', { symbol: 'BTC-USDT', cap: '0' }),
      sends('9s', 'bob', 'sell', '95000'),
      sends('10s', 'alice', 'buy', '95000'),
    ],
    [
      at(3_500, 'the fees paid by "alice" is "9.5"'),
      at(3_500, 'the fees paid by "bob" is "-0.95"'),
      at(3_500, 'the initial margin of "alice" is at most "950"'),
      at(5_000, 'the initial margin of "alice" is "2375"'),
      at(5_000, 'the maintenance margin of "alice" is "950"'),
      at(30_000, '"alice" is long "0.2" in "BTC-USDT"'),
    ],
  );
  expect(failed(result)).toEqual([]);
});

describe('the end of a market', () => {
  const timeline = [
    sends('1s', 'bob', 'sell', '95000'),
    sends('2s', 'alice', 'buy', '95000'),
    sends('3s', 'bob', 'buy', '94000', { name: 'bid' }),
    { when: '"alice" has no positions', note: 'settled' },
    control('5s', 'delist', { symbol: 'BTC-USDT', price: '97000' }),
    sends('6s', 'alice', 'buy', '95000', { refused: 'MARKET_CLOSED' }),
  ];
  const expected = [
    at(5_500, 'market "BTC-USDT" is closed'),
    at(5_500, '"alice" has no positions'),
    at(5_500, '"bob" has no positions'),
    at(5_500, 'order "bid" is cancelled'),
    at(5_500, 'the USDT balance of "alice" is above "100190"'),
    at(5_500, 'the open interest of "BTC-USDT" is "0"'),
  ];

  test('closes positions at its price and cancels orders, and a condition sees it', async () => {
    const result = await run(timeline, expected);
    expect(failed(result)).toEqual([]);
    expect(result.events.map(({ text }) => text)).toContain('settled');
    expect(result.accounts.find(({ name }) => name === 'alice')?.pnl.price).toBe('200');
  });

  test('and changed terms are in the journal: it replays, its books balance, and a scenario of it has them', async () => {
    const tier = { from: '0', to: null, maxLeverage: 4, initial: '0.25', maintenance: '0.1' };
    const changes = [
      control('4s', 'setFees', { tierId: 'tier_0', makerFeeRate: '-0.0001', takerFeeRate: '0.001' }),
      control('4s', 'setMargin', { symbol: 'BTC-USDT', tiers: [tier] }),
      control('4s', 'setOpenInterestCap', { symbol: 'BTC-USDT', cap: '500000' }),
    ];
    const opened = await openRun(scenarioWith([...timeline, ...changes]));
    await opened.play();
    const lines = [...opened.exchange.control.journal()].map((line) => line.trimEnd());
    const audit = new JournalAudit();
    for (const line of lines) audit.line(line);
    const report = audit.report();
    expect(report.findings).toEqual([]);
    expect(report.digest).toBe(opened.exchange.control.digest());
    await opened.close();
    async function* each(): AsyncIterable<string> {
      for (const line of lines) yield await Promise.resolve(line);
    }
    const { scenario, leftOut } = (await tapeOfJournal(each())).written();
    expect(leftOut).toEqual([]);
    const written = (scenario['timeline'] as { at: string; control?: string }[]).filter(
      ({ at, control }) => control !== undefined && at !== '0s',
    );
    expect(written).toMatchObject([
      ...changes.map(({ at: _, ...entry }: { at?: string }) => entry),
      { control: 'delist', with: { symbol: 'BTC-USDT', price: '97000' } },
    ]);
  });
});

test('while the exchange is down clients get 503 and lose their streams, prices go on, and expectations see what is there', async () => {
  const result = await run(
    [
      sends('1s', 'bob', 'sell', '95400', { name: 'ask' }),
      { at: '1s', connect: 'alice', channels: [{ channel: 'trades', symbol: 'BTC-USDT' }] },
      control('5s', 'setExchangeStatus', { status: 'down' }),
      sends('6s', 'alice', 'buy', '94000', { refused: 'SERVICE_UNAVAILABLE' }),
      control('7s', 'movePrice', { symbol: 'BTC-USDT', price: '95300' }),
      control('10s', 'setExchangeStatus', { status: 'running' }),
      { at: '11s', connect: 'alice', channels: [{ channel: 'trades', symbol: 'BTC-USDT' }] },
      sends('25s', 'alice', 'buy', '95400'),
    ],
    [
      at(6_000, 'the exchange is down'),
      at(6_000, 'the stream of "alice" is not open'),
      at(8_000, 'order "ask" is open'),
      at(8_000, 'the index price of "BTC-USDT" is "95300"'),
      at(30_000, 'the exchange is running'),
      at(30_000, 'order "ask" is filled'),
      at(30_000, 'the stream of "alice" has received 1 frame of trades'),
      at(30_000, '"alice" has connected 2 times'),
    ],
  );
  expect(failed(result)).toEqual([]);
});

describe('what is wrong with an entry is said by its field', () => {
  const problemsOf = (entry: object): string => {
    try {
      scenarioWith([entry]);
    } catch (error) {
      if (error instanceof ScenarioFileError)
        return error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
      throw error;
    }
    return '';
  };

  test.each([
    [control('1s', 'setFee', {}), 'timeline[0].control: is no control command; did you mean setFees?'],
    [control('1s', 'setMargins', {}), 'timeline[0].control: is no control command; did you mean setMargin?'],
    [control('1s', 'delistMarket', {}), /is no control command; there are deposit, .*, delist/],
    [control('1s', 'setFees', { tierId: 'tier_0' }), /makerFeeRate is missing; setFees needs it/],
    [
      control('1s', 'setFees', { tierId: 't', makerFeeRate: 0, takerFeeRate: '0' }),
      /makerFeeRate: must be a decimal string/,
    ],
    [control('1s', 'setMargin', { symbol: 'BTC-USDT', tiers: [{ from: '0' }] }), /timeline\[0\].with.tiers/],
    [
      control('1s', 'setMargin', { symbol: 'BTC-USDT', tiers: [{ from: '0', til: null }] }),
      /tiers\[0\].til: is no field of setMargin/,
    ],
    [control('1s', 'setOpenInterestCap', { symbol: 'BTC-USDT', cap: 5 }), /cap: must be a decimal string/],
    [control('1s', 'delist', { symbol: 'BTC-USD' }), /timeline\[0\].with.symbol/],
    [control('1s', 'setExchangeStatus', { status: 'gone' }), /must be "running", "degraded", "draining" or "down"/],
  ])('%j', (entry, said) => {
    expect(problemsOf(entry)).toMatch(said);
  });
});
