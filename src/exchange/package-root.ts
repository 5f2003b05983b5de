import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '../kernel/assert.ts';

/**
 * The folder of this package, which holds `fixtures/`. Found by walking up, because the code runs from
 * `src/` in development and from a bundle in `dist/` when installed.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    invariant(parent !== folder, 'the code lies inside its package');
    folder = parent;
  }
  return folder;
}

let version: string | undefined;

/** The version of this package, as its manifest says. */
export function packageVersion(): string {
  version ??= (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
  return version;
}
