import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { packagesOf, writeNotices } from '../scripts/bundled-packages.mjs';
import { bundlesIn, missingForTypes, withoutNotice, wrongDependencies } from '../scripts/package-check/bundled.ts';
import { foreignLicences } from '../scripts/package-check/licences.ts';

/** What the build says of the packages in its bundles, and what package:check makes of it. */

const folder = mkdtempSync(join(tmpdir(), 'perpsim-bundled-'));

beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

function addPackage(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): void {
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text);
}

const noticeOf = (name: string): string | undefined =>
  packagesOf(folder, [`node_modules/${name}/lib/main.js`])[0]?.notice;

describe('a notice', () => {
  test('is the licence file of a package, with its NOTICE', () => {
    addPackage('@a/b', { license: 'Apache-2.0' }, { 'LICENSE.md': 'the licence\n', NOTICE: 'the notice' });
    expect(noticeOf('@a/b')).toBe('the licence\n\nthe notice');
  });

  test('is the last section of a README where the package has no such file', () => {
    addPackage('a', { license: 'MIT' }, { 'README.md': '# a\n\nText\n\n## License\n\nPermission is granted.\n' });
    expect(noticeOf('a')).toBe('## License\n\nPermission is granted.');
  });

  test('is the text of MIT where a package only names it and its author', () => {
    addPackage('a', { license: 'MIT', author: { name: 'Ann' } });
    expect(noticeOf('a')).toMatch(/^MIT License\n\nCopyright \(c\) Ann\n/);
  });

  test('is missing where there is no text at all', () => {
    addPackage('a', { license: 'ISC', author: 'Ann' });
    expect(noticeOf('a')).toBeUndefined();
  });
});

test('a package is listed once, by the innermost folder of packages, and own files are none', () => {
  addPackage('a', { license: 'ISC' });
  addPackage('a/node_modules/b', { name: 'b', license: 'ISC' });
  const paths = ['src/x.ts', 'node_modules/a/1.js', 'node_modules/a/2.js', 'node_modules/a/node_modules/b/1.js'];
  expect(packagesOf(folder, paths).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('the check finds a package without a notice, and one whose notice was not written', () => {
  addPackage('a', { license: 'ISC' }, { LICENSE: 'text of a' });
  addPackage('b', { license: 'ISC' });
  writeNotices(folder, 'perpsim', packagesOf(folder, ['node_modules/a/1.js', 'node_modules/b/1.js']));
  const bundles = bundlesIn(folder);
  expect(readFileSync(join(folder, 'licences.txt'), 'utf8')).toContain('a 1.0.0 (ISC)\n\ntext of a');
  expect(withoutNotice(folder, bundles)).toEqual([`b 1.0.0: no notice in ${join(folder, 'licences.txt')}`]);
  writeFileSync(join(folder, 'licences.txt'), '');
  expect(withoutNotice(folder, bundles)).toHaveLength(2);
});

test('the check finds a foreign licence inside a bundle', () => {
  const bundled = [{ name: 'a', version: '1.0.0', license: 'GPL-3.0', hasNotice: true }];
  expect(foreignLicences([], bundled)).toEqual(['a 1.0.0: GPL-3.0']);
});

test('the check finds what a user would lack, and what he would install for nothing', () => {
  const declared = {
    dependencies: { used: '1', unused: '1', 'tiny-secp256k1': '1' },
    peerDependencies: { peer: '^1' },
  };
  expect(wrongDependencies(declared, { imported: ['used', 'peer', 'lacking', 'light-my-request'] })).toEqual([
    'lacking is imported by a bundle and is no dependency',
    'unused is a dependency that no bundle imports',
  ]);
});

test('the check finds a package that only the types import', () => {
  writeFileSync(join(folder, 'index.d.ts'), `import type { A } from '@a/types';\nimport { B } from './b.ts';\n`);
  expect(missingForTypes(folder, {})).toEqual(['types import @a/types, which is no dependency']);
  expect(missingForTypes(folder, { peerDependencies: { '@a/types': '^1' } })).toEqual([]);
});
