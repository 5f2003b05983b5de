import { expect, test } from 'vitest';
import { InvariantError } from '../kernel/errors.ts';
import { trapAmbient } from './sequencer.ts';

function trapped(use: () => unknown): void {
  const release = trapAmbient();
  try {
    use();
  } finally {
    release();
  }
}

test.each([
  ['Date.now', () => Date.now()],
  ['Math.random', () => Math.random()],
  ['setTimeout', () => clearTimeout(setTimeout(() => undefined, 0))],
  ['setInterval', () => clearInterval(setInterval(() => undefined, 0))],
  ['setImmediate', () => clearImmediate(setImmediate(() => undefined))],
])('%s throws inside and works again outside', (_name, use: () => unknown) => {
  expect(() => trapped(use)).toThrow(InvariantError);
  expect(use).not.toThrow();
});

test('puts back what stood there, also a fake', () => {
  const real = Date.now;
  Date.now = () => 7;
  try {
    trapped(() => undefined);
    expect(Date.now()).toBe(7);
  } finally {
    Date.now = real;
  }
});
