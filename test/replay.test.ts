import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../src/index.ts';
import { resummed } from '../src/exchange/journal/tampered-lines.test-helper.ts';
import { built, CliCall, withoutProgress } from './cli.ts';

/** `perpsim replay` and `perpsim diff` as a user meets them: the built bundle, journals in files, a server of its own. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
let server: CliCall;
let target: string;
let journal: string;
let lines: readonly string[];

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
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${target}/sim/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

function fileOf(name: string, text: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${text.join('\n')}\n`);
  return file;
}

/** The journal with a deposit of another amount. */
const changed = (): readonly string[] =>
  resummed(lines.map((line) => line.replace('"amount":"300000000n"', '"amount":"400000000n"')));

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-replay-'));
  server = new CliCall(['serve', '--port', '0', '--world', 'quiet', '--clock', 'manual', '--json']);
  const [line = ''] = await server.lines(1);
  const facts = JSON.parse(line) as Facts;
  target = new URL(facts.controlUrl).origin;
  for (let round = 1; round <= 4; round += 1) {
    await post('/deposit', { subAccountId: facts.accounts[0]?.subAccountId, asset: 'USDT', amount: String(round) });
    await post('/clock/advance', { ms: 1_000 });
  }
  const text = await (await fetch(`${target}/sim/v1/journal`)).text();
  lines = text.trimEnd().split('\n');
  journal = fileOf('run.jsonl', lines);
});
afterAll(async () => {
  server.kill();
  await server.exit();
  rmSync(folder, { recursive: true });
});

describe('perpsim replay', () => {
  test('comes to the digest of the exchange, from its file and from itself', async () => {
    const { digest } = (await (await fetch(`${target}/sim/v1/digest`)).json()) as { digest: string };
    for (const source of [journal, target]) {
      const { code, stdout } = await ran('replay', source, '--verify', '--json');
      expect(JSON.parse(stdout)).toMatchObject({
        source,
        inputs: 8,
        digest,
        compared: 11,
        ended: true,
        mismatch: null,
      });
      expect(code).toBe(0);
    }
  });

  test('prints for people what it came to', async () => {
    const { code, stdout } = await ran('replay', journal);
    expect(stdout).toContain(`  replayed   ${journal}\n  world      quiet, seed 1, journal of perpsim `);
    expect(stdout).toContain(
      '  compared   11 recorded digests\n\nequal: this build comes to every digest that was recorded\n',
    );
    expect(code).toBe(0);
  });

  test('reads the newest generation of a data directory', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'journal-000001.jsonl'), 'an older one');
    writeFileSync(join(data, 'journal-000002.jsonl'), readFileSync(journal));
    const { code, stdout } = await ran('replay', data, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ source: join(data, 'journal-000002.jsonl'), inputs: 8 });
    expect(code).toBe(0);
  });

  test('goes on from the snapshot that a data directory starts with', async () => {
    const data = join(folder, 'reverted');
    const exchange = await createExchange({ world: 'quiet', seed: 7, data, durability: 'none' });
    const deposit = (amount: string) => exchange.control.deposit(exchange.accounts[0]!.subAccountId, 'USDT', amount);
    deposit('1');
    deposit('2');
    exchange.snapshot('two');
    deposit('3');
    await exchange.revert('two');
    deposit('4');
    await exchange.close();
    const { code, stdout } = await ran('replay', data, '--verify', '--json', '--save', join(folder, 'reverted.json'));
    expect(JSON.parse(stdout)).toMatchObject({ inputs: 3, ended: true, mismatch: null });
    expect(code).toBe(0);
    const [first, second] = ['journal-000001.jsonl', 'journal-000002.jsonl'].map((name) => join(data, name));
    const { stdout: compared } = await ran('diff', first!, second!);
    expect(compared).toContain('DIFFERENT at input 3 (control at');
    expect(compared).toContain('input.commands[0].amount: 300000000n against 400000000n');
    expect((await ran('diff', data, join(folder, 'reverted.json'))).code).toBe(0);
  });

  test.each([
    ['3', 3, 1_767_571_201_000],
    ['2026-01-05T00:00:02.500Z', 5, 1_767_571_202_000],
    ['1767571202000', 5, 1_767_571_202_000],
  ])('stops with --until %s after input %i', async (until, inputs, at) => {
    const { code, stdout } = await ran('replay', journal, '--until', until, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ inputs, at, ended: false, mismatch: null });
    expect(code).toBe(0);
  });

  test('serves the exchange from where it stopped, on a manual clock', async () => {
    const child = new CliCall(['replay', journal, '--until', '5', '--serve', '--port', '0', '--json']);
    const [replayed = '', served = ''] = await child.lines(2);
    const { digest } = JSON.parse(replayed) as { digest: string };
    const { controlUrl, clock } = JSON.parse(served) as { controlUrl: string; clock: string };
    const found = (await (await fetch(`${controlUrl}/digest`)).json()) as { digest: string };
    const state = (await (await fetch(`${controlUrl}/state`)).json()) as { inputs: number; now: number };
    expect([clock, found.digest, state.inputs, state.now]).toEqual(['manual', digest, 5, 1_767_571_202_000]);
    const headers = { 'content-type': 'application/json' };
    await fetch(`${controlUrl}/clock/advance`, { method: 'POST', headers, body: '{"ms":1000}' });
    const text = await (await fetch(`${controlUrl}/journal`)).text();
    // The same five inputs, and the step of the clock that came now.
    expect(text.split('\n').slice(1, 6)).toEqual(lines.slice(1, 6));
    expect(text.split('\n')[6]).toContain('"input":{"at":1767571203000,"kind":"clock"},"seq":6');
    child.kill('SIGTERM');
    expect(await child.exit()).toBe(0);
  });

  test('refuses options of a server without --serve', async () => {
    expect(await ran('replay', journal, '--port', '0')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'perpsim: --port goes with --serve\n',
    });
  });

  test('writes a snapshot that diff finds equal to the journal at its input, and other than at another state', async () => {
    const saved = join(folder, 'five.json');
    expect((await ran('replay', journal, '--until', '5', '--save', saved)).code).toBe(0);
    const equal = await ran('diff', saved, journal);
    expect([equal.code, equal.stdout]).toEqual([0, expect.stringContaining('equal      5 inputs')]);
    const earlier = join(folder, 'four.json');
    expect((await ran('replay', journal, '--until', '4', '--save', earlier)).code).toBe(0);
    const differs = await ran('diff', earlier, saved);
    expect(differs.code).toBe(1);
    expect(differs.stdout).toContain('DIFFERENT after input 5, where the later of them begins');
    expect(differs.stdout).toContain(
      'state.accounts.0.balances.USDT (accounts): 100000300000000n against 100000600000000n',
    );
  });

  test('names the first input whose digest differs, and exits with 1', async () => {
    const { code, stdout } = await ran('replay', fileOf('changed.jsonl', changed()));
    expect(stdout).toMatch(
      /DIFFERENT after input 5 \(line 6\): checksum of all inputs and their events\n {2}expected {3}\d+\n {2}found {6}\d+\n/,
    );
    expect(code).toBe(1);
  });

  test.each([
    [['replay', 'no-such-file'], 'perpsim: cannot read no-such-file: no such file or folder\n'],
    [['replay', ROOT], `perpsim: ${ROOT} contains no journal: it is not a data directory of perpsim\n`],
    [
      ['replay', 'x', '--until', 'noon'],
      'perpsim: --until takes the number of an input, Unix milliseconds or an ISO 8601 time with a zone (got "noon")\n',
    ],
    [['diff', 'no-such-file', 'x'], 'perpsim: cannot read no-such-file: no such file or folder\n'],
  ])('refuses %j with exit code 2', async (args, said) => {
    expect(await ran(...args)).toEqual({ code: 2, stdout: '', stderr: said });
  });

  test('refuses a broken line with its place, and says when no exchange is there', async () => {
    const broken = fileOf('broken.jsonl', [...lines.slice(0, 3), 'x']);
    const refused = await ran('replay', broken);
    expect(refused.stderr).toMatch(/^perpsim: .*broken\.jsonl line 4 \(byte \d+\): is not as a journal writes it/);
    expect(refused.code).toBe(2);
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const absent = `http://127.0.0.1:${(free.address() as AddressInfo).port}`;
    free.close();
    await once(free, 'close');
    const stderr = `perpsim: cannot reach ${absent}: nothing listens there\n`;
    expect(await ran('replay', absent)).toEqual({ code: 3, stdout: '', stderr });
  });
});

describe('perpsim diff', () => {
  test('finds a journal equal to that of the exchange that wrote it', async () => {
    const { code, stdout } = await ran('diff', journal, target);
    expect(stdout).toBe(
      `  a          ${journal}\n  b          ${target}\n  equal      8 inputs\n\nequal: the same inputs with the same effects\n`,
    );
    expect(code).toBe(0);
  });

  test('names the first input that differs, with module and path of the state and both values', async () => {
    const other = fileOf('other.jsonl', changed());
    const { code, stdout } = await ran('diff', journal, other);
    expect(stdout).toContain(
      [
        'DIFFERENT at input 5 (control at 2026-01-05T00:00:02.000Z): state.accounts.0.balances.USDT: 100000600000000n against 100000700000000n',
        '  the inputs',
        '    input.commands[0].amount: 300000000n against 400000000n',
        '  the events it caused',
        '    events[0].amount: 300000000n against 400000000n',
      ].join('\n'),
    );
    expect(stdout).toContain(
      '    state.accounts.0.balances.USDT (accounts): 100000600000000n against 100000700000000n',
    );
    expect(code).toBe(1);
    const asJson = await ran('diff', journal, other, '--json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      equal: false,
      inputs: 4,
      difference: {
        what: 'input',
        seq: 5,
        state: { total: 2 },
      },
    });
    expect(asJson.code).toBe(1);
  });
});
