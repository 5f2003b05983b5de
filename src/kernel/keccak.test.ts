import { keccak256 as reference } from 'ethers';
import { describe, expect, test } from 'vitest';
import { keccak256 } from './keccak.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('keccak256', () => {
  test.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['The quick brown fox jumps over the lazy dog', '4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15'],
    [
      'The quick brown fox jumps over the lazy dog.',
      '578951e24efd62a3d63a86f7cd19aaa53c898fe287d2552133220370240b572d',
    ],
    ['testing', '5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02'],
  ])('digest of %j', (message, digest) => {
    expect(hex(keccak256(text(message)))).toBe(digest);
  });

  test('agrees with an independent implementation at every length around three blocks', () => {
    const source = Uint8Array.from({ length: 410 }, (_, index) => (index * 167 + 13) % 256);
    for (let length = 0; length <= source.length; length += 1) {
      const message = source.subarray(0, length);
      expect(`0x${hex(keccak256(message))}`, `length ${length}`).toBe(reference(message));
    }
  });

  test('does not change its input', () => {
    const message = text('abc');
    keccak256(message);
    expect([...message]).toEqual([97, 98, 99]);
  });
});
