import { expect, test } from 'vitest';
import type { FactsResult } from '../src/lab/market/run/facts-result.ts';
import { CliCall } from './cli.ts';

test('a signal ends the run with the figures of what was observed', async () => {
  const child = new CliCall(['market', 'facts', '--world', 'quiet', '--hours', '720', '--seeds', '1', '--json']);
  await child.until(() => child.stderr.includes('hours of exchange time'));
  child.kill('SIGINT');
  expect(await child.exit()).toBe(130);
  const { complete, seeds } = JSON.parse(child.stdout) as FactsResult;
  expect(complete).toBe(false);
  expect(seeds[0]?.hours).toBeLessThan(720);
});
