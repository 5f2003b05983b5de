import type { Bundled } from './bundled.ts';
import type { Locked } from './lock.ts';

/** Licences that a package which is installed with perpsim, or is inside its bundles, may have. */
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

/** Packages that a user gets, installed or in a bundle, under a licence that is none of those. */
export const foreignLicences = (packages: readonly Locked[], bundled: readonly Bundled[]): string[] =>
  [...packages.filter(({ isDev }) => !isDev), ...bundled]
    .filter(({ license }) => !TAKEN.has(license))
    .map(({ name, version, license }) => `${name} ${version}: ${license}`);

/** Packages that are installed with perpsim and whose content the lock file does not pin. */
export const unpinned = (packages: readonly Locked[]): string[] =>
  packages
    .filter(({ isDev, integrity }) => !isDev && integrity === undefined)
    .map(({ name, version }) => `${name} ${version}`);

/** The page that lists what is installed with perpsim and what is inside it, and under which licence. */
export function licencesPage(packages: readonly Locked[], bundled: readonly Bundled[]): string {
  const table = (rows: readonly Pick<Locked, 'name' | 'version' | 'license'>[]): string[] => [
    '| Package | Version | Licence |',
    '|---|---|---|',
    ...new Set(rows.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)),
    '',
  ];
  return [
    '# Licences of what comes with perpsim',
    '',
    'perpsim itself is under the MIT licence. `npm run docs:pages -- licences` writes this page from the lock file and from the build; `npm run package:check`',
    'fails when it is stale, or when a package has a licence that is not on the list of `scripts/package-check/licences.ts`.',
    '',
    '## Installed with perpsim',
    '',
    'Packages for other platforms are listed too; an installation has those of its own alone.',
    '',
    ...table(packages.filter(({ isDev }) => !isDev)),
    '## Inside perpsim',
    '',
    'The code of these packages is in the bundles of `dist/`. Their notices ship in `dist/licences.txt`, and those of the pages of the',
    'documentation in `dist/docs/licences.txt`.',
    '',
    ...table(bundled),
  ].join('\n');
}
