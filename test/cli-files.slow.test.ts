import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built, CliCall } from './cli.ts';

/** Files that would take the process down if a parser got them, given to the built command. */

const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-files-'));

beforeAll(async () => {
  await built();
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

const DEEP = 'maps and lists go deeper than 64 levels';
const ALIAS = 'aliases are not read; write the value out';
const LARGE = 'the file is larger than 8 MiB';

const BOMB = ['a: &a [x,x,x,x,x,x,x,x,x]', ...Array.from('bcdefghi', (name) => `${name}: [*a,*a,*a]`), ''].join('\n');
const FILES: readonly (readonly [name: string, text: string, line: number, what: string])[] = [
  ['deep.json', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 1, DEEP],
  ['deep.yaml', Array.from({ length: 3_000 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''), 65, DEEP],
  ['keys.yaml', `${'? '.repeat(50_000)}x\n`, 1, DEEP],
  ['bomb.yaml', BOMB, 2, ALIAS],
  ['large.json', `{"name":"${'x'.repeat(8 * 1024 * 1024)}"}`, 0, LARGE],
  ['large.yaml', `# ${'x'.repeat(8 * 1024 * 1024)}\nname: mine\n`, 0, LARGE],
];

test.each(FILES)('%s is refused in one line as a world, a config and a profile', async (name, text, line, what) => {
  const file = join(FOLDER, name);
  writeFileSync(file, text);
  for (const args of [
    ['serve', '--port', '0', '--world', file],
    ['serve', '--port', '0', '--config', file],
    ['conform', '--profile', file, '--report', join(FOLDER, 'report')],
    ['conform', '--known-failing', file, '--report', join(FOLDER, 'report')],
  ]) {
    const child = new CliCall([...args]);
    expect({ args, exit: await child.exit(), stdout: child.stdout }).toEqual({ args, exit: 2, stdout: '' });
    expect(child.stderr.match(/\n/g)).toHaveLength(1);
    expect(child.stderr).toMatch(/^perpsim: /);
    expect(child.stderr).toContain(file);
    expect(child.stderr.endsWith(`${what}\n`)).toBe(true);
    if (line > 0) expect(child.stderr).toMatch(new RegExp(`${name}(?::| line )${line}:`));
  }
});

const SHOWN = '\\u001b[31mred\\u001b]0;title\\u0007\\n\\u202e';
const HOSTILE = '\u001b[31mred\u001b]0;title\u0007\n\u202e';
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

test.each<[string, (file: string) => string[], string]>([
  ['a key of a config', (file) => ['serve', '--config', file], JSON.stringify({ [HOSTILE]: 1 })],
  ['a key of a world', (file) => ['serve', '--world', file], JSON.stringify({ extends: 'quiet', [HOSTILE]: 1 })],
  ['a value of a world', (file) => ['serve', '--world', file], JSON.stringify({ extends: HOSTILE })],
  ['a key of a profile', (file) => ['conform', '--profile', file], JSON.stringify({ name: 'a', [HOSTILE]: 1 })],
  ['a key of a list', (file) => ['conform', '--known-failing', file], JSON.stringify([{ [HOSTILE]: 'x' }])],
  ['a line of a rerun file', (file) => ['conform', '--rerun', file], HOSTILE.replace('\n', '') + '\n'],
  ['a value of a flag', () => ['serve', '--seed', '1', '--clock', HOSTILE], ''],
  ['a name of a feature', () => ['conform', HOSTILE], ''],
  ['a name of a file', () => ['report', 'show', HOSTILE], ''],
  ['a command', () => [HOSTILE], ''],
])('control characters in %s are escaped in the message', async (what, args, text) => {
  const file = join(FOLDER, 'hostile.json');
  writeFileSync(file, text);
  const child = new CliCall([...args(file)]);
  expect(await child.exit()).toBe(2);
  expect(child.stderr).toContain(what === 'a line of a rerun file' ? SHOWN.replace('\\n', '') : SHOWN);
  expect(child.stderr).not.toMatch(OBEYED);
  expect(child.stderr.match(/\n/g)).toHaveLength(1);
});
