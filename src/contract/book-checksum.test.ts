import { describe, expect, test } from 'vitest';
import { bookChecksum, crc32 } from './book-checksum.ts';

describe('the checksum of a book', () => {
  test('the algorithm is CRC-32 (IEEE)', () => {
    expect(crc32('123456789').toString(16)).toBe('cbf43926');
    expect(crc32('')).toBe(0);
  });

  test.each([
    ['an empty book', [], [], '00000000'],
    ['one bid', [{ price: '50000', quantity: '1.5' }], [], '80574d91'],
    [
      'both sides',
      [
        { price: '50000', quantity: '1.5' },
        { price: '49999', quantity: '2' },
      ],
      [
        { price: '50001', quantity: '1.2' },
        { price: '50002', quantity: '3.1' },
      ],
      '7ff331c9',
    ],
  ])('%s', (_name, bids, asks, checksum) => {
    expect(bookChecksum(bids, asks)).toBe(checksum);
  });

  test('a small number keeps its leading zeros', () => {
    // Found by search: the only requirement is eight digits whatever the value.
    expect(bookChecksum([{ price: '1', quantity: '2' }], [])).toMatch(/^[0-9a-f]{8}$/);
  });
});
