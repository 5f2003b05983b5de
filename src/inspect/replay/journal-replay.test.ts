import { beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../exchange/exchange.ts';
import { resummed } from '../../exchange/journal/tampered-lines.test-helper.ts';
import { JournalReplay } from './journal-replay.ts';

let lines: readonly string[];
let digest: string;

beforeAll(async () => {
  const exchange = await createExchange({ world: 'quiet', seed: 7 });
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
  for (let round = 0; round < 3; round += 1) {
    await exchange.client(0).placeOrder(order);
    exchange.clock.advance(2_000);
  }
  lines = [...exchange.control.journal()].map((line) => line.trimEnd());
  digest = exchange.digest();
  await exchange.close();
});

function replayOf(text: readonly string[]): JournalReplay {
  const replay = new JournalReplay({ checks: true });
  for (const line of text) {
    const step = replay.read(line);
    if (replay.mismatch) break;
    replay.apply(step);
  }
  return replay;
}

const DIGEST = 'a'.repeat(64);

describe('a journal replay', () => {
  test('comes to every digest that was recorded', () => {
    const replay = replayOf(lines);
    expect(replay.mismatch).toBeNull();
    expect(replay.digest()).toBe(digest);
    expect([replay.ended, replay.state.inputSeq]).toEqual([true, 6]);
    // One before each of the 6 inputs, and three at the end.
    expect(replay.compared).toBe(9);
  });

  test('says after which input and line the recorded checksum is another one', () => {
    const changed = lines.map((line, index) => (index === 4 ? line.replace(/"crc":\d+/, '"crc":5') : line));
    const { mismatch } = replayOf(resummed(changed));
    expect(mismatch).toMatchObject({ input: 3, line: 4, what: 'crc', expected: '5' });
    expect(mismatch?.found).toMatch(/^\d+$/);
  });

  test('finds an input that was changed at the checksum after it', () => {
    const changed = lines.map((line, index) =>
      index === 3 ? line.replace('"price":"94000"', '"price":"94001"') : line,
    );
    expect(replayOf(resummed(changed)).mismatch).toMatchObject({ input: 3, line: 4, what: 'crc' });
  });

  test('compares the digests and the ledger at the end', () => {
    const last = lines.length - 1;
    const chain = lines.map((line, index) =>
      index === last ? line.replace(/"chain":"\w+"/, `"chain":"${DIGEST}"`) : line,
    );
    expect(replayOf(resummed(chain)).mismatch).toMatchObject({ input: 6, what: 'chain', expected: DIGEST });
    const state = lines.map((line, index) =>
      index === last ? line.replace(/"state":"\w+"/, `"state":"${DIGEST}"`) : line,
    );
    expect(replayOf(resummed(state)).mismatch).toMatchObject({ input: 6, what: 'state', expected: DIGEST });
    const ledger = lines.map((line, index) => (index === last ? line.replace('"WETH":"20"', '"WETH":"21"') : line));
    expect(replayOf(resummed(ledger)).mismatch).toEqual({
      input: 6,
      line: 7,
      what: 'ledger',
      expected: 'ledger.subAccounts[0].balances.WETH "21"',
      found: 'ledger.subAccounts[0].balances.WETH "20"',
    });
  });

  test('refuses what the engine cannot follow, with the line', () => {
    const changed = lines.map((line, index) =>
      index === 1 ? line.replace('"type":"PlaceOrder"', '"type":"NoSuch"') : line,
    );
    expect(() => replayOf(resummed(changed))).toThrow(/^line 2 \(byte \d+\): the engine cannot follow it: /);
  });
});
