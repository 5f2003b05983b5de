import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CliCall } from './cli.ts';
import { HostileTarget, type Hostility, MIB } from './hostile-target.ts';

// What the commands read of a deployment has an upper bound: they end with a line that names URL and limit.

let target: HostileTarget;
let folder: string;

beforeEach(async () => {
  target = await HostileTarget.start();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-hostile-'));
  vi.stubEnv('PERPSIM_KEY_1', `0x${'11'.repeat(32)}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await target.close();
  rmSync(folder, { recursive: true });
});

async function ran(...args: string[]): Promise<{ code: unknown; stderr: string }> {
  const child = new CliCall(args);
  const code = await child.exit();
  return { code, stderr: child.stderr.slice(0, 1_000) };
}

const COMMANDS: readonly (readonly [string, (origin: string) => string[]])[] = [
  ['conform', (origin) => ['conform', '--target', origin, '--profile', 'readonly', '--report', join(folder, 'report')]],
  [
    'conform --no-control',
    (origin) => [
      'conform',
      '--target',
      origin,
      '--no-control',
      '--profile',
      'readonly',
      '--report',
      join(folder, 'report'),
    ],
  ],
  ['fork', (origin) => ['fork', origin, '--out', join(folder, 'world.yaml')]],
];

describe.each(COMMANDS)('perpsim %s', (_name, args) => {
  test.each<[Hostility, RegExp]>([
    ['endless body', /http:\S+ .*more than 16777216 bytes/],
    ['gzip bomb', /http:\S+ .*more than 16777216 bytes/],
    [
      'redirect elsewhere',
      /http:\S+ .*redirects to another origin \(http:\/\/127\.0\.0\.1:\d+\), which is not followed/,
    ],
  ])('ends with one line at a target with %s', async (hostility, line) => {
    target.hostility = hostility;
    let visits = 0;
    const elsewhere = createServer((_request, response) => {
      visits += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    target.elsewhere = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1/info`;
    const { code, stderr } = await ran(...args(target.origin));
    elsewhere.close();
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(3);
    expect(visits).toBe(0);
    expect(target.sent).toBeLessThan(48 * MIB);
  });
});

test('explore ends with one line at a target whose response has no end', async () => {
  const args = ['explore', '--target', target.origin, '--commands', '5'];
  const { code, stderr } = await ran(...args, '--response-bytes', '1000000');
  expect(stderr).toMatch(/^perpsim: http:\S+ .*more than 1000000 bytes\n$/);
  expect(code).toBe(3);
  expect(target.sent).toBeLessThan(40 * MIB);
});

test('record cuts off a response beyond its limit, and says so', async () => {
  const out = join(folder, 'session.ndjson');
  const limit = ['--response-bytes', String(4 * MIB)];
  const proxy = new CliCall(['record', '--target', target.origin, '--listen', '0', '--out', out, '--json', ...limit]);
  const [line = ''] = await proxy.lines(1);
  const { url } = JSON.parse(line) as { url: string };
  await expect(fetch(`${url}/v1/info`).then((response) => response.text())).rejects.toThrow();
  proxy.kill('SIGINT');
  expect(await proxy.exit()).toBe(0);
  expect(proxy.stderr).toContain(`perpsim: ${target.origin}/v1/info: the response has more than ${4 * MIB} bytes\n`);
  expect(readFileSync(out, 'utf8')).toContain('"cut":true');
  expect(statSync(out).size).toBeLessThan(8 * MIB);
});
