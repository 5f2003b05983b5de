import type { Locked } from './lock.ts';

/** Licences that a package which is installed with perpsim may have. */
const TAKEN: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  '(MIT OR CC0-1.0)',
]);

/** Packages that are installed with perpsim under a licence that is none of those. */
export const foreignLicences = (packages: readonly Locked[]): string[] =>
  packages
    .filter(({ isDev, license }) => !isDev && !TAKEN.has(license))
    .map(({ name, version, license }) => `${name} ${version}: ${license}`);

/** Packages that are installed with perpsim and whose content the lock file does not pin. */
export const unpinned = (packages: readonly Locked[]): string[] =>
  packages
    .filter(({ isDev, integrity }) => !isDev && integrity === undefined)
    .map(({ name, version }) => `${name} ${version}`);

/** The page that lists what is installed with perpsim, and under which licence. */
export function licencesPage(packages: readonly Locked[]): string {
  const rows = packages
    .filter(({ isDev }) => !isDev)
    .map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return [
    '# Licences of what is installed with perpsim',
    '',
    'perpsim itself is under the MIT licence. `npm run docs:licences` writes this page from the lock file; `npm run package:check` fails when it is',
    'stale, or when a package has a licence that is not on the list of `scripts/package-check/licences.ts`. Packages for other platforms are',
    'listed too; an installation has those of its own alone.',
    '',
    '| Package | Version | Licence |',
    '|---|---|---|',
    ...new Set(rows),
    '',
  ].join('\n');
}
