import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStage, locate } from '../scripts/planted/runs.ts';
import { SOURCES } from '../scripts/planted/sources.ts';
import { moduleOf } from '../src/inspect/replay/compare-journals.ts';

/**
 * Sources of nondeterminism are planted into the simulator one at a time. Each build runs one script twice: with other wall
 * clock, zone, locale, environment, folder and random numbers, with reads between, after another exchange, and with
 * restarts from its own state. The runs are compared as `perpsim diff` does, without any knowledge of the source.
 */

let folder: string;

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { stdio: 'inherit' });
  folder = mkdtempSync(join(tmpdir(), 'perpsim-planted-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** By source: what differs, at which input, and a path that differs there, of the input or of the state. */
const PLACES: Readonly<Record<string, readonly [what: string, input: number, path: string, module: string]>> = {
  'wall-in-timer': ['effects', 255, 'state.timers[2].due', 'timers'],
  'random-in-matching': ['effects', 3, 'state.counters.trade', 'engine'],
  'iteration-order': ['effects', 9, 'state.orders.364.trimmed', 'orders'],
  'locale-compare': ['input', 2, 'input.commands[0].clientId', 'engine'],
  'float-in-fees': ['effects', 107, 'state.accounts.1.positions.SOL-USDT.fees', 'positions'],
  'uninitialised-counter': ['effects', 3, 'state.counters.trade', 'engine'],
  'wall-dependent-expiry': ['effects', 1, 'state.timers[0].due', 'timers'],
  'skipped-nonce': ['input', 60, 'input.action', 'engine'],
  'bucket-not-restored': ['input', 60, 'state.limits.ip.young["127.0.0.1"].parts', 'admission'],
  'read-pattern': ['effects', 15, 'state.markets.BTC-USDT.premium', 'prices'],
  'zone-in-funding': ['effects', 255, 'state.accounts.0.positions.BTC-USDT.netFunding', 'positions'],
  'zone-in-session': ['effects', 277, 'state.accounts.2.positions.WTI-USDT.cost', 'positions'],
  'zone-in-volume': [
    'state',
    3,
    'state.wallets.0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266.volume.hours[0].hour',
    'fees',
  ],
  'environment-variable': ['effects', 13, 'state.accounts.2.cancelAt', 'accounts'],
  'random-id': ['effects', 3, 'state.accounts.10.positions.BTC-USDT.no', 'positions'],
  'folder-in-seed': ['effects', 11, 'state.accounts.1.positions.SOL-USDT.cost', 'positions'],
  'locale-number': ['effects', 6, 'state.timers[2].due', 'timers'],
  'digest-that-writes': ['effects', 15, 'state.markets.BTC-USDT.premium', 'prices'],
  'wall-sliced-advance': ['input', 4, 'input.at', 'engine'],
  'wall-in-validation': ['input', 1, 'input.commands[0].expiresAt', 'engine'],
};

test('a build without a planted source gives two equal runs', async () => {
  expect(await locate(await buildStage('none', []), folder)).toBeNull();
});

test('there is a place for each of twenty sources', () => {
  expect(SOURCES.map(({ name }) => name).sort()).toEqual(Object.keys(PLACES).sort());
  expect(SOURCES).toHaveLength(20);
});

test.each(SOURCES)('the comparison of two runs locates $name: $about', async ({ name, patches }) => {
  const [what, input, path, module] = PLACES[name]!;
  const located = await locate(await buildStage(name, patches), folder, input);
  expect([located?.comparison.difference?.what, located?.input]).toEqual([what, input]);
  const inputs = located?.comparison.difference?.inputs.first ?? [];
  const paths = [...inputs, ...(located?.states.first ?? [])].map((each) => each.path);
  expect(paths).toContain(path);
  expect(moduleOf(path)).toBe(module);
});
