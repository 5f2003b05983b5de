import { describe, expect, it } from 'vitest';
import { BinaryForm } from './binary-form.ts';

function hexOf(value: unknown): string {
  const form = new BinaryForm();
  form.write(value);
  return Buffer.from(form.bytes()).toString('hex');
}

describe('the bytes of', () => {
  it.each([
    ['a small number', 5, '0105000000'],
    ['minus zero', -0, '0100000000'],
    ['a large number', 2 ** 40, '020000000000007042'],
    ['a bigint', 5n, '030500000000000000'],
    ['a wide bigint', 2n ** 64n, '0408143138343436373434303733373039353531363136'],
    ['true and false', [true, false], '0a020000000506'],
    ['null', null, '07'],
    ['a text', 'BTC', '0803425443'],
    ['a text beyond ASCII', 'é', '0902000000c3a9'],
    ['half a surrogate pair', '\ud800', '0c0200000000d8'],
    ['a set, sorted', new Set(['b', 'a']), '0e0200000008016108' + '0162'],
    [
      'a map, by key',
      new Map([
        [2, 'b'],
        [1, 'a'],
      ]),
      '0d020000000101000000080161' + '0102000000080162',
    ],
  ])('%s', (_, value, bytes) => {
    expect(hexOf(value)).toBe(bytes);
  });

  it('a record: eight bytes of the hash of its sorted keys, then its members in that order', () => {
    // SHA-256 of ["a","b"] begins with 0473ef2dc0d324ab; each half is written with its low byte first.
    expect(hexOf({ b: 1, a: null })).toBe('0b2def7304ab24d3c0' + '07' + '0101000000');
  });

  it('a record without a member and of one whose member is undefined are equal', () => {
    expect(hexOf({ a: 1, b: undefined, c: [{ d: undefined }] })).toBe(hexOf({ a: 1, c: [{}] }));
  });

  it('a text of 200 KB, in a form that began smaller', () => {
    expect(hexOf(['x'.repeat(200_000), 7])).toHaveLength(2 * (5 + 5 + 200_000 + 5));
  });

  it('an object with a canonical form of its own: those of that form', () => {
    class Queue {
      toCanonical(): unknown {
        return [1];
      }
    }
    expect(hexOf(new Queue())).toBe('0a010000000101000000');
  });

  it('a record after one that could not be written', () => {
    const form = new BinaryForm();
    expect(() => form.write({ a: 1, b: [undefined] })).toThrow(TypeError);
    form.clear();
    form.write({ b: 1, a: null });
    expect(Buffer.from(form.bytes()).toString('hex')).toBe(hexOf({ a: null, b: 1 }));
  });

  it.each([
    ['a fraction', 0.5, 'not a safe integer: 0.5'],
    ['a number beyond 2^53', 2 ** 53, 'not a safe integer: 9007199254740992'],
    ['a function', () => 1, 'function has no canonical form'],
    ['undefined in a list', [undefined], 'undefined has no canonical form'],
  ])('%s do not exist', (_, value, problem) => {
    expect(() => hexOf(value)).toThrow(new TypeError(problem));
  });
});
