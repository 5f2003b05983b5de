import { expect, test } from 'vitest';
import { checkDocument, type Facts } from '../scripts/docs/check.ts';

const facts: Facts = {
  exists: (path) => ['README.md', 'docs/a.md', 'src/index.ts', 'docs/contract'].includes(path),
  read: (path) => (path === 'docs/a.md' ? '# A page: its `code`\n' : '# Top\n'),
  scripts: new Set(['start', 'check']),
  flags: new Set(['--port']),
};

test('links resolve from where the document is', () => {
  expect(checkDocument('docs/a.md', 'see [b](../README.md) and [c](missing.md)', facts)).toEqual([
    '1: the link to missing.md leads nowhere',
  ]);
  expect(checkDocument('README.md', '[site](https://example.org) `[not](a-link)`', facts)).toEqual([]);
});

test('an anchor names a heading', () => {
  expect(checkDocument('README.md', '[a](docs/a.md#a-page-its-code) [b](docs/a.md#b) [top](#top)', facts)).toEqual([
    '1: docs/a.md has no heading #b',
  ]);
});

test('an anchor may be named in the text', () => {
  const rows = { ...facts, read: () => '| INV-01 <a id="inv-01"></a> | text |\n' };
  expect(checkDocument('README.md', '[a](docs/a.md#inv-01) [b](docs/a.md#inv-02)', rows)).toEqual([
    '1: docs/a.md has no heading #inv-02',
  ]);
});

test('a file that is named exists', () => {
  expect(checkDocument('README.md', 'line\n`src/index.ts` `src/gone.ts` `docs/contract`', facts)).toEqual([
    '2: there is no src/gone.ts',
  ]);
});

test('a script that is named can be run', () => {
  expect(checkDocument('README.md', '`npm start`, `npm run check`, `npm run gone`, npm test', facts)).toEqual([
    '1: package.json has no script gone',
    '1: package.json has no script test',
  ]);
});

test('packages are installed by version, file or commit', () => {
  const good = [
    '`npm install --save-dev @cucumber/cucumber@^12.9.0 ccxt@4`, then `npm install`',
    'npm install --save-dev ./perpsim-0.1.0.tgz   # a file',
    '`npm install git+https://HOST/perpsim.git#COMMIT`',
    "      - run: pip install 'pytest~=8.3' requests==2",
    '  - run: npx --no-install perpsim run scenarios/first',
    'npx perpsim serve',
  ];
  expect(checkDocument('docs/a.md', good.join('\n'), facts)).toEqual([]);
  const bad = [
    'see `npm install perpsim` or `npm i -g @cucumber/cucumber`',
    'npm install git+https://HOST/perpsim.git',
    'pip install pytest',
    '  - run: npx perpsim conform',
  ];
  expect(checkDocument('docs/a.md', bad.join('\n'), facts)).toEqual([
    '1: perpsim is installed without a version',
    '1: @cucumber/cucumber is installed without a version',
    '2: git+https://HOST/perpsim.git is installed without a version',
    '3: pytest is installed without a version',
    '4: npx in a pipeline needs --no-install',
  ]);
});

test('a pipeline never lets npx install', () => {
  const lines = ['      run: |', '        npx perpsim conform', '        npx --no-install perpsim conform'];
  expect(checkDocument('examples/ci/a.yml', lines.join('\n'), facts)).toEqual([
    '2: npx in a pipeline needs --no-install',
  ]);
});

test('flags are checked in the README only', () => {
  expect(checkDocument('README.md', '`--port` `--gone`', facts)).toEqual(['1: perpsim serve has no flag --gone']);
  expect(checkDocument('docs/a.md', '`--gone`', facts)).toEqual([]);
});
