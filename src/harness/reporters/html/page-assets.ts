import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The bundled script and style of the page. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

let assets: PageAssets | undefined;

/** Reads the assets on first use. The package resolves their names itself, from its sources and from dist/ alike. */
export function pageAssets(): PageAssets {
  assets ??= { script: textOf('script.js'), style: textOf('style.css') };
  return assets;
}

function textOf(name: string): string {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(`#report-page/${name}`), 'utf8');
  } catch (cause) {
    throw new Error(`dist/report-page/${name} cannot be read: run "npm run build"`, { cause });
  }
}
