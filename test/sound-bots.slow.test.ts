import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Certification } from '../src/scenarios/drills/certify.ts';
import { describeWith } from './needs.ts';

/** The sound bots and an example under `perpsim certify`, and a wrong bot that it has to catch. The whole matrix is made by scripts/certify-matrix.ts. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BOTS = join(ROOT, 'fixtures', 'bots');

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { cwd: ROOT });
});

/** Their rounds are of 200 ms; at half a second, a drill takes half of the processor time. */
const SLOWED = `PERPSIM_PARAMS='{"roundMs":500}'`;

/** The verdict of each drill, with the invariants that did not hold. */
const verdicts = (bot: string, ...drills: readonly string[]): Promise<Record<string, string>> =>
  certified(['--bot', `${SLOWED} ${bot}`, '--statement', join(BOTS, 'statement.yaml')], drills);

async function certified(bot: readonly string[], drills: readonly string[]): Promise<Record<string, string>> {
  const words = [...bot, '--only', drills.join(',')];
  const child = spawn(
    process.execPath,
    [join(ROOT, 'bin', 'perpsim.js'), 'certify', ...words, '--step-timeout', '5m', '--shrink', '0s', '--json'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await new Promise((resolve) => child.once('close', resolve));
  return Object.fromEntries(
    (JSON.parse(printed) as Certification).drills.map(({ name, verdict, invariants }) => [
      name,
      [verdict, ...invariants.filter(({ violations }) => violations.length > 0).map(({ id }) => id)].join(' '),
    ]),
  );
}

test('the sound bot in JavaScript passes after SIGKILL', async () => {
  const drill = 'process/killed-and-restarted';
  expect(await verdicts(`node ${join(BOTS, 'sound.mjs')}`, drill)).toEqual({ [drill]: 'pass' });
});

test('the sound bot sends no stop into a market that has closed', async () => {
  // With this seed, and rounds of their usual length, it has just opened a position when the market closes.
  const bot = ['--bot', `node ${join(BOTS, 'sound.mjs')}`, '--statement', join(BOTS, 'statement.yaml'), '--seed', '2'];
  expect(await certified(bot, ['markets/closed'])).toEqual({ 'markets/closed': 'pass' });
});

test('a bot that takes silence for failure is caught', async () => {
  const bot = `node ${join(BOTS, 'broken.mjs')} --broken retries-lost-writes`;
  expect((await verdicts(bot, 'responses/lost-after-placing'))['responses/lost-after-placing']).toMatch(/^fail /);
});

test('the strategy of the backtest example passes as a program of its own, with limits that were learned', async () => {
  const drills = ['calm/nothing-wrong', 'limits/no-limits-shown', 'precision/coarse-tick', 'precision/odd-tick'];
  const bot = ['--bot', `node ${join(ROOT, 'examples', 'backtest', 'bot.mjs')}`];
  expect(await certified(bot, drills)).toEqual(Object.fromEntries(drills.map((drill) => [drill, 'pass'])));
});

test('the market maker on the client passes with limits that were learned', async () => {
  const drills = [
    'calm/nothing-wrong',
    'orders/cancel-too-late',
    'process/asked-to-end-cut-off',
    'process/gone-for-good',
    'streams/lost-fills',
  ];
  const main = join(ROOT, 'examples', 'market-maker', 'main.ts');
  const bot = ['--bot', `node --import ${import.meta.resolve('tsx')} ${main}`];
  expect(await certified(bot, drills)).toEqual(Object.fromEntries(drills.map((drill) => [drill, 'pass'])));
});

describeWith(['python3', 'requests'], 'in Python', () => {
  test('the sound bot passes the calm run', async () => {
    const bot = `python3 ${join(BOTS, 'sound.py')}`;
    expect(await verdicts(bot, 'calm/nothing-wrong')).toEqual({ 'calm/nothing-wrong': 'pass' });
  });

  test('the market maker of the examples passes with limits that were learned', async () => {
    const bot = ['--bot', `python3 ${join(ROOT, 'examples', 'python', 'maker_bot.py')}`];
    expect(await certified(bot, ['calm/nothing-wrong', 'precision/coarse-tick'])).toEqual({
      'calm/nothing-wrong': 'pass',
      'precision/coarse-tick': 'pass',
    });
  });
});
