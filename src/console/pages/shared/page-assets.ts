import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The pages that `scripts/pages.mjs` bundles. */
export type PageName = 'conformance' | 'run' | 'sweep' | 'market';

/** The bundled script and style of the page. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

const loaded = new Map<PageName, PageAssets>();

/** Reads the assets of a page on first use. The package resolves their names itself, from its sources and from dist/ alike. */
export function pageAssets(page: PageName): PageAssets {
  const assets = loaded.get(page) ?? { script: textOf(`${page}/script.js`), style: textOf(`${page}/style.css`) };
  loaded.set(page, assets);
  return assets;
}

function textOf(name: string): string {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(`#pages/${name}`), 'utf8');
  } catch (cause) {
    throw new Error(`dist/pages/${name} cannot be read: run "npm run build"`, { cause });
  }
}
