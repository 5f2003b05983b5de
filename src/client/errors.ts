import type { OrderStatus } from './records.ts';

/** The exchange responded with its error envelope. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly category: string;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** What the rate limit of the subaccount leaves, where the response says so. */
  readonly rateLimit: RateLimit | undefined;
  /** What to do about it: what the exchange advises, and the command that explains the refusal where the exchange is perpsim. */
  readonly hint: string;

  constructor(status: number, envelope: ErrorEnvelope) {
    super(envelope.error.message);
    this.status = status;
    this.code = envelope.error.code;
    this.category = envelope.error.category ?? '';
    this.retryable = envelope.error.retryable ?? false;
    this.details = envelope.error.details ?? {};
    this.requestId = envelope.request_id ?? '';
    this.rateLimit = envelope.rateLimit;
    this.hint = [this.#advice(), this.#command()].filter((part) => part !== '').join('; ');
  }

  #advice(): string {
    const { field, hint } = this.details;
    return [field, hint].filter((part) => part !== undefined).join(': ');
  }

  /** A request that was refused for its signature has a report of its own. */
  #command(): string {
    if (this.requestId === '') return '';
    const isAboutSigner = this.code === 'UNAUTHORIZED' || this.code === 'FORBIDDEN';
    return `perpsim why ${isAboutSigner ? 'signature' : 'refusal'} ${this.requestId}`;
  }
}

export interface ErrorEnvelope {
  readonly status: 'error';
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly category?: string;
    readonly retryable?: boolean;
    readonly details?: Readonly<Record<string, string>>;
  };
  readonly request_id?: string;
  readonly rateLimit?: RateLimit;
}

/** Tokens of a subaccount: of a full bucket, and those that are left. The bucket fills within ten seconds. */
export interface RateLimit {
  readonly requestsCap: number;
  readonly remainingTokens: number;
}

/** Thrown when what came back was no response of this API: a proxy's page, an empty body, a redirect. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`the server responded ${status} with something that is not an envelope of this API`);
    this.status = status;
    this.body = body;
  }
}

/** The exchange refused an order that `placeOrder` sent, in its entry of a 200 response. */
export class OrderRejected extends Error {
  override readonly name = 'OrderRejected';
  readonly code: string;
  /** The entry as it came. */
  readonly status: OrderStatus;

  constructor(status: OrderStatus) {
    super(status.error ?? 'the order was rejected');
    this.code = status.errorCode ?? '';
    this.status = status;
  }
}
