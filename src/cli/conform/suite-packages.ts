import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/package-root.ts';
import { UsageError } from '../usage-error.ts';

/** Packages of the suite. All are optional peers, so that an exchange, its server and its clients install without them. */
const OF_SUITE = /^@cucumber\//;

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What the suite needs and what is not installed, as `npm install` takes it: names with their versions. */
export function missingSuitePackages(root = packageRoot()): string[] {
  const manifest = join(root, 'package.json');
  const { peerDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const { resolve } = createRequire(manifest);
  return Object.entries(peerDependencies)
    .filter(([name]) => OF_SUITE.test(name) && !canResolve(name, resolve))
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
 * Called before anything of the suite is loaded.
 *
 * @throws UsageError that says what to install
 */
export function needSuitePackages(): void {
  const missing = missingSuitePackages();
  if (missing.length > 0) {
    throw new UsageError(`the conformance suite needs packages that are not installed: ${installCommand(missing)}`);
  }
}
