import { docsPage, type ShownDocument } from '../api/docs/page.ts';
import { openApiDocument } from '../api/openapi.ts';
import type { HttpAnswer } from './http.ts';

/** Nothing on the page is fetched from anywhere or run, and nobody frames it. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** GET /docs and /docs/openapi.json: made when first asked for, then kept, because most exchanges are never asked. */
export class DocsRoutes {
  readonly #about: { readonly version: string; readonly serviceName: string };
  readonly #pages = new Map<string, () => HttpAnswer>([
    ['/docs', () => this.#page()],
    ['/docs/openapi.json', () => this.#document()],
  ]);
  readonly #made = new Map<string, HttpAnswer>();

  constructor(about: { readonly version: string; readonly serviceName: string }) {
    this.#about = about;
  }

  /** The answer to a GET of this path, or undefined when the path is none of these. */
  at(path: string): HttpAnswer | undefined {
    const kept = this.#made.get(path) ?? this.#pages.get(path)?.();
    if (kept) this.#made.set(path, kept);
    return kept;
  }

  #document(): HttpAnswer {
    const body = JSON.stringify(openApiDocument(this.#about));
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }

  #page(): HttpAnswer {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
    };
    // The shape is that of our own document, which a test checks part by part.
    const document = openApiDocument(this.#about) as unknown as ShownDocument;
    return { status: 200, headers, body: docsPage(document) };
  }
}
