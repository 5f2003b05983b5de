import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isUnsettled } from '../src/suite/results/run.ts';
import { readRunJson } from '../src/suite/results/run-json.ts';
import { built, CliCall } from './cli.ts';

/** Scenarios in terms of the market on deployments whose markets, prices and fees no feature knows. */

const FOLDER = mkdtempSync(join(tmpdir(), 'any-market-'));
const FEATURES = ['features/trade/cancelOrders.feature', 'features/trade/getOpenOrders-filters.feature'];

interface Facts {
  readonly restUrl: string;
  readonly accounts: readonly { readonly privateKey: string }[];
}

let server: CliCall | undefined;

beforeAll(async () => {
  await built();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server?.kill();
  await server?.exit();
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

test.each(['large', 'small', 'thin', 'busy'])('scenarios hold in the world foreign-%s', async (name) => {
  const world = `fixtures/worlds/foreign-${name}.yaml`;
  const flags = ['--port', '0', '--world', world, '--seed', '11', '--no-rate-limits', '--json'];
  server = new CliCall(['serve', ...flags]);
  const { restUrl, accounts } = JSON.parse((await server.lines(1))[0] ?? '') as Facts;
  accounts.slice(0, 3).forEach(({ privateKey }, index) => vi.stubEnv(`PERPSIM_KEY_${index + 1}`, privateKey));
  vi.stubEnv('PERPSIM_KEY_KEEPER', accounts[3]?.privateKey);
  const report = join(FOLDER, name);
  const target = ['--target', new URL(restUrl).origin, '--no-control'];
  const child = new CliCall(['conform', ...target, '--report', report, ...FEATURES]);
  // 7 says that others got in the way of a scenario.
  expect([0, 7]).toContain(await child.exit());
  const { scenarios, facts } = readRunJson(readFileSync(join(report, 'run.json'), 'utf8'));
  const passed = scenarios.filter(({ verdict }) => verdict === 'passed');
  const unsettled = scenarios.filter(isUnsettled);
  expect(scenarios.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  expect(unsettled.length).toBeLessThan(passed.length / 5);
  expect(facts.leftBehind).toEqual([]);
  expect(facts.capabilities).not.toContain('reference-market');
  // The figures that were used stand in the result, and are this market's.
  const [first] = passed.filter(({ terms }) => terms !== undefined);
  expect(first?.terms?.['market']).not.toBe('BTC-USDT');
  expect(passed.length).toBeGreaterThan(4);
});
