import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { backtest } from '../src/lab/backtest.ts';
import type { Fill, RunResult } from '../src/index.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLE = join(ROOT, 'examples', 'backtest');

const perpsim = (...args: string[]): string =>
  execFileSync(process.execPath, [join(ROOT, 'bin', 'perpsim.js'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { cwd: ROOT });
});

const withBot = (): RunResult => {
  const bot = `"${process.execPath}" "${join(EXAMPLE, 'bot.mjs')}"`;
  return JSON.parse(perpsim('run', EXAMPLE, '--json', '--bot', bot)) as RunResult;
};

const fillsOf = (run: RunResult): readonly Fill[] => run.accounts.find(({ isStrategy }) => isStrategy)?.fills ?? [];

test('a strategy has the same fills in process and as a bot of its own in lockstep, which repeats', async () => {
  // A bot gets the parameters of the strategy whose place it takes.
  const params = { spread: 2, size: '0.1' };
  const inProcess = await backtest({ scenario: EXAMPLE, strategy: join(EXAMPLE, 'front-runner.mjs'), params });
  const first = withBot();
  expect(inProcess.fills.length).toBeGreaterThan(20);
  expect(first.mode).toBe('lockstep');
  expect(fillsOf(first)).toEqual(inProcess.fills);
  expect(first.accounts.map(({ pnl }) => pnl)).toEqual(inProcess.run.accounts.map(({ pnl }) => pnl));
  expect(withBot().digest).toBe(first.digest);
});

test('the example prints what its page shows', () => {
  const main = join(EXAMPLE, 'main.ts');
  const printed = execFileSync(process.execPath, ['--import', 'tsx', main], { cwd: ROOT, encoding: 'utf8' });
  expect(printed.trimEnd().split('\n')).toHaveLength(6);
  expect(readFileSync(join(EXAMPLE, 'README.md'), 'utf8')).toContain(`\`\`\`text\n${printed}\`\`\`\n`);
});
