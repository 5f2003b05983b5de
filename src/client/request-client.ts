import { DEFAULT_SERVICE_NAME } from '../api/signing.ts';
import { ApiError, type ErrorEnvelope, ProtocolError } from './errors.ts';
import { NonceSource } from './nonce.ts';
import { Signer, type WireSignature } from './signer.ts';
import { type Params, typedDataOf } from './typed-data.ts';

export interface ClientOptions {
  /** Ends in `/v1`. */
  readonly restUrl: string;
  readonly privateKey: string;
  /** Decimal text, as `getSubAccountIds` gives it. */
  readonly subAccountId: string;
  readonly serviceName?: string;
  /** Stands in for the global `fetch`, such as an exchange's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Shared by all clients of one wallet; by default each client counts on from the wall clock. */
  readonly nonces?: NonceSource;
}

/** What a caller of `raw` may send instead of what the client would. */
export interface Overrides {
  readonly subAccountId?: string;
  /** Null sends none. */
  readonly nonce?: number | bigint | null;
  /** Unix milliseconds or seconds; signed as given. */
  readonly expiresAfter?: number | bigint;
  readonly signature?: WireSignature | null;
}

interface Envelope {
  readonly status: 'ok' | 'error';
  readonly response?: unknown;
}

/** Signs, numbers and sends, and gives back `response` or throws an `ApiError`. It keeps no state but its nonce. */
export class RequestClient {
  readonly subAccountId: string;
  readonly #restUrl: string;
  readonly #signer: Signer;
  readonly #nonces: NonceSource;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;

  constructor(options: ClientOptions) {
    this.subAccountId = options.subAccountId;
    this.#restUrl = options.restUrl.replace(/\/+$/, '');
    this.#signer = new Signer(options.privateKey, options.serviceName ?? DEFAULT_SERVICE_NAME);
    this.#nonces = options.nonces ?? new NonceSource();
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
  }

  /** EIP-55 address of the signing key. */
  address(): Promise<string> {
    return this.#signer.address();
  }

  /** Sends any signed action. Reads carry no nonce unless one is given. */
  async raw<T>(action: string, params: Params = {}, overrides: Overrides = {}): Promise<T> {
    return (await this.#post('trade', await this.signed(action, params, overrides))) as T;
  }

  /** Sends any public action. */
  async info<T>(action: string, params: Params = {}): Promise<T> {
    return (await this.#post('info', { params: { action, ...params } })) as T;
  }

  /** The body of a signed request, for those who carry it themselves. */
  async signed(action: string, params: Params = {}, overrides: Overrides = {}): Promise<Params> {
    const subAccountId = overrides.subAccountId ?? this.subAccountId;
    const nonce = overrides.nonce === undefined ? this.#nonceFor(action) : overrides.nonce;
    const { expiresAfter } = overrides;
    const message = typedDataOf(action, params, {
      subAccountId: BigInt(subAccountId),
      nonce: BigInt(nonce ?? 0),
      expiresAfter: BigInt(expiresAfter ?? 0),
    });
    const signature = overrides.signature === undefined ? await this.#signer.sign(message) : overrides.signature;
    return {
      params: { action, subAccountId, ...params },
      ...(nonce !== null && { nonce: onWire(nonce) }),
      ...(expiresAfter !== undefined && { expiresAfter: onWire(expiresAfter) }),
      ...(signature !== null && { signature }),
    };
  }

  #nonceFor(action: string): number | null {
    return action.startsWith('get') ? null : this.#nonces.next();
  }

  async #post(surface: 'trade' | 'info', body: Params): Promise<unknown> {
    const answer = await this.#fetch(`${this.#restUrl}/${surface}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    const envelope = envelopeOf(text);
    if (!envelope) throw new ProtocolError(answer.status, text);
    if (envelope.status === 'error') throw new ApiError(answer.status, envelope as unknown as ErrorEnvelope);
    return envelope.response;
  }
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null;
    if (value?.status === 'ok') return value as Envelope;
    return value?.status === 'error' && 'error' in value ? (value as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON number while it is exact, decimal text beyond. */
const onWire = (value: number | bigint): number | string =>
  typeof value === 'bigint' && value > BigInt(Number.MAX_SAFE_INTEGER) ? value.toString() : Number(value);
