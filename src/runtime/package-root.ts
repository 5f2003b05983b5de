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

interface Manifest {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

let read: Manifest | undefined;

function manifest(): Manifest {
  read ??= JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as Manifest;
  return read;
}

/** The version of this package, as its manifest says. */
export const packageVersion = (): string => manifest().version;

/** Versions of an optional peer that this package works with, as npm takes them behind the name. */
export function peerRange(name: string): string {
  const range = manifest().peerDependencies[name];
  invariant(range !== undefined, `${name} is a peer of the package`);
  return range;
}
