import { expect, test } from 'vitest';
import type { JournalRecord } from './journal.ts';
import { MemoryJournal } from './memory-journal.ts';

const CHAINS = ['1a', '2b', '3c'] as const;
const RECORDS: JournalRecord[] = [
  { seq: 1, input: { kind: 'clock', at: 1_000 }, chain: CHAINS[0] },
  {
    seq: 2,
    input: { kind: 'control', at: 1_000, commands: [{ type: 'SetExchangeStatus', status: 'draining' }] },
    chain: CHAINS[1],
  },
  { seq: 3, input: { kind: 'clock', at: 2_000 }, chain: CHAINS[2] },
];

test('gives back what was appended, in order', () => {
  const journal = new MemoryJournal();
  for (const record of RECORDS) journal.append(record);
  expect([...journal.records()]).toEqual(RECORDS);
  expect([...journal.records(3)]).toEqual(RECORDS.slice(2));
  expect([...journal.records(4)]).toEqual([]);
  expect(journal.length).toBe(3);
});

test('refuses a gap', () => {
  const journal = new MemoryJournal();
  expect(() => journal.append(RECORDS[1]!)).toThrow('the journal has no gaps');
  expect(journal.length).toBe(0);
});
