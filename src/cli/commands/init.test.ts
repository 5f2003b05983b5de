import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageSource } from './init.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-source-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A project in which npm has noted where the package came from. */
function installed(name: string, note: object): { project: string; root: string } {
  const project = join(folder, name);
  const root = join(project, 'node_modules', 'perpsim');
  mkdirSync(root, { recursive: true });
  const notes = { packages: { 'node_modules/perpsim': note } };
  writeFileSync(join(project, 'node_modules', '.package-lock.json'), JSON.stringify(notes));
  return { project, root };
}

test.each([
  ['a registry', { version: '1.2.3', resolved: 'https://registry.example/perpsim-1.2.3.tgz' }, 'perpsim@1.2.3'],
  [
    'a git address',
    { version: '1.2.3', resolved: 'git+ssh://git@host.example/team/perpsim.git#0a1b2c' },
    "'git+ssh://git@host.example/team/perpsim.git#0a1b2c'",
  ],
  ['a tarball of the project', { version: '1.2.3', resolved: 'file:vendor/perpsim.tgz' }, './vendor/perpsim.tgz'],
])('a pipeline installs what came from %s', (name, note, address) => {
  const { project, root } = installed(name, note);
  expect(packageSource(project, root)).toEqual({ install: `npm install --no-save ${address}`, isThere: true });
});

test('a tarball from outside the project is copied into it first', () => {
  const { project, root } = installed('outside', { version: '1.2.3', resolved: 'file:../perpsim-1.2.3.tgz' });
  const file = join(folder, 'perpsim-1.2.3.tgz');
  writeFileSync(file, '');
  expect(packageSource(project, root)).toEqual({
    install: 'npm install --no-save ./perpsim-1.2.3.tgz',
    before: `cp ${file} .`,
    isThere: true,
  });
});

test.each([
  ['with a lock file', true, 'npm ci'],
  ['without a lock file', false, 'npm install'],
])('a project that depends on the package installs its dependencies, %s', (name, isLocked, install) => {
  const { project, root } = installed(name, { version: '1.2.3', resolved: 'https://registry.example/x.tgz' });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ devDependencies: { perpsim: '1.2.3' } }));
  if (isLocked) writeFileSync(join(project, 'package-lock.json'), '{}');
  expect(packageSource(project, root)).toEqual({ install, isThere: true });
});

test.each([
  ['https://me:secret@host.example/team/perpsim.git', 'git+https://host.example/team/perpsim.git'],
  ['git@host.example:team/perpsim.git', 'git+ssh://git@host.example/team/perpsim.git'],
])('a clone of %s is installed from its commit', (remote, address) => {
  const root = mkdtempSync(join(folder, 'clone-'));
  const git = (...args: string[]): string => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('remote', 'add', 'origin', remote);
  git('-c', 'user.name=a', '-c', 'user.email=a@host.example', 'commit', '--quiet', '--allow-empty', '-m', 'first');
  expect(packageSource(folder, root)).toEqual({
    install: `npm install --no-save '${address}#${git('rev-parse', 'HEAD')}'`,
    isThere: false,
  });
});

test('a package of unknown origin is packed into the project, and the bare name is never installed', () => {
  const root = mkdtempSync(join(folder, 'copied-'));
  expect(packageSource(folder, root)).toEqual({
    install: expect.stringMatching(/^npm install --no-save \.\/perpsim-\d+\.\d+\.\d+\.tgz$/) as string,
    before: `npm pack --ignore-scripts ${root}`,
    isThere: false,
  });
});
