import type { Options } from 'minisearch';

/** A section of a page as the index keeps it. */
export interface SearchEntry {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  /** Titles of the headings above. */
  readonly above: string;
  readonly body: string;
}

/** Options of the index. The build makes it and the page reads it with the same. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'above', 'body'],
  storeFields: ['title', 'above'],
};
