import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FactsResult } from '../src/lab/market/run/facts-result.ts';
import { built, CliCall } from './cli.ts';

let folder: string;
const children: CliCall[] = [];

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-facts-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill();
    await child.exit();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function facts(...args: string[]): CliCall {
  const child = new CliCall(['market', 'facts', ...args]);
  children.push(child);
  return child;
}

test('a world whose market stands still is out of the ranges, with equal figures each time', async () => {
  const file = join(folder, 'facts.md');
  const args = ['--world', 'quiet', '--hours', '1', '--seeds', '1'];
  const [json, markdown] = [facts(...args, '--json'), facts(...args, '--markdown', file)];
  expect([await json.exit(), await markdown.exit()]).toEqual([1, 1]);
  const result = JSON.parse(json.stdout) as FactsResult;
  expect(result).toMatchObject({ world: 'quiet', hours: 1, complete: true });
  expect(result.rows.find(({ id }) => id === 'levels')).toMatchObject({ verdict: 'out', least: 200 });
  expect(markdown.stdout).toMatch(/^world quiet, one seed of 1 h\n/);
  const report = readFileSync(file, 'utf8');
  expect(report).toMatch(/^# Facts of the market\n\nWorld `quiet`, one seed of 1 h; /);
  for (const { figure } of result.rows) expect(report).toContain(`| ${figure} |`);
});

test.each([
  [['--hours', '0'], '--hours must be a whole number from 1 to 720 (got "0")'],
  [['--seeds', 'all'], '--seeds must be a whole number from 1 to 100 (got "all")'],
  [['--threads', '65'], '--threads must be a whole number from 1 to 64 (got "65")'],
  [
    ['--start', 'monday'],
    '--start takes Unix milliseconds or an ISO 8601 time such as 2026-01-05T00:00:00Z (got "monday")',
  ],
  [['--world', 'nowhere'], 'there is no world nowhere'],
])('%j is refused before anything runs', async (args, message) => {
  const child = facts(...args);
  expect(await child.exit()).toBe(2);
  expect(child.stdout).toBe('');
  expect(child.stderr).toContain(message);
});
