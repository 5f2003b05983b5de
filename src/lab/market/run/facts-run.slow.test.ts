import { expect, test, vi } from 'vitest';
import { SOURCE_THREADS } from '../../sweeps/local/source-threads.test-helper.ts';
import { FactsError, FactsRun } from './facts-run.ts';

const QUIET = {
  world: 'quiet',
  shownWorld: 'quiet',
  startTime: Date.UTC(2026, 0, 5),
  threads: 2,
  execArgv: SOURCE_THREADS,
} as const;

test('seeds start on different weekdays, and a market that stands still is judged by what it shows', async () => {
  const run = new FactsRun({ ...QUIET, hours: 1, seeds: 2 });
  const result = await run.run();
  expect(result).toMatchObject({ format: 'perpsim-market-facts', world: 'quiet', hours: 1, complete: true });
  expect(result.seeds.map(({ seed, startTime }) => [seed, new Date(startTime).getUTCDay()])).toEqual([
    ['1', 1],
    ['2', 6],
  ]);
  expect(run.progress()).toEqual({ minutes: 120, total: 120 });
  const rowOf = (id: string) => result.rows.find((row) => row.id === id);
  expect(rowOf('gaps')).toMatchObject({ figures: [null, null], verdict: 'not judged', why: 'too few trades' });
  expect(rowOf('levels')).toMatchObject({ verdict: 'out' });
  expect(result.plots.map(({ id }) => id)).toContain('returns-acf');
});

test('a run that is stopped has the hours that were observed', async () => {
  const run = new FactsRun({ ...QUIET, hours: 700, seeds: 1 });
  const running = run.run();
  await vi.waitUntil(() => run.progress().minutes > 0, { timeout: 600_000 });
  run.stop();
  const result = await running;
  expect(result.complete).toBe(false);
  expect(result.seeds[0]?.hours).toBeGreaterThan(0);
  expect(result.seeds[0]?.hours).toBeLessThan(700);
});

test('a world that cannot be used is an error of its own', async () => {
  await expect(new FactsRun({ ...QUIET, world: 'nowhere', hours: 1, seeds: 1 }).run()).rejects.toThrow(FactsError);
});
