import { TITLES } from './llms.ts';
import { type Kind, KINDS, type SitePage } from './page.ts';

/** Where the parts of the site and its pages are named: the line at the top and the column at the left. */

export interface Link {
  readonly text: string;
  /** From the root of the site. */
  readonly link: string;
}

export interface Group {
  readonly text: string;
  readonly items: readonly Link[];
}

/** The line at the top: links, and a group that opens. */
export const TOP: readonly (Link | Group)[] = [
  { text: 'Start', link: '/getting-started' },
  { text: 'Guides', link: '/guides/http-api' },
  {
    text: 'Reference',
    items: [
      { text: 'Actions', link: '/actions/' },
      { text: 'Channels', link: '/channels/' },
      { text: 'Error codes', link: '/errors/' },
      { text: 'Control plane', link: '/control/' },
      { text: 'Command line', link: '/cli/' },
      { text: 'Scenarios', link: '/scenarios/' },
      { text: 'Contract', link: '/contract/' },
    ],
  },
  { text: 'OpenAPI', link: '/api' },
  { text: 'Console', link: '/console' },
];

/** Says whether a page belongs to what a link of the top leads to. */
export const isWithin = (path: string, { link }: Link): boolean => {
  const [, part = ''] = link.split('/');
  return `/${path}` === link || path.startsWith(`${part}/`);
};

/** The contract has an introduction of its own, and there is one page to start. */
export const hasIndex = (kind: Kind): boolean => kind !== 'start' && kind !== 'contract';

/** Pages of a kind by their groups, in their order. */
export function groupsOf(kind: Kind, pages: readonly SitePage[]): [string, SitePage[]][] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages.filter((each) => each.kind === kind))
    groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  return [...groups];
}

/** Address of a page: that of an index page is its folder. */
export const linkOf = (path: string): string => `/${path.replace(/(^|\/)index$/, '$1')}`;

/** Each kind of page has a column of its own, so that no page carries the names of all others. */
export function sidebarsOf(pages: readonly SitePage[]): ReadonlyMap<Kind, readonly Group[]> {
  const ofKind = (kind: Kind): Group[] =>
    groupsOf(kind, pages).map(([text, own]) => ({
      text,
      items: own.map(({ name, path }) => ({ text: name, link: linkOf(path) })),
    }));
  const start = { text: 'Start', items: [{ text: 'Getting started', link: '/getting-started' }] };
  const guides = [start, ...ofKind('guides')];
  return new Map(
    KINDS.map((kind): [Kind, readonly Group[]] => {
      if (kind === 'start' || kind === 'guides') return [kind, guides];
      const all = { text: TITLES[kind], items: [{ text: 'All', link: `/${kind}/` }] };
      return [kind, hasIndex(kind) ? [all, ...ofKind(kind)] : ofKind(kind)];
    }),
  );
}
