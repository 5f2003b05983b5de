import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { counted } from '../../../kernel/words.ts';
import { escapeHtml } from './parts.ts';

export interface DocumentParts {
  readonly title: string;
  readonly style: string;
  /** Left out for a page that runs nothing. */
  readonly script?: string;
  /** Markup, in which every text is escaped. */
  readonly body: string;
}

/**
 * One HTML file that loads nothing. The page may use its own style and script and nothing more; they are named to the browser by
 * their hashes, so that no text of a target could ever run, even if it were not escaped.
 */
export const htmlDocument = ({ title, style, script, body }: DocumentParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;

/** A link to a part of the page by its id, with how many things are in it where that is of interest. */
export type PagePart = readonly [id: string, label: string, count?: number];

/** Markup of the head of a page: the way past it, what the page is, and its parts. */
export const pageHead = (
  heading: string,
  parts: readonly PagePart[],
  label = 'Parts',
): string => `<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<h1>${heading}</h1>
<nav aria-label="${label}">
${parts.map(([id, text, count]) => `<a href="#${id}">${text}${count === undefined ? '' : ` <span class="count">${counted(count)}</span>`}</a>`).join('\n')}
</nav>
</header>`;

const policy = (style: string, script?: string): string =>
  [
    `default-src 'none'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

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
