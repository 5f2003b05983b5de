import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { runScenario } from '../../scenarios/run/run-scenario.ts';
import type { RunResult } from '../../scenarios/run-result.ts';
import { ScratchScenarios, shrinkScenario, type Shrunk, writeScenario } from '../../scenarios/shrink-scenario.ts';
import { tapeOfJournal } from './from-journal.ts';
import { tapeOfRecording } from './from-recording.ts';
import type { Written } from './tape.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-recorded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const limit = (side: 'buy' | 'sell', price: string, quantity: string) =>
  ({ symbol: 'BTC-USDT', side, orderType: 'limitGtc', price, quantity }) as const;
const market = (side: 'buy' | 'sell', quantity: string) =>
  ({ symbol: 'BTC-USDT', side, orderType: 'market', quantity }) as const;

interface Placed {
  readonly statuses: readonly { readonly resting: { readonly id: string } }[];
}

/**
 * A bot buys once, gets no response, and buys again; it ends with twice the position. Two other traders place, change and
 * cancel orders all the while.
 */
async function doubleOrder(turns: number): Promise<Exchange> {
  const exchange = await createExchange({ clock: 'manual', world: 'quiet', seed: 7 });
  const [bot, maker, taker] = [exchange.client(0), exchange.client(1), exchange.client(2)];
  const { control, clock } = exchange;
  const carol = control.openAccount('0x00000000000000000000000000000000000000cc', 'carol');
  control.deposit(carol, 'USDT', '500');
  await maker.updateLeverage('BTC-USDT', 10);
  for (let turn = 0; turn < turns; turn += 1) {
    clock.advance(7_300);
    const { statuses } = await maker.raw<Placed>('placeOrders', {
      orders: [limit('buy', `${94_000 + turn * 10}`, '0.1'), limit('sell', `${96_000 - turn * 10}`, '0.1')],
      grouping: 'na',
    });
    const [bid = '', ask = ''] = statuses.map(({ resting }) => resting.id);
    if (turn % 3 === 0) await maker.raw('modifyOrder', { orderId: bid, price: '93500' });
    await maker.raw('cancelOrders', { orderIds: turn % 2 === 0 ? [ask] : [bid, ask] });
    if (turn % 5 === 0) await taker.raw('placeOrders', { orders: [market('sell', '0.2')], grouping: 'na' });
    if (turn === 2) control.movePrice('BTC-USDT', '95100');
    if (turn === 3) {
      control.setFaults([{ match: { action: 'placeOrders' }, effect: { kind: 'replyLost' }, times: 1 }]);
      const buy = () => bot.raw('placeOrders', { orders: [market('buy', '0.1')], grouping: 'na' });
      await expect(buy()).rejects.toThrow('fetch failed');
      clock.advance(1_000);
      await buy();
      control.clearFaults();
    }
  }
  await maker.raw('cancelAllOrders', { symbols: ['*'] });
  return exchange;
}

async function recorded(
  exchange: Exchange,
): Promise<{ readonly scenario: Written; readonly leftOut: readonly string[] }> {
  async function* lines(): AsyncIterable<string> {
    for (const line of exchange.control.journal()) yield await Promise.resolve(line.trimEnd());
  }
  return (await tapeOfJournal(lines())).written();
}

describe('a journal as a scenario', () => {
  test('runs to the same trades, positions and balances', async () => {
    const source = await doubleOrder(20);
    const { scenario, leftOut } = await recorded(source);
    expect(leftOut).toEqual([]);
    writeScenario(folder, { scenario, expectations: [] });
    const loaded = loadScenario(folder);
    expect(loaded.accounts.map(({ name, dev }) => [name, dev])).toEqual([
      ['dev0', 0],
      ['dev1', 1],
      ['dev2', 2],
      ['carol', null],
    ]);
    source.clock.advanceTo(1_767_571_200_000 + loaded.durationMs);
    const expected = source.control.ledger();
    let found: typeof expected | null = null;
    const result = await runScenario(loaded, {
      onEnd: ({ exchange }) => {
        found = exchange.control.ledger();
      },
    });
    expect(result.expectations.filter(({ passed }) => !passed)).toEqual([]);
    // The wallet of an account of its own is another one, and it has to be put on the whitelist.
    const figuresOf = (ledger: typeof expected | null) => ({
      openInterest: ledger?.openInterest,
      house: ledger?.house,
      subAccounts: ledger?.subAccounts.map((account) => ({ ...account, owner: '' })),
    });
    expect(figuresOf(found)).toEqual(figuresOf(expected));
    await source.close();
  });
});

describe('a recording as a scenario', () => {
  const START = 1_767_571_200_000;
  const start = { seed: '7', clock: 'manual', speed: 1, startTime: START, world: 'quiet', serviceName: 'PerpSim' };
  const header = { format: 'perpsim-recording', version: 1, package: '0.1.0', by: 'serve', wall: 1, target: null };
  const request = (number: number, path: string, body: object) => ({
    ...{ kind: 'request', wall: 1, connection: 1, request: number, method: 'POST', path, headers: [] },
    text: JSON.stringify(body),
  });
  const response = (number: number, time: number, body: object, status = 200) => ({
    ...{ kind: 'response', wall: 1, connection: 1, request: number, status, headers: [], time: START + time },
    text: JSON.stringify(body),
  });
  const signed = (action: string, params: object) => ({
    params: { action, subAccountId: '1867542890123456789', ...params },
    ...{ nonce: 5, signature: {} },
  });
  async function* lines(...facts: readonly object[]): AsyncIterable<string> {
    for (const fact of facts) yield await Promise.resolve(JSON.stringify(fact));
  }

  test('has the requests, control commands and faults at the times of their responses', async () => {
    const order = { orders: [limit('buy', '94000', '0.1')], grouping: 'na' };
    const placed = { status: 'ok', response: { statuses: [{ resting: { id: '1948058938469519999' } }] } };
    const gone = { status: 'error', error: { code: 'ORDER_NOT_FOUND', message: 'order not found' } };
    const tape = await tapeOfRecording(
      lines(
        { ...header, exchange: start },
        request(1, '/v1/trade', signed('placeOrders', order)),
        response(1, 1_500, placed),
        request(2, '/sim/v1/prices/move', { symbol: 'BTC-USDT', price: '95100' }),
        response(2, 2_000, { ok: true }),
        request(3, '/sim/v1/faults', { rules: [{ effect: { kind: 'replyLost' }, times: 1 }], add: true }),
        response(3, 2_000, { rules: [] }),
        request(4, '/v1/trade', signed('placeOrders', order)),
        request(5, '/v1/trade', signed('cancelOrders', { orderIds: ['1948058938469519999'] })),
        response(5, 4_000, gone, 400),
        request(6, '/v1/info', { action: 'getMids' }),
        response(6, 4_100, {}),
      ),
    );
    const { scenario, leftOut } = tape.written();
    expect(scenario).toEqual({
      ...{
        title: 'A recorded session',
        world: 'quiet',
        seed: '7',
        start: '2026-01-05T00:00:00.000Z',
        duration: '5s100ms',
      },
      accounts: { dev0: { dev: 0 } },
      timeline: [
        { at: '1s500ms', as: 'dev0', do: 'placeOrders', with: order, name: 'r1' },
        { at: '2s', control: 'movePrice', with: { symbol: 'BTC-USDT', price: '95100' } },
        { at: '2s', faults: [{ effect: { kind: 'replyLost' }, times: 1 }] },
        { at: '2s', as: 'dev0', do: 'placeOrders', with: order, refused: 'NO_RESPONSE' },
        {
          at: '4s',
          as: 'dev0',
          do: 'cancelOrders',
          with: { orderIds: ['${r1.orderIds[0]}'] },
          refused: 'ORDER_NOT_FOUND',
        },
      ],
    });
    expect(leftOut).toEqual(['1 reads of public data and documents']);
  });

  test('is refused when it does not say how its exchange was started', async () => {
    await expect(tapeOfRecording(lines({ ...header, exchange: null }))).rejects.toThrow(
      'the recording does not say how its exchange was started: record a simulator, from its start on',
    );
  });
});

const SENTENCE = '"dev0" is long "0.1" in "BTC-USDT"';

async function shrunk(): Promise<{ readonly result: Shrunk | null; readonly runs: readonly RunResult[] }> {
  const source = await doubleOrder(5);
  const { scenario } = await recorded(source);
  await source.close();
  const runs: RunResult[] = [];
  const scratch = new ScratchScenarios(join(folder, 'scratch'));
  const written = {
    scenario,
    expectations: [{ at: 'end', that: [SENTENCE, '"dev1" has no position in "ETH-USDT"'] }],
  };
  const result = await shrinkScenario(
    written,
    async (candidate) => {
      const loaded = scratch.load(candidate, folder);
      if (!loaded) return null;
      const run = await runScenario(loaded);
      runs.push(run);
      return run.expectations;
    },
    {
      sentence: SENTENCE,
      durationOf: (candidate) => scratch.load({ scenario: candidate, expectations: [] }, folder)?.durationMs ?? 0,
    },
  );
  scratch.close();
  return { result, runs };
}

testInFull('a recorded failure shrinks to the two orders that double the position', async () => {
  const { result, runs } = await shrunk();
  expect(result?.failure).toEqual({ sentence: SENTENCE, message: 'dev0 is long 0.2 in BTC-USDT' });
  expect(result?.before).toEqual({ timeline: 22, agents: 0, accounts: 4, duration: 38_500 });
  expect(result?.after).toEqual({ timeline: 2, agents: 0, accounts: 1, duration: 31_000 });
  expect(result?.scenario['timeline']).toMatchObject([
    { as: 'dev0', do: 'placeOrders', with: { orders: [market('buy', '0.1')] } },
    { as: 'dev0', do: 'placeOrders', with: { orders: [market('buy', '0.1')] } },
  ]);
  expect(result?.scenario['accounts']).toEqual({ dev0: { dev: 0 } });
  expect(result?.expectations).toEqual([{ at: 'end', that: [SENTENCE] }]);
  expect(result?.isMinimal).toBe(true);
  expect((result?.scenario['timeline'] as object[]).filter((entry) => 'refused' in entry)).toEqual([]);
  expect(result?.tries).toBeLessThan(40);
  expect(runs.length).toBeLessThan(result?.tries ?? 0);
});
