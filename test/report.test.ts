import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempt, CASES, DOCUMENT, END, facts, ROW, SCENARIO } from '../src/suite/results/messages.test-helper.ts';
import { http } from '../src/suite/results/run.test-helper.ts';
import { ATTACHED } from '../src/suite/results/run.ts';
import { built, CliCall, withoutProgress } from './cli.ts';

/** `perpsim report` as a user meets it: the built bundle, on messages of runs of two scenarios. */

const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-report-'));
const HEAD = [DOCUMENT, SCENARIO, ROW, ...CASES];
const PASSED = { before: 'PASSED', 'c1-1': 'PASSED', 'c1-2': 'PASSED', 'c1-3': 'PASSED', after: 'PASSED' };
const ROW_FAILED = { 'c2-1': 'PASSED', 'c2-2': ['FAILED', 'responded 404'] as const };

beforeAll(async () => {
  await built();
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

async function report(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall(['report', ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

/** A folder with these messages of a run. */
function runIn(name: string, messages: readonly object[]): string {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'messages.ndjson'), messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  return folder;
}

const fileOf = (name: string, text: string): string => {
  const file = join(FOLDER, name);
  writeFileSync(file, text);
  return file;
};

/** The first scenario, whose one response holds this order. */
const placed = (orderId: string, price: string) =>
  attempt('c1', PASSED, [[ATTACHED.trace, [http({ params: { action: 'placeOrders' } }, { orderId, price })]]]);

const WHOLE = runIn('whole', [facts(), ...HEAD, ...placed('1', '9'), ...attempt('c2', ROW_FAILED), END]);
const FIRST = runIn('first', [facts({ shard: { index: 1, of: 2 } }), ...HEAD, ...placed('1', '9'), END]);
const SECOND = runIn('second', [facts({ shard: { index: 2, of: 2 } }), ...HEAD, ...attempt('c2', ROW_FAILED), END]);
const ROW_ID = 'features/trade/cancelOrders.feature:20';

describe('merge and make', () => {
  test('shards come together in the reports of the whole, and its verdict is the exit code', async () => {
    const merged = join(FOLDER, 'merged');
    const made = join(FOLDER, 'made');
    const { code, stdout, stderr } = await report('merge', FIRST, SECOND, '--report', merged);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain(`\n  ✕ ${ROW_ID}  order 999 is cancelled\n`);
    expect(
      stdout.endsWith(
        `\nNot conformant: perpsim in process, 1 passed, 1 failed of 2 scenarios over REST in 1.5 s; clauses proven: 1 of 1 that profile full could ask\n\n${merged}/index.html\n`,
      ),
    ).toBe(true);
    expect((await report('make', join(WHOLE, 'messages.ndjson'), '--report', made)).code).toBe(1);
    expect(readdirSync(merged)).toHaveLength(13);
    for (const name of readdirSync(made)) {
      expect(readFileSync(join(merged, name), 'utf8'), name).toBe(readFileSync(join(made, name), 'utf8'));
    }
    expect(readFileSync(join(merged, 'rerun.txt'), 'utf8')).toBe(`${ROW_ID}\n`);
  });

  test('a known failure is excused as long as its list holds', async () => {
    const entry = (id: string, expires: string): string =>
      `- scenario: ${id}\n  reason: is wrong\n  link: https://tracker.example/41\n  expires: ${expires}\n`;
    const holds = fileOf('holds.yaml', entry(ROW_ID, '9999-12-31'));
    const passes = fileOf(
      'passes.yaml',
      entry(ROW_ID, '9999-12-31') + entry(ROW_ID.replace(':20', ':8'), '9999-12-31'),
    );
    const excused = join(FOLDER, 'excused');
    expect((await report('make', WHOLE, '--known-failing', holds, '--report', excused)).code).toBe(0);
    expect((await report('show', excused)).stdout).toContain('known to fail');
    const { code, stdout } = await report(
      'make',
      WHOLE,
      '--known-failing',
      passes,
      '--report',
      join(FOLDER, 'x'),
      '--json',
    );
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      exit: 4,
      counts: { 'expected-failure': 1, 'unexpected-pass': 1, failed: 0 },
      remarks: [
        'known-failing list, unexpected pass: scenario features/trade/cancelOrders.feature:8: features/trade/cancelOrders.feature:8 passed',
      ],
    });
  });

  test('without one of its shards a run is incomplete', async () => {
    const passed = runIn('alone', [facts({ shard: { index: 1, of: 3 } }), ...HEAD, ...placed('1', '9'), END]);
    const other = runIn('other', [facts({ shard: { index: 2, of: 3 } }), ...HEAD, ...placed('1', '9'), END]);
    const { code, stdout } = await report('merge', passed, other, '--report', join(FOLDER, 'x'));
    expect(code).toBe(5);
    expect(stdout).toContain('\nended early: shard 3/3 missing\n');
  });
});

describe('show and diff', () => {
  test('a run is shown without colours where there is no terminal', async () => {
    const { code, stdout } = await report('show', FIRST);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^area +passed +all\ntrade +1 +1\nall +1 +1\n\nclauses: /);
    expect(stdout).not.toContain('\u001b');
  });

  test('runs that differ in ids alone are the same, others differ response by response', async () => {
    const same = runIn('same', [facts(), ...HEAD, ...placed('77', '9'), ...attempt('c2', ROW_FAILED), END]);
    const other = runIn('differs', [facts(), ...HEAD, ...placed('77', '8'), ...attempt('c2', ROW_FAILED), END]);
    expect(await report('diff', WHOLE, same)).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout } = await report('diff', WHOLE, other);
    expect(code).toBe(1);
    expect(stdout).toContain('\n  POST /v1/trade placeOrders  price\n    left   "9"\n    right  "8"\n');
    expect((await report('diff', WHOLE, other, '--only', 'verdicts')).code).toBe(0);
    const machine = await report('diff', WHOLE, other, '--json');
    expect(JSON.parse(machine.stdout)).toMatchObject({
      compared: 1,
      verdicts: [],
      responses: [{ differences: [{ path: 'price' }] }],
    });
  });
});

describe('what cannot be done', () => {
  test.each([
    ['a folder without a run', ['show', FOLDER], /holds no run: neither run\.json nor messages\.ndjson is there$/],
    ['a path that leads nowhere', ['show', '/nowhere'], /^perpsim: cannot read \/nowhere: no such file or folder$/],
    [
      'runs that are not parts of one',
      ['merge', FIRST, fileOf('ws.json', '{}'), '--report', FOLDER],
      /ws\.json: it is no run$/,
    ],
    ['a report without a folder', ['make', WHOLE], /^perpsim: required option '--report <dir>' not specified$/],
    ['half a comparison', ['diff', WHOLE], /^perpsim: missing required argument 'right'$/],
    [
      'another thing to compare',
      ['diff', WHOLE, WHOLE, '--only', 'x'],
      /^perpsim: --only must be verdicts \(got "x"\)$/,
    ],
    [
      'a list that is none',
      ['make', WHOLE, '--report', FOLDER, '--known-failing', fileOf('bad.yaml', '- reason: x')],
      /bad\.yaml: entry 1: exactly one of scenario, clause, tags is expected$/,
    ],
  ])('%s: one line on stderr and exit code 2', async (_what, args, line) => {
    const { code, stdout, stderr } = await report(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd()).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  test('messages that are cut off say so', async () => {
    const cut = runIn('cut', [facts(), ...HEAD, ...placed('1', '9')]);
    const { code, stderr } = await report('show', cut);
    expect(code).toBe(2);
    expect(stderr).toBe(`perpsim: ${cut}: the messages are cut off: they do not say that the run has ended\n`);
  });
});
