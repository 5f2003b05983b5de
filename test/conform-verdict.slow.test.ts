import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { built, CliCall } from './cli.ts';

/** What a user reads of a deployment that gives one wrong response: the terminal, JUnit and the page. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'conform-verdict-'));

const MONDAY = ['--start-time', '2026-01-05T00:00:00Z'];

let simulator: CliCall;
let broken: Server;
let target: string;

/** Forwards every request, and responds to getMids with 500. */
async function brokenInFrontOf(origin: string): Promise<Server> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      if (body.includes('"getMids"')) {
        response.writeHead(500, { 'content-type': 'application/json' }).end('{"status":"error"}');
        return;
      }
      const sent =
        request.method === 'POST' ? { method: 'POST', body, headers: { 'content-type': 'application/json' } } : {};
      void fetch(`${origin}${request.url ?? ''}`, sent).then(async (reply) => {
        response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' });
        response.end(await reply.text());
      });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return server;
}

beforeAll(async () => {
  await built();
  simulator = new CliCall(['serve', '--port', '0', '--world', 'quiet', '--json', '--no-control', ...MONDAY]);
  const [line = ''] = await simulator.lines(1);
  const { restUrl, accounts } = JSON.parse(line) as { restUrl: string; accounts: readonly { privateKey: string }[] };
  vi.stubEnv('PERPSIM_KEY_1', accounts[0]?.privateKey);
  broken = await brokenInFrontOf(new URL(restUrl).origin);
  target = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  simulator.kill();
  await simulator.exit();
  broken.close();
  rmSync(FOLDER, { recursive: true });
});

test('a wrong status is shown with the right one on the terminal, in JUnit and on the page', async () => {
  const report = join(FOLDER, 'report');
  const args = ['features/info', '--tags', '@getMids or @getOrderbook', '--target', target, '--report', report];
  const child = new CliCall(['conform', ...args, '--profile', 'readonly']);
  expect(await child.exit()).toBe(1);
  const verdict = /\nNot conformant: \S+ (\d+) passed, (\d+) skipped, (\d+) failed of (\d+) scenarios over REST in /;
  const [, passed = '', skipped = '', failed = '', all = ''] = verdict.exec(child.stdout) ?? [];
  expect(Number(passed) + Number(skipped) + Number(failed)).toBe(Number(all));
  expect([passed, skipped, failed].every((count) => Number(count) > 0)).toBe(true);
  expect(child.stdout).toMatch(
    /\n {2}✕ features\/info\/\S+\.feature:\d+ {2}\S.*\n {6}\w+ .*: status 500, expected 200\n/,
  );
  expect(child.stdout.split('\n').slice(-3)).toEqual(['', join(report, 'index.html'), '']);
  const junit = readFileSync(join(report, 'junit.xml'), 'utf8');
  expect(junit).toMatch(/<failure message="[^"]+: status 500, expected 200" type="failed">/);
  const page = readFileSync(join(report, 'index.html'), 'utf8');
  expect(page).toMatch(/<span class="hint">[^<]+: status 500, expected 200<\/span>/);
});

async function absentOn(started: readonly string[], capability = 'reference-market'): Promise<string | undefined> {
  const child = new CliCall(['serve', '--port', '0', '--json', ...started]);
  try {
    const [line = ''] = await child.lines(1);
    const { restUrl, accounts } = JSON.parse(line) as { restUrl: string; accounts: readonly { privateKey: string }[] };
    for (const [index, { privateKey }] of accounts.slice(0, 3).entries())
      vi.stubEnv(`PERPSIM_KEY_${index + 1}`, privateKey);
    const dry = new CliCall(['conform', '--dry-run', '--profile', 'core', '--target', new URL(restUrl).origin]);
    expect(await dry.exit()).toBe(0);
    return new RegExp(`${capability} \\((.*)\\)`).exec(dry.stdout)?.[1];
  } finally {
    child.kill();
    await child.exit();
  }
}

test('the reference market is there on any day of the week, the market with trading hours on weekdays', async () => {
  const page = readFileSync(join(ROOT, 'docs', 'targets.md'), 'utf8');
  const [, documented = ''] = /^npm start -- (.+)$/m.exec(page) ?? [];
  expect(documented).toContain('--no-control');
  expect(await absentOn(documented.split(' '), 'trading-hours')).toBeUndefined();
  const sunday = ['--world', 'quiet', '--no-control', '--start-time', '2026-01-04T12:00:00Z'];
  expect(await absentOn(sunday)).toBeUndefined();
  expect(await absentOn(sunday, 'trading-hours')).toBe(
    'WTI-USDT is closed at this hour; it trades on weekdays until 22:00 UTC',
  );
});
