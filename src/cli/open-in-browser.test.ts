import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openInBrowser } from './open-in-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'perpsim-open-'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the address goes to the program that opens addresses, without a shell', async () => {
  const seen = join(folder, 'seen');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > ${seen}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  await openInBrowser('http://127.0.0.1:8700/console?a=1&b=$(id)', 'linux');
  await expect.poll(() => readFileSync(seen, 'utf8')).toBe('http://127.0.0.1:8700/console?a=1&b=$(id)');
  rmSync(folder, { recursive: true });
});

test('where nothing opens addresses, a line names the address', async () => {
  vi.stubEnv('PATH', folder);
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  await openInBrowser('http://127.0.0.1:8700/console', 'linux');
  expect(written.join('')).toMatch(
    /^perpsim: no browser could be opened \(xdg-open: .*\): go to http:\/\/127\.0\.0\.1:8700\/console\n$/,
  );
});
