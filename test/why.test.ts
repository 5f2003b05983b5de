import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Client } from '../src/client/client.ts';
import { Child } from './child.ts';

/** Starting a process takes a while on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/** `perpsim why` as a user meets it: the built bundle, a server of its own, TCP between them. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin', 'perpsim.js');
const TOKEN = 'correct-horse-battery';

let server: Child;
let target: string;
let subAccountId: string;
let requestId: string;

interface Facts {
  readonly restUrl: string;
  readonly controlUrl: string;
  readonly accounts: readonly { readonly subAccountId: string; readonly privateKey: string }[];
}

async function ran(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = new Child([BIN, 'why', ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: child.stderr };
}

const asked = (...args: string[]) => ran(...args, '--target', target, '--control-token', TOKEN);

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  const flags = ['--port', '0', '--clock', 'manual', '--world', 'quiet', '--seed', '7', '--json'];
  server = new Child([BIN, 'serve', ...flags, '--control-token', TOKEN]);
  const [line = ''] = await server.lines(1);
  const facts = JSON.parse(line) as Facts;
  target = new URL(facts.controlUrl).origin;
  const [account] = facts.accounts;
  if (!account) throw new Error('the world has accounts');
  subAccountId = account.subAccountId;
  const client = new Client({ restUrl: facts.restUrl, privateKey: account.privateKey, subAccountId });
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.00001' };
  const body = await client.signed('placeOrders', { orders: [order] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${facts.restUrl}/trade`, { method: 'POST', headers, body: JSON.stringify(body) });
  requestId = ((await response.json()) as { request_id: string }).request_id;
}, 120_000);
afterAll(async () => {
  server.kill();
  await server.exit();
});

test('a refused order, readable: its steps line up', async () => {
  const { code, stdout } = await asked('refusal', requestId);
  expect(code).toBe(0);
  expect(stdout.slice(stdout.indexOf('verdict'), stdout.indexOf('rules'))).toBe(
    [
      'verdict',
      '  code     QUANTITY_TOO_SMALL',
      '  message  quantity below minimum',
      '  http     200',
      '  step     submit',
      '',
      'inputs',
      '  quantity     0.00001  BTC  the order',
      '  minQuantity    0.001  BTC  least size of BTC-USDT',
      '',
      'steps',
      '  refused  yes  = quantity < minQuantity  [ORDER-MINIMUM]',
      '                = 0.00001 < 0.001',
      '',
      '',
    ].join('\n'),
  );
});

test('a refused order ends with the pages that define its rules', async () => {
  const { stdout } = await asked('refusal', requestId);
  expect(stdout.slice(stdout.indexOf('pages'))).toBe(
    [
      'pages',
      '  docs/contract/wire/6-semantics.md#wire-6-5',
      '  docs/contract/rulings.md#r-90',
      '  docs/contract/rulings.md#r-01',
      '  docs/contract/wire/0-conventions.md#wire-0-3',
      '  docs/contract/clauses.yaml',
      '',
    ].join('\n'),
  );
});

test('the same as one line of JSON', async () => {
  const { code, stdout } = await asked('refusal', requestId, '--item', '0', '--json');
  expect(code).toBe(0);
  expect(stdout.trimEnd()).not.toContain('\n');
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'refusal', verdict: { code: 'QUANTITY_TOO_SMALL' } });
});

test('margin, and lists', async () => {
  expect((await asked('margin', subAccountId)).stdout).toMatch(/^ {2}availableMargin +1152950\.00$/m);
  const refusals = await asked('refusals');
  expect(refusals.stdout.split('\n')[0]).toMatch(/^requestId +at +item +action +step +code +message$/);
  expect(refusals.stdout).toContain(requestId);
  expect(await asked('liquidations')).toEqual({ code: 0, stdout: 'no liquidations\n', stderr: '' });
});

describe('exit codes', () => {
  test.each([
    ['funding', '99', 'perpsim: no funding payment 99: so far there are 0\n'],
    ['liquidation', '1', 'perpsim: no liquidation 1: so far there are 0\n'],
    ['adl', '5', 'perpsim: no deleveraging by trade 5\n'],
  ])('1: %s %s is not known', async (kind, id, stderr) => {
    expect(await asked(kind, id)).toEqual({ code: 1, stdout: '', stderr });
  });

  test.each([
    [['weather'], /^perpsim: why: the kind must be one of refusal, refusals, margin, /],
    [['refusal'], /^perpsim: why refusal: an id is missing, see --help$/],
    [['refusals', 'x'], /^perpsim: why refusals takes no id$/],
    [['margin', '1', '--item', '0'], /^perpsim: why margin takes no --item$/],
    [['refusal', 'short'], /^perpsim: requestId must be the request_id of a response, 16 lower-case hex digits$/],
    [[], /^perpsim: missing required argument 'kind'$/],
  ])('2: %j', async (args, line) => {
    const { code, stdout, stderr } = await asked(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd()).toMatch(line);
  });

  test('2: a target that is none', async () => {
    expect((await ran('refusals', '--target', 'nowhere')).code).toBe(2);
  });

  test('3: nothing listens there, or it does not let us in', async () => {
    const unreachable = await ran('refusals', '--target', 'http://127.0.0.1:9');
    expect([unreachable.code, unreachable.stdout]).toEqual([3, '']);
    expect(unreachable.stderr).toMatch(/^perpsim: cannot reach http:\/\/127\.0\.0\.1:9: /);
    expect((await ran('refusals', '--target', target, '--control-token', 'wrong-wrong-wrong')).code).toBe(3);
  });

  test('0: --help lists them', async () => {
    const { code, stdout } = await ran('--help');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Exit codes: 0 explained, 1 not found, 2 wrong usage, 3 no exchange reached, 6 output not written.',
    );
  });
});
