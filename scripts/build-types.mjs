/**
 * Writes the type declarations of the package's entry points to dist/types, for `npm pack`. Only what they lead to
 * is kept: declarations of the inside would make the types of packages that a user need not have part of his program.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRIES = ['index.d.ts', 'client/index.d.ts', 'conformance.d.ts', 'ccxt/index.d.ts'];
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist', 'types');

const emitted = mkdtempSync(join(tmpdir(), 'perpsim-types-'));
try {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', join(root, 'tsconfig.types.json'), '--outDir', emitted];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  cpSync(join(root, 'src', 'ccxt', 'package.d.ts'), join(emitted, 'ccxt', 'index.d.ts'));
  rmSync(target, { recursive: true, force: true });
  for (const file of reachable(ENTRIES)) cpSync(join(emitted, file), join(target, file));
} finally {
  rmSync(emitted, { recursive: true });
}

/** The declarations that these lead to, themselves included. */
function reachable(entries) {
  const found = new Set(entries);
  // A set that grows while it is walked is walked to its end.
  for (const file of found) {
    const text = readFileSync(join(emitted, file), 'utf8');
    for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)) {
      found.add(`${join(dirname(file), path)}.d.ts`);
    }
  }
  return found;
}
