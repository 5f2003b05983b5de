import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { attempt, CASES, DOCUMENT, END, facts, SCENARIO } from './messages.test-helper.ts';
import { readRunFile } from './read-messages.ts';

const folder = mkdtempSync(join(tmpdir(), 'perpsim-messages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PASSED = { before: 'PASSED', 'c1-1': 'PASSED', 'c1-2': 'PASSED', 'c1-3': 'PASSED', after: 'PASSED' };
const MESSAGES = [facts(), DOCUMENT, SCENARIO, ...CASES, ...attempt('c1', PASSED), END];

/** A file of this text, and its path. */
function fileOf(text: string): string {
  const path = join(folder, 'messages.ndjson');
  writeFileSync(path, text);
  return path;
}

const ndjson = (messages: readonly object[]): string => messages.map((each) => `${JSON.stringify(each)}\n`).join('');

test('a run is read from a file, whatever its size and whether its last line ends', async () => {
  const source = { source: { data: 'x'.repeat(3_000_000) } };
  const run = await readRunFile(fileOf(ndjson([source, ...MESSAGES]).trimEnd()));
  expect(run.scenarios.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['features/trade/cancelOrders.feature:8', 'passed'],
  ]);
});

test('separators of lines and paragraphs inside a message do not end it', async () => {
  const run = await readRunFile(fileOf(ndjson(MESSAGES).replaceAll('removes orders', 'removes\u2028or\u2029ders')));
  expect(run.scenarios[0]?.feature).toBe('cancelOrders removes\u2028or\u2029ders');
});

test('a file that ends in the middle of a message is cut off', async () => {
  await expect(readRunFile(fileOf(ndjson(MESSAGES).slice(0, -20)))).rejects.toThrow(
    'the messages are cut off: line 13 is no whole message',
  );
});

test('a file without messages is refused', async () => {
  await expect(readRunFile(fileOf(''))).rejects.toThrow('the messages are cut off: they do not say that the run has');
  await expect(readRunFile(fileOf('[1]\n'))).rejects.toThrow('line 1 is no Cucumber message');
});
