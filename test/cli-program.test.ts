import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runsOf } from '../src/kernel/test-budget.test-helper.ts';
import type { RunResult } from '../src/scenarios/run-result.ts';
import { Child } from './child.ts';
import { BIN, built, CliCall, perpsim, withoutProgress } from './cli.ts';

/** The program beside the call that the other tests make: each command once, with the same end to the byte. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const JOURNAL = join(ROOT, 'test', 'golden', 'orders.jsonl');
const NOWHERE = 'http://127.0.0.1:9';
const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-program-'));

const STRATEGY_SCENARIO = `title: A strategy of its own
world: quiet
seed: 1
duration: 2s
accounts: { me: { deposit: { USDT: "100000" } } }
strategy: { account: me, use: ./strategy.mjs, symbol: BTC-USDT }
`;
const WAITING_STRATEGY = `
import { ApiError } from '${join(ROOT, 'dist', 'client.js')}';
const wait = await Promise.resolve(1_000);
export default () => ({
  onStart: ({ every }) => every(wait, 'ask'),
  onTimer: async (_timer, { client, log }) => {
    const refused = await client.cancelAllOrders({ symbol: 'NO-SUCH' }).catch((error) => error);
    log(\`\${refused instanceof ApiError} \${refused.code}\`);
  },
});
`;

beforeAll(async () => {
  await built();
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

const COMMANDS: [code: number, ...args: string[]][] = [
  // Every exit code and every way in which a command is loaded; a quick run starts no others.
  [0, '--version'],
  [2, 'serve', '--port', 'x'],
  [3, 'accounts', '--target', NOWHERE],
  [1, 'data', 'check', join(FOLDER, 'none.csv')],
  [0, 'replay', JOURNAL],
  [0, 'conform', '--list', 'features/trade/cancelOrders.feature'],
  // The others, of which each is loaded and ends like one of those.
  [0, 'help', 'serve'],
  [2, 'init', join(ROOT, 'package.json', 'x')],
  [2, 'doctor', '--port', 'x'],
  [0, 'explain', 'INSUFFICIENT_MARGIN'],
  [0, 'audit', '--journal', JOURNAL],
  [3, 'why', 'refusals', '--target', NOWHERE],
  [0, 'journal', 'stat', JOURNAL],
  [0, 'diff', JOURNAL, JOURNAL],
  [3, 'snapshot', 'list', '--target', NOWHERE],
  [2, 'report', 'show', join(FOLDER, 'none')],
  [2, 'record', '--target', 'nowhere', '--listen', '0', '--out', join(FOLDER, 'x')],
  [2, 'rejudge', JOURNAL],
  [3, 'export', NOWHERE, '--csv', join(FOLDER, 'csv')],
  [1, 'calibrate', '--trades', join(FOLDER, 'none.csv'), '--symbol', 'BTC-USDT'],
  [3, 'fork', NOWHERE, '--out', join(FOLDER, 'world.yaml')],
  [2, 'run', 'nowhere/x'],
  [0, 'scenario', 'check', 'risk/flash-crash'],
  [3, 'explore', '--target', NOWHERE],
  [2, 'sweep', 'risk/flash-crash', '--seeds', '5..1', '--out', join(FOLDER, 'sweep')],
  [2, 'market', 'facts', '--hours', '0'],
  [0, 'completion', 'bash'],
];

test.each<[code: number, ...args: string[]]>(COMMANDS.slice(0, runsOf({ quick: 6, full: COMMANDS.length })))(
  '%i: the program ends as the call does: perpsim %s %s',
  async (code, ...args) => {
    const program = new Child([BIN, ...args]);
    const call = await perpsim(args);
    expect(await program.exit()).toBe(code);
    expect({ stdout: program.stdout, stderr: withoutProgress(program.stderr), code }).toEqual({ ...call, code });
    expect(call.code).toBe(code);
  },
);

test('the script of run takes a strategy that waits at its top, and what a client throws is of the class it imports', async () => {
  const folder = join(FOLDER, 'waits');
  mkdirSync(folder);
  writeFileSync(join(folder, 'scenario.yaml'), STRATEGY_SCENARIO);
  writeFileSync(join(folder, 'strategy.mjs'), WAITING_STRATEGY);
  const args = ['run', folder, '--json'];
  const program = new Child([BIN, ...args]);
  const call = await perpsim(args);
  expect([await program.exit(), withoutProgress(program.stderr)]).toEqual([0, '']);
  const [own, called] = [program.stdout, call.stdout].map((text) => JSON.parse(text) as RunResult);
  expect({ ...own, measured: null }).toEqual({ ...called, measured: null });
  expect(own?.events.map(({ text }) => text)).toContain('strategy: true INVALID_FORMAT');
});

test.each([
  ['under flags that what was compiled ahead does not fit', ['--no-opt', '--max-lazy']],
  ['with what was compiled ahead', []],
])('run %s', async (_how, flags) => {
  const program = new Child([...flags, BIN, 'run', 'basics/calm-day', '--until', '1s', '--json']);
  expect([await program.exit(), withoutProgress(program.stderr)]).toEqual([0, '']);
  const { digest } = JSON.parse(program.stdout) as RunResult;
  const call = await perpsim(['run', 'basics/calm-day', '--until', '1s', '--json']);
  expect(digest).toBe((JSON.parse(call.stdout) as RunResult).digest);
});

test('names of files start from the folder of the call, and calls side by side do not meet', async () => {
  const [here, there] = await Promise.all([
    perpsim(['journal', 'stat', 'orders.jsonl', '--json'], { cwd: join(ROOT, 'test', 'golden') }),
    perpsim(['journal', 'stat', 'orders.jsonl', '--json'], { cwd: FOLDER }),
  ]);
  expect(here).toMatchObject({ code: 0, stderr: '' });
  expect(here.stdout).toContain('"file":"orders.jsonl"');
  expect(there).toEqual({
    code: 2,
    stdout: '',
    stderr: 'perpsim: cannot read orders.jsonl: no such file or folder\n',
  });
});

test('a call takes flags from its own variables, and writes files into its own folder', async () => {
  const env = { PERPSIM_RUN_UNTIL: '1s', PERPSIM_RUN_JOURNAL: 'run.jsonl' };
  const { code, stdout, stderr } = await perpsim(['run', 'basics/calm-day', '--json'], { env, cwd: FOLDER });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const result = JSON.parse(stdout) as { readonly startTime: number; readonly endTime: number };
  expect(result.endTime - result.startTime).toBe(1_000);
  expect((await perpsim(['replay', 'run.jsonl'], { cwd: FOLDER })).code).toBe(0);
});

test('a call of serve stops on its signal, and its port is free then', async () => {
  const call = new CliCall(['serve', '--port', '0', '--world', 'quiet', '--json']);
  const [line = ''] = await call.lines(1);
  const { restUrl } = JSON.parse(line) as { readonly restUrl: string };
  expect((await fetch(`${restUrl}/ws/exchange/status`)).status).toBe(200);
  call.kill('SIGTERM');
  expect({ code: await call.exit(), stderr: call.stderr }).toEqual({ code: 0, stderr: '' });
  await expect(fetch(`${restUrl}/ws/exchange/status`)).rejects.toThrow('fetch failed');
});
