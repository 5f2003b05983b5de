import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { bundlesIn, type Declared, missingForTypes, withoutNotice, wrongDependencies } from './bundled.ts';
import { foreignLicences, licencesPage, unpinned } from './licences.ts';
import { lockedPackages } from './lock.ts';
import { typeProblems } from './types.ts';

/**
 * Checks what is published: the manifest (publint), the types of every entry as Node and bundlers resolve them
 * (are-the-types-wrong), licences and notices, that bundles and types import what a user has, and that the lock file pins
 * the content of every package which is installed, those for other platforms included.
 * It needs a built dist/ with types.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');

async function manifestProblems(): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: ROOT, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** The pages are built by a script of their own. */
function docsProblems(): string[] {
  const folder = join(DIST, 'docs');
  if (!existsSync(folder)) return [];
  const { bundled, imported } = bundlesIn(folder);
  return [...foreignLicences([], bundled), ...withoutNotice(folder, { bundled, imported })];
}

function pageProblems(): string[] {
  const written = readFileSync(join(ROOT, 'docs', 'licences.md'), 'utf8');
  return written === licencesPage(packages, bundles.bundled)
    ? []
    : ['docs/licences.md is stale: run npm run docs:pages -- licences'];
}

const packages = lockedPackages(ROOT);
const bundles = bundlesIn(DIST);
const declared = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Declared;
const checks: readonly [what: string, problems: readonly string[]][] = [
  ['the manifest, by publint', await manifestProblems()],
  ['the types of each entry, by are-the-types-wrong', await typeProblems(ROOT)],
  ['dependencies, against what the bundles import', wrongDependencies(declared, bundles)],
  ['packages that the types import', missingForTypes(join(DIST, 'types'), declared)],
  ['licences of what is installed and of what is in the bundles', foreignLicences(packages, bundles.bundled)],
  ['notices of what is in the bundles', withoutNotice(DIST, bundles)],
  ['licences and notices of the pages of the documentation', docsProblems()],
  ['the list of licences', pageProblems()],
  ['integrity of every package that is installed with perpsim', unpinned(packages)],
];
for (const [what, problems] of checks) {
  console.log(`${problems.length === 0 ? 'ok' : 'FAILED'}: ${what}`);
  for (const problem of problems) console.log(`  ${problem}`);
}
const left = packages.filter(({ isDev, integrity }) => isDev && integrity === undefined).length;
if (left > 0) console.log(`note: ${left} development packages for other platforms have no integrity in the lock file`);
process.exitCode = checks.every(([, problems]) => problems.length === 0) ? 0 : 1;
