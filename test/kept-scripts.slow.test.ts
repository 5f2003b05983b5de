import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A package comes without what V8 made of its scripts: the first start keeps that for the next. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), 'perpsim-kept-'));
const RUN = ['run', 'basics/calm-day', '--until', '1m'];

beforeAll(() => {
  for (const name of ['bin', 'package.json']) cpSync(join(ROOT, name), join(FOLDER, name), { recursive: true });
  for (const name of ['node_modules', 'scenarios', 'fixtures']) symlinkSync(join(ROOT, name), join(FOLDER, name));
  mkdirSync(join(FOLDER, 'dist'));
  for (const name of readdirSync(join(ROOT, 'dist')).filter((file) => !file.endsWith('.cache'))) {
    symlinkSync(join(ROOT, 'dist', name), join(FOLDER, 'dist', name));
  }
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

function perpsim(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(FOLDER, 'bin', 'perpsim.js'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stderr, digest: /^digest (\w+)/m.exec(stdout)?.[1] };
}

test('a start keeps what was compiled, in a file that only its user may write, and the next one takes it', () => {
  const home = join(FOLDER, 'home');
  const first = perpsim(RUN, { XDG_CACHE_HOME: home });
  const [name = '', ...more] = readdirSync(join(home, 'perpsim'));
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const hashes = JSON.parse(readFileSync(join(FOLDER, 'dist', 'scripts.json'), 'utf8')) as { commands: string };
  expect([name, more]).toEqual([`commands-${hashes.commands}-${process.versions.v8}-${process.arch}.cache`, []]);
  const { mode, mtimeMs } = statSync(join(home, 'perpsim', name));
  expect(mode & 0o777).toBe(0o600);

  const second = perpsim(RUN, { XDG_CACHE_HOME: home });
  expect(second).toMatchObject({ status: 0, stderr: '', digest: first.digest });
  expect(statSync(join(home, 'perpsim', name)).mtimeMs).toBe(mtimeMs);
});

test('nothing is kept where the user says so, or where it cannot be', () => {
  const home = join(FOLDER, 'none');
  expect(perpsim(RUN, { XDG_CACHE_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ status: 0 });
  expect(() => readdirSync(home)).toThrow('ENOENT');
  expect(perpsim(RUN, { XDG_CACHE_HOME: '/dev/null' })).toMatchObject({ status: 0, stderr: '' });
});

test('a small command does not compile all of the program', () => {
  const home = join(FOLDER, 'small');
  const env = { XDG_CACHE_HOME: home, TMPDIR: FOLDER };
  expect(perpsim(['explain', 'NOT_FOUND'], env)).toMatchObject({ status: 0, stderr: '' });
  expect(() => readdirSync(join(home, 'perpsim'))).toThrow('ENOENT');
});
