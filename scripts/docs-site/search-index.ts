import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry } from './browser/search-options.ts';
import type { Section } from './render.ts';

/** The index of the search as JSON, with an entry for each section. */
export class SearchIndex {
  readonly #index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);

  /** @param link address of the page, from the root of the server */
  add(link: string, sections: readonly Section[]): void {
    this.#index.addAll(
      sections.map(({ level, id, text, above, body }) => ({
        id: level === 1 ? link : `${link}#${id}`,
        title: text,
        above: above.join(' › '),
        body,
      })),
    );
  }

  json(): string {
    return JSON.stringify(this.#index);
  }
}
