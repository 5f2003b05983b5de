import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkDocument, DocumentError, readDocument } from './document.ts';

const folder = mkdtempSync(join(tmpdir(), 'perpsim-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

function faultOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof DocumentError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

const TOO_DEEP = 'maps and lists go deeper than 64 levels';
const indented = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:\n`).join('');

describe('checkDocument', () => {
  test.each([
    ['lists of JSON', `${'['.repeat(64)}${']'.repeat(64)}`],
    ['maps of JSON', `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`],
    ['lists of YAML on one line', `${'- '.repeat(64)}x\n`],
    ['maps of YAML', indented(64)],
    [
      'text that looks like structure',
      `a: "${'['.repeat(500)}"\nb: ${'x['.repeat(500)}\nc: |\n  ${'- '.repeat(500)}\n`,
    ],
    ['an anchor that nothing refers to', 'a: &here 1\n'],
    ['plain text that begins like an alias further on', 'a: b *c\n'],
  ])('accepts 64 levels of %s', (_what, text) => {
    expect(faultOf(() => checkDocument(text))).toBe('accepted');
  });

  test.each([
    ['lists of JSON', '['.repeat(65), `1:65 ${TOO_DEEP}`],
    ['maps of JSON', '{"a":'.repeat(65), `1:321 ${TOO_DEEP}`],
    ['lists of YAML on one line', '- '.repeat(65), `1:129 ${TOO_DEEP}`],
    ['keys of YAML that are maps', '? '.repeat(65), `1:129 ${TOO_DEEP}`],
    ['maps of YAML', indented(65), `65:66 ${TOO_DEEP}`],
    ['a hundred thousand lists', '['.repeat(100_000), `1:65 ${TOO_DEEP}`],
  ])('refuses %s one level deeper', (_what, text, fault) => {
    expect(faultOf(() => checkDocument(text))).toBe(fault);
  });

  test('refuses an alias, so that nothing can be doubled and doubled again', () => {
    expect(faultOf(() => checkDocument('a: &a [x]\nb: [*a, *a]\n'))).toBe(
      '2:5 aliases are not read; write the value out',
    );
  });

  test('refuses more values than a parser holds in memory', () => {
    expect(faultOf(() => checkDocument(`[${'1,'.repeat(100_001)}1]`))).toMatch(
      /the file holds more than 200000 values$/,
    );
  });
});

describe('readDocument', () => {
  test('reads 8 MiB and refuses one byte more', () => {
    const file = join(folder, 'large.yaml');
    writeFileSync(file, `#${'x'.repeat(8 * 1024 * 1024 - 1)}`);
    expect(readDocument(file)).toHaveLength(8 * 1024 * 1024);
    writeFileSync(file, `#${'x'.repeat(8 * 1024 * 1024)}`);
    expect(faultOf(() => readDocument(file))).toBe('0:0 the file is larger than 8 MiB');
  });

  test('refuses a device that never ends', () => {
    expect(faultOf(() => readDocument('/dev/zero'))).toBe('0:0 the file is larger than 8 MiB');
  });
});
