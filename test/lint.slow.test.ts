import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Every ban of oxlint.config.js must fire on the plainest code that breaks it, or it protects nothing. All of it is planted in one
// folder with the project's configuration, which is linted once.

const CLOCK = /Exchange time comes with the input/;
const STREAM = /named stream of kernel\/random/;
const TIMER = /Arm an engine timer/;
const OPTION = /Take it as an option/;
const LOCALE = /machines/;
const ORDER = /total order/;
const MONEY = /Money is never a float/;
const TEXT = /Read decimals with kernel\/decimal/;

const ENGINE = 'src/engine/';

const BANNED: readonly [code: string, message: RegExp, file?: string][] = [
  ['export const now = Date.now();', CLOCK],
  ['export const now = new Date();', CLOCK],
  ['export const now = Date();', CLOCK],
  ['export const now = performance.now();', CLOCK],
  ["import { performance } from 'node:perf_hooks';\nexport { performance };", CLOCK],
  ['export const now = performance.now;', CLOCK],
  ['export const draw = Math.random();', STREAM],
  ['export const id = crypto.randomUUID();', STREAM],
  ["import { randomBytes } from 'node:crypto';\nexport const id = randomBytes(8);", STREAM],
  ['setTimeout(() => undefined, 1);', TIMER],
  ['setInterval(() => undefined, 1);', TIMER],
  ['setImmediate(() => undefined);', TIMER],
  ['queueMicrotask(() => undefined);', TIMER],
  ["import { setTimeout as sleep } from 'node:timers';\nexport { sleep };", TIMER],
  ["import { setTimeout as sleep } from 'node:timers/promises';\nexport { sleep };", TIMER],
  ['export const home = process.env.HOME;', OPTION],
  ['export const directory = process.cwd();', OPTION],
  ["export const clock = globalThis['Date'];", OPTION],
  ["export const clock = global['Date'];", OPTION],
  ["import { env } from 'node:process';\nexport const home = env.HOME;", OPTION],
  ["import { cpus } from 'node:os';\nexport const cores = cpus();", OPTION],
  ["export const order = 'a'.localeCompare('b');", LOCALE],
  ['export const text = (1.5).toLocaleString();', LOCALE],
  ["export const text = 'I'.toLocaleLowerCase();", LOCALE],
  ["export const text = new Intl.NumberFormat('en').format(1);", LOCALE],
  ['export const hour = new Date(0).getHours();', LOCALE],
  ['export const sorted = [3, 20, 1].sort();', ORDER],
  ['export const sorted = [3, 20, 1].toSorted();', ORDER],
  ["export const price = parseFloat('1.5');", MONEY],
  ["export const price = Number.parseFloat('1.5');", MONEY],
  ['export const price = (1.5).toFixed(2);', MONEY],
  ['export const scale = 10 ** 8;', MONEY],
  ['let scale = 10;\nscale **= 8;\nexport { scale };', MONEY],
  ['export const scale = Math.pow(10, 8);', LOCALE],
  ['export const drift = Math.exp(0.1) + Math.log(2);', LOCALE],
  ["export const price = Number('1.5');", TEXT],
  ["export const price = +'1.5';", TEXT],
  ["export const price = parseInt('15', 10);", TEXT],
  ["export const price = Number(JSON.parse('1.5'));", TEXT],
  ["export const price = Number.parseInt('15', 10);", TEXT],
  ["export const price = Number('1.5');", TEXT, 'src/contract/planted.ts'],
  ["export const price = Number('1.5');", TEXT, 'src/exchange/reads/planted.ts'],
  ['export const now = Date.now();', CLOCK, 'src/exchange/why/planted.ts'],
  ['export const now = Date.now();', CLOCK, 'src/exchange/history/planted.ts'],
  ['export const now = Date.now();', CLOCK, 'src/suite/planted.ts'],
  ['export const now = Date.now();', CLOCK, 'features/steps/clock.ts'],
  [
    "import { Given } from '@cucumber/cucumber';\nGiven('a step', () => undefined);",
    /Define a step with defineStep/,
    'features/steps/planted.ts',
  ],
  ['export const sorted = [3, 20, 1].sort();', ORDER, 'src/cli/planted.ts'],
  ["export const order = 'a'.localeCompare('b');", LOCALE, 'test/planted.test.ts'],
  ["export const order = 'a'.localeCompare('b');", LOCALE, 'scripts/planted.mjs'],
  ['export const now = new Date();', CLOCK, 'src/console/browser/planted.tsx'],
  ['export const home = process;', OPTION, 'src/console/browser/process.tsx'],
  [
    "export const text = <p dangerouslySetInnerHTML={{ __html: '' }} />;",
    /rendered as text/,
    'src/console/pages/shared/browser/markup.tsx',
  ],
  // The rules that know types are at work as well.
  ['export const wait = (): void => {\n  Promise.resolve();\n};', /Promises must be awaited/],
  ['export const wait = (value: string): string => value!;', /unnecessary|non-null/i],
];

const ALLOWED: readonly [why: string, code: string, filePath?: string][] = [
  ['a date made of a given time', 'export const day = new Date(0).getUTCDay();'],
  ['an exact power', 'export const scale = 10n ** BigInt(8);'],
  ['a bounded bigint as a number', 'export const count = Number(12n);'],
  ['a sort by a comparator', 'export const sorted = [3, 20, 1].sort((a, b) => a - b);'],
  ['a property that shares a global name', 'export const spec = { process: 1 };\nexport const kind = spec.process;'],
  ['the wall clock in the shell', 'export const now = Date.now();', 'scripts/test.ts'],
  ['the environment in the shell', 'export const home = process.env.HOME;', 'scripts/test.ts'],
];

/** What the plants are, with a file for each. */
const plants = [
  ...BANNED.map(([code, , file], at) => ({ code, file: file ?? `${ENGINE}banned-${at}.ts` })),
  ...ALLOWED.map(([, code, file], at) => ({ code, file: file ?? `${ENGINE}allowed-${at}.ts` })),
];

interface Diagnostic {
  readonly filename: string;
  readonly message: string;
  readonly help?: string;
}

let folder = '';
const said = new Map<string, string[]>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-lint-'));
  for (const path of ['oxlint.config.js', 'tsconfig.json', 'scripts/oxlint'])
    cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'));
  for (const { code, file } of plants) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const oxlint = join(import.meta.dirname, '..', 'node_modules', '.bin', 'oxlint');
  const { stdout, stderr } = spawnSync(oxlint, ['-c', 'oxlint.config.js', '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const report = JSON.parse(stdout) as {
    readonly diagnostics: readonly Diagnostic[];
  };
  for (const { filename, message, help } of report.diagnostics) {
    said.set(filename, [...(said.get(filename) ?? []), `${message} ${help ?? ''}`]);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messagesOf = (file: string): string[] => said.get(file) ?? [];

describe('the bans of oxlint.config.js', () => {
  test.each(BANNED.map(([code, message], at) => ({ code, message, file: plants[at]?.file ?? '' })))(
    '$code in $file',
    ({ message, file }) => {
      expect(messagesOf(file)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
    },
  );

  test.each(ALLOWED.map(([why], at) => ({ why, file: plants[BANNED.length + at]?.file ?? '' })))(
    '$why is allowed',
    ({ file }) => {
      expect(messagesOf(file)).toEqual([]);
    },
  );

  test('no file switches a rule off by a comment', () => {
    const { status, stdout } = spawnSync(
      'git',
      ['grep', '-lE', '(eslint|oxlint)-(disable|enable)', '--', '*.ts', '*.tsx', '*.js', '*.mjs'],
      {
        encoding: 'utf8',
      },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
