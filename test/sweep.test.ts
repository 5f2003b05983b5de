import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Child } from './child.ts';
import { BIN, built, CliCall } from './cli.ts';
import { BROKEN_BUYER, writeScenario } from './sweep-scenario.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

const SWEEP = ['--seeds', '1..6', '--set', 'strategy.quantity=0.01,0.03'];

let folder: string;
let scenario: string;
/** What a sweep on one thread has written. */
let table: Buffer;
const children: CliCall[] = [];

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-sweep-'));
  scenario = writeScenario(join(folder, 'day'));
  const child = perpsim('sweep', scenario, ...SWEEP, '--workers', '1', '--out', join(folder, 'one'));
  expect([await child.exit(), child.stderr.includes('without')]).toEqual([0, false]);
  expect(child.stdout).toMatch(/^day: 12 runs, 0 passed, 0 failed, 0 without a result\n/);
  table = readFileSync(join(folder, 'one', 'results.parquet'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill();
    await child.exit();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function perpsim(...args: string[]): CliCall {
  const child = new CliCall([...args]);
  children.push(child);
  return child;
}

const read = (...path: string[]): Buffer => readFileSync(join(folder, ...path));
const rowsOf = async (bytes: Buffer): Promise<Record<string, unknown>[]> =>
  await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
const linesOf = (out: string): number => {
  const file = join(folder, out, 'results.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
};

async function untilLines(out: string, count: number): Promise<void> {
  while (linesOf(out) < count) await sleep(20);
}

describe('perpsim sweep', () => {
  test('writes a row for each run, with what its strategy came to', async () => {
    const rows = await rowsOf(table);
    expect(rows.map((row) => [row['index'], row['seed'], row['strategy.quantity']])).toEqual(
      [0.01, 0.03].flatMap((quantity, set) =>
        Array.from({ length: 6 }, (_, place) => [BigInt(set * 6 + place), String(place + 1), quantity]),
      ),
    );
    expect(new Set(rows.map((row) => row['digest'])).size).toBe(12);
    expect(rows.map((row) => [row['verdict'], row['error'], row['fills'], row['orders']])).toEqual(
      rows.map(() => ['none', null, 4n, 4n]),
    );
    expect(new Set(rows.map((row) => row['pnl'])).size).toBe(12);
  });

  test('gives the same bytes on two threads', async () => {
    const page = join(folder, 'two.html');
    const child = perpsim(
      'sweep',
      scenario,
      ...SWEEP,
      '--workers',
      '2',
      '--out',
      join(folder, 'two'),
      '--json',
      '--html',
      page,
    );
    expect(await child.exit()).toBe(0);
    expect(read('two', 'results.parquet').equals(table)).toBe(true);
    expect(read('two', 'summary.json').equals(read('one', 'summary.json'))).toBe(true);
    expect(read('two', 'index.html').equals(read('one', 'index.html'))).toBe(true);
    expect(read('two.html').equals(read('two', 'index.html'))).toBe(true);
    expect(read('two.html').toString()).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(child.stdout)).toEqual(JSON.parse(read('two', 'summary.json').toString()));
    expect(readdirSync(join(folder, 'two')).sort()).toEqual([
      ...['comparison.parquet', 'index.html', 'plan.json', 'results.jsonl', 'results.parquet', 'summary.json'],
    ]);
  });

  test('compares its variants in pairs, judges the chosen one by other seeds, and is compared with another sweep', async () => {
    const out = join(folder, 'one');
    const child = perpsim(
      'sweep',
      scenario,
      ...SWEEP,
      '--out',
      out,
      '--hold-out',
      '5,6',
      '--baseline',
      'strategy.quantity=0.03',
    );
    expect(await child.exit()).toBe(0);
    expect(child.stdout).toMatch(/^pnl: mean with an interval of 95 % over 4 seeds, 2 held out$/m);
    expect(child.stdout).toMatch(/^less quantity 0\.03, in pairs of the same seed$/m);
    expect(child.stdout).toMatch(
      /^chosen: quantity 0\.0[13], mean \S+; on the seeds that are held out \S+, too few for an interval$/m,
    );
    expect(child.stdout).toMatch(/^beware: 4 seeds are few: intervals are rough below 10$/m);
    const same = perpsim('compare', out, out, '--json');
    expect(await same.exit()).toBe(0);
    expect(JSON.parse(same.stdout)).toMatchObject({
      ...{ a: out, figure: 'pnl', seeds: 6 },
      variants: [0.01, 0.03].map((quantity) => ({
        set: { 'strategy.quantity': String(quantity) },
        difference: { mean: 0, chance: null, finding: 'not told apart' },
      })),
    });
    const nowhere = perpsim('compare', out, folder);
    expect(await nowhere.exit()).toBe(2);
    expect(nowhere.stderr).toBe(
      `perpsim: ${folder} holds no sweep: name a folder that perpsim sweep --out has written\n`,
    );
  });

  testInFull('takes no more seeds once the interval is as narrow as wanted', async () => {
    const out = join(folder, 'narrow');
    const args = ['sweep', scenario, '--seeds', '1..40', '--out', out, '--until-width', '1000000'];
    const child = perpsim(...args);
    expect(await child.exit()).toBe(0);
    expect(child.stdout).toMatch(/^pnl: mean with an interval of 95 % over 10 seeds$/m);
    expect(linesOf('narrow')).toBe(10);
  });

  testInFull('goes on after the program was killed and after a torn line, and gives the same bytes', async () => {
    const out = join(folder, 'killed');
    const first = new Child([BIN, 'sweep', scenario, ...SWEEP, '--workers', '2', '--out', out]);
    await untilLines('killed', 3);
    first.kill('SIGKILL');
    await first.exit();
    appendFileSync(join(out, 'results.jsonl'), '{"sha256":"12');
    const second = perpsim('sweep', scenario, ...SWEEP, '--out', out);
    expect(await second.exit()).toBe(0);
    expect(second.stderr).toMatch(/^perpsim: \S+killed has \d+ of 12 runs, \d+ are left\n/);
    expect(linesOf('killed')).toBe(12);
    expect(read('killed', 'results.parquet').equals(table)).toBe(true);
  });

  testInFull('keeps what is done when a signal stops it, and goes on', async () => {
    const out = join(folder, 'stopped');
    const first = perpsim('sweep', scenario, ...SWEEP, '--workers', '1', '--out', out);
    await untilLines('stopped', 3);
    first.kill('SIGINT');
    expect(await first.exit()).toBe(130);
    const done = linesOf('stopped');
    expect(first.stderr.slice(first.stderr.lastIndexOf('perpsim:'))).toBe(
      `perpsim: stopped: ${done} of 12 runs are done and kept, the same command goes on with the rest\n`,
    );
    expect(existsSync(join(out, 'results.parquet'))).toBe(false);
    const second = perpsim('sweep', scenario, ...SWEEP, '--out', out);
    expect(await second.exit()).toBe(0);
    expect(second.stderr.split('\n')[0]).toBe(`perpsim: ${out} has ${done} of 12 runs, ${12 - done} are left`);
    expect(read('stopped', 'results.parquet').equals(table)).toBe(true);
  });

  test('says that nothing is left, and writes the table again', async () => {
    rmSync(join(folder, 'one', 'results.parquet'));
    const child = perpsim('sweep', scenario, ...SWEEP, '--out', join(folder, 'one'));
    expect(await child.exit()).toBe(0);
    expect(child.stderr).toBe(`perpsim: ${join(folder, 'one')} has 12 of 12 runs, 0 are left\n`);
    expect(read('one', 'results.parquet').equals(table)).toBe(true);
  });

  testInFull('refuses results of another sweep, and removes them with --fresh', async () => {
    const own = writeScenario(join(folder, 'changing'));
    const args = ['sweep', own, '--seeds', '1', '--out', join(folder, 'mixed')];
    expect(await perpsim(...args).exit()).toBe(0);
    appendFileSync(join(own, 'parts', 'order.mjs'), '// A change.\n');
    const before = read('mixed', 'results.jsonl');
    const refused = perpsim(...args);
    expect(await refused.exit()).toBe(2);
    expect(refused.stderr).toBe(
      `perpsim: ${join(folder, 'mixed')} holds another sweep: the scenario has changed in parts/order.mjs. ` +
        'Name another --out, or remove its results with --fresh\n',
    );
    const seeds = perpsim('sweep', own, '--seeds', '1,2', '--out', join(folder, 'mixed'));
    expect(await seeds.exit()).toBe(2);
    expect(read('mixed', 'results.jsonl').equals(before)).toBe(true);
    expect(await perpsim(...args, '--fresh').exit()).toBe(0);
    expect(linesOf('mixed')).toBe(1);
  });

  testInFull('keeps a run that ends its thread or fails as a row with its error', async () => {
    const own = writeScenario(join(folder, 'broken'), BROKEN_BUYER);
    const modes = 'strategy.mode=exit,throw,live';
    const child = perpsim('sweep', own, '--seeds', '1,2', '--set', modes, '--out', join(folder, 'errors'));
    expect(await child.exit()).toBe(1);
    expect(child.stdout).toMatch(/^broken: 6 runs, 0 passed, 0 failed, 4 without a result\n/);
    const rows = await rowsOf(read('errors', 'results.parquet'));
    expect(rows.map((row) => [row['strategy.mode'], row['verdict'], row['pnl'] === null])).toEqual([
      ['exit', 'error', true],
      ['exit', 'error', true],
      ['throw', 'error', true],
      ['throw', 'error', true],
      ['live', 'none', false],
      ['live', 'none', false],
    ]);
    expect(rows[0]!['error']).toBe('the run ended its worker');
    expect(rows[2]!['error']).toMatch(/: out of luck in \.\/parts\/$/);
  });
});

describe('what cannot be swept', () => {
  test.each([
    ['no seeds', ['--out', 'x'], /^perpsim: required option '--seeds <list>' not specified\n$/],
    ['seeds that are none', ['--seeds', '5..1', '--out', 'x'], /^perpsim: --seeds has a range that ends before/],
    ['no threads', ['--seeds', '1', '--out', 'x', '--workers', '0'], /^perpsim: --workers must be a number from 1 to/],
    ['no figure', ['--seeds', '1', '--out', 'x', '--figure', 'luck'], /^perpsim: there is no figure "luck": it is one/],
    [
      'no width',
      ['--seeds', '1', '--out', 'x', '--until-width', '-1'],
      /^perpsim: --until-width must be a number above/,
    ],
    ['no pair', ['--seeds', '1', '--out', 'x', '--baseline', 'x'], /^perpsim: --baseline must be PATH=VALUE, such as/],
    [
      'threads and a queue',
      ['--seeds', '1', '--out', 'x', '--workers', '2', '--queue', 'redis://h'],
      /^perpsim: --workers and --queue exclude each other/,
    ],
    [
      'a queue that is none',
      ['--seeds', '1', '--out', 'x', '--queue', 'http://:secret@h'],
      /^perpsim: --queue must be the URL of a Redis, such as redis:\/\/127\.0\.0\.1:6379\n$/,
    ],
  ])('%s', async (_what, args, text) => {
    const child = perpsim('sweep', scenario, ...args);
    expect(await child.exit()).toBe(2);
    expect(child.stderr).toMatch(text);
    expect(child.stderr).not.toContain('secret');
    expect(existsSync('x')).toBe(false);
  });

  test('an override that the scenario does not take, before any run', async () => {
    const out = join(folder, 'refused');
    const child = perpsim('sweep', scenario, '--seeds', '1', '--set', 'duration=1h,never', '--out', out);
    expect(await child.exit()).toBe(2);
    expect(child.stderr).toMatch(/duration/);
    expect(existsSync(out)).toBe(false);
  });
});
