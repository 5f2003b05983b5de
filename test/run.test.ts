import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunResult } from '../src/scenarios/run-result.ts';
import { Child } from './child.ts';
import { BIN, built, CliCall, type CliResult, perpsim, withoutProgress } from './cli.ts';

/** `perpsim run` of the built bundle, over scenarios in files. */

const TRADE = `title: Alice buys from the ladder
world: quiet
seed: 7
start: 2026-01-05T00:00:00Z
duration: 10m
accounts:
  alice: { deposit: { USDT: "100000" } }
timeline:
  - { at: 1s, as: alice, do: placeOrders, with: { orders: [ { symbol: BTC-USDT, side: buy, orderType: market, quantity: "0.1" } ], grouping: na } }
`;
const REFUSED = `${TRADE}  - { at: 2s, as: alice, do: placeOrders, with: { orders: [ { symbol: BTC-USDT, side: buy, orderType: limitGtc, price: "94000", quantity: "20" } ], grouping: na } }
`;

let folder: string;

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-run-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function scenario(name: string, text: string): string {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'scenario.yaml'), text);
  return join(folder, name);
}

const ran = (...args: string[]): Promise<CliResult> => perpsim(['run', ...args]);

const resultOf = ({ stdout }: CliResult): RunResult => JSON.parse(stdout) as RunResult;

describe('a run', () => {
  test('prints accounts, digest and verdict, and its journal replays to the same digest', async () => {
    const journal = join(folder, 'run.jsonl');
    const html = join(folder, 'run.html');
    const { code, stdout, stderr } = await ran(scenario('trade', TRADE), '--journal', journal, '--html', html);
    expect(withoutProgress(stderr)).toBe('');
    expect(code).toBe(0);
    const [title, head, , columns, alice, , digest, verdict] = stdout.split('\n');
    expect(title).toBe('trade: Alice buys from the ladder');
    expect(head).toMatch(
      /^seed 7, world quiet: 10m of exchange time in [\d.]+ s \(\d+ times\), \d+ inputs, \d+ events$/,
    );
    expect(columns).toBe('account    PnL  price   fees  funding  liquidation  fills  liquidations');
    // The ladder begins 10 above 95,000, and takers pay 0.0005 of 9,501.
    expect(alice).toMatch(/^alice +-5\.75 +-1\.00 +-4\.75 +0\.00 +0\.00 +1 +0$/);
    expect(verdict).toBe('nothing was expected');
    expect(readFileSync(html, 'utf8')).toContain('Alice buys from the ladder');
    const replay = await perpsim(['replay', journal]);
    expect(replay.code).toBe(0);
    expect(replay.stdout).toContain(digest?.replace('digest ', ''));
  });

  test('with --json prints the result as one line, the same each time but for what was measured', async () => {
    const path = scenario('trade', TRADE);
    const [first, second] = [await ran(path, '--json'), await ran(path, '--json')].map(resultOf);
    expect({ ...first, measured: null }).toEqual({ ...second, measured: null });
    expect(first).toMatchObject({ format: 'perpsim-run', seed: '7', mode: 'closed', verdict: 'none', overrides: {} });
  });

  test('takes another seed, another end and other values', async () => {
    const flags = ['--seed', '8', '--until', '1m', '--set', 'accounts.alice.deposit.USDT=200000', '--json'];
    const result = resultOf(await ran(scenario('trade', TRADE), ...flags));
    expect(result).toMatchObject({ seed: '8', overrides: { 'accounts.alice.deposit.USDT': '200000' } });
    expect(result.endTime - result.startTime).toBe(60_000);
    expect(result.accounts[0]?.equity[0]?.[1]).toBe('200000');
  });

  test('ends with 1 and says what was refused', async () => {
    const { code, stdout } = await ran(scenario('refused', REFUSED));
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED 2s, line 10: placeOrders of alice is accepted\n');
    expect(stdout).toMatch(/it was refused with INSUFFICIENT_MARGIN/);
    expect(stdout).toMatch(/\nfailed: 0 of 1 expectations hold\n$/);
  });
});

describe('the digest of a scenario', () => {
  test('is written with --write-digest, and compared from then on', async () => {
    const path = scenario('digest', TRADE);
    const written = await ran(path, '--write-digest');
    expect(written.code).toBe(0);
    const digest = readFileSync(join(path, 'digest.txt'), 'utf8');
    expect(digest).toMatch(/^[0-9a-f]{64}\n$/);
    expect((await ran(path)).stdout).toContain(`digest ${digest.trim()}, as in digest.txt`);
    writeFileSync(join(path, 'digest.txt'), `${'0'.repeat(64)}\n`);
    const other = await ran(path);
    expect(other.code).toBe(1);
    expect(other.stdout).toContain(`digest ${digest}FAILED digest.txt says ${'0'.repeat(64)}\n`);
    expect((await ran(path, '--seed', '8')).code).toBe(0);
  });
});

describe('a run that is stopped', () => {
  const LONG = TRADE.replace('world: quiet', 'world: default').replace('duration: 10m', 'duration: 3d');

  test.each([
    ['call', (args: readonly string[]) => new CliCall(args)],
    ['program', (args: readonly string[]) => new Child([BIN, ...args])],
  ])('prints what came out by then and ends with 130, as a %s', async (_what, start) => {
    const child = start(['run', scenario('long', LONG), '--progress-json']);
    // The first line comes when the run is under way and listens.
    await child.until(() => child.stderr.includes('"unit":"ms"'));
    child.kill('SIGINT');
    expect(await child.exit()).toBe(130);
    expect(child.stdout).toMatch(/\nstopped at \S+: 0 of 0 expectations hold so far\n$/);
    expect(child.stdout).toMatch(/\ndigest [0-9a-f]{64}\n/);
  });
});

describe('what cannot be run', () => {
  test.each([
    ['a scenario that is not there', ['nowhere/x'], /no file, folder or scenario nowhere\/x/],
    ['a field that is none', ['wrong'], /scenario\.yaml:3:7: sede: is not a field here/],
    [
      'a value without a path',
      ['trade', '--set', '4'],
      /^perpsim: --set takes path=value, such as strategy\.spread=4 \(got "4"\)\n$/,
    ],
    [
      'a value that is given twice',
      ['trade', '--set', 'seed=1', '--set', 'seed=2'],
      /^perpsim: --set seed is given twice: leave one of the two out\n$/,
    ],
    [
      'a parameter without a strategy',
      ['trade', '--set', 'strategy.spread=4'],
      /^perpsim: --set strategy\.spread=4: the scenario has no strategy; name one that has, or set strategy\.use, strategy\.account and strategy\.symbol as well\n$/,
    ],
    [
      'an end before the start',
      ['trade', '--until', '2026-01-04T00:00:00Z'],
      /^perpsim: --until takes a duration such as 10m/,
    ],
    [
      'an end past the end of the scenario',
      ['trade', '--until', '2h'],
      /^perpsim: --until 2h is past the end of the scenario, which lasts \d+m\n$/,
    ],
    ['a digest of another seed', ['trade', '--write-digest', '--seed', '8'], /leave --seed out\n$/],
    ['a speed without a bot', ['trade', '--speed', '10'], /^perpsim: --speed is for --bot/],
    ['an account that the world does not have', ['trade', '--set', 'accounts.alice.dev=99'], /accounts\.alice/],
  ])('%s: exit code 2', async (_what, [name = '', ...flags], message) => {
    scenario('trade', TRADE);
    scenario('wrong', TRADE.replace('seed: 7', 'sede: 7'));
    const path = existsSync(join(folder, name)) ? join(folder, name) : name;
    const { code, stdout, stderr } = await ran(path, ...flags);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  test('a report that cannot be written ends with 6', async () => {
    const { code, stderr } = await ran(scenario('trade', TRADE), '--html', '/nowhere/x.html');
    expect(code).toBe(6);
    expect(withoutProgress(stderr)).toBe('perpsim: cannot write /nowhere/x.html: no such file or folder\n');
  });
});
