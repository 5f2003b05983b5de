import { type Group, isWithin, type Link, linkOf, TOP } from './navigation.ts';
import { BASE, type Heading } from './render.ts';

/** Addresses of what every page loads. */
export interface Assets {
  readonly style: string;
  /** Sets the colours before the first paint. */
  readonly theme: string;
  readonly script: string;
  /** The index of the search, which is loaded when the search is first opened. */
  readonly search: string;
}

interface Page {
  /** Below the base, without an ending. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** What stands in the middle, as HTML. */
  readonly body: string;
  readonly sidebar: readonly Group[];
  /** What the outline at the right names. */
  readonly outline: readonly Heading[];
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A whole page. It can be read without scripts: what needs one shows only where scripts run. */
export function pageHtml({ path, title, description, body, sidebar, outline }: Page, assets: Assets): string {
  const isAlone = sidebar.length === 0;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === 'perpsim' ? title : `${title} | perpsim`)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script type="module" src="${assets.script}"></script>
</head>
<body${isAlone ? ' class="alone"' : ''}>
<a class="skip" href="#content">Skip to content</a>
<header>
<button class="menu-button" type="button" popovertarget="menu" aria-label="Menu">☰</button>
<a class="brand" href="${BASE}/">perpsim</a>
<button class="search-button scripted" type="button" aria-keyshortcuts="/ Control+K" data-index="${assets.search}">Search <kbd>/</kbd></button>
<nav class="top" aria-label="Parts">${TOP.map((entry) => topEntry(entry, path)).join('')}</nav>
<button class="theme-button scripted" type="button"></button>
</header>
<nav id="menu" popover aria-label="Pages"><div class="parts">${groupHtml({ text: 'Parts', items: partsOf() }, path)}</div>${sidebar
    .map((group) => groupHtml(group, path))
    .join('')}</nav>
<main id="content" tabindex="-1">
${body}</main>
${outlineHtml(outline)}</body>
</html>
`;
}

/** All links of the top as one list, for narrow screens. */
const partsOf = (): readonly Link[] => TOP.flatMap((entry) => ('items' in entry ? entry.items : [entry]));

function topEntry(entry: Link | Group, path: string): string {
  if ('link' in entry) return linkHtml(entry, path);
  return `<details><summary>${escapeHtml(entry.text)}</summary><div>${entry.items.map((item) => linkHtml(item, path)).join('')}</div></details>`;
}

const groupHtml = ({ text, items }: Group, path: string): string =>
  `<p>${escapeHtml(text)}</p><ul>${items.map((item) => `<li>${linkHtml(item, path)}</li>`).join('')}</ul>`;

/** A link of the navigation, marked when it leads to this page or to the part that this page belongs to. */
function linkHtml(item: Link, path: string): string {
  const current =
    linkOf(path) === item.link
      ? ' aria-current="page"'
      : partsOf().includes(item) && isWithin(path, item)
        ? ' aria-current="true"'
        : '';
  return `<a href="${BASE}${escapeHtml(item.link)}"${current}>${escapeHtml(item.text)}</a>`;
}

function outlineHtml(headings: readonly Heading[]): string {
  if (headings.length === 0) return '';
  const items = headings.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="outline" aria-labelledby="outline"><p id="outline">On this page</p><ul>${items.join('')}</ul></nav>\n`;
}
