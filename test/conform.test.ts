import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Child } from './child.ts';
import { BIN, built, CliCall } from './cli.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

/** `perpsim conform` as a user meets it: the built bundle, and where a target is needed another process behind TCP. */

const FOLDER = mkdtempSync(join(tmpdir(), 'conform-'));
/** Few scenarios that pass everywhere. */
const SMALL = 'features/trade/cancelOrders.feature';

let simulator: CliCall;
let target: string;
let reports = 0;

interface Result {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
  /** Where its reports are. */
  readonly report: string;
}

async function ran(...args: string[]): Promise<Result> {
  reports += 1;
  const report = join(FOLDER, `report-${reports}`);
  const child = new CliCall(['conform', ...args, '--report', report]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: child.stderr, report };
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** The result of a run with `--json`. */
function resultIn({ stdout }: Result): Record<string, unknown> {
  expect(lines(stdout)).toHaveLength(1);
  return JSON.parse(stdout) as Record<string, unknown>;
}

beforeAll(async () => {
  await built();
  simulator = new CliCall(['serve', '--port', '0', '--seed', 'mine', '--world', 'default', '--json']);
  const [line = ''] = await simulator.lines(1);
  target = new URL((JSON.parse(line) as { restUrl: string }).restUrl).origin;
});
afterAll(async () => {
  simulator.kill();
  await simulator.exit();
  rmSync(FOLDER, { recursive: true });
});

describe('exit codes', () => {
  test('0: an exchange of its own conforms, and the verdict says so', async () => {
    const { code, stdout, report } = await ran(SMALL);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(-3)).toEqual(['', join(report, 'index.html'), '']);
    expect(stdout).toMatch(/^suite +perpsim \S+, 1074 clauses\ntarget +perpsim in process/);
    expect(stdout).toContain('\nConformant: perpsim in process, ');
    for (const file of ['messages.ndjson', 'index.html', 'junit.xml', 'ctrf.json', 'summary.md', 'badge.svg']) {
      expect(existsSync(join(report, file)), file).toBe(true);
    }
  });

  test('1: requests that are signed for another service are refused, and the scenarios fail', async () => {
    const result = await ran(SMALL, '--target', target, '--service-name', 'Elsewhere', '--json');
    expect(result.code).toBe(1);
    expect(resultIn(result)).toMatchObject({ exit: 1, counts: { passed: 0 } });
    expect(lines(readFileSync(join(result.report, 'rerun.txt'), 'utf8')).length).toBeGreaterThan(0);
  });

  test('1: each failure is an annotation of a GitHub workflow as well, with --annotations github', async () => {
    const wrong = [SMALL, '--target', target, '--service-name', 'Elsewhere', '--annotations', 'github'];
    const { code, stdout } = await ran(...wrong);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error (?:file=features\/\S+\.feature,line=\d+,)?title=failed%3A [^\n]+::[^\n]+$/m);
    const json = await ran(...wrong, '--json');
    expect(resultIn(json)).toMatchObject({ exit: 1 });
    expect(json.stderr).toMatch(/^::error /m);
  });

  test.each<[string[], string]>([
    [['--shard', '3/2'], '--shard must be a part and the number of parts, such as 1/2'],
    [['--seed', 'a b'], '--seed must be 1 to 64 letters'],
    [['--trace', 'some'], '--trace must be failed, all or none'],
    [['--annotations', 'gitlab'], '--annotations must be github (got "gitlab")'],
    [['--tags', '@a and'], '"@a and" is no tag expression'],
    [['features/nowhere'], 'features/nowhere names no scenario'],
    [['featres/trade'], 'featres/trade names no scenario; did you mean features/trade?'],
    [['--tags', '@negativ'], 'no scenario matches: --list shows all scenarios (did you mean negative?)'],
    [['--clause', 'NO-SUCH-CLAUSE'], 'no scenario matches: --list shows all scenarios'],
    [['--rerun', '/nowhere/rerun.txt'], '--rerun: cannot read /nowhere/rerun.txt: no such file or folder'],
    [['--profile', 'best'], '--profile: cannot read best: no such file or folder; built in are core, full'],
    [['--target', 'ftp://x'], '--target must be the URL of an exchange'],
    [['--budget', '5'], '--budget goes with --target'],
    [['--workers', '0', SMALL], '--workers must be a whole number from 1 to 64'],
    [['--nonsense'], "unknown option '--nonsense'"],
  ])('2: %j', async (args, message) => {
    const { code, stdout, stderr } = await ran(...args);
    expect(stderr).toContain(`perpsim: ${message}`);
    expect(lines(stderr)).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('3: nothing listens there', async () => {
    const { code, stderr } = await ran(SMALL, '--target', `http://127.0.0.1:${await freePort()}`);
    expect(stderr).toMatch(/^perpsim: cannot reach http:\/\/127\.0\.0\.1:\d+: nothing listens there\n$/);
    expect(code).toBe(3);
  });

  test('4: what is known to fail passes', async () => {
    const file = join(FOLDER, 'known.yaml');
    const entry = {
      clause: 'CANCELORDERS-RESP-CANCELED',
      reason: 'r',
      link: 'https://example.org/1',
      expires: '2999-01-01',
    };
    writeFileSync(file, JSON.stringify([entry]));
    const { code, stdout } = await ran(SMALL, '--known-failing', file);
    expect(stdout).toContain('unexpected pass: clause CANCELORDERS-RESP-CANCELED');
    expect(code).toBe(4);
  });

  testInFull('5: a run of the program that is stopped says so, and still reports', async () => {
    const report = join(FOLDER, 'stopped');
    const child = new Child([BIN, 'conform', '--target', target, '--report', report]);
    await child.lines(8);
    child.kill('SIGINT');
    expect(await child.exit()).toBe(5);
    expect(child.stdout).toContain('stopped by Ctrl-C');
    expect(existsSync(join(report, 'index.html'))).toBe(true);
  });
});

describe('a simulator behind TCP', () => {
  test('is steered over its control plane, and is as it was started afterwards', async () => {
    const { code, stdout } = await ran(SMALL, 'features/channels/trades.feature', '--target', target);
    expect(code).toBe(0);
    expect(stdout).toContain(`target     ${target} (simulator `);
    const state = (await (await fetch(`${target}/sim/v1/state`)).json()) as Record<string, unknown>;
    expect(state).toMatchObject({ seed: 'mine', world: 'default', clock: { mode: 'live' } });
  });

  test('is judged over WebSocket as well', async () => {
    const result = await ran(SMALL, '--target', target, '--profile', 'ws', '--json');
    expect(result.code).toBe(0);
    expect(resultIn(result)).toMatchObject({ exit: 0, transport: 'ws' });
  });
});

describe('choosing', () => {
  test('--list names scenarios with their clauses, as text or as lines of JSON', async () => {
    const text = await ran('--list', '--clause', 'CANCELORDERS-RESP-*');
    expect(text.code).toBe(0);
    expect(lines(text.stdout)[0]).toMatch(/^features\/\S+\.feature:\d+ {2}.+\[.*CANCELORDERS-RESP-/);
    const json = await ran('--list', '--json', '--clause', 'CANCELORDERS-RESP-*');
    expect(lines(json.stdout)).toHaveLength(lines(text.stdout).length);
    expect(JSON.parse(lines(json.stdout)[0] ?? '')).toMatchObject({
      needs: expect.arrayContaining(['reference-market']) as unknown,
    });
  });

  test.each([
    ['the tags above it', `${SMALL}:15`],
    ['a step', `${SMALL}:19`],
    ['its title, without the ending of the file', `${SMALL.replace('.feature', '')}:17`],
  ])('a scenario is chosen by the line of %s', async (_what, path) => {
    const { code, stdout } = await ran('--list', path);
    expect(code).toBe(0);
    expect(lines(stdout).map((line) => line.split('  ')[0])).toEqual([`${SMALL}:17`]);
  });

  test.each([
    [
      `${SMALL}:3`,
      `${SMALL}:3 is in no scenario; the nearest is ${SMALL}:17 "cancelOrders cancels an open order and releases its margin"`,
    ],
    ['features/trade/cancelOrder', `features/trade/cancelOrder names no scenario; did you mean ${SMALL}?`],
    ['cancelOrders', `cancelOrders names no scenario; did you mean ${SMALL}?`],
    ['features/nowhere', 'features/nowhere names no scenario'],
  ])('%s is refused with what is near', async (path, message) => {
    const { code, stdout, stderr } = await ran('--list', path);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `perpsim: ${message}\n` });
  });

  test('shards are disjoint and together all', async () => {
    const ids = async (...args: string[]): Promise<string[]> =>
      lines((await ran('--list', '--tags', '@cancelOrders', ...args)).stdout).map((line) => line.split(' ')[0] ?? '');
    const [all, first, second] = [await ids(), await ids('--shard', '1/2'), await ids('--shard', '2/2')];
    expect(all.length).toBeGreaterThan(5);
    expect([...first, ...second].sort()).toEqual([...all].sort());
    expect(first.filter((id) => second.includes(id))).toEqual([]);
  });

  test('--dry-run probes and counts, and runs nothing', async () => {
    const { code, stdout, report } = await ran(SMALL, '--dry-run', '--target', target);
    expect(code).toBe(0);
    expect(stdout).toMatch(/would run \d+ and skip 0\n/);
    expect(existsSync(report)).toBe(false);
  });

  test('--rerun runs what a file lists', async () => {
    const file = join(FOLDER, 'rerun.txt');
    const [id = ''] = lines((await ran('--list', SMALL)).stdout)[0]?.split(' ') ?? [];
    writeFileSync(file, `${id}\n`);
    expect(resultIn(await ran('--rerun', file, '--json'))).toMatchObject({ exit: 0, counts: { passed: 1 } });
  });
});

test('a trace keeps every digit of an integer that a number cannot hold', async () => {
  const feature = 'features/trade/scheduleCancel.feature';
  const { code, report } = await ran(feature, '--trace', 'all');
  expect(code).toBe(0);
  expect(readFileSync(join(report, 'messages.ndjson'), 'utf8')).toContain('18446744073709551616');
});

testInFull('--against finds no difference between two exchanges that are alike', async () => {
  const { code, stdout } = await ran(SMALL, '--target', target, '--against', target);
  expect(stdout).toMatch(/no difference in \d+ scenarios\nthe responses of \d+ scenarios were compared/);
  expect(code).toBe(0);
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
