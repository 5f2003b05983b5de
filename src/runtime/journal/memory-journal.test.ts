import { expect, test } from 'vitest';
import type { JournalRecord } from './journal.ts';
import { MemoryJournal } from './memory-journal.ts';

const RECORDS: JournalRecord[] = [
  { seq: 1, input: { kind: 'clock', at: 1_000 } },
  { seq: 2, input: { kind: 'control', at: 1_000, commands: [{ type: 'SetExchangeStatus', status: 'draining' }] } },
  { seq: 3, input: { kind: 'clock', at: 2_000 } },
];

test('gives back what was appended, in order', () => {
  const journal = new MemoryJournal();
  for (const record of RECORDS) journal.append(record);
  expect([...journal.records()]).toEqual(RECORDS);
  expect(journal.length).toBe(3);
});

test('refuses a gap', () => {
  const journal = new MemoryJournal();
  expect(() => journal.append(RECORDS[1]!)).toThrow('the journal has no gaps');
  expect(journal.length).toBe(0);
});
