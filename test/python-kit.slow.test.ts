import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, sectionOf } from '../scripts/transcripts/page.ts';
import { describeWith } from './needs.ts';
import { projectFolder, removeFolder, ROOT, shell } from './page-commands.ts';

/** The Python package as its users have it: installed from its folder, with the fixture found by pytest, and its page run as it is written. */

const KIT = join(ROOT, 'examples', 'python');
const README = readFileSync(join(KIT, 'README.md'), 'utf8');
const SETUP = 'from setuptools import setup; setup()';

const SCENARIO = `title: A bot in Python bids
world: quiet
seed: 7
start: 2026-01-05T00:00:00Z
duration: 4s
accounts:
  me: { deposit: { USDT: "100000" } }
strategy: { account: me, use: maker, symbol: BTC-USDT, params: { spread: 1, size: "0.1" } }
`;

describeWith(['python3', 'requests', 'pytest', 'setuptools'], 'examples/python, installed', () => {
  let folder: string;
  beforeAll(() => {
    folder = projectFolder();
    cpSync(KIT, join(folder, 'kit'), { recursive: true });
    // What pip does with a folder, without the package index that pip asks for what builds.
    const words = ['install', '--single-version-externally-managed', '--root', folder, '--install-lib', '/site'];
    const python = ['-B', '-W', 'ignore', '-c', SETUP, '-q', ...words];
    execFileSync('python3', python, { cwd: join(folder, 'kit'), stdio: ['ignore', 'ignore', 'inherit'] });
    removeFolder(join(folder, 'kit'));
  });
  afterAll(() => removeFolder(folder));

  async function printed(command: string): Promise<string> {
    const { code, stdout, stderr } = await shell(folder, command, { PYTHONPATH: join(folder, 'site') });
    expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
    return stdout;
  }

  test('pytest has the fixture, and signs, places, streams and reconciles with it', async () => {
    const [program] = blocksOf(sectionOf(README, 'Tests of a bot'));
    cpSync(join(KIT, 'tests', 'test_kit.py'), join(folder, 'test_kit.py'));
    writeFileSync(join(folder, 'test_page.py'), program?.text ?? '');
    expect(await printed('python3 -m pytest -p no:cacheprovider -q test_kit.py test_page.py')).toContain('5 passed');
  });

  test('a bot on the base takes the place of a strategy', async () => {
    const [program] = blocksOf(sectionOf(README, 'A bot of your own'));
    writeFileSync(join(folder, 'bidder.py'), program?.text ?? '');
    writeFileSync(join(folder, 'scenario.yaml'), SCENARIO);
    const run = await printed('perpsim run scenario.yaml --bot "python3 bidder.py" --json');
    // It reads what it has before it bids again.
    expect(JSON.parse(run)).toMatchObject({ mode: 'lockstep', accounts: [{ name: 'me', statistics: { orders: 1 } }] });
  });
});
