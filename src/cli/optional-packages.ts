import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../exchange/package-root.ts';
import { UsageError } from './usage-error.ts';
import { isShape, isTableOf, isText } from '../kernel/guards.ts';
import { invariant } from '../kernel/errors.ts';

/** Optional peers that one part of perpsim needs, so that an exchange, its server and its clients install without them. */
export interface PackageGroup {
  /** The part, as messages name it. */
  readonly part: string;
  readonly names: RegExp;
}

export const SUITE: PackageGroup = { part: 'the conformance suite', names: /^@cucumber\// };
export const QUEUE: PackageGroup = { part: '--queue', names: /^(?:bullmq|ioredis)$/ };

const isManifest = isShape({ peerDependencies: isTableOf(isText) });

/** Returns what a part needs and what is not installed, as `npm install` takes it: names with their versions. */
export function missingPackages({ names }: PackageGroup, root = packageRoot()): string[] {
  const manifest = join(root, 'package.json');
  const written: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  invariant(isManifest(written), 'the manifest of the package names its peers');
  const { resolve } = createRequire(manifest);
  return Object.entries(written.peerDependencies)
    .filter(([name]) => names.test(name) && !canResolve(name, resolve))
    .map(([name, version]) => `${name}@${version}`);
}

function canResolve(name: string, resolve: NodeJS.RequireResolve): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    // The reason does not matter: the package has to be installed.
    return false;
  }
}

/** The command that installs what is missing. */
export const installCommand = (missing: readonly string[]): string => `npm install --save-dev ${missing.join(' ')}`;

/**
 * Called before anything is loaded that imports packages of the group.
 *
 * @throws UsageError that says what to install
 */
export function needPackages(group: PackageGroup, root = packageRoot()): void {
  const missing = missingPackages(group, root);
  if (missing.length > 0) {
    throw new UsageError(`${group.part} needs packages that are not installed: ${installCommand(missing)}`);
  }
}
