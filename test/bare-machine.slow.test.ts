import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `npm test` on a machine that has Node, git and a shell, and none of the programs that some tests use. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = ['test/sweep-queue.test.ts', 'test/python.test.ts', 'test/test-counts.test.ts'];

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
  const env = { HOME: folder, PATH: folder, PERPSIM_CHROMIUM: join(folder, 'chromium'), CI: ci };
  const args = ['--import', 'tsx', 'scripts/test.ts', '--reports', join(folder, 'reports'), ...FILES];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  return { status, stdout, lines: stdout.trim().split('\n') };
}

test('tests whose program is missing are skipped, named, and fail nothing', () => {
  const { status, stdout, lines } = bareRun('');
  expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 0 failed, 12 skipped$/);
  expect(status).toBe(0);
  expect(stdout).toContain(`
skipped: examples/python (4 tests of test/python.test.ts)
  python3 and the Python package requests are missing here; on Debian "apt-get install python3 python3-requests" brings them. Then: npm test -- test/python.test.ts
skipped: perpsim sweep --queue (3 tests of test/sweep-queue.test.ts)
  redis-server is missing here; on Debian "apt-get install redis-server" brings it. Then: npm test -- test/sweep-queue.test.ts
`);
  const { passed, failed, skipped } = JSON.parse(readFileSync(join(folder, 'reports', 'tests.json'), 'utf8')) as Record<
    string,
    number
  >;
  expect(lines.at(-1)).toBe(`${passed} passed, ${failed} failed, ${skipped} skipped`);
});

test('in CI the same tests fail, and say which program is missing', () => {
  const { status, stdout, lines } = bareRun('1');
  expect(lines.at(-1)).toMatch(/^[1-9]\d* passed, 12 failed$/);
  expect(status).toBe(1);
  expect(stdout).toContain(
    'failed: perpsim sweep --queue (3 tests of test/sweep-queue.test.ts)\n  redis-server is missing',
  );
  expect(stdout).toContain(
    'failed: examples/python (4 tests of test/python.test.ts)\n  python3 and the Python package',
  );
  expect(stdout).not.toContain('skipped: ');
});
