import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backtest, type BacktestOptions, type BacktestResult } from './backtest.ts';
import type { LatencySpec, Scenario } from '../scenarios/scenario.ts';
import { accountOf, marketOrder, requestAt, scenarioOf, START } from '../scenarios/run/scenario.test-helper.ts';
import type { Fill, Strategy, StrategyContext } from '../scenarios/strategy.ts';

/** Alice sells twice into a market with a ladder of the house; the account `me` is there for a strategy. */
const sells: Scenario = scenarioOf({
  accounts: [accountOf('me'), accountOf('alice')],
  timeline: [
    requestAt(10_000, 'alice', 'placeOrders', { orders: [marketOrder('sell', '0.5')], grouping: 'na' }),
    requestAt(20_000, 'alice', 'placeOrders', { orders: [marketOrder('sell', '0.5')], grouping: 'na' }),
  ],
});
const ME = { account: 'me', symbol: 'BTC-USDT' } as const;

/** Rests a bid in front of the house as soon as it sees the book. */
const bidder = (): Strategy => {
  let isPlaced = false;
  return {
    onBook: async ({ bids }, { client, symbol }) => {
      if (isPlaced || !bids[0]) return;
      isPlaced = true;
      await client.placeOrder({ symbol, side: 'buy', orderType: 'limitAlo', price: '94995', quantity: '0.8' });
    },
  };
};

const textOf = (fills: readonly Fill[]): string[] =>
  fills.map(({ time, side, quantity, price, liquidity }) =>
    [time - START, side, quantity, 'at', price, liquidity].join(' '),
  );

describe('a backtest', () => {
  it('returns fills, account value, statistics, PnL by source, the digest and the whole run', async () => {
    const result = await backtest({ scenario: sells, strategy: bidder, ...ME });
    expect(textOf(result.fills)).toEqual(['10000 buy 0.5 at 94995 maker', '20000 buy 0.3 at 94995 maker']);
    expect(result.statistics).toMatchObject({
      fills: 2,
      orders: 1,
      notional: '75996',
      fillRatio: 1,
      makerShare: 1,
      queuePosition: 0,
    });
    expect(result.pnl.total).toBe(result.statistics.pnl);
    expect(result.equity[0]?.[0]).toBe(START);
    expect(result.equity.at(-1)?.[0]).toBe(START + 60_000);
    expect(result.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(result.run).toMatchObject({ mode: 'closed', digest: result.digest, seed: '7' });
    expect(result.run.accounts.find(({ isStrategy }) => isStrategy)?.name).toBe('me');
  });

  it('gives equal results for equal options, and others for another seed', async () => {
    const run = (seed: number): Promise<BacktestResult> =>
      backtest({ scenario: sells, strategy: 'taker', params: { everyMs: 5_000 }, ...ME, seed });
    const { run: first, ...results } = await run(11);
    const { run: second, ...again } = await run(11);
    expect(again).toEqual(results);
    expect({ ...second, measured: null }).toEqual({ ...first, measured: null });
    const other = await run(12);
    expect(other.digest).not.toBe(results.digest);
    expect(textOf(other.fills)).not.toEqual(textOf(results.fills));
  });

  it('ends earlier when it is asked to, and when it is stopped', async () => {
    const early = await backtest({ scenario: sells, strategy: bidder(), ...ME, until: '15s' });
    expect(textOf(early.fills)).toEqual(['10000 buy 0.5 at 94995 maker']);
    expect(early.run.endTime).toBe(START + 15_000);
    const stop = new AbortController();
    const stopped = await backtest({
      scenario: sells,
      strategy: bidder,
      ...ME,
      signal: stop.signal,
      onProgress: ({ now }) => now >= START + 12_000 && stop.abort(),
    });
    expect(stopped.run.endTime).toBeLessThan(START + 20_000);
    expect(stopped.fills).toHaveLength(1);
  });

  it('ends with the error of a callback, by strategy, callback and exchange time', async () => {
    const strategy: Strategy = {
      onTrade: () => {
        throw new Error('out of ideas');
      },
    };
    await expect(backtest({ scenario: sells, strategy, ...ME })).rejects.toThrow(
      'strategy strategy failed in onTrade at 2026-01-05T00:00:10.000Z: out of ideas',
    );
  });
});

describe('latency of the strategy', () => {
  // Alice takes the best ask 30 ms after the strategy has decided to.
  const race: Scenario = scenarioOf({
    accounts: [accountOf('me'), accountOf('alice')],
    timeline: [requestAt(10_030, 'alice', 'placeOrders', { orders: [marketOrder('buy', '1')], grouping: 'na' })],
    durationMs: 15_000,
  });
  const sniper = (log: string[]): Strategy => ({
    onStart: ({ after }) => after(10_000, 'now'),
    onTimer: async (_timer, context) => {
      const { client, symbol } = context;
      const order = { symbol, side: 'buy', orderType: 'limitIoc', price: '95010', quantity: '0.5' } as const;
      const { statuses } = await client.placeOrders([order]);
      log.push(`${context.now - START} ${Object.keys(statuses[0] ?? {}).join()}`);
    },
  });

  it('of 50 ms on entry makes an order miss a price that has moved', async () => {
    const log: string[] = [];
    const fast = await backtest({ scenario: race, strategy: sniper(log), ...ME });
    expect(textOf(fast.fills)).toEqual(['10000 buy 0.5 at 95010 taker']);
    const slow = await backtest({ scenario: race, strategy: sniper(log), ...ME, latency: { entry: 50, response: 7 } });
    expect(slow.fills).toEqual([]);
    expect(log).toEqual(['10000 filled', '10057 canceled']);
  });

  it('on data makes callbacks late by exactly that, also where it is drawn anew each time', async () => {
    const delays = async (data: LatencySpec | number): Promise<number[]> => {
      const seen: number[] = [];
      const watcher: Strategy = {
        onBook: ({ time, bids }, { now }) => void (bids.length > 0 && seen.push(now - time)),
        onTrade: ({ time }, { now }) => void seen.push(now - time),
      };
      await backtest({ scenario: sells, strategy: watcher, ...ME, latency: { data } });
      return seen;
    };
    // The snapshot that a subscription begins with is not held back.
    expect(await delays(0)).toEqual([0, 0, 0, 0, 0]);
    expect(await delays(35)).toEqual([0, 35, 35, 35, 35]);
    const drawn = await delays({ kind: 'uniform', fromMs: 10, toMs: 60 });
    expect(drawn.slice(1).every((ms) => ms >= 10 && ms <= 60)).toBe(true);
    expect(new Set(drawn.slice(1)).size).toBeGreaterThan(1);
    expect(await delays({ kind: 'uniform', fromMs: 10, toMs: 60 })).toEqual(drawn);
  });

  it('shows the fill of an order after its callback, when it arrives', async () => {
    const log: string[] = [];
    const strategy: Strategy = {
      onStart: ({ after }) => after(1_000, 'now'),
      onTimer: async (_timer, context) => {
        const { client, symbol } = context;
        await client.placeOrder({ symbol, side: 'buy', orderType: 'market', quantity: '0.1' });
        log.push(`response at ${context.now - START} with position ${context.position}`);
      },
      onFill: ({ time }, { now, position }) =>
        void log.push(`fill of ${time - START} at ${now - START} with position ${position}`),
    };
    await backtest({ scenario: race, strategy, ...ME, latency: { entry: 20, response: 5, data: 100 } });
    expect(log).toEqual(['response at 1025 with position 0', 'fill of 1020 at 1120 with position 0.1']);
  });

  describe('counts for every read of the strategy', () => {
    /** Reads once, 30 ms before Alice sells, and notes when it knows what. */
    const reader = (log: string[], read: (context: StrategyContext) => Promise<string>): Strategy => ({
      onStart: ({ after }) => after(9_970, 'now'),
      onTimer: async (_timer, context) => {
        const shown = await read(context);
        log.push(`${context.now - START} ${shown}`);
      },
    });
    const bestBid = async ({ client, symbol }: StrategyContext): Promise<string> => {
      const { bids } = await client.getOrderbook(symbol);
      return bids[0]?.join(' x ') ?? '';
    };
    const markets = async ({ client }: StrategyContext): Promise<string> => String((await client.getMarkets()).length);
    const read = async (latency: BacktestOptions['latency'], how = bestBid): Promise<string[]> => {
      const log: string[] = [];
      await backtest({ scenario: sells, strategy: reader(log, how), ...ME, ...(latency && { latency }), until: '15s' });
      return log;
    };

    it('that names no subaccount: the book is that of the arrival, and is known once the response has come', async () => {
      // Alice sells into the best bid at 10,000.
      expect(await read(undefined)).toEqual(['9970 94990 x 1']);
      expect(await read({ entry: 20, response: 500 })).toEqual(['10490 94990 x 1']);
      expect(await read({ entry: 40, response: 7 })).toEqual(['10017 94990 x 0.5']);
    });

    it('without a latency of responses: what is read is as late as what is pushed', async () => {
      expect(await read({ data: 500 })).toEqual(['10470 94990 x 1']);
      expect(await read({ response: 7, data: 500 })).toEqual(['9977 94990 x 1']);
    });

    it('of other public actions, and draws the same each time', async () => {
      const uniform = { kind: 'uniform', fromMs: 100, toMs: 900 } as const;
      const once = await read({ entry: uniform, response: uniform }, markets);
      expect(once).toEqual(await read({ entry: uniform, response: uniform }, markets));
      expect(Number.parseInt(once[0] ?? '', 10)).toBeGreaterThanOrEqual(9_970 + 200);
    });
  });
});

describe('options of a backtest', () => {
  it('are refused when they do not fit the scenario', async () => {
    await expect(backtest({ scenario: sells })).rejects.toThrow(
      'the scenario test/run has no strategy of its own: give strategy, account and symbol',
    );
    await expect(backtest({ scenario: sells, strategy: 'taker', account: 'bob', symbol: 'BTC-USDT' })).rejects.toThrow(
      'the scenario test/run has no account "bob"; there are me, alice',
    );
    await expect(backtest({ scenario: sells, strategy: 'takr', ...ME })).rejects.toThrow('there is no strategy "takr"');
    await expect(backtest({ scenario: sells, strategy: 'taker', ...ME, params: { size: -1 } })).rejects.toThrow(
      'strategy taker: size must be a decimal number of at least 0 (got -1)',
    );
    await expect(backtest({ scenario: sells, strategy: 'taker', ...ME, set: { seed: 1 } })).rejects.toThrow(
      'set needs the name or the file of a scenario: one that was loaded is not read again',
    );
    await expect(backtest({} as BacktestOptions)).rejects.toThrow(
      'backtest needs a scenario: a folder, a file, a name of the library, or a scenario object',
    );
    await expect(backtest({ scenario: sells, strategy: 'taker', ...ME, latency: { entry: -1 } })).rejects.toThrow(
      'latency.entry.ms must be a whole number from 0 to 86400000',
    );
    for (const until of [0, -5, 1.5, 'soon']) {
      await expect(backtest({ scenario: sells, strategy: 'taker', ...ME, until })).rejects.toThrow(
        `until must be milliseconds above 0, or a duration such as 10m (got ${JSON.stringify(until)})`,
      );
    }
  });
});

describe('a scenario as an object in the shape of the file', () => {
  const document = {
    title: 'A maker meets noise',
    world: 'quiet',
    seed: 7,
    start: '2026-01-05T00:00:00Z',
    duration: '30s',
    accounts: { me: { deposit: { USDT: '100000' } }, bob: { deposit: { USDT: '100000' } } },
    agents: [
      { name: 'noise', account: 'bob', use: 'taker', symbol: 'BTC-USDT', params: { everyMs: 500, size: '0.05' } },
    ],
    strategy: { account: 'me', use: 'maker', symbol: 'BTC-USDT', params: { spread: 1, size: '0.1' } },
    timeline: [{ at: '5s', note: 'half a minute' }],
  };

  it('runs as the file does, and takes values in place of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perpsim-document-'));
    writeFileSync(join(folder, 'scenario.yaml'), JSON.stringify(document));
    const file = await backtest({ scenario: folder });
    rmSync(folder, { recursive: true });
    const object = await backtest({ scenario: document });
    expect(object.fills.length).toBeGreaterThan(20);
    expect(object.digest).toBe(file.digest);
    const wide = await backtest({ scenario: document, set: { 'strategy.spread': 40 } });
    expect([wide.fills, wide.run.overrides]).toEqual([[], { 'strategy.spread': '40' }]);
  });

  it('is refused with every problem by field, as in a file', async () => {
    const scenario = {
      ...document,
      duration: '30',
      accounts: { me: { deposits: { USDT: '1' } } },
      timeline: [{ at: '5s', as: 'bob', do: 'placeOrder' }],
      agents: [],
    };
    await expect(backtest({ scenario })).rejects.toThrow(
      [
        'scenario: duration: must be a duration such as "90s", "1h30m" or "250ms", of at most 366 days',
        'scenario: accounts.me.deposits: is not a field here; remove it, or use one of dev, count, deposit, leverage, tier, latency',
        'scenario: timeline[0].as: "bob" is no account of this scenario; there are me',
        'scenario: timeline[0].do: is no action of the API; did you mean placeOrders?',
      ].join('\n'),
    );
    await expect(backtest({ scenario: { ...document, seed: undefined } })).rejects.toThrow(
      'scenario: seed: is missing; add it',
    );
    await expect(backtest({ scenario: [] as unknown as typeof document })).rejects.toThrow(
      'scenario: a scenario must be a map of fields',
    );
  });
});

describe('a scenario file with a strategy', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'perpsim-backtest-'));
    writeFileSync(
      join(folder, 'scenario.yaml'),
      [
        'title: A maker meets noise',
        'world: quiet',
        'seed: 7',
        'start: 2026-01-05T00:00:00Z',
        'duration: 30s',
        'accounts:',
        '  me: { deposit: { USDT: "100000" } }',
        '  bob: { deposit: { USDT: "100000" } }',
        'agents:',
        '  - { name: noise, account: bob, use: taker, symbol: BTC-USDT, params: { everyMs: 500, size: "0.05" } }',
        'strategy: { account: me, use: maker, symbol: BTC-USDT, params: { spread: 1, size: "0.1" } }',
      ].join('\n'),
    );
    writeFileSync(
      join(folder, 'mine.mjs'),
      'export default ({ price }) => ({ onStart: ({ client, symbol }) => client.placeOrder({ symbol, side: "buy", orderType: "limitAlo", price: String(price), quantity: "0.1" }) });',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('runs the strategy that it names, with what is set in place of its values', async () => {
    const narrow = await backtest({ scenario: folder });
    expect(narrow.fills.length).toBeGreaterThan(20);
    expect(new Set(narrow.fills.map(({ liquidity }) => liquidity))).toEqual(new Set(['maker']));
    expect(narrow.run.overrides).toEqual({});
    const wide = await backtest({ scenario: folder, set: { 'strategy.spread': 40 } });
    expect(wide.fills).toEqual([]);
    expect(wide.run.overrides).toEqual({ 'strategy.spread': '40' });
    expect(await backtest({ scenario: folder, params: { spread: 40 } })).toMatchObject({ fills: [] });
  });

  it('runs another strategy in its place: by name with parameters of its own, or from a module', async () => {
    const noise = await backtest({ scenario: folder, strategy: 'taker', params: { everyMs: 1_000 } });
    expect(new Set(noise.fills.map(({ liquidity }) => liquidity))).toEqual(new Set(['taker']));
    const module = join(folder, 'mine.mjs');
    const mine = await backtest({ scenario: folder, strategy: module, params: { price: 94_999 } });
    expect(mine.fills[0]).toMatchObject({ price: '94999', liquidity: 'maker', side: 'buy' });
  });
});
