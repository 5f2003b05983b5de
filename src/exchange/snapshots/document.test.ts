import { beforeAll, describe, expect, test } from 'vitest';
import { ControlError, createExchange, type Exchange } from '../../index.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { JournalReplay } from '../../inspect/replay/journal-replay.ts';
import { readDocument, SnapshotError, writeDocument } from './document.ts';

const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const TAKE = { symbol: 'ETH-USDT', side: 'buy', orderType: 'market', quantity: '0.1' } as const;

async function started(): Promise<Exchange> {
  const exchange = await createExchange({ world: 'quiet', seed: 7, limits: { enabled: false } });
  await exchange.client(0).placeOrders([BID, TAKE]);
  exchange.clock.advance(7_200_000);
  return exchange;
}

let document: string;
beforeAll(async () => {
  const exchange = await started();
  document = exchange.exportSnapshot(exchange.snapshot());
  await exchange.close();
});

describe('the document of a snapshot', () => {
  test('is one line of JSON that says what it is', () => {
    expect(document.indexOf('\n')).toBe(document.length - 1);
    expect(JSON.parse(document)).toMatchObject({
      format: 'perpsim-snapshot',
      version: 2,
      world: 'quiet',
      serviceName: 'PerpSim',
      config: { seed: '7' },
      runtime: { clock: { mode: 'manual', speed: '1' }, clientInputs: 1 },
    });
  });

  test('read and written again has the same bytes', () => {
    expect(writeDocument(readDocument(document)) === document).toBe(true);
  });

  // Goal: equal state, equal bytes. Method: the same inputs and as many requests, of other kinds and at other times, with
  // history loaded early or not at all.
  test('is the same whatever was read, and whenever history was written', async () => {
    const documents = await Promise.all(
      [0, 1, 2].map(async (way) => {
        const exchange = await createExchange({ world: 'quiet', seed: 7, limits: { enabled: false } });
        const trader = exchange.client(0);
        const read = (): Promise<unknown> =>
          way === 0 ? trader.getMarkets() : way === 1 ? trader.getTrades() : trader.getOrderHistory();
        await read();
        await trader.placeOrders([BID, TAKE]);
        await read();
        exchange.clock.advance(3_600_000);
        await read();
        await trader.placeOrders([{ ...TAKE, side: 'sell' }]);
        if (way === 2) await new Promise((resolve) => setImmediate(resolve));
        const text = exchange.exportSnapshot(exchange.snapshot());
        await exchange.close();
        return text;
      }),
    );
    expect(documents[1] === documents[0]).toBe(true);
    expect(documents[2] === documents[0]).toBe(true);
  });

  test('starts another exchange, which goes on like the first', async () => {
    const first = await started();
    const second = await createExchange({ state: document });
    expect(second.digest()).toBe(first.digest());
    for (const exchange of [first, second]) {
      await exchange.client(1).placeOrders([{ ...TAKE, side: 'sell' }]);
      exchange.clock.advance(3_600_000);
    }
    expect(second.digest()).toBe(first.digest());
    expect(await second.client(0).getTrades()).toEqual(await first.client(0).getTrades());
    expect([second.world, second.seed, second.clock.mode()]).toEqual(['quiet', '7', 'manual']);
    await first.close();
    await second.close();
  });

  test('from before the first input starts a journal with a digest of today, whatever the digest of then', async () => {
    const fresh = await createExchange({ world: 'quiet', seed: 7 });
    const saved = readDocument(fresh.exportSnapshot(fresh.snapshot()));
    await fresh.close();
    const older = writeDocument({ ...saved, chain: { ...saved.chain, base: '5'.repeat(64) } });
    const exchange = await createExchange({ state: older });
    await exchange.client(0).placeOrders([BID]);
    const replay = new JournalReplay();
    for (const line of exchange.control.journal()) replay.apply(replay.read(line.trimEnd()));
    expect([replay.ended, replay.mismatch, replay.digest()]).toEqual([true, null, exchange.digest()]);
    await exchange.close();
  });

  test('is taken as a snapshot of another exchange', async () => {
    const exchange = await createExchange({ world: 'default' });
    expect(exchange.importSnapshot(document, 'brought')).toBe('brought');
    await exchange.revert('brought');
    expect(exchange.world).toBe('quiet');
    expect(exchange.exportSnapshot('brought') === document).toBe(true);
    await exchange.close();
  });
});

/** The document with one part of its text replaced, and a sum that fits again. */
function changed(from: RegExp, to: string, sums = true): string {
  const other = document.replace(from, to);
  if (other === document) throw new Error(`${String(from)} changes nothing`);
  if (!sums) return other;
  const bare = other.replace(/,"sum":"[0-9a-f]{64}"(?=,"version":)/, '');
  return other.replace(/"sum":"[0-9a-f]{64}"(?=,"version":)/, `"sum":"${sha256(bare.trimEnd())}"`);
}

const errorOf = (text: string): string => {
  try {
    readDocument(text);
  } catch (error) {
    if (error instanceof SnapshotError) return error.message;
    throw error;
  }
  throw new Error('the document was read');
};

describe('reading refuses', () => {
  test.each<[string, () => string, string]>([
    ['an empty text', () => '', 'is not as a snapshot is written: cut off, changed, or something else'],
    [
      'a text that was cut off',
      () => document.slice(0, -20),
      'is not as a snapshot is written: cut off, changed, or something else',
    ],
    ['other JSON', () => '{"a":1}', 'is no snapshot of perpsim'],
    [
      'a newer version',
      () => changed(/"version":2/, '"version":3'),
      'field "version": 3 is newer than 2, the newest that this perpsim reads',
    ],
    [
      'an older version',
      () => changed(/"version":2/, '"version":1'),
      'field "version": 1 is older than 2, the oldest that this perpsim reads',
    ],
    [
      'a missing section',
      () => changed(/"seq":\d+,/, ''),
      'field "seq": is missing, it takes a whole number of at least 0',
    ],
    ['an unknown section', () => changed(/^\{"chain"/, '{"aside":1,"chain"'), 'field "aside": is not known here'],
    [
      'a bad configuration',
      () => changed(/"nonceRule":"increasing"/, '"nonceRule":"none"'),
      'field "config.nonceRule": takes "increasing" or "unique"',
    ],
    [
      'a bad state',
      () => changed(/"status":"running"/, '"status":"asleep"'),
      'field "state.status": takes "running" or "degraded" or "draining" or "down"',
    ],
    [
      'a bad runtime',
      () => changed(/"speed":"1"/, '"speed":"0"'),
      'field "runtime.clock.speed": takes a speed above 0',
    ],
    [
      'a bad history',
      () => changed(/"tracked":\[\d+\]/, '"tracked":["x"]'),
      'field "history.tracked[0]": takes a whole number of at least 0',
    ],
    [
      'a number of inputs that is not that of the state',
      () => changed(/"seq":(\d+),"serviceName"/, '"seq":1,"serviceName"'),
      'field "seq": is not that of the state, 3',
    ],
    [
      'a changed amount',
      () => changed(/"time":1767571200000|"createdAt":1767571200000/, '"createdAt":1767571200001', false),
      'field "sum": is not that of the document: it was changed',
    ],
  ])('%s', (_, text, message) => {
    expect(errorOf(text())).toBe(message);
  });

  test('with the option it came in, and starts nothing', async () => {
    const message = 'the state field "state.status": takes "running" or "degraded" or "draining" or "down"';
    const state = changed(/"status":"running"/, '"status":"asleep"');
    await expect(createExchange({ state })).rejects.toThrow(new ControlError('INVALID_VALUE', 'state', message));
    const exchange = await started();
    const digest = exchange.digest();
    expect(() => exchange.importSnapshot(state, 'bad')).toThrow('the document field "state.status": takes');
    expect([exchange.snapshots(), exchange.digest()]).toEqual([[], digest]);
    await exchange.close();
  });

  test.each(['world', 'seed', 'startTime'])('an option %s beside the state that decides it', async (option) => {
    const message = `the state that was given decides ${option}: leave one of the two out`;
    await expect(createExchange({ state: document, [option]: 1_767_571_200_000 })).rejects.toThrow(message);
  });
});
