import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleAssets, picturesFrom, writeAsset } from './assets.ts';
import { homeHtml, MISSING_HTML } from './home.ts';
import { type Assets, pageHtml } from './layout.ts';
import { linkOf, sidebarsOf } from './navigation.ts';
import type { SitePage } from './page.ts';
import { BASE, render } from './render.ts';
import { SearchIndex } from './search-index.ts';

const ABOUT = 'A deterministic perpetual-futures exchange behind a real API, and the conformance suite for that API.';

/** Levels of the headings that the outline of a page names. */
const OUTLINED = [2, 3];

/**
 * Writes pages as HTML with all that they load.
 *
 * @param pages - those of the site
 * @param indexes - a page for each kind that lists its pages
 * @param folder - where the pictures are that pages show
 * @returns paths of the modules that the scripts hold
 */
export async function writeSite(
  pages: readonly SitePage[],
  indexes: readonly SitePage[],
  folder: string,
  out: string,
): Promise<readonly string[]> {
  const { modules, ...bundles } = await bundleAssets(out);
  const pictures = picturesFrom(folder, out);
  const search = new SearchIndex();
  const rendered = [...pages, ...indexes].map((page) => {
    const { html, sections } = render(page.text, pictures);
    search.add(BASE + linkOf(page.path), sections);
    return { page, html, sections };
  });
  const assets: Assets = { ...bundles, search: writeAsset(out, 'search.json', search.json()) };
  const sidebars = sidebarsOf(pages);
  const write = writerInto(out);
  for (const { page, html, sections } of rendered) {
    const { path, summary, name, kind } = page;
    const title = sections.find(({ level }) => level === 1)?.text ?? name;
    const outline = sections.filter(({ level }) => OUTLINED.includes(level));
    const description = summary === '' ? ABOUT : summary;
    const sidebar = sidebars.get(kind) ?? [];
    write(`${path}.html`, pageHtml({ path, title, description, body: html, sidebar, outline }, assets));
  }
  const alone = { description: ABOUT, sidebar: [], outline: [] };
  write('index.html', pageHtml({ ...alone, path: 'index', title: 'perpsim', body: homeHtml(pages) }, assets));
  write('404.html', pageHtml({ ...alone, path: '404', title: 'No such page', body: MISSING_HTML }, assets));
  return modules;
}

/** Writes files below a folder. */
export const writerInto =
  (folder: string) =>
  (path: string, text: string): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
