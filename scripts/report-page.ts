import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/**
 * Bundles the script and the style of the HTML report into a module of texts, so that a report can be made without reading a
 * file: `npm run report:page` after a change below src/harness/reporters/html. A test holds the module to its sources.
 */

const PAGE = 'src/harness/reporters/html';
const BUNDLE = `${PAGE}/page-bundle.ts`;

/** The module as it should be. */
export async function pageBundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${PAGE}/browser/main.ts`, `${PAGE}/browser/style.css`],
    outdir: 'unwritten',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    // No character that an editor or a server might take for something else.
    charset: 'ascii',
  });
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? '';
  return [
    '// Made by `npm run report:page` from browser/; not to be edited.',
    '',
    `export const PAGE_SCRIPT =\n  ${quoted(textOf('.js'))};`,
    '',
    `export const PAGE_STYLE =\n  ${quoted(textOf('.css'))};`,
    '',
  ].join('\n');
}

/** Between the quotes that need fewer escapes, as the formatter has it. */
function quoted(text: string): string {
  const inDouble = JSON.stringify(text);
  const count = (quote: string): number => text.split(quote).length - 1;
  if (count("'") > count('"')) return inDouble;
  return `'${inDouble.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

if (import.meta.filename === process.argv[1]) {
  writeFileSync(BUNDLE, await pageBundle());
  console.log(`wrote ${BUNDLE}`);
}
