import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Makes a folder in which the commands of a page run: a project that has installed this package, beside the examples. */
export function projectFolder(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-page-'));
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules', 'perpsim'));
  symlinkSync(join(ROOT, 'bin', 'perpsim.js'), join(folder, 'node_modules', '.bin', 'perpsim'));
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  return folder;
}

/**
 * Runs the lines of a block one after the other as a shell does, until one fails; what they leave in the background is ended.
 *
 * @returns the exit code, what was printed, and what was said on stderr
 */
export async function shell(
  folder: string,
  commands: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const path = `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`;
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', commands], {
    cwd: folder,
    // A group of its own, so that servers in the background end with it.
    detached: true,
    env: { ...process.env, PATH: path, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  try {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  } catch (error) {
    // The group is gone where nothing was left in the background.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await closed;
  return { code, ...printed };
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true });
