/** The kinds of pages, which are the folders of the site and the parts of its sidebar. */
export const KINDS = [
  'start',
  'guides',
  'actions',
  'channels',
  'errors',
  'control',
  'cli',
  'scenarios',
  'contract',
] as const;
export type Kind = (typeof KINDS)[number];

/** One page of the site, as Markdown. */
export interface SitePage {
  readonly kind: Kind;
  /** Below `/docs/`, without an ending: `actions/placeOrders`. */
  readonly path: string;
  /** What the sidebar calls it. */
  readonly name: string;
  /** A heading between pages of the sidebar; pages of one group follow each other. */
  readonly group: string;
  /** One sentence for search engines and llms.txt. */
  readonly summary: string;
  /** With its heading of the first level. */
  readonly text: string;
}
