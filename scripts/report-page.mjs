import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const browser = 'src/harness/reporters/html/browser';

/**
 * Bundles the script and the style of the HTML report into dist/report-page, where the reporter reads them. The build of the
 * package runs it, and so does each start of the unit and browser tests, which run the reporter from its sources.
 */
export default async function buildReportPage() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { script: `${browser}/main.tsx`, style: `${browser}/style.css` },
    outdir: 'dist/report-page',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    // The page is correct in every encoding that contains ASCII.
    charset: 'ascii',
  });
  for (const { path, text } of outputFiles) replace(path, text.trim());
}

/** Another process may read the file at any time, so it is replaced as a whole, and only when it differs. */
function replace(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path);
}
