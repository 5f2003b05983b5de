import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Child } from './child.ts';

/** Files that would take the process down if a parser got them, given to the built command. */
vi.setConfig({ testTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin', 'perpsim.js');
const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-files-'));

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
}, 60_000);
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
    const child = new Child([BIN, ...args]);
    expect({ args, exit: await child.exit(), stdout: child.stdout }).toEqual({ args, exit: 2, stdout: '' });
    expect(child.stderr.match(/\n/g)).toHaveLength(1);
    expect(child.stderr).toMatch(/^perpsim: /);
    expect(child.stderr).toContain(file);
    expect(child.stderr.endsWith(`${what}\n`)).toBe(true);
    if (line > 0) expect(child.stderr).toMatch(new RegExp(`${name}(?::| line )${line}:`));
  }
});
