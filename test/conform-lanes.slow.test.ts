import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { envelopes } from '../scripts/selftest/make.ts';
import { Proxy } from '../scripts/selftest/proxy.ts';
import { readRunJson } from '../src/suite/results/run-json.ts';
import type { Run, ScenarioResult } from '../src/suite/results/run.ts';
import { built, CliCall } from './cli.ts';

/** A deployment without a control plane, on which scenarios run side by side, and runs that end before their time. */

const FOLDER = mkdtempSync(join(tmpdir(), 'conform-lanes-'));
const SERVE = ['serve', '--port', '0', '--world', 'quiet', '--no-rate-limits', '--json'];
/** Enough scenarios for several lanes, in several markets and in none. */
const WRITES = ['features/trade/cancelOrders.feature', 'features/trade/updateLeverage.feature'];
const SOME = [...WRITES, 'features/info'];
/** Some of them, for runs that differ in their order alone. */
const FEW = [
  ...WRITES,
  ...['getMarkets', 'getMids', 'getOrderbook', 'getCandles'].map((name) => `features/info/${name}.feature`),
];

interface Facts {
  readonly restUrl: string;
  readonly accounts: readonly { readonly privateKey: string }[];
}

let server: CliCall;
let origin: string;
let reports = 0;

beforeAll(async () => {
  await built();
});
beforeEach(async () => {
  // A Wednesday, so that every market is open.
  server = new CliCall([...SERVE, '--start-time', '2026-01-07T12:00:00Z']);
  const facts = JSON.parse((await server.lines(1))[0] ?? '') as Facts;
  origin = new URL(facts.restUrl).origin;
  for (const [index, { privateKey }] of facts.accounts.slice(0, 6).entries()) {
    vi.stubEnv(`PERPSIM_KEY_${index + 1}`, privateKey);
  }
  vi.stubEnv('PERPSIM_KEY_KEEPER', facts.accounts[6]?.privateKey ?? '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.kill();
  await server.exit();
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

interface Begun {
  readonly child: CliCall;
  readonly run: () => Run;
}

function begin(target: string, ...args: string[]): Begun {
  reports += 1;
  const report = join(FOLDER, `report-${reports}`);
  const child = new CliCall(['conform', '--target', target, '--no-control', '--report', report, ...args]);
  return { child, run: () => readRunJson(readFileSync(join(report, 'run.json'), 'utf8')) };
}

const count = (run: Run, of: (one: ScenarioResult) => boolean): number => run.scenarios.filter(of).length;

/** A second run finds every wallet as the first one did: nothing is left on any of them. */
async function expectNothingLeft(): Promise<void> {
  const { child } = begin(origin, '--dry-run', '--json', ...SOME);
  expect(await child.exit()).toBe(0);
  expect(child.stdout).not.toMatch(/holds (open orders|positions|delegated signers)/);
}

test('Ctrl-C ends all lanes after their scenarios, takes back what they made, and reports the rest as skipped', async () => {
  const { child, run } = begin(origin, 'features/trade', 'features/auth', 'features/info');
  await child.lines(8);
  // On a busy machine the first lines of progress come before a scenario has passed.
  const passed = /^perpsim: (\d+) of \d+ scenarios, 0 failed(?:, (\d+) skipped)?/gm;
  await child.until(() =>
    [...child.stderr.matchAll(passed)].some(([, done, skipped = 0]) => Number(done) > Number(skipped)),
  );
  child.kill('SIGINT');
  expect(await child.exit()).toBe(5);
  const { facts, scenarios } = run();
  expect(facts.stopped).toBe('stopped by Ctrl-C');
  expect(facts.leftBehind).toEqual([]);
  expect(count(run(), ({ verdict }) => verdict === 'passed')).toBeGreaterThan(0);
  expect(count(run(), ({ reason }) => reason === 'stopped by Ctrl-C')).toBeGreaterThan(0);
  expect(count(run(), ({ verdict }) => verdict === 'failed')).toBe(0);
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length);
  await expectNothingLeft();
});

test('--fail-fast ends all lanes after the scenarios that were under way at the first failure', async () => {
  const proxy = new Proxy(origin, 'PerpSim', { hidesControl: true });
  const through = await proxy.listen();
  proxy.become({
    make: () =>
      envelopes(['cancelOrders'], (body) => {
        body['surprise'] = body['response'];
        delete body['response'];
      }),
  });
  const { child, run } = begin(through, '--fail-fast', ...SOME);
  expect(await child.exit()).toBe(1);
  await proxy.close();
  const done = run();
  expect(done.facts).toMatchObject({ stopped: 'stopped at the first failure', leftBehind: [] });
  const failed = count(done, ({ verdict }) => verdict === 'failed');
  expect(failed).toBeGreaterThan(0);
  expect(failed).toBeLessThanOrEqual(6);
  expect(count(done, ({ reason }) => reason === 'stopped at the first failure')).toBeGreaterThan(100);
  await expectNothingLeft();
});

test('--budget skips the rest once it is spent, in every lane, and cleaning up goes on', async () => {
  const { child, run } = begin(origin, '--budget', '12000', ...SOME);
  expect(await child.exit()).toBe(5);
  const { facts, scenarios } = run();
  expect(facts).toMatchObject({ stopped: 'the token budget is spent', leftBehind: [] });
  expect(count(run(), ({ reason }) => reason === 'the budget of 12000 tokens is spent')).toBeGreaterThan(0);
  expect(count(run(), ({ verdict }) => verdict === 'passed')).toBeGreaterThan(0);
  expect(scenarios.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'skipped')).toEqual([]);
  await expectNothingLeft();
});

test('--seed gives every scenario the verdict that it has in the order of the files', async () => {
  const verdicts = async (...flags: string[]): Promise<(readonly [string, string, string | null])[]> => {
    const { child, run } = begin(origin, ...flags, ...FEW);
    expect(await child.exit()).toBe(0);
    expect(run().facts.seed).toBe(flags[1] ?? null);
    return run().scenarios.map(({ id, verdict, reason }) => [id, verdict, reason]);
  };
  const inOrder = await verdicts();
  expect(await verdicts('--seed', 'a')).toEqual(inOrder);
  expect(await verdicts('--seed', 'b')).toEqual(inOrder);
});
