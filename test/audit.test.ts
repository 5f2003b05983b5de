import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resummed } from '../src/exchange/journal/tampered-lines.test-helper.ts';
import { built, CliCall, withoutProgress } from './cli.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

/** `perpsim audit` as a user meets it: the built bundle, a server of its own, TCP between them. */

const TOKEN = 'correct-horse-battery';

let folder: string;
let server: CliCall;
let target: string;
let journal: string;
const others: Server[] = [];

interface Facts {
  readonly controlUrl: string;
  readonly accounts: readonly { readonly subAccountId: string }[];
}

async function ran(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall([...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${target}/sim/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

/** The first two lines of a journal. */
const halfOf = (file: string): string => `${readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n')}\n`;

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-audit-'));
  journal = join(folder, 'run.journal');
  const flags = ['--port', '0', '--clock', 'manual', '--seed', '9', '--json', '--control-token', TOKEN];
  server = new CliCall(['serve', ...flags]);
  const [line = ''] = await server.lines(1);
  const facts = JSON.parse(line) as Facts;
  target = new URL(facts.controlUrl).origin;
  await post('/deposit', { subAccountId: facts.accounts[0]?.subAccountId, asset: 'WETH', amount: '2.5' });
  await post('/clock/advance', { ms: 60_000 });
});
afterEach(() => {
  for (const other of others.splice(0)) other.close();
});
afterAll(async () => {
  server.kill();
  await server.exit();
  rmSync(folder, { recursive: true });
});

describe('a running exchange', () => {
  test('is balanced: exit code 0 and one screen; the journal is kept', async () => {
    const { code, stdout, stderr } = await ran(
      'audit',
      '--target',
      target,
      '--control-token',
      TOKEN,
      '--save',
      journal,
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain(`  audited    ${target}\n  world      default, seed 9, journal of perpsim `);
    expect(stdout).toMatch(/\n {2}trades {5}[1-9]\d*\n/);
    expect(stdout).toContain('its own ledger was compared too');
    expect(stdout).toMatch(/\nbalanced: [^\n]*\n$/);
    expect(stdout.split('\n').length).toBeLessThan(24);
    expect(readdirSync(folder)).toEqual(['run.journal']);
  });

  test('--json reports the same in one line, under the URL of its control plane too', async () => {
    const { code, stdout } = await ran('audit', '--target', `${target}/sim/v1`, '--control-token', TOKEN, '--json');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(2);
    expect(JSON.parse(stdout)).toMatchObject({
      source: target,
      balanced: true,
      seed: '9',
      found: 0,
      findings: [],
      running: { compared: true, ahead: 0 },
    });
  });

  test('that is not there, or rejects the token: exit code 3 and one line', async () => {
    const wrong = await ran('audit', '--target', target, '--control-token', 'wrong-wrong-wrong');
    expect([wrong.code, wrong.stdout]).toEqual([3, '']);
    expect(wrong.stderr).toMatch(/^perpsim: \S+\/sim\/v1\/journal responded 401: the token is wrong[^\n]*\n$/);
    const without = await ran('audit', '--target', target);
    expect([without.code, without.stdout]).toEqual([3, '']);
    expect(without.stderr).toMatch(
      /^perpsim: \S+ responded 401: this server was started with a control token: [^\n]* \(perpsim: --control-token or PERPSIM_CONTROL_TOKEN\)\n$/,
    );
    const unreachable = await ran('audit', '--target', 'http://127.0.0.1:1');
    expect([unreachable.code, unreachable.stdout]).toEqual([3, '']);
    expect(unreachable.stderr).toMatch(/^perpsim: cannot reach http:\/\/127\.0\.0\.1:1: [^\n]+\n$/);
  });

  test('that breaks off in the middle: exit code 3, and nothing is kept', async () => {
    const text = halfOf(journal);
    const half = createServer((_request, response) => void response.end(text));
    others.push(half);
    await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}`;
    const save = join(folder, 'half.journal');
    const { code, stdout, stderr } = await ran('audit', '--target', url, '--save', save);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      `perpsim: the journal of ${url} is broken: line 3 (byte ${text.length}): the end of the journal is missing: it was cut off\n`,
    );
    expect(existsSync(save)).toBe(false);
    expect(readdirSync(folder)).toEqual(['run.journal']);
  });
});

describe('a journal file', () => {
  test('is balanced without an exchange', async () => {
    const { code, stdout } = await ran('audit', '--journal', journal);
    expect(code).toBe(0);
    expect(stdout).toContain(`  audited    ${journal}\n`);
    expect(stdout).toContain('not asked, the journal is a file');
  });

  testInFull('with a wrong balance is not: exit code 1, and it says whose, what and how much', async () => {
    const file = join(folder, 'wrong.journal');
    const text = readFileSync(journal, 'utf8');
    const changed = text.replace('"WETH":"22.5"', '"WETH":"22.6"');
    expect(changed).not.toBe(text);
    writeFileSync(file, `${resummed(changed.slice(0, -1).split('\n')).join('\n')}\n`);
    const { code, stdout } = await ran('audit', '--journal', file);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'NOT balanced: 1 finding\n  end of the journal, 1867542890123456789, WETH: balance: expected 22.5, found 22.6\n',
    );
    const report = await ran('audit', '--journal', file, '--json');
    expect(report.code).toBe(1);
    expect(JSON.parse(report.stdout)).toMatchObject({
      balanced: false,
      found: 1,
      findings: [{ subAccountId: '1867542890123456789', subject: 'WETH', what: 'balance', found: '22.6' }],
    });
    rmSync(file);
  });

  test('that is broken names its line: exit code 2', async () => {
    const file = join(folder, 'broken.journal');
    const text = halfOf(journal);
    writeFileSync(file, text);
    const { code, stdout, stderr } = await ran('audit', '--journal', file);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `perpsim: ${file} line 3 (byte ${text.length}): the end of the journal is missing: it was cut off\n`,
    );
    rmSync(file);
  });
});

test.each([
  [
    'a file that is not there',
    ['--journal', '/nowhere/x'],
    /^perpsim: cannot read \/nowhere\/x: no such file or folder\n$/,
  ],
  [
    'a file and an exchange',
    ['--journal', 'x', '--target', 'http://127.0.0.1:1'],
    /^perpsim: --journal and --target exclude each other: [^\n]+\n$/,
  ],
  [
    'a file that is kept',
    ['--journal', 'x', '--save', 'y'],
    /^perpsim: --save saves the journal of an exchange; with --journal there is a file already\n$/,
  ],
  [
    'no URL',
    ['--target', 'localhost'],
    /^perpsim: --target must be the URL of an exchange, [^\n]+ \(got "localhost"\)\n$/,
  ],
  ['an unknown flag', ['--tagret', 'x'], /^perpsim: unknown option '--tagret' [^\n]+\n$/],
])('%s cannot be audited: exit code 2 and one line', async (_what, flags, line) => {
  const { code, stdout, stderr } = await ran('audit', ...flags);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(line);
});
