import { existsSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packagesOf, writeNotices } from '../bundled-packages.mjs';
import { filesBelow } from '../files.ts';
import { compressTexts, deadLinks, writeManifest } from './finished.ts';

/**
 * Builds the pages that `perpsim serve` serves at /docs into dist/docs: guides from docs/, and a reference from the catalogue, the command
 * line, the control plane and the scenarios, with examples that are executed here.
 *
 *   npm run docs:build                   build
 *   npm run docs:build -- --if-stale     only when something that they show is newer than the last build
 */

const ROOT = resolve(import.meta.dirname, '..', '..');
const OUT = join(ROOT, 'dist', 'docs');

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** Folders and files that the pages come from. */
const SOURCES = [
  'src',
  'docs',
  'features',
  'scenarios',
  'examples',
  'scripts/docs-site',
  'scripts/docs',
  'package.json',
  'CHANGELOG.md',
];

function isFresh(): boolean {
  const built = join(OUT, 'site.json');
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  const files = SOURCES.flatMap((source) => (statSync(source).isFile() ? [source] : filesBelow(source, '')));
  return files.every((file) => statSync(file).mtimeMs <= mtimeMs);
}

async function main(): Promise<number> {
  const started = performance.now();
  // They load the whole product, and what makes HTML of it.
  const { indexPages, makePages, writeTexts } = await import('./sources.ts');
  const { writeSite } = await import('./site.ts');
  const pages = await makePages(ROOT);
  console.log(`${pages.length} pages written in ${seconds(started)}`);

  rmSync(OUT, { recursive: true, force: true });
  const modules = await writeSite(pages, indexPages(pages), join(ROOT, 'docs'), OUT);
  writeTexts(pages, OUT);

  const problems = deadLinks(OUT);
  for (const problem of problems) console.log(problem);
  const files = writeManifest(OUT);
  compressTexts(OUT);
  writeNotices(OUT, 'The documentation of perpsim', packagesOf(ROOT, modules));
  const bytes = filesBelow(OUT, '').reduce((sum, file) => sum + statSync(file).size, 0);
  const size = `${(bytes / 1_048_576).toFixed(1)} MiB`;
  console.log(`${files} files of ${size}, ${problems.length} dead links, ${seconds(started)}`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = process.argv.includes('--if-stale') && isFresh() ? 0 : await main();
