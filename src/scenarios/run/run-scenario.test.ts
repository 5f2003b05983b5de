import { describe, expect, test } from 'vitest';
import type { AccountResult, RunResult } from '../run-result.ts';
import type { TimelineEntry } from '../scenario.ts';
import { openRun } from './open-run.ts';
import { runScenario } from './run-scenario.ts';
import { accountOf, limitOrder, marketOrder, requestAt, scenarioOf, START } from './scenario.test-helper.ts';

const BOTH = [accountOf('alice'), accountOf('bob')];

const place = (atMs: number, account: string, order: Readonly<Record<string, unknown>>): TimelineEntry =>
  requestAt(atMs, account, 'placeOrders', { orders: [order], grouping: 'na' });

const index = (atMs: number, price: string): TimelineEntry => ({
  kind: 'control',
  atMs,
  line: 1,
  action: 'movePrice',
  params: { symbol: 'BTC-USDT', price },
});

const deposit = (atMs: number, name: string, amount: string): TimelineEntry => ({
  kind: 'control',
  atMs,
  line: 1,
  action: 'deposit',
  params: { subAccountId: `\${${name}.subAccountId}`, asset: 'USDT', amount },
});

/** Alice buys 0.1 at 95,000 as maker, bob sells as taker. */
const TRADE = [
  place(1_000, 'alice', limitOrder('buy', '95000', '0.1')),
  place(2_000, 'bob', marketOrder('sell', '0.1')),
];

const bare = (timeline: readonly TimelineEntry[], given: Parameters<typeof scenarioOf>[0] = {}): Promise<RunResult> =>
  runScenario(scenarioOf({ world: 'bare', accounts: BOTH, timeline, ...given }));

function accountIn({ accounts, expectations }: RunResult, name: string): AccountResult {
  expect(expectations.filter(({ passed }) => !passed)).toEqual([]);
  const account = accounts.find((one) => one.name === name);
  if (!account) throw new Error(`no account ${name}`);
  return account;
}

describe('PnL by source', () => {
  test('of a maker and a taker whose price moves, beside a deposit', async () => {
    const result = await bare([...TRADE, index(3_000, '96000'), deposit(4_000, 'alice', '500')]);
    // 0.1 x 1,000 of price; 9,500 x 0.0002 and x 0.0005 of fees.
    const alice = accountIn(result, 'alice');
    expect(alice.pnl).toEqual({ price: '100', fees: '-1.9', funding: '0', liquidation: '0', total: '98.1' });
    const bob = accountIn(result, 'bob');
    expect(bob.pnl).toEqual({ price: '-100', fees: '-4.75', funding: '0', liquidation: '0', total: '-104.75' });
    expect(alice.equity[0]).toEqual([START, '100000']);
    expect(alice.equity.at(-1)).toEqual([START + 60_000, '100598.1']);
    expect(alice.statistics).toMatchObject({
      pnl: '98.1',
      fills: 1,
      orders: 1,
      fillRatio: 1,
      makerShare: 1,
      notional: '9500',
    });
    expect(bob.statistics).toMatchObject({ pnl: '-104.75', drawdown: '104.75', makerShare: 0 });
  });

  test('of a position that was closed again is realized', async () => {
    const back = [
      place(4_000, 'bob', limitOrder('buy', '95500', '0.1')),
      place(5_000, 'alice', marketOrder('sell', '0.1')),
    ];
    const result = await bare([...TRADE, ...back]);
    // 0.1 x 500; 1.9 as maker of 9,500 and 4.775 as taker of 9,550.
    expect(accountIn(result, 'alice').pnl).toEqual({
      price: '50',
      fees: '-6.675',
      funding: '0',
      liquidation: '0',
      total: '43.325',
    });
  });

  test('counts what was paid at the very start, and a withdrawal, as no profit', async () => {
    const withdrawal = requestAt(5_000, 'alice', 'withdrawCollateral', {
      symbol: 'USDT',
      amount: '1000',
      destination: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    });
    const result = await bare([deposit(0, 'alice', '250'), ...TRADE, index(3_000, '96000'), withdrawal]);
    const alice = accountIn(result, 'alice');
    expect(alice.pnl.total).toBe('98.1');
    expect(alice.statistics.pnl).toBe('98.1');
    expect(alice.equity.at(-1)).toEqual([START + 60_000, '99348.1']);
  });

  test('counts isolated margin as part of the account', async () => {
    const isolated = requestAt(1_000, 'alice', 'placeIsolatedOrder', {
      order: limitOrder('buy', '95000', '0.1'),
      leverage: 10,
      isolatedMargin: '1000',
    });
    const result = await bare([isolated, place(2_000, 'bob', marketOrder('sell', '0.1')), index(3_000, '96000')]);
    expect(accountIn(result, 'alice').pnl).toMatchObject({ price: '100', fees: '-1.9', total: '98.1' });
  });

  test('of a takeover by the vault: the price takes 990, and what is left goes to the vault', async () => {
    const accounts = [
      accountOf('alice', { deposits: { USDT: '1000' }, leverage: { 'BTC-USDT': 50 } }),
      accountOf('bob'),
    ];
    const result = await bare([...TRADE, index(3_000, '85100')], { accounts });
    const alice = accountIn(result, 'alice');
    expect(alice.pnl).toEqual({ price: '-990', fees: '-1.9', funding: '0', liquidation: '-8.1', total: '-1000' });
    expect(alice.liquidations).toBe(1);
    expect(result.events.filter(({ kind }) => kind === 'liquidation').map(({ text }) => text)).toEqual([
      'Liquidation begins at stage vault: equity 8.1 is below the maintenance margin of 42.55.',
      'Liquidation ends: the insurance vault has taken over what was left.',
    ]);
  });

  test('of a liquidation in the book counts the clearance fee', async () => {
    const accounts = [
      accountOf('alice', { deposits: { USDT: '1000' }, leverage: { 'BTC-USDT': 50 } }),
      accountOf('bob'),
    ];
    const bid = place(2_500, 'bob', limitOrder('buy', '90300', '0.1'));
    const result = await bare([...TRADE, bid, index(3_000, '85400')], { accounts });
    const alice = accountIn(result, 'alice');
    // 0.00095 is sold at 90,300 for a fee of 0.005, which is enough; 0.09905 stays at a mark of 85,400.
    expect(alice.pnl).toEqual({
      price: '-955.345',
      fees: '-1.9',
      funding: '0',
      liquidation: '-0.428925',
      total: '-957.673925',
    });
  });

  test('of an hour with funding', async () => {
    // The mark is the index, so the rate is the interest of an hour alone.
    const result = await bare(TRADE, { durationMs: 3_600_000 });
    expect(result.markets.find(({ symbol }) => symbol === 'BTC-USDT')?.funding).toEqual([
      [START + 3_600_000, '0.0000125'],
    ]);
    expect(accountIn(result, 'alice').pnl).toEqual({
      price: '0',
      fees: '-1.9',
      funding: '-0.11875',
      liquidation: '0',
      total: '-2.01875',
    });
    expect(accountIn(result, 'bob').pnl.funding).toBe('0.11875');
    expect(result.events.filter(({ kind }) => kind === 'funding')).toMatchObject([
      { account: 'alice', symbol: 'BTC-USDT', text: 'Paid funding of 0.11875 at the rate 0.0000125.' },
      { account: 'bob', symbol: 'BTC-USDT', text: 'Received funding of 0.11875 at the rate 0.0000125.' },
    ]);
  });
});

describe('what a run collects', () => {
  test('fills, orders with their place in the queue, trades, prices and depth', async () => {
    const behind = place(1_500, 'bob', limitOrder('buy', '95000', '0.3'));
    const result = await bare([...TRADE.slice(0, 1), behind, place(2_000, 'bob', marketOrder('sell', '0.05'))]);
    const alice = accountIn(result, 'alice');
    expect(alice.fills).toMatchObject([
      {
        time: START + 2_000,
        symbol: 'BTC-USDT',
        side: 'buy',
        price: '95000',
        quantity: '0.05',
        fee: '0.95',
        liquidity: 'maker',
      },
    ]);
    expect(accountIn(result, 'bob').statistics).toMatchObject({ orders: 2, queuePosition: 0.25 });
    const btc = result.markets.find(({ symbol }) => symbol === 'BTC-USDT');
    expect(btc).toMatchObject({
      tradeCount: 1,
      volume: '0.05',
      trades: [[START + 2_000, '95000', '0.05', 'sell']],
    });
    expect(btc?.prices[0]).toEqual([START, '95000', '95000', '0', '0', '0']);
    expect(btc?.prices.at(-1)).toEqual([START + 60_000, '95000', '95000', '95000', '0', '0.05']);
    expect(btc?.depth.at(-1)).toEqual({ time: START + 60_000, bids: [['95000', '0.35']], asks: [] });
  });

  test('changes no digest', async () => {
    const scenario = scenarioOf({ world: 'calm', accounts: BOTH, timeline: TRADE, durationMs: 30_000 });
    const run = await openRun(scenario);
    await run.play();
    const digest = run.exchange.digest();
    await run.close();
    const result = await runScenario(scenario);
    expect(result.digest).toBe(digest);
    expect(result.markets[0]?.tradeCount).toBeGreaterThan(0);
  });

  test('is bounded, with at least a row a minute', async () => {
    const result = await bare(TRADE, { durationMs: 5 * 3_600_000 });
    const [, ...rows] = accountIn(result, 'alice').equity;
    expect(rows.length).toBeLessThanOrEqual(1_999);
    expect(Math.max(...rows.map(([time], place) => time - (rows[place - 1]?.[0] ?? START)))).toBeLessThanOrEqual(
      60_000,
    );
    expect(result.markets[0]?.depth.length).toBeLessThanOrEqual(60);
  });

  test('is equal for equal runs, but for what was measured', async () => {
    const scenario = scenarioOf({ world: 'calm', accounts: BOTH, timeline: TRADE, durationMs: 20_000 });
    const { measured: _first, ...first } = await runScenario(scenario);
    const { measured: _second, ...second } = await runScenario(scenario);
    expect(second).toEqual(first);
  });
});

describe('the verdict', () => {
  test('is none without expectations, failed for an entry that failed, and passed otherwise', async () => {
    const large = { orders: [limitOrder('buy', '94000', '20')], grouping: 'na' };
    expect((await bare(TRADE)).verdict).toBe('none');
    expect((await bare([requestAt(1, 'alice', 'placeOrders', large)])).verdict).toBe('failed');
    const refused = [requestAt(1, 'alice', 'placeOrders', large, { refused: 'INSUFFICIENT_MARGIN' })];
    expect((await bare(refused)).verdict).toBe('passed');
  });

  test('compares the digest only of a run as it is written', async () => {
    const scenario = scenarioOf({ digest: 'abc' });
    expect((await runScenario(scenario)).expectedDigest).toBe('abc');
    expect((await runScenario(scenario, { seed: '8' })).expectedDigest).toBeNull();
    expect((await runScenario(scenario, { untilMs: 1_000 })).expectedDigest).toBeNull();
    expect((await runScenario(scenario, { overrides: { duration: '1m' } })).expectedDigest).toBeNull();
  });
});

describe('expectations', () => {
  const slow = accountOf('alice', { latency: { entry: { kind: 'constant', ms: 50 }, response: null, data: null } });
  const mark = { atMs: 2_500, line: 3, sentence: 'the mark price of "BTC-USDT" is "95000"', rows: [] };
  const flat = { atMs: 60_000, line: 4, sentence: '"alice" has no position in "BTC-USDT"', rows: [] };

  test('are checked at their times, and fail the run with what was found', async () => {
    const result = await bare(TRADE, { accounts: [slow, accountOf('bob')], expectations: [mark, flat] });
    expect(result.expectations).toMatchObject([
      { time: START + 2_500, line: 3, passed: true, message: '' },
      { time: START + 60_000, line: 4, passed: false },
    ]);
    expect(result.expectations[1]?.message).not.toBe('');
    expect(result.verdict).toBe('failed');
  });

  test('leave no trace in the digest, however often they read', async () => {
    const { digest } = await bare(TRADE, { expectations: [mark] });
    const many = Array.from({ length: 30 }, () => ({ ...flat, atMs: 2_500 }));
    expect((await bare(TRADE, { expectations: many })).digest).toBe(digest);
  });
});
