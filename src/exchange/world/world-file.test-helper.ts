import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { loadWorld, WorldFileError, type WorldProblem } from './world-file.ts';

// Several test files of one process share this module, so the folder lives as long as the process.
const folder = mkdtempSync(join(tmpdir(), 'perpsim-worlds-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

export const CALM = readFileSync(join(packageRoot(), 'fixtures', 'worlds', 'calm.json'), 'utf8');
export const OPTIONS = { seed: '7', nonceRule: 'increasing' } as const;

export function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export function problemsOf(act: () => unknown): readonly WorldProblem[] {
  try {
    act();
  } catch (error) {
    if (error instanceof WorldFileError) return error.problems;
    throw error;
  }
  return [];
}

/** Problems of a file with this text, as `line:column path: message`. */
export function problemsIn(text: string, name = 'world.json'): string[] {
  const path = write(name, text);
  return problemsOf(() => loadWorld(path)).map((it) => `${it.line}:${it.column} ${it.path}: ${it.message}`);
}

/** The calm world with the first occurrence of a text replaced; the place where it stood comes along. */
export function broken(from: string, to: string): { text: string; line: number } {
  const at = CALM.indexOf(from);
  if (at < 0) throw new Error(`the calm world holds no ${from}`);
  return { text: CALM.replace(from, to), line: CALM.slice(0, at).split('\n').length };
}
