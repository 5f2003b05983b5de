import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../exchange/package-root.ts';
import type { SweepJob } from '../sweep.ts';
import { LocalPool } from './pool.ts';
import { runAll } from './local-sweep.ts';
import { SOURCE_THREADS } from './source-threads.test-helper.ts';
import { testInFull } from '../../../kernel/test-budget.test-helper.ts';

const CALM_DAY = join(packageRoot(), 'scenarios', 'basics', 'calm-day');
const GOING_ON = new AbortController().signal;
const jobOf = (index: number, set: SweepJob['set'] = { duration: '62m' }): SweepJob => ({ index, seed: '7', set });

let pool: LocalPool;
beforeAll(() => {
  pool = new LocalPool({ threads: 2, execArgv: SOURCE_THREADS });
});
afterAll(() => pool.close());

testInFull('runs a job of a scenario from the sources, twice with the same result', async () => {
  const rows = [await pool.run(CALM_DAY, jobOf(3), GOING_ON), await pool.run(CALM_DAY, jobOf(3), GOING_ON)] as const;
  expect(rows[0]).toMatchObject({ job: jobOf(3), error: null });
  expect(rows[0].digest).toMatch(/^[0-9a-f]{64}$/);
  expect(rows[1]).toEqual(rows[0]);
});

testInFull('gives a job that fails three times a row that says why', async () => {
  const row = await pool.run(join(CALM_DAY, 'nothing.yaml'), jobOf(0), GOING_ON);
  expect(row).toMatchObject({ job: jobOf(0), verdict: 'error', digest: '', strategy: null });
  expect(row.error).toMatch(/there is no file, folder or scenario/);
});

test('stops what is running when the signal says so', async () => {
  const stopping = new AbortController();
  const running = pool.run(CALM_DAY, jobOf(0, { duration: '365d' }), stopping.signal);
  setTimeout(() => stopping.abort(), 200);
  await expect(running).rejects.toThrow(/abort/i);
});

test('runAll takes jobs in their order, some at a time, until it is stopped', async () => {
  const stopping = new AbortController();
  const taken: number[] = [];
  const jobs = Array.from({ length: 9 }, (_, index) => jobOf(index));
  let running = 0;
  let most = 0;
  await runAll(
    jobs,
    3,
    async (job) => {
      running += 1;
      most = Math.max(most, running);
      taken.push(job.index);
      await Promise.resolve();
      running -= 1;
      return { job, verdict: 'none', digest: '', error: null, strategy: null };
    },
    async ({ job }) => (job.index === 4 ? stopping.abort() : undefined),
    stopping.signal,
  );
  expect(most).toBe(3);
  expect(taken.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(taken.length).toBeLessThan(9);
});
