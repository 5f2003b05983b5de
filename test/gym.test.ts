import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPythonWithNumpy } from '../scripts/programs.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';
import type { RunResult } from '../src/scenarios/run-result.ts';
import { BIN, built, CliCall } from './cli.ts';
import { describeWith, testWith } from './needs.ts';

/** `perpsim gym` as a process, with the programs in Python that step it. */

const FOLDER = fileURLToPath(new URL('../examples/python', import.meta.url));
const COMMAND = `${process.execPath} ${BIN}`;

const SCENARIO = `title: An episode, twice
world: default
seed: 7
start: 2026-01-05T00:00:00Z
duration: 8s
accounts:
  me: { deposit: { USDT: "100000" } }
  held: { deposit: { USDT: "100000" }, latency: { entry: { kind: constant, delay: 30ms }, response: { kind: constant, delay: 20ms } } }
  taker: { deposit: { USDT: "100000" } }
agents:
  - { name: noise, account: taker, use: taker, symbol: BTC-USDT, params: { everyMs: "500" } }
strategy: { account: me, use: maker, symbol: BTC-USDT, params: { spread: 1, size: "0.1" } }
`;

let folder: string;
let scenario: string;
beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-gym-test-'));
  scenario = join(folder, 'scenario.yaml');
  writeFileSync(scenario, SCENARIO);
});
afterAll(() => rmSync(folder, { recursive: true }));

const python = (program: string, args: readonly string[]): string =>
  execFileSync(program, ['-B', ...args], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { ...process.env, PERPSIM_COMMAND: COMMAND },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

describeWith(['python3', 'requests', 'pytest'], 'episodes through perpsim gym', () => {
  const comesToDigest = async (account: string): Promise<void> => {
    const own = join(folder, `${account}.yaml`);
    writeFileSync(own, SCENARIO.replace('strategy: { account: me', `strategy: { account: ${account}`));
    const bot = new CliCall(['run', own, '--bot', `python3 -B ${join(FOLDER, 'gym_and_bot.py')}`, '--json']);
    expect(await bot.exit()).toBe(0);
    const { digest, accounts, mode } = JSON.parse(bot.stdout) as RunResult;
    expect(mode).toBe('lockstep');
    const { statistics, fills } = accounts.find(({ name }) => name === account) ?? {};
    expect(statistics?.orders).toBeGreaterThan(15);
    expect(fills?.length).toBeGreaterThan(3);
    // What is refused on purpose, and nothing else: the first cancel finds no order, as do those after a full fill.
    expect(bot.stderr).toContain('step 0: updateLeverage was refused: VALIDATION_ERROR');
    expect(python('python3', ['gym_and_bot.py', own, '7']).trim()).toBe(digest);
    if (account === 'me') expect(python('python3', ['gym_and_bot.py', own, '8']).trim()).not.toBe(digest);
  };
  test('come to the digest of the same requests of a bot over REST', () => comesToDigest('me'));
  // Requests wait for exchange time, which goes on meanwhile.
  testInFull('do so with latency too', () => comesToDigest('held'));

  testInFull('are played by notebooks that run as scripts', () => {
    const said = python('python3', ['-m', 'pytest', '-p', 'no:cacheprovider', '-q', 'tests/test_examples.py']);
    expect(said).toContain('3 passed');
  });
});

testWith(['numpy'], 'the environments are what Gymnasium and PettingZoo ask for', async () => {
  const said = python(findPythonWithNumpy() ?? '', ['tests/test_env.py']);
  expect(said).toMatch(/^4 passed, 0 failed; checked by /m);
});

testWith(['python3'], 'what is missing is named in one line, and plain lists need no package', async () => {
  const program = `
import sys
sys.modules["gymnasium"] = sys.modules["pandas"] = None
from importlib.util import find_spec
import perpsim_frames
perpsim_frames.find_spec = lambda name: None
for name in ("perpsim_env", "perpsim_parallel"):
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        print(error)
for into in (None, "polars"):
    try:
        perpsim_frames.read_run(sys.argv[1], into=into)
    except ModuleNotFoundError as error:
        print(error)
print(list(perpsim_frames.read_run(sys.argv[1], into="lists")["fills"]))
`;
  const tables = join(folder, 'tables');
  execFileSync('mkdir', [tables]);
  writeFileSync(join(tables, 'fills.csv'), 'time,price\r\n1,95000.5\r\n');
  expect(python('python3', ['-c', program, tables]).trim().split('\n')).toEqual([
    'this needs the package gymnasium: python3 -m pip install gymnasium',
    'this needs the package pettingzoo: python3 -m pip install pettingzoo',
    'this needs one of the packages pandas, polars, duckdb: python3 -m pip install pandas; or read with into="lists"',
    'this needs the package polars: python3 -m pip install polars',
    "['time', 'price']",
  ]);
});

test('perpsim gym says where it listens, and ends clean on a signal', async () => {
  const socket = join(folder, 'own.sock');
  const gym = spawn(process.execPath, [BIN, 'gym', scenario, '--socket', socket, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(gym.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(JSON.parse(line)).toEqual({ event: 'ready', socket, scenario: expect.any(String) as string });
  const taken = new CliCall(['gym', scenario, '--socket', socket]);
  expect(await taken.exit()).toBe(2);
  expect(taken.stderr).toContain('a file of this name is there; choose another with --socket');
  gym.kill('SIGINT');
  expect(await once(gym, 'exit')).toEqual([0, null]);
  expect(existsSync(socket)).toBe(false);
});

test('perpsim gym refuses what it cannot serve', async () => {
  const refused = async (args: readonly string[]): Promise<string> => {
    const call = new CliCall(['gym', ...args]);
    expect(await call.exit()).toBe(2);
    return call.stderr;
  };
  expect(await refused([scenario, '--port', '0', '--socket', 'x'])).toContain('--socket and --port exclude each other');
  expect(await refused([scenario, '--port', '70000'])).toContain('from 0 to 65535');
  expect(await refused([scenario, '--socket', join(folder, 'none', 'x')])).toContain('there is no such folder');
  expect(await refused(['no-such-scenario'])).toContain('no-such-scenario');
});
