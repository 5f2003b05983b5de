import { expect, test } from 'vitest';
import { FIRST_FILE, journalOf } from './kept-exchange.test-helper.ts';
import { MemoryStorage } from './memory-storage.test-helper.ts';
import { readGeneration } from './data-directory.ts';

test('a journal of 60 inputs that is cut off at any byte is read to its last whole line', async () => {
  const journal = await journalOf(60);
  const wrong: unknown[] = [];
  let lines = 0;
  let kept = 0;
  for (let place = 0; place <= journal.length; place += 1) {
    if (place > 0 && journal[place - 1] === 10) {
      lines += 1;
      kept = place;
    }
    const storage = new MemoryStorage();
    storage.put(FIRST_FILE, journal.subarray(0, place));
    const read = readGeneration(storage, FIRST_FILE);
    const found = read && [read.written.inputs, read.written.bytes, read.tail?.lostBytes ?? 0];
    const expected = lines === 0 ? null : [lines - 1, kept, place - kept];
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([place, found, expected]);
  }
  expect(lines).toBe(61);
  expect(wrong).toEqual([]);
});
