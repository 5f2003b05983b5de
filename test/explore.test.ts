import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Client } from '../src/client/client.ts';
import type { DevAccount } from '../src/exchange/exchange.ts';
import { built, CliCall, withoutProgress } from './cli.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'explore-'));

interface Result {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

async function ran(command: string, ...args: string[]): Promise<Result> {
  const child = new CliCall([command, ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

let simulator: CliCall;
let target: string;

beforeAll(async () => {
  await built();
  simulator = new CliCall(['serve', '--port', '0', '--seed', 'mine', '--world', 'quiet', '--json']);
  const [line = ''] = await simulator.lines(1);
  target = new URL((JSON.parse(line) as { restUrl: string }).restUrl).origin;
});
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

  testInFull('asks for leave before it restarts an exchange that clients have used', async () => {
    await fetch(`${target}/sim/v1/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limits: {} }),
    });
    const used = new CliCall(['explore', '--target', target, '--commands', '400']);
    await used.until(() => used.stderr !== '');
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
    [[], "required option '--url, --target <url>' not specified"],
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

describe('perpsim explore without a control plane', () => {
  let plain: CliCall;
  let url: string;
  let accounts: readonly DevAccount[];

  beforeAll(async () => {
    const flags = ['--no-control', '--world', 'quiet', '--start-time', '2026-01-05T00:00:00Z'];
    plain = new CliCall(['serve', '--port', '0', ...flags, '--json']);
    const [line = ''] = await plain.lines(1);
    const facts = JSON.parse(line) as { restUrl: string; accounts: readonly DevAccount[] };
    url = new URL(facts.restUrl).origin;
    accounts = facts.accounts;
  });
  afterAll(async () => {
    plain.kill();
    await plain.exit();
  });
  beforeEach(() => {
    for (const [index, { privateKey }] of accounts.slice(0, 2).entries())
      vi.stubEnv(`PERPSIM_KEY_${index + 1}`, privateKey);
  });
  afterEach(() => void vi.unstubAllEnvs());

  const clientOf = ({ privateKey, subAccountId }: DevAccount): Client =>
    new Client({ restUrl: `${url}/v1`, privateKey, subAccountId });

  test('compares own orders and refusals, and leaves no order behind', async () => {
    const { code, stdout, stderr } = await ran('explore', '--target', url, '--commands', '60', '--seed', '2');
    expect(stderr).toContain(
      'has no control plane: own orders far from the market, and refusals, with 2 wallets in 9 markets',
    );
    expect(stdout).toBe(`60 commands of seed 2 to ${url}: no difference\n`);
    expect(code).toBe(0);
    for (const account of accounts.slice(0, 2)) {
      expect(await clientOf(account).getOpenOrders()).toEqual([]);
      expect(await clientOf(account).getPositions()).toEqual([]);
    }
  });

  testInFull('ends when the budget is spent', async () => {
    const { code, stdout } = await ran('explore', '--target', url, '--commands', '5000', '--budget', '1500');
    expect(stdout).toMatch(/^stopped after \d+ commands of seed 1 to .*: no difference\n$/);
    expect(code).toBe(0);
  });

  test('ends with 2 for wallets that hold orders', async () => {
    const [first] = accounts;
    if (!first) throw new Error('there are dev accounts');
    const client = clientOf(first);
    await client.placeOrders([
      { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '92000', quantity: '0.01' },
    ]);
    const { code, stderr } = await ran('explore', '--target', url);
    expect(code).toBe(2);
    expect(stderr).toContain('has 1 open orders, which exploring would cancel');
    expect(await client.getOpenOrders()).toHaveLength(1);
    await client.cancelAllOrders(['BTC-USDT']);
  });

  test('ends with 2 without keys', async () => {
    vi.stubEnv('PERPSIM_KEY_1', undefined);
    const { code, stderr } = await ran('explore', '--target', url);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'perpsim: profile full needs PERPSIM_KEY_1 in the environment\n',
    });
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
