import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { InvariantError, itemAt } from './errors.ts';
import { errorOf, messageOf, systemCodeOf } from './thrown.ts';

describe('what was thrown', () => {
  test('an error of the system says its code and its message', () => {
    let thrown: unknown;
    try {
      readFileSync(new URL('no-such-file', import.meta.url));
    } catch (error) {
      thrown = error;
    }
    expect(systemCodeOf(thrown)).toBe('ENOENT');
    expect(messageOf(thrown)).toContain('no such file');
    expect(errorOf(thrown)).toBe(thrown);
  });

  test.each([
    [new Error('lost'), 'lost'],
    ['a text', 'a text'],
    [null, 'null'],
    [undefined, 'undefined'],
    [7, '7'],
    [{ message: 'not an Error' }, 'not an Error'],
  ])('%o has no code, and the message %s', (thrown, message) => {
    expect(systemCodeOf(thrown)).toBeUndefined();
    expect(messageOf(thrown)).toBe(message);
    expect(errorOf(thrown).message).toBe(message);
  });
});

describe('an item of a list', () => {
  test('is there, or the exchange contradicts itself', () => {
    expect(itemAt(['a', 'b'], 1)).toBe('b');
    expect(itemAt(Uint8Array.of(3), 0)).toBe(3);
    expect(() => itemAt(['a'], 1)).toThrow(InvariantError);
    expect(() => itemAt(['a'], -1)).toThrow('a list of 1 has no item at -1');
  });
});
