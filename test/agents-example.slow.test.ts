import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Child } from './child.ts';

const MAIN = fileURLToPath(new URL('../examples/agents/main.ts', import.meta.url));

test('the zero-intelligence market of agents has the spread of the model without an exchange', async () => {
  const child = new Child(['--import', 'tsx', MAIN, '16m', '100000']);
  expect(await child.exit()).toBe(0);
  const row = child.stdout.split('\n')[1] ?? '';
  const [epsilon, here, plain, law] = row.split('  ').map(Number);
  expect(epsilon).toBe(0.05);
  expect(law).toBe(0.477);
  // Six minutes after the book has filled are few: their mean is a fifth off at times.
  expect(Math.abs(here! / plain! - 1)).toBeLessThan(0.25);
}, 600_000);
