import { asyncApiDocument } from '../../contract/documents/asyncapi.ts';
import { docsPage, type ShownDocument } from '../../contract/documents/page.ts';
import type { ShownStreams } from '../../contract/documents/stream-section.ts';
import { openApiDocument } from '../../contract/documents/openapi.ts';
import type { HttpResponse } from './http.ts';

/** The page loads no other resource, runs no script, and must not be framed. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * GET /docs/api and the documents beside it: made when first asked for, then kept, because most exchanges are never asked. A server
 * with built pages has them at /docs; elsewhere /docs is the same page as /docs/api.
 */
export class DocsRoutes {
  readonly #about: { readonly version: string; readonly serviceName: string };
  readonly #pages = new Map<string, () => HttpResponse>([
    ['/docs', () => this.#page()],
    ['/docs/api', () => this.#page()],
    ['/docs/openapi.json', () => json(openApiDocument(this.#about))],
    ['/docs/asyncapi.json', () => json(this.#streams())],
  ]);
  readonly #made = new Map<string, HttpResponse>();
  #wsUrl: string | undefined;

  constructor(about: { readonly version: string; readonly serviceName: string }) {
    this.#about = about;
  }

  /** The response to a GET of this path, or undefined when the path is none of these. */
  at(path: string): HttpResponse | undefined {
    const kept = this.#made.get(path) ?? this.#pages.get(path)?.();
    if (kept) this.#made.set(path, kept);
    return kept;
  }

  /** Sets the WebSocket URL of the exchange, which the documents show. */
  servedAt(wsUrl: string): void {
    this.#wsUrl = wsUrl;
    this.#made.clear();
  }

  #streams(): ReturnType<typeof asyncApiDocument> {
    return asyncApiDocument({ ...this.#about, ...(this.#wsUrl !== undefined && { wsUrl: this.#wsUrl }) });
  }

  #page(): HttpResponse {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
    };
    // Tests check that the documents have these shapes.
    const document = openApiDocument(this.#about) as unknown as ShownDocument;
    const streams = this.#streams() as unknown as ShownStreams;
    return { status: 200, headers, body: docsPage(document, streams) };
  }
}

const json = (document: object): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(document),
});
