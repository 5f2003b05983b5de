import type { StreamEndpoint } from '../../contract/channel.ts';
import { jsonText } from '../values.ts';
import type { Target } from '../targets/target.ts';
import { type Exchanged, parsed, type Transport } from './transport.ts';

/** One HTTP request for each request. */
export class RestTransport implements Transport {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  newCharges(): Promise<number> {
    return Promise.resolve(0);
  }

  send(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<Exchanged> {
    return fetched(this.#target, 'POST', `${this.#target.restUrl}/${surface}`, jsonText(body), JSON_TYPE);
  }

  async unanswered(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<void> {
    const came = await this.send(surface, body).catch((error: unknown) => {
      // What fetch throws for a connection that ends too early.
      if (error instanceof TypeError) return null;
      throw error;
    });
    if (came) throw new Error(`a response came: ${came.status} ${came.text}`);
  }

  again({ request }: Exchanged): Promise<Exchanged> {
    return fetched(this.#target, request.method, request.url, request.body, JSON_TYPE);
  }

  close(): void {
    // Nothing is held open between requests.
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Anything that HTTP can say, well formed or not. */
export async function fetched(
  target: Target,
  method: string,
  url: string,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>>,
): Promise<Exchanged> {
  const response = await target.fetch(url, { method, headers, body });
  const text = await response.text();
  const sent = typeof body === 'string' || body === null ? body : `<${body.length} bytes>`;
  return {
    request: { method, url, body: sent },
    status: response.status,
    headers: response.headers,
    text,
    body: parsed(text),
  };
}
