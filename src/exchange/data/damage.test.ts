import { beforeAll, describe, expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { DUMP_VERSION } from '../journal/dump.ts';
import { DATA, FIRST_FILE, journalOf, openIds, silent, startOn } from './kept-exchange.test-helper.ts';
import { MemoryStorage } from './memory-storage.test-helper.ts';
import { DamageError } from './generation-reader.ts';
import { readGeneration } from './data-directory.ts';

/** Bytes of an input's line before the second digit of its checksum. */
const A_DIGIT = '{"crc":1'.length;
const INPUTS = 200;
let journal: Buffer;
/** Where each line begins, and where the last one ends. */
let starts: number[];

beforeAll(async () => {
  journal = await journalOf(INPUTS);
  starts = [0, ...[...journal.toString('latin1').matchAll(/\n/g)].map(({ index }) => index + 1)];
});

const diskWith = (content: Uint8Array): MemoryStorage => {
  const storage = new MemoryStorage();
  storage.put(FIRST_FILE, content);
  return storage;
};

test('the journal has a header and 200 inputs', () => {
  expect(starts).toHaveLength(INPUTS + 2);
  expect(starts.at(-1)).toBe(journal.length);
});

/** Places to cut: all around the ends of lines, and a few in the middle of each. */
function placesToCut(): number[] {
  const draw = new RandomInputs('cuts', 'damage');
  return starts
    .slice(1)
    .flatMap((start) => [start - 2, start - 1, start, start + 1, start + draw.between(2, 150)])
    .filter((place) => place <= journal.length);
}

describe('a journal that is cut off', () => {
  test('is read to its last whole line, wherever the cut is', () => {
    for (const place of placesToCut()) {
      const read = readGeneration(diskWith(journal.subarray(0, place)), FIRST_FILE);
      const whole = starts.filter((start) => start <= place).length - 1;
      if (whole === 0) expect(read).toBeNull();
      else {
        const kept = starts[whole];
        const tail = kept === place ? null : { keptBytes: kept, lostBytes: place - (kept ?? 0) };
        expect([place, read?.written.inputs, read?.written.bytes, read?.tail]).toEqual([place, whole - 1, kept, tail]);
      }
    }
  });

  test('starts an exchange with the inputs before the cut, which goes on from there', async () => {
    const place = (starts[120] ?? 0) + 40;
    const storage = diskWith(journal.subarray(0, place));
    const told = silent();
    const exchange = await startOn(storage, {}, told);
    expect(exchange.control.state().inputs).toBe(119);
    expect(told.notices).toEqual([
      expect.stringMatching(/^recovered 119 inputs from \/data in \S+ s; cut a torn tail of 40 bytes after input 119$/),
    ]);
    exchange.clock.advance(1_000);
    await exchange.close();
    const again = await startOn(storage);
    expect(again.control.state().inputs).toBe(120);
    await again.close();
  });

  test('in its header starts anew, because no input is lost with it', async () => {
    const exchange = await startOn(diskWith(journal.subarray(0, 500)), { seed: 9 });
    expect([exchange.seed, exchange.control.state().inputs]).toEqual(['9', 0]);
    await exchange.close();
  });
});

describe('a journal with a flipped bit', () => {
  const flipped = (byte: number, bit: number): Buffer => {
    const content = Buffer.from(journal);
    content[byte] = (content[byte] ?? 0) ^ (1 << bit);
    return content;
  };

  test('is refused wherever the bit is, in its last line too', () => {
    const draw = new RandomInputs('flips', 'damage');
    for (let no = 0; no < 300; no += 1) {
      const byte = draw.between(0, journal.length - 1);
      const storage = diskWith(flipped(byte, draw.between(0, 7)));
      expect(() => readGeneration(storage, FIRST_FILE), `byte ${byte}`).toThrow(DamageError);
    }
    for (let byte = starts[INPUTS] ?? 0; byte < journal.length; byte += 1) {
      for (const bit of byte > journal.length - 4 ? [0, 1, 2, 3, 4, 5, 6, 7] : [byte % 8]) {
        const storage = diskWith(flipped(byte, bit));
        expect(() => readGeneration(storage, FIRST_FILE), `byte ${byte}, bit ${bit}`).toThrow(DamageError);
      }
    }
  });

  test('in its last line is refused with line, byte and way out, and the line stays', async () => {
    const last = starts[INPUTS] ?? 0;
    const damaged = flipped(last + A_DIGIT, 0);
    const storage = diskWith(damaged);
    const message = `${FIRST_FILE} line 201 (byte ${last}): field "sum": does not fit this line and the one before: changed, or a line is missing: restore the file from a copy; to give up this line and all that follow, run truncate -s ${last} ${FIRST_FILE}`;
    await expect(startOn(storage)).rejects.toMatchObject({ name: 'ControlError', field: 'data', message });
    expect(storage.content(FIRST_FILE).equals(damaged)).toBe(true);
  });

  test('and a torn line behind it is refused as well', () => {
    const damaged = Buffer.concat([flipped((starts[INPUTS] ?? 0) + A_DIGIT, 0), Buffer.from('{"crc":1')]);
    expect(() => readGeneration(diskWith(damaged), FIRST_FILE)).toThrow(DamageError);
  });

  test('is refused with line, byte and ways out, and left as it is', async () => {
    const damaged = flipped((starts[57] ?? 0) + A_DIGIT, 0);
    const storage = diskWith(damaged);
    const message = `${FIRST_FILE} line 58 (byte ${starts[57]}): field "sum": does not fit this line and the one before: changed, or a line is missing: restore the file from a copy; to give up this line and all that follow, run truncate -s ${starts[57]} ${FIRST_FILE}`;
    await expect(startOn(storage)).rejects.toMatchObject({ name: 'ControlError', field: 'data', message });
    expect(storage.content(FIRST_FILE).equals(damaged)).toBe(true);
    expect(storage.names(DATA)).toEqual(['journal-000001.jsonl']);
  });

  test('in an end of line before the last input is refused: the last input is whole', () => {
    const storage = diskWith(flipped((starts[INPUTS] ?? 0) - 1, 0));
    expect(() => readGeneration(storage, FIRST_FILE)).toThrow(/line 200 \(byte \d+\): is not as a journal writes it/);
  });
});

test('a last line with a block that was never written is a torn tail, also where its end was written', () => {
  const last = starts[INPUTS] ?? 0;
  const content = Buffer.from(journal);
  content.fill(0, last + 5, last + 60);
  expect(readGeneration(diskWith(content), FIRST_FILE)).toMatchObject({
    written: { inputs: 199, bytes: last },
    tail: { keptBytes: last, lostBytes: journal.length - last },
  });
});

test.each([
  [
    'a newer version',
    `"version":${DUMP_VERSION},`,
    `"version":${DUMP_VERSION + 1},`,
    new RegExp(
      `field "version": ${DUMP_VERSION + 1} is newer than ${DUMP_VERSION}, the newest that this perpsim reads`,
    ),
  ],
  [
    'another format',
    '"format":"perpsim-journal"',
    '"format":"perpsim-diary"',
    /is not the header of a perpsim journal/,
  ],
])('%s is refused by name', async (_what, from, to, message) => {
  const storage = diskWith(Buffer.from(journal.toString('utf8').replace(from, to)));
  await expect(startOn(storage)).rejects.toThrow(message);
});

test('orders are there after the start', async () => {
  const exchange = await startOn(diskWith(journal));
  expect((await openIds(exchange, 1)).length).toBeGreaterThan(3);
  await exchange.close();
});
