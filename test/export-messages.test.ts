import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../src/exchange/exchange.ts';
import { perpsim } from './cli.ts';

/** `perpsim export --orders` and `--lobster` as a user meets them, up to a backtest on what was written. */

const START = 1_767_571_200_000;
let folder: string;
let journal: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-messages-'));
  journal = join(folder, 'run.journal');
  const exchange = await createExchange({ clock: 'manual', startTime: START, world: 'bare', seed: 5 });
  const order = { symbol: 'BTC-USDT', orderType: 'limitGtc' } as const;
  await exchange.client(0).placeOrders([
    { ...order, side: 'buy', price: '94990', quantity: '0.5' },
    { ...order, side: 'sell', price: '95010', quantity: '0.5' },
  ]);
  exchange.clock.advance(5_000);
  await exchange.client(1).placeOrders([{ symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '0.5' }]);
  exchange.clock.advance(1_000);
  writeFileSync(journal, [...exchange.control.journal()].join(''));
  await exchange.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const exported = (...flags: string[]) => perpsim(['export', journal, ...flags]);

describe('perpsim export of messages', () => {
  test('writes a file for each market in which something happened, and says how much', async () => {
    const place = join(folder, 'orders');
    const { code, stdout } = await exported('--orders', place);
    expect([code, readdirSync(place)]).toEqual([0, ['BTC-USDT.orders.csv']]);
    const bytes = readFileSync(join(place, 'BTC-USDT.orders.csv')).length;
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      `exported ${journal} (world bare, seed 5, 4 inputs) to ${place}, ${bytes} bytes`,
      '  BTC-USDT   3 messages',
    ]);
    expect((await exported('--orders', place)).stderr).toBe(
      `perpsim: ${place} exists already: name another place, or replace it with --force\n`,
    );
  });

  test('writes message files whose run meets a strategy again: it stands behind what the record had', async () => {
    const place = join(folder, 'lobster');
    const { code, stdout } = await exported('--lobster', place, '--symbol', 'BTC-USDT', '--levels', '2', '--json');
    const files = ['BTC-USDT_2026-01-05_message_2.csv', 'BTC-USDT_2026-01-05_orderbook_2.csv'];
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'lobster', messages: { 'BTC-USDT': 3 }, files });
    expect((await perpsim(['data', 'check', join(place, files[0] ?? '')])).code).toBe(0);
    writeFileSync(
      join(place, 'scenario.yaml'),
      [
        'title: Behind a recorded order',
        'world: bare',
        'seed: 1',
        'start: 2026-01-05T00:00:00Z',
        'duration: 10s',
        'accounts: { me: { deposit: { USDT: "100000" } } }',
        `markets: { BTC-USDT: { history: { orders: ${files[0] ?? ''} } } }`,
        'timeline:',
        '  - { at: 1s, as: me, do: placeOrders, with: { orders: [{ symbol: BTC-USDT, side: buy, orderType: limitGtc, price: "94995", quantity: "0.2" }], grouping: na } }',
        '  - { at: 1s, as: me, do: placeOrders, with: { orders: [{ symbol: BTC-USDT, side: buy, orderType: limitGtc, price: "94990", quantity: "0.2" }], grouping: na } }',
      ].join('\n'),
    );
    const run = await perpsim(['run', place, '--json']);
    const result = JSON.parse(run.stdout) as { accounts: { name: string; fills: Record<string, unknown>[] }[] };
    const fills = result.accounts.find(({ name }) => name === 'me')?.fills ?? [];
    // The better order takes 0.2 of the sale; 0.3 are left for the recorded order, and nothing for what stands behind it.
    expect(fills).toMatchObject([{ price: '94995', quantity: '0.2', liquidity: 'maker' }]);
  });

  test.each([
    [['--lobster', 'x', '--levels', '0'], '--levels must be a whole number from 1 to 1000 (got 0)'],
    [['--lobster', 'x', '--price-scale', '5'], '--price-scale must be a power of ten from 1 to 100000000 (got 5)'],
    [['--orders', 'x', '--levels', '5'], '--levels goes with --lobster; leave it out'],
    [['--csv', 'x', '--symbol', 'BTC-USDT'], '--symbol goes with --orders or --lobster; leave it out with --csv'],
    [['--orders', 'x', '--interval', '1h'], '--interval is of tables; leave it out with --orders'],
    [['--orders', 'x', '--csv', 'y'], '--csv and --orders exclude each other: one export has one format'],
  ])('%j is wrong usage', async (flags, message) => {
    expect(await exported(...flags)).toEqual({ code: 2, stdout: '', stderr: `perpsim: ${message}\n` });
  });

  test('names a market that is not there, and a scale that is too small for one', async () => {
    const place = join(folder, 'none');
    const unknown = await exported('--orders', place, '--symbol', 'BTC-USD');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      `perpsim: --symbol BTC-USD is no market of ${journal} (did you mean BTC-USDT?)\n`,
    ]);
    const coarse = await exported('--lobster', place, '--price-scale', '1');
    expect(coarse.code).toBe(2);
    expect(coarse.stderr).toMatch(
      /^perpsim: --price-scale 1 is too small for the prices of [A-Z]+-USDT: take 10+, or other markets with --symbol\n$/,
    );
  });
});
