import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NODE_STORAGE } from '../data/node-storage.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import { writeDocument } from './document.ts';
import { SnapshotFolder } from './snapshot-folder.ts';

const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const TAKE = { symbol: 'ETH-USDT', side: 'buy', orderType: 'market', quantity: '0.1' } as const;

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'perpsim-written-'));
});
afterEach(() => rmSync(data, { recursive: true }));

const log = { error: (_facts: object, message: string) => expect.fail(message) };

const start = (): Promise<Exchange> =>
  createExchange({ world: 'quiet', seed: 7, limits: { enabled: false }, log, data, snapshotEvery: 6 });

const files = (): string[] => readdirSync(join(data, 'snapshots')).sort();
const AUTOMATIC = 'auto-000001-000000000006';

/** The history of a snapshot in the directory, as a document of its own has it. */
const written = (name: string): string =>
  historyIn(writeDocument(new SnapshotFolder(NODE_STORAGE, join(data, 'snapshots')).get(name)));

/** The history in a document; request ids are drawn after an input, and only one of the two has them. */
const historyIn = (document: string): string => /"history":\{.*\},"package":/.exec(document)?.[0] ?? '';

/** Opens the store, so that there are rows, and trades. */
async function trade(exchange: Exchange, times: number): Promise<void> {
  const client = exchange.client(0);
  await client.getOrderHistory();
  for (let time = 0; time < times; time += 1) await client.placeOrders([BID, TAKE]);
}

describe('a snapshot whose rows are written while the exchange goes on', () => {
  test('has the bytes of one that is written at once', async () => {
    const exchange = await start();
    await trade(exchange, 6);
    const here = historyIn(exchange.exportSnapshot(exchange.snapshot('here')));
    // Goes on at once: what comes after the input of the snapshot is not in it.
    await trade(exchange, 1);
    await vi.waitFor(() => expect(files()).toContain(`${AUTOMATIC}.json`), { timeout: 600_000 });
    expect(written(AUTOMATIC) === here).toBe(true);
    expect(here).toContain('"fills":[[');
    await exchange.close();
  });

  test('is there when an exchange closes right after its input, and the next one starts from it', async () => {
    const exchange = await start();
    await trade(exchange, 6);
    const digest = exchange.digest();
    const orders = await exchange.client(0).getOrderHistory();
    await exchange.close();
    expect(files()).toEqual([`${AUTOMATIC}.json`]);
    const notices: string[] = [];
    const again = await createExchange({ data, log: { ...log, notice: (text) => void notices.push(text) } });
    expect(notices.join()).toContain('of which 6 in a snapshot');
    expect(again.digest()).toBe(digest);
    expect(await again.client(0).getOrderHistory()).toEqual(orders);
    await again.close();
  });

  test('leaves out what a list no longer keeps', async () => {
    const options = {
      world: 'quiet',
      seed: 7,
      limits: { enabled: false },
      log,
      data,
      snapshotEvery: 6,
      historyRows: 2,
    };
    const exchange = await createExchange(options);
    await trade(exchange, 6);
    const here = historyIn(exchange.exportSnapshot(exchange.snapshot('here')));
    await exchange.close();
    expect(written(AUTOMATIC) === here).toBe(true);
    expect(here).toMatch(/"fills":\[\[[^\]]*\],\[[^\]]*\]\]/);
  });
});
