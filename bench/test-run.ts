import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Figure } from './figure.ts';

/** Seconds that `npm test` may take on two quiet cores. */
const BUDGET_SECONDS = 240;

/** Runs `npm test` once, its output thrown away, and measures it as a whole process. Throws when a test fails. */
export async function testRun(): Promise<Figure[]> {
  const started = performance.now();
  const [code] = (await once(spawn('npm', ['test'], { stdio: 'ignore' }), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm test ended with ${String(code)}; its time says nothing`);
  const seconds = (performance.now() - started) / 1000;
  return [
    {
      name: 'npm test',
      measured: 'one run',
      yardstick: '',
      value: seconds,
      unit: 's',
      budget: { atMost: BUDGET_SECONDS },
    },
  ];
}
