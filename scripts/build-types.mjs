/**
 * Writes the type declarations of the package's entry points to dist/types, for `npm pack`. Only what they lead to
 * is kept: declarations of the inside would make the types of packages that a user need not have part of his program.
 * Declarations of TypeBox are copied beside them, because the bundles hold TypeBox and a user does not install it.
 *
 *   node scripts/build-types.mjs
 *   node scripts/build-types.mjs --if-stale  only when something that they are made from is newer
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRIES = ['index.d.ts', 'client.d.ts', 'conformance.d.ts', 'ccxt.d.ts'];
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist', 'types');
const TYPEBOX = { name: '@sinclair/typebox', from: 'node_modules/@sinclair/typebox/build/esm', to: 'typebox' };

const stamp = join(root, 'dist', '.types-built');
/** What declarations come from beside `src`. */
const OTHERS = ['package-lock.json', 'tsconfig.json', 'tsconfig.types.json', 'scripts/build-types.mjs'];

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0);

const emitted = mkdtempSync(join(tmpdir(), 'perpsim-types-'));
try {
  const tsgo = join(root, 'node_modules', '@typescript', 'native-preview', 'bin', 'tsgo');
  const args = [tsgo, '-p', join(root, 'tsconfig.types.json'), '--outDir', emitted, '--singleThreaded'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  // It is published two folders above its place in the sources.
  const declarations = readFileSync(join(root, 'src', 'client', 'ccxt', 'package.d.ts'), 'utf8');
  writeFileSync(join(emitted, 'ccxt.d.ts'), declarations.replaceAll("'../", "'./client/"));
  rmSync(stamp, { force: true });
  rmSync(target, { recursive: true, force: true });
  for (const file of reachable(emitted, ENTRIES)) {
    cpSync(join(emitted, file), join(target, file));
    takeTypeBox(join(target, file));
  }
  const typebox = join(root, TYPEBOX.from);
  for (const file of reachable(typebox, ['index.d.mts'])) cpSync(join(typebox, file), join(target, TYPEBOX.to, file));
  writeFileSync(stamp, '');
} finally {
  rmSync(emitted, { recursive: true });
}

function isFresh() {
  if (!existsSync(stamp) || !existsSync(target)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  const sources = readdirSync(join(root, 'src'), { recursive: true }).map((path) => join('src', path));
  return ['src', ...sources, ...OTHERS].every((path) => statSync(join(root, path)).mtimeMs <= builtAt);
}

/** Makes the imports of TypeBox in a declaration lead to the copy. */
function takeTypeBox(file) {
  const path = relative(dirname(file), join(target, TYPEBOX.to, 'index.mjs'));
  const own = JSON.stringify(path.startsWith('.') ? path : `./${path}`);
  const text = readFileSync(file, 'utf8');
  const changed = text.replaceAll(`'${TYPEBOX.name}'`, own).replaceAll(`"${TYPEBOX.name}"`, own);
  if (changed !== text) writeFileSync(file, changed);
}

/** The declarations of a folder that these lead to, themselves included. */
function reachable(folder, entries) {
  const found = new Set(entries);
  // A set that grows while it is walked is walked to its end.
  for (const file of found) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, path, ending] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.(ts|mjs)['"]/g)) {
      found.add(`${join(dirname(file), path)}.d.${ending === 'ts' ? 'ts' : 'mts'}`);
    }
  }
  return found;
}
