import { expect, test } from 'vitest';
import { textFrames } from './connection.ts';

test.each([
  ['', '8100'],
  ['a', '810161'],
  ['\u20ac', '8103e282ac'],
])('%j is %s', (text, hex) => {
  expect(textFrames([text]).toString('hex')).toBe(hex);
});

test.each([
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('%i bytes have the shortest head there is', (length, head) => {
  const bytes = textFrames(['x'.repeat(length)]);
  expect(bytes.length).toBe(head.length / 2 + length);
  expect(bytes.subarray(0, head.length / 2).toString('hex')).toBe(head);
  expect(bytes.at(-1)).toBe(0x78);
});

test('frames follow each other', () => {
  expect(textFrames(['a', 'bc']).toString('hex')).toBe('81016181026263');
  expect(textFrames([])).toHaveLength(0);
});

test('a frozen list, which many connections get, is made into bytes once', () => {
  const list = Object.freeze(['a']);
  expect(textFrames(list)).toBe(textFrames(list));
  expect(textFrames(['a'])).not.toBe(textFrames(list));
  const reply = ['a'];
  expect(textFrames(reply)).not.toBe(textFrames(reply));
});
