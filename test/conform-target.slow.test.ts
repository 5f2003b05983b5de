import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Client } from '../src/client/client.ts';
import { Child } from './child.ts';
import { BIN, built, type CliResult, perpsim } from './cli.ts';
import { shell } from './shell.ts';

/** A simulator that clients use beside the suite, and the command that runs a failure again. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'conform-target-'));
const SMALL = 'features/trade/cancelOrders.feature';
const TOKEN = 'a-secret-of-the-tests';

interface Facts {
  readonly restUrl: string;
  readonly serviceName: string;
  readonly accounts: readonly { readonly privateKey: string; readonly subAccountId: string }[];
}

let simulator: Child;
let facts: Facts;
let origin: string;

beforeAll(async () => {
  await built();
});
beforeEach(async () => {
  // A process of its own, so that it responds while this one waits for a shell.
  simulator = new Child([BIN, 'serve', '--port', '0', '--world', 'quiet', '--json', '--control-token', TOKEN]);
  facts = JSON.parse((await simulator.lines(1))[0] ?? '') as Facts;
  origin = new URL(facts.restUrl).origin;
});
afterEach(async () => {
  simulator.kill();
  await simulator.exit();
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

async function clientInputs(): Promise<unknown> {
  const response = await fetch(`${origin}/sim/v1/state`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return ((await response.json()) as Record<string, unknown>)['clientInputs'];
}

const conform = (...args: string[]): Promise<CliResult> =>
  perpsim(['conform', ...args, '--report', join(FOLDER, 'report')], { cwd: ROOT });

test('a simulator that clients have used is started over only with --reset-target', async () => {
  const [account] = facts.accounts;
  const client = new Client({
    ...facts,
    privateKey: account?.privateKey ?? '',
    subAccountId: account?.subAccountId ?? '',
  });
  await client.getMids();
  await client.getOpenOrders();
  expect(await clientInputs()).toBe(0);
  await client.updateLeverage('BTC-USDT', '5');
  expect(await clientInputs()).toBe(1);
  const args = [SMALL, '--target', origin, '--control-token', TOKEN];
  expect(await conform(...args)).toEqual({
    code: 2,
    stdout: '',
    stderr: `perpsim: ${origin} holds 1 request of clients, and a run restarts it: pass --reset-target to discard its state\n`,
  });
  expect((await conform(...args, '--dry-run')).code).toBe(0);
  expect(await clientInputs()).toBe(1);
  expect((await conform(...args, '--reset-target')).code).toBe(0);
  expect(await clientInputs()).toBe(0);
  // What the suite itself has sent is no activity of clients once its run has ended.
  expect((await conform(...args)).code).toBe(0);
});

test('the command of a failure runs it again with the program, and names the token as a variable', async () => {
  const flags = ['--service-name', 'Elsewhere', '--control-token', TOKEN, '--reset-target', '--seed', 'a'];
  expect((await conform(SMALL, '--target', origin, ...flags)).code).toBe(1);
  const report = join(FOLDER, 'report');
  for (const name of readdirSync(report)) expect(readFileSync(join(report, name), 'utf8'), name).not.toContain(TOKEN);
  const line = readFileSync(join(report, 'summary.md'), 'utf8')
    .split('\n')
    .find((candidate) => candidate.startsWith('npx perpsim conform '));
  expect(line).toBe(
    `npx perpsim conform --target ${origin}/v1 --ws ${origin.replace('http', 'ws')}/v1/ws --service-name Elsewhere --profile full --control-token "$PERPSIM_CONTROL_TOKEN" --reset-target --seed a ${SMALL}:17`,
  );
  const again = (line ?? '').replace('npx perpsim', '"$2" "$3"');
  const result = shell(
    `cd "$1" && PERPSIM_CONTROL_TOKEN="$4"; ${again} --report "$5"`,
    ...[ROOT, process.execPath, BIN, TOKEN, join(FOLDER, 'again')],
  );
  expect(result.code).toBe(1);
  expect(result.stdout).toContain(`\n  ✕ ${SMALL}:17  `);
  expect(result.stdout).toContain(', 0 passed, 1 failed of 1 scenario over');
});

test('the command of a failure keeps --no-control and the profile as it was typed', async () => {
  const profile = join(FOLDER, 'mine.json');
  for (const [index, { privateKey }] of facts.accounts.slice(0, 3).entries()) vi.stubEnv(`KEY_${index}`, privateKey);
  const wallets = [0, 1, 2].map((index) => ({ key: { env: `KEY_${index}` } }));
  const written = JSON.stringify({ name: 'called otherwise', description: 'of this test', wallets });
  expect(shell('printf %s "$1" > "$2"', written, profile).code).toBe(0);
  const flags = ['--profile', profile, '--no-control', '--budget', '5000', '--service-name', 'Elsewhere'];
  await conform('features/info/getMids.feature', '--target', origin, ...flags);
  vi.unstubAllEnvs();
  const page = readFileSync(join(FOLDER, 'report', 'index.html'), 'utf8');
  expect(page).toContain(`--service-name Elsewhere --profile ${profile} --no-control --budget 5000`);
});
