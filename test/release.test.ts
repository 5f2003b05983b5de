import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { noProvenance, publishCommand, type ReleaseFacts, todoBefore } from '../scripts/release/checks.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY: ReleaseFacts = {
  manifest: { name: 'perpsim', version: '1.2.3', repository: { type: 'git', url: 'https://example.org/perpsim' } },
  lockVersion: '1.2.3',
  changelog: '# Changelog\n\n## 1.2.3 (2026-03-04)\n\n## 1.2.2 (2026-01-02)\n',
  changes: [],
  tags: ['v1.2.3'],
};

describe('before a release', () => {
  test('nothing is left to do where all agrees', () => {
    expect(todoBefore(READY)).toEqual([]);
  });

  test.each<[Partial<ReleaseFacts>, string]>([
    [{ changes: [' M src/index.ts', '?? a'] }, 'commit or remove 2 changed files, such as src/index.ts'],
    [{ lockVersion: '1.2.2' }, 'package-lock.json says 1.2.2, package.json 1.2.3: run npm install'],
    [{ changelog: '## 1.2.2 (2026-01-02)' }, 'CHANGELOG.md begins with 1.2.2, package.json says 1.2.3'],
    [{ changelog: '## 1.2.3 (unreleased)' }, 'CHANGELOG.md: put the day of the release in place of (unreleased)'],
    [{ tags: ['v1.2.2'] }, 'tag the commit: git tag v1.2.3'],
    [
      { manifest: { name: 'perpsim', version: '1.2.3' } },
      'package.json names no repository, which the provenance must match',
    ],
    [{ manifest: { ...READY.manifest, private: true } }, 'package.json is private'],
  ])('%j', (change, line) => {
    expect(todoBefore({ ...READY, ...change })).toEqual([line]);
  });
});

test('the package is published with provenance, and only in a workflow that may state it', () => {
  expect(publishCommand('perpsim-1.2.3.tgz').join(' ')).toBe(
    'npm publish perpsim-1.2.3.tgz --provenance --access public --ignore-scripts',
  );
  expect(noProvenance({})).toContain('id-token: write');
  expect(noProvenance({ GITHUB_ACTIONS: 'true' })).toContain('id-token: write');
  expect(noProvenance({ GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://example.org' })).toBeUndefined();
});

test.each([
  [[], 2, 'say which: npx tsx scripts/release/main.ts --dry-run | --publish\n'],
  [['--dry-run', '--publish'], 2, 'say which: npx tsx scripts/release/main.ts --dry-run | --publish\n'],
])('%j publishes nothing', (flags, status, stderr) => {
  const args = ['--import', 'tsx', join(ROOT, 'scripts', 'release', 'main.ts'), ...flags];
  expect(spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })).toMatchObject({
    status,
    stderr,
    stdout: '',
  });
});

test('--publish on a machine of your own is refused before anything is built', () => {
  const args = ['--import', 'tsx', join(ROOT, 'scripts', 'release', 'main.ts'), '--publish'];
  const env = { PATH: process.env['PATH'] };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${noProvenance({}) ?? ''}\n` });
  expect(stdout).not.toContain('$ npm');
});
