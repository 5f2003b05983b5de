import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { built, CliCall } from './cli.ts';

/**
 * The smallest profile from start to end: one funded wallet, no keeper, a deployment without a control plane. Most of the time a run
 * waits for the clock of its deployment, so both run side by side.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'conform-one-wallet-'));

beforeAll(async () => {
  await built();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(FOLDER, { recursive: true });
});

// That each scenario passes over WebSocket as well is what the profile ws proves; here a third of them shows that one wallet does for it.
test.concurrent.each([
  { transport: 'rest', flags: [], clauses: 320 },
  { transport: 'ws', flags: ['--shard', '1/3'], clauses: 150 },
])('core with one wallet is conformant over $transport', async ({ transport, flags, clauses: least }) => {
  const core = JSON.parse(readFileSync(join(ROOT, 'fixtures', 'targets', 'core.json'), 'utf8')) as {
    readonly select: object;
    readonly wallets: readonly object[];
  };
  const profile = join(FOLDER, `${transport}.json`);
  const key = `PERPSIM_KEY_OVER_${transport.toUpperCase()}`;
  const wallets = [{ ...core.wallets[0], key: { env: key } }];
  writeFileSync(profile, JSON.stringify({ ...core, wallets, select: { ...core.select, transport } }));
  const monday = ['--start-time', '2026-01-05T00:00:00Z'];
  const server = new CliCall([
    'serve',
    '--port',
    '0',
    '--world',
    'quiet',
    '--no-control',
    '--json',
    '--no-rate-limits',
    ...monday,
  ]);
  try {
    const [line = ''] = await server.lines(1);
    const { restUrl, accounts } = JSON.parse(line) as { restUrl: string; accounts: readonly { privateKey: string }[] };
    vi.stubEnv(key, accounts[0]?.privateKey);
    const report = join(FOLDER, transport);
    const target = new URL(restUrl).origin;
    const child = new CliCall([
      'conform',
      '--target',
      target,
      '--profile',
      profile,
      '--report',
      report,
      '--json',
      ...flags,
    ]);
    const exit = await child.exit();
    const { conclusion, clauses, counts, leftBehind, forecast } = JSON.parse(child.stdout) as {
      readonly conclusion: string;
      readonly clauses: { readonly proven: number };
      readonly counts: { readonly failed: number; readonly error: number };
      readonly leftBehind: readonly string[];
      readonly forecast: { readonly lanes: number };
    };
    expect([exit, conclusion, counts.failed, counts.error, leftBehind]).toEqual([0, 'conformant', 0, 0, []]);
    expect(clauses.proven).toBeGreaterThan(least);
    expect(forecast.lanes).toBe(1);
  } finally {
    server.kill();
    await server.exit();
  }
});
