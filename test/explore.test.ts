import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Child } from './child.ts';

/** Each test starts processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin', 'perpsim.js');
const FOLDER = mkdtempSync(join(tmpdir(), 'explore-'));

interface Result {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

async function ran(command: string, ...args: string[]): Promise<Result> {
  const child = new Child([BIN, command, ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: child.stderr };
}

let simulator: Child;
let target: string;

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  simulator = new Child([BIN, 'serve', '--port', '0', '--seed', 'mine', '--world', 'quiet', '--json']);
  const [line = ''] = await simulator.lines(1);
  target = new URL((JSON.parse(line) as { restUrl: string }).restUrl).origin;
}, 120_000);
afterAll(async () => {
  simulator.kill();
  await simulator.exit();
  rmSync(FOLDER, { recursive: true });
});

describe('perpsim explore', () => {
  test('finds no difference at a simulator of this package, and leaves it as it was started', async () => {
    const { code, stdout } = await ran('explore', '--target', target, '--commands', '40', '--seed', '3', '--json');
    expect(JSON.parse(stdout)).toEqual({ target, seed: '3', commands: 40, stopped: false, differences: [] });
    expect(code).toBe(0);
    const state = (await (await fetch(`${target}/sim/v1/state`)).json()) as Readonly<Record<string, unknown>>;
    expect(state).toMatchObject({ seed: 'mine', world: 'quiet', clientInputs: 0, clock: { mode: 'live' } });
  });

  test('asks for leave before it restarts an exchange that clients have used', async () => {
    await fetch(`${target}/sim/v1/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limits: {} }),
    });
    const used = new Child([BIN, 'explore', '--target', target, '--commands', '400']);
    await new Promise((resolve) => used.process.stderr.once('data', resolve));
    const { code, stderr } = await ran('explore', '--target', target);
    expect(code).toBe(2);
    expect(stderr).toMatch(/holds \d+ requests? of clients, and exploring restarts it: pass --reset-target/);
    used.kill('SIGINT');
    expect(await used.exit()).toBe(0);
    expect(used.stdout).toMatch(/^stopped after \d+ commands of seed 1 to .*: no difference\n$/);
  });

  test.each([
    [['--target', 'nowhere'], '--target must be the URL of an exchange'],
    [['--target', 'http://127.0.0.1:18799', '--against', 'other'], '--against must be self (got "other")'],
    [['--target', 'http://127.0.0.1:18799', '--commands', '0'], '--commands must be a whole number from 1 to 1000000'],
    [
      ['--target', 'http://127.0.0.1:18799', '--accounts', '9'],
      '--accounts must be a whole number from 2 to 8 (got "9")',
    ],
    [[], "required option '--target <url>' not specified"],
  ])('ends with 2 for wrong usage: %j', async (args, message) => {
    const { code, stderr, stdout } = await ran('explore', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('ends with 3 when nothing listens there', async () => {
    const { code, stderr } = await ran('explore', '--target', 'http://127.0.0.1:18799');
    expect(code).toBe(3);
    expect(stderr).toBe('perpsim: cannot reach http://127.0.0.1:18799: nothing listens there\n');
  });
});

test('perpsim conform runs a feature file of the user, by line too', async () => {
  const file = join(FOLDER, 'own.feature');
  const text = `@info @getMids
Feature: getMids responds as the reference exchange does

  @clause:GETMIDS
  Scenario: getMids lists the mid of BTC-USDT as its response
    Given the world "quiet"
    When anyone asks getMids
    Then the response is ok with:
      | BTC-USDT | 95000 |
`;
  writeFileSync(file, text);
  const report = ['--report', join(FOLDER, 'report')];
  const passed = await ran('conform', `${file}:5`, ...report);
  expect(passed.stderr + passed.stdout).toContain('1 passed of 1 scenario');
  expect(passed.code).toBe(0);
  writeFileSync(file, text.replace('| 95000 |', '| 95001 |'));
  const failed = await ran('conform', file, ...report);
  expect(failed.code).toBe(1);
  writeFileSync(file, 'nothing');
  const unreadable = await ran('conform', file, ...report);
  expect(unreadable.code).toBe(2);
  expect(unreadable.stderr).toContain('own.feature is no feature');
});
