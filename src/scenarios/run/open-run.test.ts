import { describe, expect, test } from 'vitest';
import type { Participant, Run } from './run.ts';
import type { Scenario } from '../scenario.ts';
import { openRun, type RunOptions, type ScenarioRun } from './open-run.ts';
import { accountOf, limitOrder, marketOrder, requestAt, scenarioOf, START } from './scenario.test-helper.ts';

/** Plays a scenario and looks at it before it is closed. */
async function played<T>(
  scenario: Scenario,
  look: (run: ScenarioRun) => T | Promise<T>,
  options?: RunOptions,
): Promise<T> {
  const run = await openRun(scenario, options);
  try {
    await run.play();
    return await look(run);
  } finally {
    await run.close();
  }
}

const digestOf = (scenario: Scenario, options?: RunOptions): Promise<string> =>
  played(scenario, (run) => run.exchange.digest(), options);

describe('accounts of a run', () => {
  test('an account has its own wallet, its deposits, its tier and its leverage', async () => {
    const alice = accountOf('alice', { tier: 'tier_2', leverage: { 'BTC-USDT': 20 } });
    await played(scenarioOf({ accounts: [alice] }), async ({ accounts }) => {
      const { client, address, subAccountId } = accounts.get('alice')!;
      expect(address).toBe('0xE1Ed59c49C5F865Cf30b7EBF367c6E9376c7F74F');
      const account = await client.getSubAccount();
      expect(account).toMatchObject({ subAccountId, subAccountName: 'alice' });
    });
  });

  test('a dev account keeps what the world gives it', async () => {
    const me = accountOf('me', { dev: 0, deposits: {} });
    await played(scenarioOf({ accounts: [me] }), ({ accounts, exchange }) => {
      expect(accounts.get('me')).toMatchObject({ address: exchange.accounts[0]?.address });
    });
  });

  test('a dev account that the world does not have is refused by name', async () => {
    const run = openRun(scenarioOf({ accounts: [accountOf('me', { dev: 99 })] }));
    await expect(run).rejects.toThrow('accounts.me.dev: the world quiet has 10 dev accounts, numbered from 0 (got 99)');
  });
});

describe('latency of accounts', () => {
  test('a request of the timeline is carried out when it has arrived, and the run waits for its response', async () => {
    const latency = { entry: { kind: 'constant', ms: 20 }, response: { kind: 'constant', ms: 5 }, data: null } as const;
    const orders = [limitOrder('buy', '94000', '0.1')];
    const timeline = [requestAt(1_000, 'alice', 'placeOrders', { orders, grouping: 'na' })];
    await played(scenarioOf({ accounts: [accountOf('alice', { latency })], timeline }), (run) => {
      expect(run.checks).toEqual([]);
      const inputs = [...run.exchange.control.journal()].map(
        (line) => JSON.parse(line) as { input?: { kind: string; at: number; action: string } },
      );
      const placed = inputs.flatMap(({ input }) =>
        input?.kind === 'request' && input.action === 'placeOrders' ? input.at : [],
      );
      expect(placed).toEqual([START + 1_020]);
    });
  });

  test('expectations read at their time, whatever latency and faults the account has', async () => {
    const latency = { entry: { kind: 'constant', ms: 5_000 }, response: null, data: null } as const;
    const expected = { atMs: 30_000, line: 4, sentence: '"alice" has no position in "BTC-USDT"', rows: [] };
    const timeline = [
      { kind: 'faults', atMs: 1_000, line: 2, rules: [{ effect: { kind: 'timeout' } }] },
      requestAt(29_000, 'alice', 'placeOrders', { orders: [marketOrder('buy', '0.1')], grouping: 'na' }),
      { kind: 'clearFaults', atMs: 33_000, line: 3 },
    ] as const;
    const expectations = [expected, { ...expected, atMs: 60_000, line: 5 }];
    await played(scenarioOf({ accounts: [accountOf('alice', { latency })], timeline, expectations }), (run) => {
      const { sentence } = expected;
      expect(run.checks).toEqual([
        { time: START + 30_000, line: 4, sentence, passed: true, message: '' },
        { time: START + 60_000, line: 5, sentence, passed: false, message: 'alice is long 0.1 in BTC-USDT' },
      ]);
    });
  });
});

describe('the timeline', () => {
  const alice = accountOf('alice');

  test('carries out entries at their times, and ends at the end', async () => {
    const timeline = [
      { kind: 'note', atMs: 0, line: 1, text: 'It begins.' },
      {
        kind: 'control',
        atMs: 10_000,
        line: 2,
        action: 'movePrice',
        params: { symbol: 'BTC-USDT', price: '94000' },
      },
      { kind: 'note', atMs: 59_999, line: 3, text: 'It ends.' },
    ] as const;
    await played(scenarioOf({ timeline }), (run) => {
      expect(run.now()).toBe(START + 60_000);
      expect(run.events).toEqual([
        { time: START, kind: 'note', account: null, symbol: null, text: 'It begins.' },
        {
          time: START + 10_000,
          kind: 'control',
          account: null,
          symbol: 'BTC-USDT',
          text: 'movePrice BTC-USDT 94000',
        },
        { time: START + 59_999, kind: 'note', account: null, symbol: null, text: 'It ends.' },
      ]);
      expect(run.exchange.control.state().markets[0]).toMatchObject({ indexPrice: '94000' });
    });
  });

  test('an entry may refer to the result of an earlier one', async () => {
    const timeline = [
      requestAt(
        1_000,
        'alice',
        'placeOrders',
        { orders: [limitOrder('buy', '94000', '0.1')], grouping: 'na' },
        { name: 'entry' },
      ),
      requestAt(2_000, 'alice', 'cancelOrders', { orderIds: ['${entry.orderId}'] }),
    ];
    await played(scenarioOf({ accounts: [alice], timeline }), async (run) => {
      expect(run.checks).toEqual([]);
      expect(await run.account('alice').client.getOpenOrders()).toEqual([]);
    });
  });

  test('an unexpected refusal fails the entry, and an expected one passes it', async () => {
    const tooLarge = { orders: [limitOrder('buy', '94000', '20')], grouping: 'na' };
    const timeline = [
      requestAt(1_000, 'alice', 'placeOrders', tooLarge, { line: 11 }),
      requestAt(2_000, 'alice', 'placeOrders', tooLarge, { line: 12, refused: 'INSUFFICIENT_MARGIN' }),
      requestAt(3_000, 'alice', 'cancelOrders', { orderIds: ['${nothing.orderId}'] }, { line: 13 }),
    ];
    await played(scenarioOf({ accounts: [alice], timeline }), (run) => {
      expect(run.checks).toMatchObject([
        { time: START + 1_000, line: 11, sentence: 'placeOrders of alice is accepted', passed: false },
        {
          time: START + 2_000,
          line: 12,
          sentence: 'placeOrders of alice is refused with INSUFFICIENT_MARGIN',
          passed: true,
        },
        {
          time: START + 3_000,
          line: 13,
          sentence: 'cancelOrders of alice is carried out',
          passed: false,
          message: '${nothing.orderId} leads nowhere: nothing has no response',
        },
      ]);
    });
  });

  test('an injected delay holds a request, and the clock goes on to its end', async () => {
    const timeline = [
      {
        kind: 'faults',
        atMs: 1_000,
        line: 1,
        rules: [{ match: { action: 'placeOrders' }, effect: { kind: 'latency', ms: 700 } }],
      } as const,
      requestAt(2_000, 'alice', 'placeOrders', { orders: [limitOrder('buy', '94000', '0.1')], grouping: 'na' }),
      { kind: 'note', atMs: 2_500, line: 3, text: 'Meanwhile.' } as const,
    ];
    await played(scenarioOf({ accounts: [alice], timeline }), ({ events }) => {
      expect(events.map(({ time, text }) => [time - START, text])).toEqual([
        [1_000, 'Injected: latency.'],
        [2_500, 'Meanwhile.'],
        [2_700, 'placeOrders is accepted.'],
      ]);
    });
  });

  test('a stream breaks without a close frame, and its subaccount is absent from then on', async () => {
    const timeline = [
      {
        kind: 'control',
        atMs: 0,
        line: 1,
        action: 'setCancelOnDisconnect',
        params: { subAccountId: '${alice.subAccountId}', enabled: true },
      },
      {
        kind: 'connect',
        atMs: 1_000,
        line: 2,
        account: 'alice',
        channels: [{ channel: 'subAccountUpdates', params: {} }],
      },
      requestAt(2_000, 'alice', 'placeOrders', { orders: [limitOrder('buy', '94000', '0.1')], grouping: 'na' }),
      { kind: 'disconnect', atMs: 3_000, line: 4, account: 'alice' },
    ] as const;
    await played(scenarioOf({ accounts: [alice], timeline }), async (run) => {
      expect(run.checks).toEqual([]);
      expect(run.events.filter(({ kind }) => kind === 'stream').map(({ time, text }) => [time - START, text])).toEqual([
        [1_000, 'Connected and subscribed to subAccountUpdates.'],
        [3_000, 'The connection broke.'],
      ]);
      expect(await run.account('alice').client.getOpenOrders()).toEqual([]);
    });
  });
});

describe('participants', () => {
  /** Wakes by its timer and by pushes of prices, and may place an order each time. */
  class Watcher implements Participant {
    readonly woken: number[] = [];
    news = 0;
    #timer: number | null = START + 2_500;
    readonly #act: () => Promise<void>;
    constructor(act: () => Promise<void> = () => Promise.resolve()) {
      this.#act = act;
    }
    nextTimer = (): number | null => this.#timer;
    hasNews = (): boolean => this.news > 0;
    async wake(now: number): Promise<void> {
      this.woken.push(now - START);
      this.news = 0;
      if (this.#timer !== null && this.#timer <= now) this.#timer = null;
      await this.#act();
    }
  }

  test('one is woken at its timer, and at each moment at which something was pushed to it', async () => {
    const watcher = new Watcher();
    const attach = async (run: Run): Promise<void> => {
      await run
        .account('alice')
        .openStream()
        .subscribe('trades', { symbol: 'BTC-USDT' }, () => (watcher.news += 1));
      run.attach(watcher);
    };
    const order = { orders: [marketOrder('buy', '0.1')], grouping: 'na' };
    const timeline = [requestAt(4_000, 'bob', 'placeOrders', order), requestAt(5_000, 'bob', 'placeOrders', order)];
    await played(
      scenarioOf({ accounts: [accountOf('alice'), accountOf('bob')], timeline }),
      ({ checks }) => {
        expect(checks).toEqual([]);
        expect(watcher.woken).toEqual([2_500, 4_000, 5_000]);
      },
      { attach },
    );
  });

  test('the clock goes on while one waits for a request that is held, and others are woken meanwhile', async () => {
    const log: string[] = [];
    const rules = [{ match: { action: 'placeOrders' }, effect: { kind: 'latency', ms: 700 } }];
    const timeline = [
      { kind: 'faults', atMs: 0, line: 1, rules } as const,
      { kind: 'note', atMs: 3_000, line: 2, text: 'Meanwhile.' } as const,
    ];
    const attach = (run: Run): void => {
      const { client } = run.account('alice');
      const watcher = new Watcher(async () => {
        log.push(`asked ${run.now() - START}`);
        await client.placeOrder({
          symbol: 'BTC-USDT',
          side: 'buy',
          orderType: 'limitGtc',
          price: '94000',
          quantity: '0.1',
        });
        log.push(`placed ${run.now() - START}`);
      });
      run.attach(watcher);
      const other = new Watcher(() => Promise.resolve(void log.push(`other ${run.now() - START}`)));
      run.attach(other);
    };
    await played(
      scenarioOf({ accounts: [accountOf('alice')], timeline }),
      ({ events }) => {
        expect(log).toEqual(['asked 2500', 'other 2500', 'placed 3200']);
        expect(events.map(({ time }) => time - START)).toEqual([0, 3_000]);
      },
      { attach },
    );
  });

  test('an error of one ends the run', async () => {
    const attach = (run: Run): void => run.attach(new Watcher(() => Promise.reject(new Error('a bug'))));
    await expect(played(scenarioOf(), () => null, { attach })).rejects.toThrow('a bug');
  });
});

describe('the digest of a run', () => {
  const accounts = [accountOf('alice')];
  const timeline = [requestAt(1_000, 'alice', 'placeOrders', { orders: [marketOrder('buy', '0.1')], grouping: 'na' })];

  test('is equal for equal runs, and another for another seed', async () => {
    const scenario = scenarioOf({ world: 'calm', accounts, timeline, durationMs: 20_000 });
    const digest = await digestOf(scenario);
    expect(await digestOf(scenario)).toBe(digest);
    expect(await digestOf(scenario, { seed: '8' })).not.toBe(digest);
  });

  test('a stopped run ends at a whole input', async () => {
    const controller = new AbortController();
    const onProgress = ({ now }: { readonly now: number }): void => {
      if (now >= START + 5_000) controller.abort();
    };
    const note = { kind: 'note', atMs: 5_000, line: 1, text: 'Here.' } as const;
    await played(scenarioOf({ timeline: [note] }), (run) => expect(run.now()).toBe(START + 5_000), {
      signal: controller.signal,
      onProgress,
    });
  });

  test('a run ends earlier when it is asked to', async () => {
    await played(scenarioOf(), (run) => expect(run.now()).toBe(START + 1_500), { untilMs: 1_500 });
  });
});

describe('strategies of a run', () => {
  test('agents and the strategy trade, and equal runs have equal digests', async () => {
    const trader = { account: 'alice', symbol: 'BTC-USDT', fromMs: 0, untilMs: 8_000 } as const;
    const scenario = scenarioOf({
      world: 'calm',
      durationMs: 8_000,
      accounts: [accountOf('alice'), accountOf('bob')],
      agents: [{ ...trader, name: 'noise', account: 'bob', use: 'taker', params: { everyMs: 1_000 } }],
      strategy: { ...trader, name: 'strategy', use: 'maker', params: {} },
    });
    const digest = await played(scenario, async (run) => {
      // Reads are charged, and what they cost is part of the next digest.
      const ofRun = run.exchange.digest();
      for (const name of ['alice', 'bob']) {
        expect((await run.account(name).client.getOrderHistory()).length).toBeGreaterThan(0);
      }
      return ofRun;
    });
    expect(await digestOf(scenario)).toBe(digest);
    expect(await digestOf(scenario, { strategy: 'none' })).not.toBe(digest);
  });
});
