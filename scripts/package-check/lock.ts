import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the lock file. */
export interface Locked {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly integrity: string | undefined;
  /** Only for development, so not installed with perpsim. */
  readonly isDev: boolean;
}

interface LockEntry {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Every package of the lock file of a folder, in the order of their names. */
export function lockedPackages(root: string): readonly Locked[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && link !== true)
    .map(([path, entry]) => ({
      name: entry.name ?? path.replace(/^.*node_modules\//, ''),
      version: entry.version,
      license: entry.license ?? 'none stated',
      integrity: entry.integrity,
      isDev: entry.dev === true,
    }))
    .sort((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1));
}
