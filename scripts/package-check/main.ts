import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { foreignLicences, licencesPage, unpinned } from './licences.ts';
import { lockedPackages } from './lock.ts';

/**
 * Checks what is published: the manifest (publint), the types of every entry as Node and bundlers resolve them
 * (are-the-types-wrong), licences, and that the lock file pins the content of every package which is installed, those for
 * other platforms included.
 * It needs a built dist/ with types.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function manifestProblems(): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: ROOT, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** Only modules are published, so what `require` would resolve does not count. */
function typeProblems(): string[] {
  const bin = join(ROOT, 'node_modules', '.bin', 'attw');
  const { status, stdout } = spawnSync(bin, ['--pack', '.', '--profile', 'esm-only', '--no-color'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? [] : [stdout];
}

function pageProblems(): string[] {
  const written = readFileSync(join(ROOT, 'docs', 'licences.md'), 'utf8');
  return written === licencesPage(lockedPackages(ROOT)) ? [] : ['docs/licences.md is stale: run npm run docs:licences'];
}

const packages = lockedPackages(ROOT);
const checks: readonly [what: string, problems: readonly string[]][] = [
  ['the manifest, by publint', await manifestProblems()],
  ['the types of each entry, by are-the-types-wrong', typeProblems()],
  ['licences of what is installed', foreignLicences(packages)],
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
