import { expect, test } from 'vitest';
import { InvariantError } from '../kernel/assert.ts';
import { withAmbientTrapped } from './trap.ts';

test.each([
  ['Date.now', () => Date.now()],
  ['Math.random', () => Math.random()],
  ['setTimeout', () => clearTimeout(setTimeout(() => undefined, 0))],
  ['setInterval', () => clearInterval(setInterval(() => undefined, 0))],
  ['setImmediate', () => clearImmediate(setImmediate(() => undefined))],
])('%s throws inside and works again outside', (_name, use: () => unknown) => {
  expect(() => withAmbientTrapped(use)).toThrow(InvariantError);
  expect(use).not.toThrow();
});

test('returns what the work returned', () => {
  expect(withAmbientTrapped(() => 42)).toBe(42);
});

test('puts back what stood there, also a fake', () => {
  const real = Date.now;
  Date.now = () => 7;
  try {
    withAmbientTrapped(() => undefined);
    expect(Date.now()).toBe(7);
  } finally {
    Date.now = real;
  }
});
