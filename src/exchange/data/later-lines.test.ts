import { beforeAll, describe, expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { readDocument } from '../snapshots/document.ts';
import { historyBeside } from '../snapshots/history-files.ts';
import { type ReadGeneration, readGeneration, type WrittenBefore } from './data-directory.ts';
import { bid, DATA, FIRST_FILE, journalOf, silent, startOn } from './kept-exchange.test-helper.ts';
import { MemoryStorage } from './memory-storage.test-helper.ts';

/** More than there are inputs between two places that are kept. */
const INPUTS = 1_100;
const SNAPSHOTS = `${DATA}/snapshots`;
const nothing = (): void => undefined;

let journal: Buffer;
/** Where each line begins, and where the last one ends. */
let starts: number[];

beforeAll(async () => {
  journal = await journalOf(INPUTS);
  starts = [0, ...[...journal.toString('latin1').matchAll(/\n/g)].map(({ index }) => index + 1)];
});

function diskWith(content: Uint8Array): MemoryStorage {
  const storage = new MemoryStorage();
  storage.put(FIRST_FILE, content);
  return storage;
}

/** What a snapshot at this input says of the journal. */
function beforeAt(input: number): WrittenBefore {
  const upTo = journal.subarray(0, starts[input + 1]);
  const read = readGeneration(diskWith(upTo), FIRST_FILE);
  const line = upTo.subarray(starts[input]).toString('utf8');
  const at = Number(/"at":(\d+)/.exec(line)?.[1]);
  if (!read) throw new Error('the journal has a whole line');
  return { ...read.written, at };
}

/** What is read, or why nothing is. */
function outcome(content: Uint8Array, before: WrittenBefore | null): ReadGeneration | string | null {
  try {
    return readGeneration(diskWith(content), FIRST_FILE, nothing, before);
  } catch (error) {
    return String(error);
  }
}

describe('a journal beside a snapshot', () => {
  test('is read from the line behind the snapshot on, and comes to what the whole journal comes to', () => {
    for (const input of [1, 500, 1_023, 1_024, 1_099, INPUTS]) {
      const seen: number[] = [];
      const read = readGeneration(diskWith(journal), FIRST_FILE, (seq) => seen.push(seq), beforeAt(input));
      expect(read).toEqual(outcome(journal, null));
      expect(seen).toEqual(Array.from({ length: INPUTS - input }, (_, place) => input + 1 + place));
    }
  });

  test('is refused for any damage with the words of a start without the snapshot', () => {
    const before = beforeAt(900);
    const draw = new RandomInputs('later lines', 'damage');
    for (let no = 0; no < 60; no += 1) {
      const damaged = Buffer.from(journal);
      // Half of them before the snapshot.
      const byte = no % 2 === 0 ? draw.between(0, before.bytes - 1) : draw.between(before.bytes, journal.length - 1);
      damaged[byte] = (damaged[byte] ?? 0) ^ (1 << draw.between(0, 7));
      const found = outcome(damaged, before);
      expect(found, `byte ${byte}`).toEqual(outcome(damaged, null));
      expect(found, `byte ${byte}`).toMatch(/^DamageError/);
    }
  });

  test('that is cut off anywhere is read to its last whole line', () => {
    const before = beforeAt(1_090);
    const draw = new RandomInputs('later lines', 'cuts');
    const around = [before.bytes - 1, before.bytes, before.bytes + 1, journal.length - 1];
    for (const place of [...around, ...Array.from({ length: 20 }, () => draw.between(0, journal.length))]) {
      const cut = journal.subarray(0, place);
      expect([place, outcome(cut, before)]).toEqual([place, outcome(cut, null)]);
    }
  });

  test('without one of its lines is refused, whatever the snapshot says', () => {
    const before = beforeAt(900);
    for (const line of [3, 900, 901, 1_000]) {
      const without = Buffer.concat([journal.subarray(0, starts[line]), journal.subarray(starts[line + 1])]);
      expect(outcome(without, before)).toMatch(/does not fit this line and the one before/);
    }
  });
});

describe('an exchange that is started from its snapshots again and again', () => {
  /** What each automatic snapshot says of the journal, by its number of inputs. */
  const saidBy = (storage: MemoryStorage): Map<number, WrittenBefore> =>
    new Map(
      storage.names(SNAPSHOTS).map((name) => {
        const open = historyBeside(storage, SNAPSHOTS);
        const text = storage.content(`${SNAPSHOTS}/${name}`).toString('utf8');
        const { written, seq, time } = readDocument(text, (filed) => open.open(filed, false));
        if (!written) throw new Error('an automatic snapshot says what the journal had');
        return [seq, { ...written, at: time }];
      }),
    );

  test('says in each snapshot what the file of the journal had, marks of earlier ends included', async () => {
    const storage = new MemoryStorage();
    const draw = new RandomInputs('later lines', 'lives');
    let digest = '';
    for (let life = 0; life < 5; life += 1) {
      const exchange = await startOn(storage, { snapshotEvery: 7, snapshotsKept: 1_000 });
      if (life > 0) expect(exchange.digest()).toBe(digest);
      for (let no = draw.between(3, 40); no > 0; no -= 1) {
        if (no % 3 === 0) await exchange.client(no % 2).placeOrders([bid(`order-${life}-${no}`)]);
        else exchange.clock.advance(500);
      }
      digest = exchange.digest();
      await exchange.close();
    }
    const content = storage.content(FIRST_FILE);
    const said = saidBy(storage);
    expect(said.size).toBeGreaterThan(5);
    for (const [seq, before] of said) {
      const read = readGeneration(diskWith(content.subarray(0, before.bytes)), FIRST_FILE);
      expect([seq, { ...read?.written, at: before.at }]).toEqual([seq, before]);
      expect(outcome(content, before)).toEqual(outcome(content, null));
    }
  });

  test('has its whole journal, and is refused once a line before the snapshot is damaged', async () => {
    const storage = diskWith(journal);
    const first = await startOn(storage, { snapshotEvery: 20 });
    for (let no = 0; no < 30; no += 1) first.clock.advance(500);
    const dump = [...first.control.journal()];
    await first.close();
    const told = silent();
    const again = await startOn(storage, { snapshotEvery: 20 }, told);
    expect(told.notices).toEqual([
      expect.stringMatching(/^recovered 1130 inputs from \/data, of which 1120 in a snapshot in/),
    ]);
    expect([...again.control.journal()]).toEqual(dump);
    await again.close();
    const damaged = Buffer.from(storage.content(FIRST_FILE));
    const byte = (starts[57] ?? 0) + '{"crc":1'.length;
    damaged[byte] = (damaged[byte] ?? 0) ^ 1;
    storage.put(FIRST_FILE, damaged);
    await expect(startOn(storage)).rejects.toThrow(
      `${FIRST_FILE} line 58 (byte ${starts[57]}): field "sum": does not fit`,
    );
  });
});
