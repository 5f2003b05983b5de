import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExchange, type Exchange, type ExchangeOptions } from '../exchange.ts';

const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;

let data: string;
let notices: string[];
const running: Exchange[] = [];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'perpsim-snapshots-'));
  notices = [];
});
afterEach(async () => {
  for (const exchange of running.splice(0)) await exchange.close();
  rmSync(data, { recursive: true });
});

const log = {
  error: (_facts: object, message: string) => expect.fail(message),
  notice: (text: string) => void notices.push(text.replaceAll(data, 'DIR')),
};

async function start(options: ExchangeOptions = {}): Promise<Exchange> {
  const world =
    options.state === undefined && readdirSync(data).length === 0
      ? { world: 'quiet', seed: 7, limits: { enabled: false } }
      : {};
  const exchange = await createExchange({ ...world, log, data, ...options });
  running.push(exchange);
  return exchange;
}

async function stop(exchange: Exchange): Promise<void> {
  running.splice(running.indexOf(exchange), 1);
  await exchange.close();
}

/** So many inputs, all of one account. */
async function place(exchange: Exchange, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await exchange.client(0).placeOrders([BID]);
}

const files = (): string[] => readdirSync(join(data, 'snapshots')).sort();
const recovery = (): string => (notices.at(-1) ?? '').replace(/ in \d+\.\d s/, '');

describe('an exchange in a data directory', () => {
  test('goes back to a snapshot, and goes on from there when it is started again', async () => {
    const first = await start();
    await place(first, 2);
    first.snapshot('two');
    const digest = first.digest();
    await place(first, 3);
    await first.revert('two');
    expect(first.digest()).toBe(digest);
    await place(first, 1);
    const after = first.digest();
    await stop(first);

    const again = await start();
    expect(again.digest()).toBe(after);
    expect(await again.client(0).getOpenOrders()).toHaveLength(3);
    expect(recovery()).toBe('recovered 3 inputs from DIR, of which 2 in a snapshot');
    expect(again.snapshots().map(({ name, inputs }) => [name, inputs])).toEqual([['two', 2]]);
    await again.revert('two');
    expect(again.digest()).toBe(digest);
  });

  test('keeps the snapshot that its journal goes on from', async () => {
    const exchange = await start();
    await place(exchange, 1);
    exchange.snapshot('one');
    await exchange.revert('one');
    const refusal =
      'the journal goes on from the snapshot one: it can be deleted after a reset, or a revert to another';
    expect(() => exchange.deleteSnapshot('one')).toThrow(refusal);
    await exchange.control.reset();
    exchange.deleteSnapshot('one');
    expect(files()).toEqual([]);
  });

  test('does not start without the snapshot that its journal goes on from', async () => {
    const exchange = await start();
    await place(exchange, 1);
    exchange.snapshot('one');
    await exchange.revert('one');
    await stop(exchange);
    rmSync(join(data, 'snapshots', 'one.json'));
    await expect(start()).rejects.toThrow(
      `${data}/journal-000002.jsonl goes on from a snapshot, and ${data}/snapshots/one.json is not there: restore it from a copy, or choose another directory`,
    );
  });

  test('takes snapshots by itself and keeps the newest', async () => {
    const exchange = await start({ snapshotEvery: 3, snapshotsKept: 2 });
    await place(exchange, 10);
    await vi.waitFor(
      () => expect(files()).toEqual(['auto-000001-000000000006.json', 'auto-000001-000000000009.json']),
      { timeout: 600_000 },
    );
    expect(exchange.snapshots()).toEqual([]);
    await exchange.control.reset();
    await place(exchange, 3);
    await vi.waitFor(
      () => expect(files()).toEqual(['auto-000001-000000000009.json', 'auto-000002-000000000003.json']),
      { timeout: 600_000 },
    );
  });

  test('writes the newest of those that a long advance in one turn makes due, and all of them before it closes', async () => {
    const exchange = await start({ world: 'default', snapshotEvery: 10 });
    exchange.clock.advance(60_000);
    expect(readdirSync(join(data, 'history'))).toEqual(['auto-000001-000000000010.rows.tmp']);
    await stop(exchange);
    expect(files()).toEqual([10, 50, 60].map((seq) => `auto-000001-${String(seq).padStart(12, '0')}.json`));
  });

  test.each<[string, () => void, string]>([
    ['the newest', () => undefined, ', of which 6 in a snapshot'],
    ['the one before a damaged one', () => truncateSync(auto(6), 100), ', of which 3 in a snapshot'],
    ['the one before one that was changed', () => appendFileSync(auto(6), ' '), ', of which 3 in a snapshot'],
    [
      'the whole journal when all are damaged',
      () => [auto(3), auto(6)].forEach((path) => writeFileSync(path, 'x')),
      '',
    ],
    ['the whole journal when there is none', () => [auto(3), auto(6)].forEach((path) => rmSync(path)), ''],
  ])('recovers from %s', async (_, damage, base) => {
    const exchange = await start({ snapshotEvery: 3 });
    await place(exchange, 8);
    const digest = exchange.digest();
    const orders = await exchange.client(0).getOrderHistory();
    await stop(exchange);
    damage();
    const again = await start();
    expect(again.digest()).toBe(digest);
    expect(await again.client(0).getOrderHistory()).toEqual(orders);
    expect(recovery()).toBe(`recovered 8 inputs from DIR${base}`);
  });

  describe('with a journal that has lost inputs', () => {
    const journal = (): string => join(data, 'journal-000001.jsonl');
    /** Content of every file but the lock, whose holder is the process that looks. */
    const all = (): unknown =>
      [data, join(data, 'snapshots')].flatMap((folder) =>
        readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'lock')
          .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
      );

    beforeEach(async () => {
      const exchange = await start({ snapshotEvery: 3 });
      await place(exchange, 7);
      await stop(exchange);
      expect(files()).toEqual(['auto-000001-000000000003.json', 'auto-000001-000000000006.json']);
    });

    const cutTo = (inputs: number): void => {
      const lines = readFileSync(journal(), 'utf8').split('\n');
      writeFileSync(journal(), `${lines.slice(0, inputs + 1).join('\n')}\n`);
    };

    test('does not start beside snapshots of later inputs, and leaves everything as it is', async () => {
      cutTo(2);
      appendFileSync(journal(), '{"chain":"torn');
      const before = all();
      await expect(start({ snapshotEvery: 3 })).rejects.toMatchObject({
        name: 'ControlError',
        field: 'data',
        message: `${journal()} ends after input 2, but ${auto(6)} holds 6 inputs: restore the journal from a copy; to keep the state of the snapshot, start another directory with state ${auto(6)}; to go on after input 2, remove ${auto(3)} ${auto(6)}`,
      });
      expect(all()).toEqual(before);
    });

    test('names only the snapshots that are later, and starts without them', async () => {
      cutTo(4);
      await expect(start()).rejects.toThrow(`to go on after input 4, remove ${auto(6)}`);
      rmSync(auto(6));
      await start();
      expect(recovery()).toBe('recovered 4 inputs from DIR, of which 3 in a snapshot');
    });

    test('keeps the state of the snapshot in another directory, as the message says', async () => {
      cutTo(2);
      const other = join(data, 'other');
      const exchange = await start({ data: other, state: auto(6) });
      expect(await exchange.client(0).getOpenOrders()).toHaveLength(6);
    });

    test.each<[string, () => void]>([
      ['is missing', () => rmSync(journal())],
      ['is empty', () => truncateSync(journal(), 0)],
      ['has no whole line', () => truncateSync(journal(), 40)],
    ])('does not start at genesis when the journal %s', async (_, damage) => {
      damage();
      const before = all();
      await expect(start({ world: 'quiet', seed: 7 })).rejects.toMatchObject({
        name: 'ControlError',
        field: 'data',
        message: `${data} has 0 inputs in a journal, but ${auto(6)} holds 6 inputs: restore the journal from a copy; to keep the state of the snapshot, start another directory with state ${auto(6)}; to begin anew, choose another directory`,
      });
      expect(all()).toEqual(before);
    });

    test('does not start at an earlier life when the journal of the newest is missing', async () => {
      const exchange = await start({ snapshotEvery: 3 });
      await exchange.control.reset();
      await place(exchange, 4);
      await stop(exchange);
      rmSync(join(data, 'journal-000002.jsonl'));
      const later = join(data, 'snapshots', 'auto-000002-000000000003.json');
      await expect(start()).rejects.toThrow(
        `${join(data, 'journal-000002.jsonl')} is missing, but ${later} holds 3 inputs of it: restore`,
      );
    });
  });

  test('does not start at genesis beside a snapshot that was taken by name', async () => {
    const exchange = await start();
    await place(exchange, 2);
    exchange.snapshot('two');
    await stop(exchange);
    rmSync(join(data, 'journal-000001.jsonl'));
    const two = join(data, 'snapshots', 'two.json');
    await expect(start({ world: 'quiet' })).rejects.toThrow(
      `${data} has 0 inputs in a journal, but ${two} holds 2 inputs: `,
    );
    expect(files()).toEqual(['two.json']);
  });

  test('starts from a snapshot document, and goes on from it when it is started again', async () => {
    const source = await createExchange({ world: 'quiet', seed: 9 });
    await place(source, 2);
    const state = join(data, 'state.json');
    const document = source.exportSnapshot(source.snapshot());
    const digest = source.digest();
    await source.close();
    const first = await start({ state: document });
    expect(first.digest()).toBe(digest);
    await place(first, 1);
    const after = first.digest();
    await stop(first);
    const again = await start();
    expect([again.digest(), again.seed]).toEqual([after, '9']);
    await stop(again);
    writeFileSync(state, document);
    await expect(start({ state })).rejects.toThrow(
      `${data}/journal-000001.jsonl holds an exchange already: leave state out to go on with it, or choose another directory`,
    );
  });
});

const auto = (seq: number): string => join(data, 'snapshots', `auto-000001-${String(seq).padStart(12, '0')}.json`);
