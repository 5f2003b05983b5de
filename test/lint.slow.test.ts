import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

// Every ban of eslint.config.js must fire on the plainest code that breaks it, or it protects nothing.

const RULES = ['no-restricted-syntax', 'no-restricted-globals', 'no-restricted-imports', 'perpsim/no-number-from-text'];
const eslint = new ESLint({ ruleFilter: ({ ruleId }) => RULES.includes(ruleId) });

/** Messages of the bans for a text that stands in for a file of the project. */
async function messagesFor(code: string, filePath = 'src/engine/config.ts'): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath });
  const messages = result?.messages ?? [];
  expect(messages.filter((message) => message.fatal)).toEqual([]);
  return messages.map((message) => message.message);
}

const CLOCK = /Exchange time comes with the input/;
const STREAM = /named stream of kernel\/random/;
const TIMER = /Arm an engine timer/;
const OPTION = /Take it as an option/;
const LOCALE = /machines/;
const ORDER = /total order/;
const MONEY = /Money is never a float/;
const TEXT = /Read decimals with kernel\/decimal/;

const BANNED: readonly [code: string, message: RegExp][] = [
  ['export const now = Date.now();', CLOCK],
  ['export const now = new Date();', CLOCK],
  ['export const now = Date();', CLOCK],
  ['export const now = performance.now();', CLOCK],
  ["import { performance } from 'node:perf_hooks';\nexport { performance };", CLOCK],
  ['export const draw = Math.random();', STREAM],
  ['export const id = crypto.randomUUID();', STREAM],
  ["import { randomBytes } from 'node:crypto';\nexport const id = randomBytes(8);", STREAM],
  ['setTimeout(() => undefined, 1);', TIMER],
  ['setInterval(() => undefined, 1);', TIMER],
  ['setImmediate(() => undefined);', TIMER],
  ["import { setTimeout as sleep } from 'node:timers/promises';\nexport { sleep };", TIMER],
  ['export const home = process.env.HOME;', OPTION],
  ['export const directory = process.cwd();', OPTION],
  ["export const clock = globalThis['Date'];", OPTION],
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
  ['export const scale = Math.pow(10, 8);', LOCALE],
  ['export const drift = Math.exp(0.1) + Math.log(2);', LOCALE],
  ["export const price = Number('1.5');", TEXT],
  ["export const price = +'1.5';", TEXT],
  ["export const price = parseInt('15', 10);", TEXT],
  ["export const price = Number(JSON.parse('1.5'));", TEXT],
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

describe('the bans of eslint.config.js', () => {
  test.each(BANNED)('%s', async (code, message) => {
    expect(await messagesFor(code)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });

  test('markup of a run in the report page', async () => {
    const code = "export const text = <p dangerouslySetInnerHTML={{ __html: '' }} />;";
    expect(await messagesFor(code, 'src/console/pages/shared/browser/controls.tsx')).toEqual([
      expect.stringMatching(/rendered as text/),
    ]);
  });

  test.each(ALLOWED)('%s is allowed', async (_why, code, filePath) => {
    expect(await messagesFor(code, filePath)).toEqual([]);
  });
});
