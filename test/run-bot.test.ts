import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';
import type { RunResult } from '../src/scenarios/run-result.ts';
import { built, CliCall, withoutProgress } from './cli.ts';

/**
 * Bots of users under `perpsim run --bot`: programs in processes of their own, over the port that the run opens. Tests of
 * those that wait for seconds run side by side.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SIDE_BY_SIDE = { concurrent: true };
const CLIENT = join(ROOT, 'dist', 'client.js');

const SCENARIO = `title: A bot trades
world: default
seed: 7
start: 2026-01-05T00:00:00Z
duration: 20s
step: 2s
accounts:
  me: { deposit: { USDT: "100000" } }
  noise: { deposit: { USDT: "100000" } }
agents:
  - { name: noise, account: noise, use: taker, symbol: BTC-USDT, params: { everyMs: 1000 } }
strategy: { account: me, use: taker, symbol: BTC-USDT, params: { size: "0.01" } }
`;

/** Steps through the scenario and buys at each step; `pause` is wall time that it takes to think. */
const STEPPING = `
import { setTimeout as pause } from 'node:timers/promises';
import { botOptions, StreamClient } from '${CLIENT}';
const options = botOptions(process.env);
const client = new StreamClient(options);
let trades = 0;
await client.subscribe('trades', { symbol: options.symbol }, () => (trades += 1));
for (let step = await client.nextStep(); !step.ended; step = await client.nextStep()) {
  await pause(Number(process.argv[2] ?? 0));
  if (trades % 3 === 1) await client.placeOrders([{ symbol: options.symbol, side: 'buy', orderType: 'market', quantity: String(options.params.size) }]);
}
await client.close();
`;

/** A bot that knows nothing of steps. */
const UNAWARE = `
import { botOptions, Client } from '${CLIENT}';
const options = botOptions(process.env);
const client = new Client(options);
for (;;) {
  await client.placeOrders([{ symbol: options.symbol, side: 'buy', orderType: 'market', quantity: '0.01' }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
`;

/** One that asks once, and then waits for something to happen. */
const PATIENT = `
import { botOptions, Client } from '${CLIENT}';
const client = new Client(botOptions(process.env));
await client.getMarketPrices();
setInterval(() => undefined, 1_000);
`;

/** One that tries to move the clock by itself, and to start over, before its first step. */
const MEDDLING = `
import { botOptions, Client } from '${CLIENT}';
const control = process.env.PERPSIM_CONTROL_URL;
const client = new Client(botOptions(process.env));
const post = async (path, body) => {
  const response = await fetch(control + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return [path, response.status, (await response.json()).error?.message];
};
const asked = [['/clock/advance', { ms: 1000 }], ['/clock/mode', { mode: 'live' }], ['/clock/speed', { speed: 5 }], ['/reset', {}]];
for (const [path, body] of asked) console.error(JSON.stringify(await post(path, body)));
for (let step = await client.nextStep(); !step.ended; step = await client.nextStep());
`;

/** One that asks for time once and then thinks for ever, deaf to SIGTERM, with a child of its own that is as deaf. */
const HANGING = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { botOptions, StreamClient } from '${CLIENT}';
process.on('SIGTERM', () => undefined);
const deaf = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)";
const child = spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' });
writeFileSync(process.argv[2], process.pid + ' ' + child.pid);
const client = new StreamClient(botOptions(process.env));
await client.nextStep();
console.error('thinking');
setInterval(() => undefined, 1_000);
`;

let folder: string;
let scenario: string;

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-bot-'));
  scenario = join(folder, 'scenario.yaml');
  writeFileSync(scenario, SCENARIO);
});
afterAll(() => rmSync(folder, { recursive: true }));

function botOf(name: string, text: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return `${process.execPath} ${file}`;
}

async function ran(bot: string, ...flags: string[]): Promise<{ code: unknown; result: RunResult; stderr: string }> {
  const child = new CliCall(['run', scenario, '--json', '--bot', bot, ...flags]);
  const code = await child.exit();
  if (child.stdout === '') throw new Error(child.stderr);
  return { code, result: JSON.parse(child.stdout) as RunResult, stderr: child.stderr };
}

const meIn = ({ accounts }: RunResult) => accounts.find(({ name }) => name === 'me');

describe('a bot in lockstep', () => {
  test('gives the same digest each time, also when it is slow, and its journal replays', async () => {
    const journal = join(folder, 'lockstep.jsonl');
    const first = await ran(botOf('stepping', STEPPING), '--journal', journal);
    expect(withoutProgress(first.stderr)).toBe('');
    expect(first.code).toBe(0);
    expect(first.result).toMatchObject({ mode: 'lockstep', verdict: 'none' });
    expect(meIn(first.result)?.fills.length).toBeGreaterThan(0);
    const slow = await ran(`${botOf('stepping', STEPPING)} 20`);
    expect({ ...slow.result, measured: null }).toEqual({ ...first.result, measured: null });
    const replay = new CliCall(['replay', journal]);
    expect(await replay.exit()).toBe(0);
    expect(replay.stdout).toContain(first.result.digest);
  });

  testInFull('that exits early leaves the run to go on, and fails it with a code other than 0', async () => {
    const quits = botOf('quits', 'process.exit(Number(process.argv[2]));');
    const zero = await ran(`${quits} 0`);
    expect(zero.code).toBe(0);
    expect(zero.result.endTime - zero.result.startTime).toBe(20_000);
    expect(zero.result.events.map(({ text }) => text)).toContain('The bot has exited with code 0.');
    const three = await ran(`${quits} 3`);
    expect(three.code).toBe(1);
    expect(three.result.expectations).toMatchObject([
      { sentence: 'the bot exits with code 0', passed: false, message: 'it exited with code 3' },
    ]);
  });

  testInFull('can neither move the clock nor start over', async () => {
    const quiet = await ran(botOf('idle', MEDDLING.replace(/const asked = .*/, 'const asked = [];')));
    const { code, result, stderr } = await ran(botOf('meddling', MEDDLING));
    expect(code).toBe(0);
    const refused = 'a run of a scenario drives this exchange: ask for time with /clock/step';
    const lines = stderr.split('\n').filter((line) => line.startsWith('['));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      ['/clock/advance', '/clock/mode', '/clock/speed', '/reset'].map((path) => [path, 409, refused]),
    );
    expect(result.digest).toBe(quiet.result.digest);
  });

  testInFull(
    'that ignores the end is stopped',
    async () => {
      const text = STEPPING.replace('await client.close();', 'setInterval(() => undefined, 1_000);');
      const { code, result } = await ran(botOf('stays', text));
      expect(code).toBe(0);
      expect(result.events.at(-1)?.text).toBe('The bot did not exit at the end, and was stopped.');
    },
    SIDE_BY_SIDE,
  );

  testInFull(
    'that never asks for time gets a hint, and the run can be stopped',
    async () => {
      const child = new CliCall(['run', scenario, '--bot', botOf('patient', PATIENT)]);
      await child.until(() => child.stderr.includes('has not asked for time'));
      child.kill('SIGINT');
      expect(await child.exit()).toBe(130);
      expect(child.stdout).toMatch(/\nstopped at 0s: 0 of 0 expectations hold so far\n$/);
    },
    SIDE_BY_SIDE,
  );
});

testInFull('a bot against a moving clock is recorded, and the journal replays to the same digest', async () => {
  const journal = join(folder, 'recorded.jsonl');
  const { code, result } = await ran(botOf('unaware', UNAWARE), '--speed', '20', '--journal', journal);
  expect(code).toBe(0);
  expect(result.mode).toBe('recorded');
  expect(meIn(result)?.fills.length).toBeGreaterThan(0);
  const replay = new CliCall(['replay', journal]);
  expect(await replay.exit()).toBe(0);
  expect(replay.stdout).toContain(result.digest);
});

test('a bot needs a scenario with a strategy', async () => {
  const bare = join(folder, 'bare.yaml');
  writeFileSync(bare, SCENARIO.replace(/strategy:.*\n/, ''));
  const child = new CliCall(['run', bare, '--bot', 'true']);
  expect(await child.exit()).toBe(2);
  expect(child.stderr).toContain(
    'a bot takes the place of the strategy, and the scenario has none: add strategy to it',
  );
});

describe('a bot that hangs', () => {
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  /** Process ids of the bot and of its child. */
  const pidsIn = (file: string): number[] => readFileSync(file, 'utf8').split(' ').map(Number);

  async function gone(pids: readonly number[]): Promise<boolean> {
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
    return true;
  }

  function started(pids: string, ...flags: string[]): CliCall {
    const bot = join(folder, 'hanging.mjs');
    writeFileSync(bot, HANGING);
    return new CliCall(['run', scenario, '--bot', `node ${bot} ${pids}`, '--json', ...flags]);
  }

  testInFull(
    'is ended with all its processes after the step time-out, and the run fails and names it',
    async () => {
      const file = join(folder, 'hanging.pids');
      const run = started(file, '--step-timeout', '8s');
      expect(await run.exit()).toBe(1);
      const { expectations } = JSON.parse(run.stdout) as RunResult;
      const message = `the bot "node ${join(folder, 'hanging.mjs')} ${file}" asked for no time within 8 s: it was ended; give it longer with --step-timeout`;
      expect(expectations).toMatchObject([{ sentence: 'the bot asks for time', passed: false, message }]);
      expect(await gone(pidsIn(file))).toBe(true);
    },
    SIDE_BY_SIDE,
  );

  testInFull(
    'ends with Ctrl-C, and so do its processes',
    async () => {
      const file = join(folder, 'stopped.pids');
      const run = started(file);
      await run.until(() => run.stderr.includes('thinking'));
      run.kill('SIGINT');
      expect(await run.exit()).toBe(130);
      expect(await gone(pidsIn(file))).toBe(true);
    },
    SIDE_BY_SIDE,
  );

  test.each(['0', '1', 'soon', '-1s'])('a step time-out of %s is refused', async (given) => {
    const run = started(join(folder, 'none.pids'), '--step-timeout', given);
    expect(await run.exit()).toBe(2);
    expect(run.stderr).toMatch(/^perpsim: --step-timeout must be a duration such as 60s/);
  });
});
