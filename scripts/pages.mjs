import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The HTML pages of perpsim, and the folder of what each runs in a browser. */
const PAGES = {
  conformance: 'src/console/pages/conformance/browser',
  run: 'src/console/pages/run/browser',
  sweep: 'src/console/pages/sweep/browser',
  market: 'src/console/pages/market/browser',
};

/**
 * Bundles script and style of each HTML page into dist/pages, where src/console/pages/shared reads them.
 *
 * @returns what esbuild says of each bundle
 */
export const buildPages = () => Promise.all(Object.entries(PAGES).map(([name, folder]) => buildPage(name, folder)));

/** Each start of the unit and browser tests runs it, because they make pages from the sources. */
export default async function setup() {
  await buildPages();
}

async function buildPage(name, folder) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { script: `${folder}/main.tsx`, style: `${folder}/style.css` },
    outdir: `dist/pages/${name}`,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    // The page is correct in every encoding that contains ASCII.
    charset: 'ascii',
  });
  for (const { path, text } of outputFiles) replace(path, text.trim());
  return metafile;
}

/** Another process may read the file at any time, so it is replaced as a whole, and only when it differs. */
function replace(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path);
}
