import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `npm test` on a machine that has Node, git and a shell, and none of the programs that some tests use. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** All that needs a program, but for what takes minutes where it is there; and a file that needs none. */
const FILES = [
  'test/control-behind-proxy.test.ts',
  'test/existing-clients.test.ts',
  'test/python.test.ts',
  'test/sweep-queue.slow.test.ts',
  'test/sweep-queue.test.ts',
  'test/test-counts.test.ts',
  'features/console',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-bare-'));
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const name of ['sh', 'bash', 'git']) {
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(folder, name));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function bareRun(ci: string): { status: number | null; lines: string[]; stdout: string } {
  // Programs that are found beside the path are named where they are not.
  const elsewhere = { PERPSIM_CHROMIUM: join(folder, 'chromium'), PERPSIM_NGINX: join(folder, 'nginx') };
  const env = { HOME: folder, PATH: folder, ...elsewhere, CI: ci };
  const args = ['--import', 'tsx', 'scripts/test.ts', '--reports', join(folder, 'reports'), ...FILES];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  return { status, stdout, lines: stdout.trim().split('\n') };
}

/** The groups that did not run, with the programs that they lack. Their tests add up to what the last line counts. */
function groupsOf(stdout: string, verdict: 'skipped' | 'failed', counted: number): string[] {
  const groups = [
    ...stdout.matchAll(
      /^(skipped|failed): (.+) \((\d+) tests? of (\S+)\)\n {2}(.+) (?:is|are) missing here; on Debian "apt-get install ([^"]+)" brings (?:it|them)\. Then: (.+)$/gm,
    ),
  ].map(([, said, title, tests, file, missing, packages, command]) => ({
    said,
    title,
    tests,
    file,
    missing,
    packages,
    command,
  }));
  expect(groups.filter(({ said }) => said !== verdict)).toEqual([]);
  expect(groups.filter(({ file, command }) => command !== `npm test -- ${file}`)).toEqual([]);
  expect(groups.reduce((sum, { tests }) => sum + Number(tests), 0)).toBe(counted);
  return groups.map(({ title, missing, packages }) => `${title}: ${missing} (${packages})`);
}

const GROUPS = [
  'behind nginx: nginx (or PERPSIM_NGINX, its path) (nginx-light)',
  'docs/existing-clients.md: curl (curl)',
  'docs/existing-clients.md: python3 and the Python package requests (python3 python3-requests)',
  'examples/python: python3 and the Python package requests (python3 python3-requests)',
  'perpsim sweep --queue when something ends: redis-server (redis-server)',
  'perpsim sweep --queue: redis-server (redis-server)',
  'console, desktop: Chromium (or PERPSIM_CHROMIUM, its path) (chromium fonts-dejavu-core)',
  'console, phone: Chromium (or PERPSIM_CHROMIUM, its path) (chromium fonts-dejavu-core)',
];

test('tests whose program is missing are skipped, named, and fail nothing', () => {
  const { status, stdout, lines } = bareRun('');
  const [, passed, skipped] = /^([1-9]\d*) passed, 0 failed, (\d+) skipped$/.exec(lines.at(-1) ?? '') ?? [];
  expect(groupsOf(stdout, 'skipped', Number(skipped)).sort()).toEqual([...GROUPS].sort());
  expect(status).toBe(0);
  const counts: unknown = JSON.parse(readFileSync(join(folder, 'reports', 'tests.json'), 'utf8'));
  expect(counts).toMatchObject({ passed: Number(passed), failed: 0, skipped: Number(skipped) });
});

test('in CI the same tests fail, and say which program is missing', () => {
  const { status, stdout, lines } = bareRun('1');
  const [, failed] = /^[1-9]\d* passed, ([1-9]\d*) failed$/.exec(lines.at(-1) ?? '') ?? [];
  expect(groupsOf(stdout, 'failed', Number(failed)).sort()).toEqual([...GROUPS].sort());
  expect(status).toBe(1);
});
