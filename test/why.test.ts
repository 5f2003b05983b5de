import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../src/client/client.ts';
import { built, CliCall, withoutProgress } from './cli.ts';

/** `perpsim why` as a user meets it: the built bundle, a server of its own, TCP between them. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(ROOT, 'package.json');
const TOKEN = 'correct-horse-battery';

let server: CliCall;
let target: string;
let subAccountId: string;
let requestId: string;
let folder: string;
/** An order that was signed for another service, as a file and by the id of its refusal. */
let misnamed: { readonly file: string; readonly requestId: string };

interface Facts {
  readonly restUrl: string;
  readonly controlUrl: string;
  readonly accounts: readonly { readonly subAccountId: string; readonly privateKey: string }[];
}

async function ran(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall(['why', ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

const asked = (...args: string[]) => ran(...args, '--target', target, '--control-token', TOKEN);

beforeAll(async () => {
  await built();
  const flags = ['--port', '0', '--clock', 'manual', '--world', 'quiet', '--seed', '7', '--json'];
  server = new CliCall(['serve', ...flags, '--control-token', TOKEN]);
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
  const send = async (sent: object): Promise<string> => {
    const response = await fetch(`${facts.restUrl}/trade`, { method: 'POST', headers, body: JSON.stringify(sent) });
    return ((await response.json()) as { request_id: string }).request_id;
  };
  requestId = await send(body);
  folder = mkdtempSync(join(tmpdir(), 'perpsim-why-'));
  const file = join(folder, 'order.json');
  const wrong = await new Client({
    restUrl: facts.restUrl,
    privateKey: account.privateKey,
    subAccountId,
    serviceName: 'Exchange',
  }).signed('placeOrders', { orders: [order] });
  writeFileSync(file, JSON.stringify(wrong));
  misnamed = { file, requestId: await send(wrong) };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  server.kill();
  await server.exit();
});

test('a refused order, readable: its steps line up', async () => {
  const { code, stdout } = await asked('refusal', requestId);
  expect(code).toBe(0);
  expect(stdout.split('\n')[0]).toBe('0.00001 is less than the least quantity 0.001; use 0.001 or more');
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
      '  docs/contract/rulings.md#r-116',
      '  docs/contract/rulings.md#r-01',
      '  docs/contract/wire/0-conventions.md#wire-0-3',
      '  docs/contract/clauses.yaml',
      '',
    ].join('\n'),
  );
});

describe('from a saved journal, with no exchange', () => {
  const saved = async (): Promise<string> => {
    const file = join(folder, 'run.jsonl');
    const response = await fetch(`${target}/sim/v1/journal`, { headers: { authorization: `Bearer ${TOKEN}` } });
    writeFileSync(file, await response.text());
    return file;
  };

  test('a refused order has the same words, figures and steps, by the number of its input', async () => {
    const { stdout: line } = await asked('refusal', requestId, '--json');
    const asAsked = JSON.parse(line) as { readonly subject: { readonly input: string } };
    const { code, stdout } = await ran('refusal', asAsked.subject.input, '--journal', await saved(), '--json');
    expect(code).toBe(0);
    const { said, inputs, steps, at } = JSON.parse(line) as Record<string, unknown>;
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'refusal', said, inputs, steps, at });
  });

  test.each([
    [['refusal', '999999'], 1, 'perpsim: input 999999 is not in the journal, which has the inputs 1 to '],
    [['liquidation', '1'], 1, 'perpsim: no liquidation 1: so far there are 0'],
    [['refusal', '0123456789abcdef'], 2, 'perpsim: why refusal --journal: id takes a number (got "0123456789abcdef")'],
    [['refusals'], 2, 'perpsim: why refusals takes no --journal: request ids and signatures are in no journal'],
    [['margin', '1', '--target', 'http://127.0.0.1:1'], 2, 'perpsim: --journal and --target exclude each other'],
  ])('%j ends with %i', async (args, code, said) => {
    const result = await ran(...args, '--journal', await saved());
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(said);
  });

  test('a file that is no journal is refused', async () => {
    const { code, stderr } = await ran('liquidation', '1', '--journal', PACKAGE);
    expect(code).toBe(2);
    expect(stderr).toContain(`${PACKAGE} `);
  });
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
  expect(refusals.stdout.split('\n')[0]).toMatch(
    /^requestId +at +item +action +subAccountId +step +code +message +said$/,
  );
  expect(refusals.stdout).toContain(requestId);
  expect(await asked('liquidations')).toEqual({ code: 0, stdout: 'no liquidations\n', stderr: '' });
});

describe('who signed a request', () => {
  test('of a file: verdict, mistake, wallets, hashes and what has to be signed', async () => {
    const { code, stdout } = await asked('signature', misnamed.file);
    expect(code).toBe(0);
    const [beginning = '', rest = ''] = stdout.split('hashes\n');
    expect(beginning.replaceAll(/0x[0-9a-f]{40}(?= \(no| *$)/gm, '0x…')).toBe(
      [
        'signature of placeOrders for subaccount 1867542890123456789: explained',
        '  Sign with the service name "PerpSim" as the domain\'s name.',
        '',
        'mistake',
        '  field     domain.name',
        '  signed    "Exchange"',
        '  expected  "PerpSim"',
        '  signer    0x…',
        '',
        'wallets',
        '  recovered  0x… (no right on the subaccount)',
        '  expected   0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 (owner)',
        '',
        '',
      ].join('\n'),
    );
    expect(rest).toMatch(/^ {2}domain separator {2}0x[0-9a-f]{64}$/m);
    expect(rest).toContain('    "primaryType": "PlaceOrders",');
  });

  test('of the id of its refusal, which is the same, and which its explanation names', async () => {
    const byFile = await asked('signature', misnamed.file, '--json');
    const byId = await asked('signature', misnamed.requestId, '--json');
    expect(byId).toEqual(byFile);
    expect(JSON.parse(byId.stdout)).toMatchObject({ verdict: 'explained', mistake: { field: 'domain.name' } });
    const { stdout } = await asked('refusal', misnamed.requestId);
    expect(stdout).toMatch(/^ {2}mistake +domain\.name$/m);
    expect(stdout).toContain(`perpsim why signature ${misnamed.requestId}`);
  });

  test('with the address that the client says it signs with', async () => {
    const { stdout } = await asked('signature', misnamed.file, '--address', `0x${'1'.repeat(40)}`, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'unexplained', expected: [{ role: null }] });
  });
});

describe('exit codes', () => {
  test.each([
    ['funding', '99', 'perpsim: no funding payment 99: so far there are 0\n'],
    ['liquidation', '1', 'perpsim: no liquidation 1: so far there are 0\n'],
    ['signature', '0123456789abcdef', 'perpsim: request 0123456789abcdef is not kept: give the request itself\n'],
    ['order', '1948058938469519721', 'perpsim: no order 1948058938469519721 was refused when it fired\n'],
    ['adl', '5', 'perpsim: no deleveraging by trade 5\n'],
  ])('1: %s %s is not known', async (kind, id, stderr) => {
    expect(await asked(kind, id)).toEqual({ code: 1, stdout: '', stderr });
  });

  test.each([
    [['weather'], /^perpsim: why: there is nothing called weather: there are refusal, refusals, signature, margin, /],
    [['margin', '1', '--address', '0x1'], /^perpsim: why margin takes no --address$/],
    [['signature', 'none.json'], /^perpsim: cannot read the request in none\.json: no such file or folder$/],
    [['signature', 'ABCDEF'], /and it is no request id of 16 lower-case hex digits$/],
    [['signature', PACKAGE], /^perpsim: the request must be the body of POST \/v1\/trade, /],
    [['refusal'], /^perpsim: why refusal: an id is missing, see --help$/],
    [['refusals', 'x'], /^perpsim: why refusals takes no id$/],
    [['margin', '1', '--item', '0'], /^perpsim: why margin takes no --item$/],
    [['refusal', 'short'], /^perpsim: requestId must be the request_id of a response, 16 lower-case hex digits$/],
    [
      ['signature', '0123456789abcdef', '--address', '0x1'],
      /^perpsim: address must be a wallet address, 0x and 40 hex/,
    ],
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
    expect(stdout).toMatch(
      /Exit codes:\n +0 {2}explained\n +1 {2}not found, or the journal replays to other digests\n +2 {2}wrong usage\n +3 {2}no exchange reached\n +6 {2}output not written\n/,
    );
  });
});
