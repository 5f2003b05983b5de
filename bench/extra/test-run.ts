import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { follow } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import { figure } from '../table/figure.ts';

/** Runs `npm test` once, its output thrown away, and measures it as a whole process. Throws when a test fails. */
export const testRun: Part = {
  name: 'test',
  about: 'npm test',
  rounds: 1,
  roundSeconds: 270,
  fixedSeconds: 0,
  extra: true,
  measure: async (run) => {
    const seconds = await run.each(async () => {
      const started = performance.now();
      const [code] = (await once(follow(spawn('npm', ['test'], { stdio: 'ignore' })), 'exit')) as [number | null];
      if (code !== 0) throw new Error(`npm test ended with ${String(code)}; its time says nothing`);
      return (performance.now() - started) / 1_000;
    });
    return [figure('npm-test', seconds, 'one run')];
  },
};
