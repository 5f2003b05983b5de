import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../files.ts';

/** A package that the build has put into dist/. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Whether the package came with a text about its licence. */
  readonly hasNotice: boolean;
}

/** What the build says of its bundles. */
export interface Bundles {
  readonly bundled: readonly Bundled[];
  /** Packages that the bundles import when they run. */
  readonly imported: readonly string[];
}

/** Dependencies of a manifest, by what the user has of them. */
export interface Declared {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Named by fastify, and loaded only for schemas and requests of tests, which the exchange has neither of. */
const NEVER_LOADED = new Set(['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request']);

/** Found by their names while perpsim runs, which no bundler sees. */
const FOUND_BY_NAME = new Set(['secp256k1', 'tiny-secp256k1']);

/** Reads what the build, or that of the documentation, wrote beside its bundles. */
export const bundlesIn = (folder: string): Bundles =>
  JSON.parse(readFileSync(join(folder, 'packages.json'), 'utf8')) as Bundles;

/** Bundled packages whose notice is not in the text that ships with them. */
export function withoutNotice(folder: string, { bundled }: Bundles): string[] {
  const file = join(folder, 'licences.txt');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return bundled
    .filter(
      ({ name, version, license, hasNotice }) => !hasNotice || !text.includes(`\n${name} ${version} (${license})\n`),
    )
    .map(({ name, version }) => `${name} ${version}: no notice in ${file}`);
}

/** Packages that the published declarations import and that a user does not have. */
export function missingForTypes(folder: string, declared: Declared): string[] {
  const texts = ['.ts', '.mts']
    .flatMap((ending) => filesBelow(folder, ending))
    .map((file) => readFileSync(file, 'utf8'));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:from |import\()['"]((?:@[\w-]+\/)?[\w-]+)[^'"]*['"]/g)].map(([, name = '']) => name),
  );
  const stated = { ...declared.dependencies, ...declared.peerDependencies };
  return [...new Set(names)]
    .filter((name) => name !== 'node' && !(name in stated))
    .map((name) => `types import ${name}, which is no dependency`);
}

/** Packages that a user would lack, and those that he would install for nothing. */
export function wrongDependencies(declared: Declared, { imported }: Pick<Bundles, 'imported'>): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = declared;
  const installed = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
  const isThere = (name: string): boolean => installed.has(name) || name in peerDependencies || NEVER_LOADED.has(name);
  return [
    ...imported.filter((name) => !isThere(name)).map((name) => `${name} is imported by a bundle and is no dependency`),
    ...[...installed]
      .filter((name) => !imported.includes(name) && !FOUND_BY_NAME.has(name))
      .map((name) => `${name} is a dependency that no bundle imports`),
  ];
}
