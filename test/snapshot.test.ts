import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built, CliCall, withoutProgress } from './cli.ts';

/** `perpsim snapshot` and `serve --state` as a user meets them: the built bundle, servers of their own, TCP between them. */

let folder: string;
let server: CliCall;
let target: string;

async function ran(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall(['snapshot', ...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

const on = (...args: string[]) => ran(...args, '--target', target);

async function control(path: string, body?: object, origin = target): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const sent = body && { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${origin}/sim/v1${path}`, sent)).json()) as Record<string, unknown>;
}

const digest = async (origin = target): Promise<unknown> => (await control('/digest', undefined, origin))['digest'];

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-snapshot-'));
  server = new CliCall(['serve', '--port', '0', '--clock', 'manual', '--world', 'quiet', '--seed', '9', '--json']);
  const [line = ''] = await server.lines(1);
  target = new URL((JSON.parse(line) as { controlUrl: string }).controlUrl).origin;
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true });
});

describe('perpsim snapshot', () => {
  test('saves, lists, goes back and deletes', async () => {
    expect((await on('list')).stdout).toBe('no snapshots\n');
    const line = 'here  0 inputs, 2026-01-05T00:00:00.000Z, world quiet, seed 9\n';
    expect(await on('save', 'here')).toMatchObject({ code: 0, stdout: `saved ${line}` });
    const before = await digest();
    await control('/clock/advance', { ms: 7_200_000 });
    expect(await digest()).not.toBe(before);
    expect(await on('revert', 'here')).toMatchObject({ code: 0, stdout: 'went back to here\n' });
    expect(await digest()).toBe(before);
    expect((await on('list')).stdout).toBe(line);
    expect(JSON.parse((await on('list', '--json')).stdout)).toMatchObject({ snapshots: [{ name: 'here', inputs: 0 }] });
    expect(await on('delete', 'here')).toMatchObject({ code: 0, stdout: 'deleted here\n' });
    expect((await on('list')).stdout).toBe('no snapshots\n');
  });

  test('gives a document that serve --state starts from', async () => {
    await control('/clock/advance', { ms: 60_000 });
    await on('save', 'kept');
    const file = join(folder, 'kept.json');
    expect(await on('get', 'kept', '--out', file)).toMatchObject({ code: 0, stdout: '' });
    expect((await on('get', 'kept')).stdout).toBe(readFileSync(file, 'utf8'));
    const second = new CliCall(['serve', '--port', '0', '--clock', 'manual', '--state', file, '--json']);
    const [line = ''] = await second.lines(1);
    const facts = JSON.parse(line) as { controlUrl: string; world: string; seed: string };
    expect(facts).toMatchObject({ world: 'quiet', seed: '9' });
    expect(await digest(new URL(facts.controlUrl).origin)).toBe(await digest());
    second.kill();
  });

  test('starts a branch on a port of its own, which goes on independently', async () => {
    await on('save', 'fork');
    const { code, stdout } = await on('branch', 'fork', '--json');
    expect(code).toBe(0);
    const { controlUrl } = JSON.parse(stdout) as { controlUrl: string };
    const origin = new URL(controlUrl).origin;
    expect(await digest(origin)).toBe(await digest());
    await control('/clock/advance', { ms: 3_600_000 }, origin);
    expect(await digest(origin)).not.toBe(await digest());
    expect(await control('/branches')).toMatchObject({ branches: [{ snapshot: 'fork', controlUrl }] });
  });

  test.each([
    [['revert', 'nowhere'], 1, /^perpsim: there is no snapshot nowhere; there are /],
    [['save', '../x'], 1, /^perpsim: a name has 1 to 64 letters/],
    [['branch', 'fork', '--port', 'x'], 2, /^perpsim: --port must be a port from 0 to 65535 \(got "x"\)/],
  ])('refuses %j', async (args, code, stderr) => {
    const refused = await on(...args);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toMatch(stderr);
  });

  test('says that nothing listens', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const origin = `http://127.0.0.1:${(free.address() as AddressInfo).port}`;
    free.close();
    const { code, stderr } = await ran('list', '--target', origin);
    expect([code, stderr]).toEqual([3, `perpsim: cannot reach ${origin}: nothing listens there\n`]);
  });
});

test('a branch ends with the exchange that it was started from', async () => {
  const { branches } = (await control('/branches')) as { branches: readonly { controlUrl: string }[] };
  const [branch] = branches;
  expect(branch).toBeDefined();
  server.kill();
  expect(await server.exit()).toBe(0);
  await expect(fetch(`${branch?.controlUrl ?? ''}/digest`)).rejects.toThrow();
});

test('serve --state refuses a file that is no snapshot', async () => {
  const file = join(folder, 'bad.json');
  writeFileSync(file, '{"format":"perpsim-snapshot","version":9}\n');
  const child = new CliCall(['serve', '--port', '0', '--state', file]);
  expect(await child.exit()).toBe(2);
  expect(child.stderr).toBe(
    'perpsim: the state field "version": 9 is newer than 2, the newest that this perpsim reads\n',
  );
});
