import { beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { bid, DATA, openIds, START, startOn } from './kept-exchange.test-helper.ts';
import { compactDirectory } from './compact.ts';
import { MemoryStorage } from './memory-storage.test-helper.ts';

const log = { error: (_facts: object, message: string) => expect.fail(message) };
let storage: MemoryStorage;
let digest: string;

const openOnes = (exchange: Exchange): Promise<string[]> => openIds(exchange, 0);

/** 57 inputs, with a snapshot after each twentieth. */
beforeEach(async () => {
  storage = new MemoryStorage();
  const exchange = await startOn(storage, { snapshotEvery: 20 });
  await exchange.client(0).placeOrders([bid('one')]);
  for (let no = 0; no < 55; no += 1) exchange.clock.advance(500);
  await exchange.client(0).placeOrders([bid('two')]);
  digest = exchange.digest();
  await exchange.close();
});

describe('a compaction', () => {
  test('keeps the inputs after the newest snapshot, and the exchange is the same', async () => {
    expect(compactDirectory(storage, DATA, log)).toMatchObject({
      kept: '/data/journal-000002.jsonl',
      inputs: 17,
      snapshot: 'base-000002',
      removed: [{ file: '/data/journal-000001.jsonl' }],
    });
    expect(storage.names(DATA)).toEqual(['journal-000002.jsonl']);
    expect(storage.names(`${DATA}/snapshots`)).toEqual(['base-000002.json']);
    const again = await startOn(storage, { snapshotEvery: 20 });
    expect([again.digest(), await openOnes(again)]).toEqual([digest, ['one', 'two']]);
    await again.close();
  });

  test('of what was compacted before removes no more', async () => {
    compactDirectory(storage, DATA, log);
    expect(compactDirectory(storage, DATA, log)).toMatchObject({ kept: '/data/journal-000002.jsonl', removed: [] });
    const again = await startOn(storage);
    expect(again.digest()).toBe(digest);
    await again.close();
  });

  test('without a snapshot keeps the newest file as it is', async () => {
    const plain = new MemoryStorage();
    const exchange = await startOn(plain, { snapshotEvery: 0 });
    await exchange.control.reset();
    await exchange.client(0).placeOrders([bid('two')]);
    await exchange.close();
    expect(compactDirectory(plain, DATA, log)).toMatchObject({
      kept: '/data/journal-000002.jsonl',
      inputs: 1,
      snapshot: null,
    });
    const again = await startOn(plain);
    expect(await openOnes(again)).toEqual(['two']);
    await again.close();
  });

  test('of a directory without a journal does nothing', () => {
    expect(compactDirectory(new MemoryStorage(), DATA, log)).toBeNull();
  });
});

test('an exchange that was compacted goes on as one that never was', async () => {
  const unbroken = await createExchange({ world: 'quiet', startTime: START, limits: { enabled: false }, log });
  await unbroken.client(0).placeOrders([bid('one')]);
  for (let no = 0; no < 55; no += 1) unbroken.clock.advance(500);
  await unbroken.client(0).placeOrders([bid('two')]);
  compactDirectory(storage, DATA, log);
  const compacted = await startOn(storage);
  for (const exchange of [unbroken, compacted]) {
    await exchange.client(1).placeOrders([bid('three')]);
    exchange.clock.advance(3_700_000);
  }
  expect(compacted.digest()).toBe(unbroken.digest());
  expect(await compacted.client(0).getOrderHistory({})).toEqual(await unbroken.client(0).getOrderHistory({}));
  await compacted.close();
  await unbroken.close();
});
