import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadScenario } from '../format/load.ts';
import type { RunResult } from '../run-result.ts';
import { runScenario } from '../run/run-scenario.ts';

/** 2026-01-05T00:00:00Z */
const START = 1_767_571_200_000;

const TRADES = [
  [2_000, '95010', '0.25', 'buy'],
  [5_000, '94990', '0.8', 'sell'],
  [9_000, '94980', '0.4', 'sell'],
] as const;
const DEPTH = [
  [0, 'bid', '94990', '1', true],
  [0, 'ask', '95010', '2', true],
  [2_000, 'bid', '94990', '1.5', false],
  [4_000, 'bid', '94990', '0.7', false],
  [8_000, 'bid', '94980', '1', false],
] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-parquet-history-'));
  const timeOf = ([ms]: readonly [number, ...unknown[]]): bigint => BigInt(START + ms);
  writeTable('trades', [
    { name: 'time', data: TRADES.map(timeOf), type: 'INT64' },
    { name: 'price', data: TRADES.map(([, price]) => price), type: 'STRING' },
    { name: 'quantity', data: TRADES.map(([, , quantity]) => quantity), type: 'STRING' },
    { name: 'side', data: TRADES.map(([, , , side]) => side), type: 'STRING' },
  ]);
  writeTable('depth', [
    { name: 'time', data: DEPTH.map(timeOf), type: 'INT64' },
    { name: 'side', data: DEPTH.map(([, side]) => side), type: 'STRING' },
    { name: 'price', data: DEPTH.map(([, , price]) => price), type: 'STRING' },
    { name: 'quantity', data: DEPTH.map(([, , , quantity]) => quantity), type: 'STRING' },
    { name: 'snapshot', data: DEPTH.map(([, , , , snapshot]) => snapshot), type: 'BOOLEAN' },
  ]);
  writeText('trades', [
    'time,price,quantity,side',
    ...TRADES.map(([ms, ...rest]) => [String(START + ms), ...rest.map(String)].join(',')),
  ]);
  writeText('depth', [
    'time,side,price,quantity,snapshot',
    ...DEPTH.map(([ms, ...rest]) => [String(START + ms), ...rest.map(String)].join(',')),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeTable(name: string, columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData']): void {
  writeFileSync(join(folder, `${name}.parquet`), new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 2 })));
}

const writeText = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, `${name}.csv`), `${lines.join('\n')}\n`);

/** Runs a scenario from its file whose market is the history in files of this kind. */
async function played(extension: 'parquet' | 'csv'): Promise<RunResult> {
  const file = join(folder, `${extension}.yaml`);
  const order = '{ symbol: BTC-USDT, side: buy, orderType: limitGtc, price: "94990", quantity: "0.2" }';
  writeFileSync(
    file,
    [
      'title: An order stands in the queue of recorded data',
      'world: { extends: bare, name: history, description: Recorded data. }',
      'seed: 1',
      'start: 2026-01-05T00:00:00Z',
      'duration: 20s',
      `markets: { BTC-USDT: { history: { trades: trades.${extension}, depth: depth.${extension} } } }`,
      'accounts: { alice: { deposit: { USDT: "100000" } } }',
      'timeline:',
      `  - { at: 1s, as: alice, do: placeOrders, with: { orders: [${order}] }, name: bid }`,
      '',
    ].join('\n'),
  );
  return runScenario(loadScenario(file));
}

test('a history in Parquet fills an order by its place in the queue, as the same rows in CSV do', async () => {
  const run = await played('parquet');
  expect(
    run.accounts[0]?.fills.map(({ time, side, price, quantity }) => [time - START, side, price, quantity]),
  ).toEqual([
    [5_000, 'buy', '94990', '0.1'],
    [9_000, 'buy', '94990', '0.1'],
  ]);
  expect(run.markets[0]?.trades.map(([, price]) => price)).toEqual(['95010', '94990', '94990', '94990', '94980']);
  expect((await played('csv')).digest).toBe(run.digest);
});
