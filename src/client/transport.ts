import { ApiError, type ErrorEnvelope, ProtocolError } from './errors.ts';
import type { Params } from './typed-data.ts';

export type Surface = 'trade' | 'info';

/** What carries requests to an exchange and brings the responses back. */
export interface Transport {
  /**
   * Sends one request as REST words it and gives back `response`.
   *
   * @throws ApiError when the exchange refuses, ProtocolError for a response that is none, or what the carrier throws
   */
  send(surface: Surface, body: Params): Promise<unknown>;
}

/** Stands in for the global `fetch`, such as an exchange's own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Envelope {
  readonly status: 'ok' | 'error';
  readonly response?: unknown;
}

/** One HTTP request for each. */
export class RestTransport implements Transport {
  readonly #url: string;
  readonly #fetch: Fetch;

  /** `url` ends in `/v1`. */
  constructor(url: string, own: Fetch = (to, init) => fetch(to, init)) {
    this.#url = url.replace(/\/+$/, '');
    this.#fetch = own;
  }

  async send(surface: Surface, body: Params): Promise<unknown> {
    const response = await this.#fetch(`${this.#url}/${surface}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const envelope = envelopeOf(text);
    if (!envelope) throw new ProtocolError(response.status, text);
    if (envelope.status === 'error') throw new ApiError(response.status, envelope as unknown as ErrorEnvelope);
    return envelope.response;
  }
}

const isErrorBody = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error;

function envelopeOf(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null;
    if (value?.status === 'ok') return value as Envelope;
    return value?.status === 'error' && isErrorBody((value as Partial<ErrorEnvelope>).error)
      ? (value as Envelope)
      : undefined;
  } catch {
    return undefined;
  }
}
