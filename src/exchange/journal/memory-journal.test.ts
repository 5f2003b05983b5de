import { describe, expect, test } from 'vitest';
import { type ChainPlace, CHAIN_START } from '../../kernel/digest-chain.ts';
import type { JournalRecord } from './journal.ts';
import { MemoryJournal } from './memory-journal.ts';

const CRCS = [1, 4_294_967_295, 3] as const;
const RECORDS: JournalRecord[] = [
  { seq: 1, input: { kind: 'clock', at: 1_000 }, crc: CRCS[0] },
  {
    seq: 2,
    input: { kind: 'control', at: 1_000, commands: [{ type: 'SetExchangeStatus', status: 'draining' }] },
    crc: CRCS[1],
  },
  { seq: 3, input: { kind: 'clock', at: 2_000 }, crc: CRCS[2] },
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

describe('a window of three inputs', () => {
  const crcOf = (seq: number): number => seq * 100;
  const placeOf = (seq: number): ChainPlace => ({ ...CHAIN_START, crc: crcOf(seq + 1) });

  function windowed(count: number): MemoryJournal {
    const journal = new MemoryJournal(undefined, 3);
    let applied = 0;
    journal.saveWith(() => ({ chain: placeOf(applied), state: { after: applied } }));
    for (let seq = 1; seq <= count; seq += 1) {
      journal.append({ seq, input: { kind: 'clock', at: 1_000 + seq }, crc: crcOf(seq) });
      applied = seq;
    }
    return journal;
  }

  test.each([
    [1, 1],
    [3, 1],
    [4, 1],
    [6, 1],
    [7, 4],
    [9, 4],
    [10, 7],
    [100, 97],
  ])('after input %i begins with input %i', (count, first) => {
    const journal = windowed(count);
    expect([journal.length, journal.first]).toEqual([count, first]);
    expect([...journal.records()].map(({ seq, crc }) => [seq, crc])).toEqual(
      Array.from({ length: count - first + 1 }, (_, index) => [first + index, crcOf(first + index)]),
    );
  });

  test('starts with the state after the inputs that were dropped', () => {
    expect(windowed(6).start).toEqual({ seq: 0, chain: CHAIN_START, snapshot: null });
    expect(windowed(7).start).toEqual({ seq: 3, chain: placeOf(3), snapshot: null, state: { after: 3 } });
    expect(windowed(12).start).toEqual({ seq: 6, chain: placeOf(6), snapshot: null, state: { after: 6 } });
  });

  test('that moves on while it is read leaves no gap', () => {
    const journal = windowed(6);
    const read: number[] = [];
    for (const { seq } of journal.records()) {
      read.push(seq);
      journal.append({ seq: journal.length + 1, input: { kind: 'clock', at: 2_000 }, crc: crcOf(0) });
      if (seq === 6) break;
    }
    expect(read).toEqual([1, 2, 3, 4, 5, 6]);
    expect(journal.first).toBe(7);
  });

  test('and its copy go different ways', () => {
    const journal = windowed(6);
    const copy = journal.copy();
    for (let more = 0; more < 3; more += 1) {
      journal.append({ seq: journal.length + 1, input: { kind: 'clock', at: 3_000 }, crc: crcOf(9) });
    }
    expect([copy.first, copy.length, journal.first, journal.length]).toEqual([1, 6, 4, 9]);
    expect([...copy.records()]).toHaveLength(6);
  });
});

describe('a journal of inputs of 70,000 bytes', () => {
  const first = (count: number, window?: number): number => {
    const journal = new MemoryJournal(undefined, window);
    journal.saveWith(() => ({ chain: CHAIN_START, state: {} }));
    const control = { kind: 'control', at: 1_000, commands: [] } as const;
    const input = { ...control, note: 'x'.repeat(70_000) };
    for (let seq = 1; seq <= count; seq += 1) journal.append({ seq, input, crc: 1 });
    return journal.first;
  };

  // 256 of them are 17 MiB.
  test('keeps the latest 16 MiB at least, and twice as much at most', () => {
    expect(first(512)).toBe(1);
    expect(first(513)).toBe(257);
    expect(first(768)).toBe(257);
    expect(first(769)).toBe(513);
  });

  test('keeps as many as its window says', () => {
    expect(first(769, 1_000)).toBe(1);
  });
});
