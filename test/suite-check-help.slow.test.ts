import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['scripts/selftest/run.ts', 'npm run conform:selftest -- --only NAME'],
  ['scripts/repeat/run.ts', 'npm run conform:repeat -- --all-leave --rate-limits'],
])('%s --help prints how it is used and runs nothing', (script, line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, '--help'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(line);
  expect(stdout.trim().split('\n').at(-1)).toMatch(/2 for wrong usage/);
});
