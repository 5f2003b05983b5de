import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SERVED_DOCUMENTS } from '../../src/contract/documents/served.ts';
import { filesBelow } from '../files.ts';

/**
 * What is done with the built site: links are checked, the server learns its files, and texts are compressed.
 */

const BASE = '/docs/';
/** Paths below the base that the exchange itself serves. */
const SERVED_ELSEWHERE = new Set(['api', 'console', ...SERVED_DOCUMENTS.keys()]);

/** Links of the pages that lead to no page, or to no heading of theirs. */
export function deadLinks(out: string): string[] {
  const pages = new Map(
    filesBelow(out, '.html').map((file) => [file.slice(out.length + 1), readFileSync(file, 'utf8')]),
  );
  const files = new Set(filesBelow(out, '').map((file) => file.slice(out.length + 1)));
  const ids = new Map(
    [...pages].map(([name, html]) => [name, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  return [...pages].flatMap(([from, html]) =>
    [...new Set(addressesIn(html))].flatMap((href) => {
      if (/^(?:https?:|mailto:)/.test(href)) return [];
      const [path = '', anchor] = href.replaceAll('&amp;', '&').split('#');
      const name = path === '' ? from : fileOf(path);
      if (name === undefined) return [`${from}: ${href} is outside the site`];
      if (SERVED_ELSEWHERE.has(name.replace(/\.html$/, ''))) return [];
      if (!files.has(name)) return [`${from}: ${href} leads nowhere`];
      return anchor === undefined || anchor === '' || ids.get(name)?.has(decodeURIComponent(anchor)) === true
        ? []
        : [`${from}: ${href} has no such heading`];
    }),
  );
}

/** Where links, scripts and styles of a page lead. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/<(?:a|link|script)\b[^>]*?\s(?:href|src)="([^"]+)"/g)].flatMap(([, address = '']) =>
    address === '/favicon.ico' ? [] : [address],
  );

function fileOf(path: string): string | undefined {
  if (!path.startsWith(BASE)) return undefined;
  const name = decodeURIComponent(path.slice(BASE.length));
  if (name === '' || name.endsWith('/')) return `${name}index.html`;
  return /\.\w+$/.test(name) ? name : `${name}.html`;
}

/** Writes what `perpsim serve` needs to know, the list of files; returns how many they are. */
export function writeManifest(out: string): number {
  const files = filesBelow(out, '').filter((file) => /\.\w+$/.test(file) && !file.endsWith('site.json'));
  writeFileSync(
    join(out, 'site.json'),
    `${JSON.stringify({ files: files.map((file) => file.slice(out.length + 1)) })}\n`,
  );
  return files.length;
}

/**
 * Compresses every text of the site, because the pages are half of what a user installs. The server decompresses a file when it is
 * first asked for. The manifest stays as it is, and so do pictures, which are compressed already.
 */
export function compressTexts(out: string): void {
  for (const file of filesBelow(out, '').filter((each) => /\.(?:html|js|css|json|md|txt|svg)$/.test(each))) {
    if (file === join(out, 'site.json')) continue;
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    rmSync(file);
  }
}
