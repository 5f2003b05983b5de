import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Client } from '../src/client/client.ts';
import type { DevAccount } from '../src/exchange/exchange.ts';
import { built, type CliResult, perpsim as call } from './cli.ts';
import { BIN, bid, KeptServer, newFolder, openIds } from './kept-server.ts';
import { killAgainAndAgain } from './killed-server.ts';

/** `perpsim serve --data` and `perpsim journal` as a user meets them: the built bundle, files, TCP. */

let data: string;
const servers: KeptServer[] = [];

beforeAll(async () => {
  await built();
});
beforeEach(() => {
  data = newFolder();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.killNow();
  rmSync(data, { recursive: true });
});

async function start(...flags: string[]): Promise<KeptServer> {
  const server = await KeptServer.start(data, ...flags);
  servers.push(server);
  return server;
}

const perpsim = (...args: string[]): Promise<CliResult> => call(args);

const journal = (): string => join(data, 'journal-000001.jsonl');

describe('a server with a data directory', () => {
  test('that is stopped by SIGTERM under load responds to all requests, and goes on where it was', async () => {
    const server = await start('--clock', 'manual');
    await server.client(0).placeOrders([bid('first')]);
    const load = [1, 2, 3].map((account) => server.client(account).placeOrders([bid('late')]));
    await load[0];
    const code = server.stop();
    const late = await Promise.allSettled(load);
    expect(await code).toBe(0);
    const again = await start();
    expect(again.child.stderr).toMatch(/^perpsim: recovered \d+ inputs from \S+ in \d+\.\d s\n$/);
    expect([...(await openIds(again, 0))]).toEqual(['first']);
    for (const [place, { status }] of late.entries()) {
      expect((await openIds(again, place + 1)).has('late')).toBe(status === 'fulfilled');
    }
    expect((await perpsim('journal', 'verify', data, '--replay')).code).toBe(0);
  });

  test('that is killed under load loses no acknowledged order, and a second try has its effect once', async () => {
    const { acknowledged } = await killAgainAndAgain(data, 1, 'batch');
    expect(acknowledged).toBeGreaterThan(0);
  });

  test('whose file cannot be written any more responds 503 and ends with exit code 1 and the reason', async () => {
    // The header and a few orders fit into 32 KiB; Node gets EFBIG beyond.
    const command = 'ulimit -f 64; exec "$0" "$@"';
    const flags = ['serve', '--port', '0', '--world', 'quiet', '--no-rate-limits', '--json', '--data', data];
    const child = spawn('sh', ['-c', command, process.execPath, BIN, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const ended = once(child, 'exit');
    const { restUrl, accounts } = JSON.parse(line) as { restUrl: string; accounts: readonly DevAccount[] };
    const { privateKey, subAccountId } = accounts[0] as DevAccount;
    const client = new Client({ restUrl, privateKey, subAccountId });
    const acknowledged: string[] = [];
    const refused = await (async () => {
      for (let no = 0; ; no += 1) {
        const [first, ...others] = acknowledged;
        try {
          if (first !== undefined && others.length > 8) {
            await client.cancelOrders({ clientOrderIds: [first] });
            acknowledged.shift();
          }
          await client.placeOrders([bid(`n${no}`)]);
          acknowledged.push(`n${no}`);
        } catch (error) {
          return error;
        }
      }
    })();
    expect(refused).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(await ended).toEqual([1, null]);
    expect(stderr).toBe(
      `perpsim: ${journal()} cannot be written (EFBIG): stopped; whatever was acknowledged is kept, start again with the same --data\n`,
    );
    const open = await openIds(await start(), 0);
    expect(acknowledged.filter((id) => !open.has(id)).length).toBeLessThanOrEqual(1);
    expect(acknowledged.length).toBeGreaterThan(5);
  });

  test('is refused a second time: exit code 2, process and ways out in one line', async () => {
    const server = await start();
    const { code, stderr } = await perpsim('serve', '--port', '0', '--data', data);
    expect([code, stderr]).toEqual([
      2,
      `perpsim: ${data} is in use by process ${server.child.process.pid}: stop it first, or choose another directory\n`,
    ]);
    expect([...(await openIds(server, 0))]).toEqual([]);
  });

  test('refuses options that contradict the directory: exit code 2, both values in one line', async () => {
    expect(await (await start('--seed', '7')).stop()).toBe(0);
    const { code, stderr } = await perpsim('serve', '--port', '0', '--data', data, '--seed', '8');
    expect([code, stderr]).toEqual([
      2,
      `perpsim: seed "8" was asked for, but the exchange in ${data} has "7": leave the option out to go on with what is there, or choose another directory\n`,
    ]);
  });

  test.each([
    [
      ['--durability', 'sync'],
      /^perpsim: durability says how data is kept: name a directory with data, or leave it out\n$/,
    ],
    [['--data', 'x', '--durability', 'often'], /^perpsim: --durability must be sync, batch or none \(got "often"\)\n$/],
  ])('%j is wrong usage', async (flags, message) => {
    const { code, stderr } = await perpsim('serve', '--port', '0', ...flags);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('perpsim journal', () => {
  /** Two inputs of the clock and a placement between them, in a directory whose process was killed. */
  const made = newFolder();

  beforeAll(async () => {
    const flags = ['--clock', 'manual', '--seed', '7', '--start-time', '2026-01-05T00:00:00Z'];
    const server = await KeptServer.start(made, ...flags);
    const advance = () =>
      fetch(`${server.facts.controlUrl}/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"ms":2000}',
      });
    await advance();
    await server.client(0).placeOrders([bid('one')]);
    await advance();
    await server.killNow();
  });
  beforeEach(() => cpSync(made, data, { recursive: true }));
  afterAll(() => rmSync(made, { recursive: true }));

  test('verify reports a sound journal, and with --replay every digest', async () => {
    const { code, stdout } = await perpsim('journal', 'verify', data, '--replay');
    expect(code).toBe(0);
    expect(stdout).toContain(`${journal()}\n  inputs     1 to 3\n  lines      4, `);
    expect(stdout).toMatch(/\n {2}digests {4}3 compared\n\nsound\n$/);
    const report = await perpsim('journal', 'verify', journal(), '--json');
    expect(JSON.parse(report.stdout)).toMatchObject({ sound: true, files: [{ survey: { last: 3, tail: null } }] });
  });

  test('verify names line and byte of damage: exit code 1', async () => {
    const text = readFileSync(journal(), 'utf8');
    writeFileSync(journal(), text.replace('"quantity":', '"quantitY":'));
    const { code, stdout } = await perpsim('journal', 'verify', data);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /\n {2}damage {5}line 3 \(byte \d+\): field "sum": does not fit this line and the one before/,
    );
    expect(stdout).toMatch(/NOT sound\n$/);
    expect((await perpsim('serve', '--port', '0', '--data', data)).stderr).toMatch(
      /^perpsim: \S+ line 3 \(byte \d+\): [^\n]*: restore the file from a copy; to give up this line and all that follow, run truncate -s \d+ \S+\n$/,
    );
  });

  test('verify reports a torn tail, which is no damage', async () => {
    truncateSync(journal(), readFileSync(journal()).length - 10);
    const { code, stdout } = await perpsim('journal', 'verify', data);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}inputs {5}1 to 2\n/);
    expect(stdout).toMatch(
      /torn tail {2}\d+ bytes from byte \d+ on: being written, or left by a crash; the next start cuts them off/,
    );
  });

  test('cat prints inputs, by number, time and kind', async () => {
    const all = await perpsim('journal', 'cat', data);
    expect([all.code, all.stdout.split('\n')]).toEqual([
      0,
      [
        '       1  2026-01-05T00:00:02.000Z  clock',
        expect.stringMatching(
          /^ {7}2 {2}2026-01-05T00:00:02\.000Z {2}request {2}placeOrders of 0x\w+, account 0, nonce \d+: PlaceOrder$/,
        ),
        '       3  2026-01-05T00:00:04.000Z  clock',
        '',
      ],
    ]);
    expect((await perpsim('journal', 'cat', data, '--from', '3')).stdout.trim().split('\n')).toHaveLength(1);
    expect(
      (await perpsim('journal', 'cat', data, '--to', '2026-01-05T00:00:03Z')).stdout.trim().split('\n'),
    ).toHaveLength(2);
    const lines = await perpsim('journal', 'cat', data, '--kind', 'request,control', '--json');
    expect(JSON.parse(lines.stdout)).toMatchObject({ seq: 2, input: { kind: 'request', action: 'placeOrders' } });
    expect(readFileSync(journal(), 'utf8')).toContain(lines.stdout);
  });

  test('stat counts inputs by kind, bytes and files', async () => {
    const { code, stdout } = await perpsim('journal', 'stat', data);
    expect(code).toBe(0);
    expect(stdout).toContain('  world      quiet, seed 7, journal of perpsim ');
    expect(stdout).toContain('  inputs     1 to 3 (request 1, control 0, clock 2, charge 0)\n');
    expect(stdout).toContain('  time       2026-01-05T00:00:02.000Z to 2026-01-05T00:00:04.000Z\n');
    expect(stdout).toMatch(/snapshots {4}none\nwritten by {3}no process now\n$/);
    const report = await perpsim('journal', 'stat', data, '--json');
    expect(JSON.parse(report.stdout)).toMatchObject({ files: [{ inputs: { request: 1, clock: 2 } }], writer: null });
  });

  test('compact removes earlier lives, and only while no process writes', async () => {
    const server = await start();
    await fetch(`${server.facts.controlUrl}/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const busy = await perpsim('journal', 'compact', data);
    expect(busy.code).toBe(2);
    expect(busy.stderr).toMatch(/ is in use by process \d+: stop it first/);
    await server.stop();
    servers.length = 0;
    const { code, stdout } = await perpsim('journal', 'compact', data);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^removed \S+journal-000001\.jsonl \(\d+ bytes\)\nkept {4}\S+journal-000002\.jsonl \(\d+ inputs\)\n$/,
    );
    expect(readdirSync(data)).toEqual(['journal-000002.jsonl']);
    expect([...(await openIds(await start(), 0))]).toEqual([]);
  });

  test.each([
    [['verify', '/nowhere/x'], /^perpsim: cannot read \/nowhere\/x: no such file or folder\n$/],
    [['stat', '/tmp/..'], / holds no journal: it is no data directory of perpsim\n$/],
    [
      ['cat', 'DATA', '--kind', 'wish'],
      /^perpsim: --kind must be of request, control, clock, charge \(got "wish"\)\n$/,
    ],
    [
      ['cat', 'DATA', '--from', 'soon'],
      /^perpsim: --from takes the number of an input, Unix milliseconds or an ISO 8601 time with a zone \(got "soon"\)\n$/,
    ],
    [['compact', 'FILE'], /is a file: compact takes a data directory\n$/],
  ])('%j is wrong usage: exit code 2', async (args, message) => {
    const given = args.map((arg) => (arg === 'DATA' ? data : arg === 'FILE' ? journal() : arg));
    const { code, stderr } = await perpsim('journal', ...given);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
