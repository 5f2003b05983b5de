import { describe, expect, it } from 'vitest';
import { BookCopy } from './book-copy.ts';

interface Said {
  readonly type?: string;
  readonly meseq: number;
  readonly prevMeseq?: number;
  readonly checksum: string;
  readonly bids?: readonly (readonly [string, string])[];
  readonly asks?: readonly (readonly [string, string])[];
}

const frame = ({ bids = [], asks = [], ...fields }: Said): string => {
  const [b, a] = [bids, asks].map((side) => side.map(([price, quantity]) => ({ price, quantity })));
  return JSON.stringify({ channel: 'orderbookUpdate', type: 'diff', ...fields, data: { bids: b, asks: a } });
};

const SNAPSHOT = frame({
  type: 'snapshot',
  meseq: 5,
  checksum: '7ff331c9',
  bids: [
    ['50000', '1.5'],
    ['49999', '2'],
  ],
  asks: [
    ['50001', '1.2'],
    ['50002', '3.1'],
  ],
});

/** Leaves `b50000:1.5|`. */
const CHANGE: Said = {
  meseq: 9,
  prevMeseq: 5,
  checksum: '80574d91',
  bids: [['49999', '0']],
  asks: [
    ['50001', '0'],
    ['50002', '0'],
  ],
};

const begun = (): BookCopy => {
  const copy = new BookCopy();
  copy.apply(SNAPSHOT);
  return copy;
};

describe('a copy of a book', () => {
  it('follows a change that joins and fits', () => {
    const copy = begun();
    copy.apply(frame(CHANGE));
    expect(copy.levels('bids')).toEqual([['50000', '1.5']]);
    expect(copy.levels('asks')).toEqual([]);
    expect(copy.at('bids', '49999')).toBeUndefined();
  });

  it('begins with a snapshot', () => {
    expect(() => new BookCopy().apply(frame(CHANGE))).toThrow('the first frame should be a snapshot');
  });

  it('refuses a gap', () => {
    expect(() => begun().apply(frame({ ...CHANGE, prevMeseq: 4 }))).toThrow('prevMeseq should be the meseq before');
  });

  it('refuses a checksum that does not fit', () => {
    expect(() => begun().apply(frame({ ...CHANGE, checksum: '80574d92' }))).toThrow('the checksum should fit the book');
  });

  it('begins anew with a snapshot in the middle', () => {
    const copy = begun();
    copy.apply(frame({ type: 'snapshot', meseq: 12, checksum: '80574d91', bids: [['50000', '1.5']] }));
    expect(copy.levels('asks')).toEqual([]);
  });
});
