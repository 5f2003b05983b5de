import { beforeEach, describe, expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { DATA, silent, startOn, type Told } from '../data/kept-exchange.test-helper.ts';
import { MemoryStorage } from '../data/memory-storage.test-helper.ts';
import type { Exchange } from '../exchange.ts';

const HISTORY = `${DATA}/history`;
const TRADE = [
  { symbol: 'ETH-USDT', side: 'buy', orderType: 'market', quantity: '0.01' },
  { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.001' },
] as const;
const EVERY = 8;

let storage: MemoryStorage;
let told: Told;
beforeEach(() => {
  storage = new MemoryStorage();
  told = silent();
});

const start = (kept = 3): Promise<Exchange> =>
  startOn(storage, { snapshotEvery: EVERY, snapshotsKept: kept, seed: 5 }, told);

/** Each time has two inputs, and three states and a fill. */
async function trade(exchange: Exchange, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const client = exchange.client(time % 3);
    await client.placeOrders(TRADE);
    await client.cancelAllOrders(['BTC-USDT']);
  }
}

const readsOf = async (exchange: Exchange): Promise<unknown> => [
  exchange.digest(),
  ...(await Promise.all([0, 1, 2].map((no) => exchange.client(no).getOrderHistory({ limit: 1_000 })))),
  ...(await Promise.all([0, 1, 2].map((no) => exchange.client(no).getTrades({ limit: 1_000 })))),
];

const names = (): string[] => [...storage.names(HISTORY)].sort();
const fileAt = (seq: number): string => `${HISTORY}/auto-000001-${String(seq).padStart(12, '0')}.rows`;
const recovery = (): string => (told.notices.at(-1) ?? '').replace(/ in \d+\.\d s/, '');

/** An exchange that was stopped after 24 inputs and three snapshots, and what it showed. */
async function stopped(): Promise<unknown> {
  const exchange = await start();
  await trade(exchange, 12);
  const shown = await readsOf(exchange);
  await exchange.close();
  expect(names()).toEqual([8, 16, 24].map((seq) => fileAt(seq).slice(HISTORY.length + 1)));
  return shown;
}

describe('a start', () => {
  test('shows what the exchange showed, with the history from its files', async () => {
    const shown = await stopped();
    const again = await start();
    expect(recovery()).toContain('of which 24 in a snapshot');
    expect(await readsOf(again)).toEqual(shown);
    await trade(again, 8);
    const later = await readsOf(again);
    await again.close();
    const third = await start();
    expect(await readsOf(third)).toEqual(later);
    await third.close();
  });

  test.each<[string, (content: Buffer) => Buffer | null, string]>([
    ['is missing', () => null, 'is not there'],
    ['is cut off', (content) => content.subarray(0, -1), 'has not the'],
    ['has another byte', (content) => flipped(content, 3), 'is damaged: the '],
    [
      'has another index',
      (content) => flipped(content, content.length - 100),
      'is damaged: its index has another checksum',
    ],
    [
      'has another end',
      (content) => flipped(content, content.length - 3),
      'is damaged: it does not end as it was written',
    ],
  ])('names a file that %s, and goes back to the snapshot before it', async (_, damage, problem) => {
    const shown = await stopped();
    const content = damage(storage.content(fileAt(24)));
    if (content) storage.put(fileAt(24), content);
    else storage.remove(fileAt(24));
    const again = await start();
    const notice = told.notices.find((text) => text.includes('going back to the one before it'));
    expect(notice).toContain(`${fileAt(24)} ${problem}`);
    expect(recovery()).toContain('of which 16 in a snapshot');
    expect(await readsOf(again)).toEqual(shown);
    await again.close();
  });

  test('applies the whole journal again where all files are gone, and later snapshots are whole', async () => {
    const shown = await stopped();
    for (const name of names()) storage.remove(`${HISTORY}/${name}`);
    const again = await start();
    expect(recovery()).not.toContain('snapshot');
    expect(await readsOf(again)).toEqual(shown);
    await trade(again, 8);
    const later = await readsOf(again);
    await again.close();
    const third = await start();
    expect(recovery()).toContain('of which 40 in a snapshot');
    expect(await readsOf(third)).toEqual(later);
    await third.close();
  });

  test('finds a flipped byte wherever it is in a file', async () => {
    const shown = await stopped();
    const content = storage.content(fileAt(24));
    const step = runsOf({ quick: 997, full: 397 });
    for (let at = 0; at < content.length; at += step) {
      storage.put(fileAt(24), flipped(content, at));
      told.notices.length = 0;
      const again = await start();
      const found = told.notices.some((text) => text.includes(fileAt(24)));
      expect([at, found]).toEqual([at, true]);
      expect(await readsOf(again)).toEqual(shown);
      await again.close();
    }
  });
});

const flipped = (content: Buffer, at: number): Buffer => {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test('files that no snapshot needs are removed, with what a crash has left', async () => {
  const exchange = await start(2);
  storage.put(`${HISTORY}/auto-000001-000000000003.rows.tmp`, Buffer.from('x'));
  storage.put(`${HISTORY}/auto-000001-000000000003.rows`, Buffer.from('x'));
  await trade(exchange, 40);
  const shown = await readsOf(exchange);
  await exchange.close();
  // The first one has rows of genesis alone that later snapshots have too; all others are in no full segment and written each time.
  expect(names()).toEqual([8, 72, 80].map((seq) => fileAt(seq).slice(HISTORY.length + 1)));
  const again = await start(2);
  expect(await readsOf(again)).toEqual(shown);
  await again.close();
});

test('a full disk leaves no part of a file, and the next snapshot is whole', async () => {
  const exchange = await start();
  await trade(exchange, 3);
  let writes = 0;
  // The inputs fit, the file does not.
  storage.faults = { write: () => ((writes += 1) > 2 ? 'ENOSPC' : null) };
  await trade(exchange, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  storage.faults = {};
  expect(names()).toEqual([]);
  expect(told.errors).toContain('the snapshot auto-000001-000000000008 could not be written');
  await trade(exchange, 4);
  const shown = await readsOf(exchange);
  await exchange.close();
  expect(names()).toEqual([fileAt(16).slice(HISTORY.length + 1)]);
  const again = await start();
  expect(await readsOf(again)).toEqual(shown);
  await again.close();
});

test('after a loss of power at any step a start shows every input that was acknowledged', async () => {
  for (let seed = 1; seed <= runsOf({ quick: 6, full: 15 }); seed += 1) {
    const draw = new RandomInputs(String(seed), 'history-files');
    storage = new MemoryStorage();
    let shown: unknown = null;
    for (let round = 0; round < 3; round += 1) {
      const exchange = await start();
      if (shown !== null) expect(await readsOf(exchange)).toEqual(shown);
      await trade(exchange, draw.between(3, 14));
      shown = await readsOf(exchange);
      // Snapshots are being written meanwhile.
      for (let turn = draw.between(0, 12); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
      storage.losePower(draw);
    }
  }
});
