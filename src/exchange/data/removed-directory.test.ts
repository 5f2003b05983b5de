import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { DURABILITIES } from './storage.ts';
import { bid, START } from './kept-exchange.test-helper.ts';

// On the file system of this machine.

let above: string;
let data: string;
let exchange: Exchange;
const errors: string[] = [];

beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'perpsim-removed-'));
  data = join(above, 'new', 'venue');
});
afterEach(async () => {
  await exchange.close();
  rmSync(above, { recursive: true });
});

async function start(options: object = {}): Promise<void> {
  const log = { error: (_facts: object, message: string) => void errors.push(message), notice: () => undefined };
  const quiet = { world: 'quiet', startTime: START, limits: { enabled: false }, log } as const;
  exchange = await createExchange({ ...quiet, data, ...options });
}

describe.each(DURABILITIES)('with durability %s', (durability) => {
  test('a directory that was removed is noticed at the next write: nothing is acknowledged any more', async () => {
    await start({ durability });
    await exchange.client(0).placeOrders([bid('before')]);
    rmSync(data, { recursive: true });
    await expect(exchange.client(0).placeOrders([bid('after')])).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'the exchange can record nothing any more and is stopping',
    });
    expect(await exchange.failure()).toMatchObject({
      kind: 'failed',
      message: `${join(data, 'journal-000001.jsonl')} was removed while the exchange ran: what it records would be lost with the process`,
    });
    expect(exchange.control.state().journal.trouble).toBe('failed');
    expect(existsSync(data)).toBe(false);
  });
});

test('a journal that another file took the place of is noticed too', async () => {
  await start();
  renameSync(join(data, 'lock'), join(data, 'journal-000001.jsonl'));
  await expect(exchange.client(0).placeOrders([bid('after')])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test.skipIf(process.platform === 'win32')('only its owner can read the directory and its files', async () => {
  const before = process.umask(0);
  try {
    await start({ snapshotEvery: 1 });
    await exchange.client(0).placeOrders([bid('one')]);
    exchange.snapshot('mine');
    await exchange.control.reset();
  } finally {
    process.umask(before);
  }
  const modes = (folder: string): unknown =>
    readdirSync(folder)
      .sort()
      .map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`);
  expect(modes(join(above, 'new'))).toEqual(['venue 700']);
  const journals = ['journal-000001.jsonl 600', 'journal-000002.jsonl 600'];
  expect(modes(data)).toEqual(['history 700', ...journals, 'lock 600', 'snapshots 700']);
  expect(modes(join(data, 'history'))).toContain('auto-000001-000000000001.rows 600');
  expect(modes(join(data, 'snapshots'))).toContain('mine.json 600');
});
