import { isRecord } from '../kernel/entries.ts';
import { ApiError, type ErrorEnvelope, ProtocolError } from './errors.ts';
import type { Params } from './typed-data.ts';

/** Endpoint of a request: signed actions go to `trade`, public reads to `info`. */
export type Surface = 'trade' | 'info';

/** Carrier of requests to an exchange, and of the responses back. */
export interface Transport {
  /**
   * Sends one request as REST words it and gives back `response`.
   *
   * @throws ApiError when the exchange refuses, ProtocolError for a response that is none, or what the carrier throws
   */
  send(surface: Surface, body: Params): Promise<unknown>;
}

/** What a client reads of a response. */
export type Fetched = Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'json'>;

/** Stands in for the global `fetch`, such as an exchange's own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Fetched>;

/** One HTTP request for each. */
export class RestTransport implements Transport {
  readonly #url: string;
  readonly #fetch: Fetch;

  /** `url` ends in `/v1`. */
  constructor(url: string, own: Fetch = (to, init) => fetch(to, init)) {
    this.#url = url.replace(/\/+$/, '');
    this.#fetch = own;
  }

  /** Sends one request and returns the response; throws ApiError for a refusal and ProtocolError for what is no response of the API. */
  async send(surface: Surface, body: Params): Promise<unknown> {
    const response = await this.#fetch(`${this.#url}/${surface}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const envelope = envelopeOf(text);
    if (!envelope) throw new ProtocolError(response.status, text);
    if (envelope.status === 'error') throw new ApiError(response.status, envelope);
    return envelope.response;
  }
}

const isOk = (value: unknown): value is { readonly status: 'ok'; readonly response: unknown } =>
  isRecord(value) && value['status'] === 'ok';

const isError = (value: unknown): value is ErrorEnvelope =>
  isRecord(value) &&
  value['status'] === 'error' &&
  isRecord(value['error']) &&
  'code' in value['error'] &&
  'message' in value['error'];

function envelopeOf(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isOk(value) || isError(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
