import { DEFAULT_SERVICE_NAME } from '../contract/signing.ts';
import { NonceSource } from './nonce.ts';
import type { PublicAction, PublicResult, SignedAction, SignedResult } from './records.ts';
import { type MessageSigner, Signer, type WireSignature } from './signer.ts';
import { controlUrlOf, type Step, type StepOptions, takeStep } from './step.ts';
import { type Fetch, RestTransport, type Transport } from './transport.ts';
import { type Params, typedDataOf } from './typed-data.ts';

/** Account and key that a client signs for. */
export interface Identity {
  readonly privateKey: string;
  /** Decimal text, as `getSubAccountIds` gives it. */
  readonly subAccountId: string;
  readonly serviceName?: string;
  /** Signs in place of ethers, for the same key: where something faster is at hand, or the key is elsewhere. */
  readonly signer?: MessageSigner;
  /** Shared by all clients of one wallet; by default each client counts on from the wall clock. */
  readonly nonces?: NonceSource;
  /** Control plane of a run of a scenario, which `nextStep` asks for time; ends in `/sim/v1`. Default: beside the API. */
  readonly controlUrl?: string;
}

/** Over REST, or over whatever is given. */
export type Carrier =
  | {
      /** Ends in `/v1`. */
      readonly restUrl: string;
      readonly fetch?: Fetch;
    }
  | { readonly transport: Transport };

/** Options of a client: who signs, and what carries its requests. */
export type ClientOptions = Identity & Carrier;

/** Fields that a caller of `raw` may send instead of those of the client. */
export interface Overrides {
  readonly subAccountId?: string;
  /** Null sends none. */
  readonly nonce?: number | bigint | null;
  /** Unix milliseconds or seconds; signed as given. */
  readonly expiresAfter?: number | bigint;
  readonly signature?: WireSignature | null;
}

/** Signs, numbers and sends, and gives back `response` or throws an `ApiError`. It keeps no state but its nonce. */
export class RequestClient {
  /** The subaccount that requests act for. */
  readonly subAccountId: string;
  readonly #transport: Transport;
  readonly #signer: MessageSigner;
  readonly #nonces: NonceSource;
  readonly #controlUrl: string;
  readonly #fetch: Fetch | undefined;

  /** `signer` when it is shared with other clients. */
  constructor(options: ClientOptions, signer = signerOf(options)) {
    this.subAccountId = options.subAccountId;
    this.#signer = signer;
    this.#nonces = options.nonces ?? new NonceSource();
    this.#controlUrl = options.controlUrl ?? ('restUrl' in options ? controlUrlOf(options.restUrl) : '');
    this.#fetch = 'restUrl' in options ? options.fetch : undefined;
    this.#transport = 'transport' in options ? options.transport : new RestTransport(options.restUrl, options.fetch);
  }

  /** EIP-55 address of the signing key. */
  address(): Promise<string> {
    return this.#signer.address();
  }

  /**
   * Lets exchange time go on, in a run of a scenario that waits for its bot: until something is pushed to the bot, and by
   * at most `ms`. Nonces follow exchange time from then on.
   *
   * @throws StepError when no run drives the exchange, or its clock moves by itself
   */
  async nextStep(options: StepOptions = {}): Promise<Step> {
    const step = await takeStep(this.#controlUrl, options, this.#fetch);
    this.#nonces.reached(step.now);
    return step;
  }

  /** Sends any signed action. Reads carry no nonce unless one is given. */
  raw<N extends SignedAction>(action: N, params?: Params, overrides?: Overrides): Promise<SignedResult<N>>;
  raw<T>(action: string, params?: Params, overrides?: Overrides): Promise<T>;
  async raw<T>(action: string, params: Params = {}, overrides: Overrides = {}): Promise<T> {
    return (await this.#transport.send('trade', await this.signed(action, params, overrides))) as T;
  }

  /** Sends any public action. */
  info<N extends PublicAction>(action: N, params?: Params): Promise<PublicResult<N>>;
  info<T>(action: string, params?: Params): Promise<T>;
  async info<T>(action: string, params: Params = {}): Promise<T> {
    return (await this.#transport.send('info', { params: { action, ...params } })) as T;
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
      ...(nonce !== null && { nonce: onSocket(nonce) }),
      ...(expiresAfter !== undefined && { expiresAfter: onSocket(expiresAfter) }),
      ...(signature !== null && { signature }),
    };
  }

  #nonceFor(action: string): number | null {
    return isRead(action) ? null : this.#nonces.next();
  }
}

/** Actions that change nothing are named so. */
export const isRead = (action: string): boolean => action.startsWith('get');

export const signerOf = ({ privateKey, signer, serviceName = DEFAULT_SERVICE_NAME }: Identity): MessageSigner =>
  signer ?? new Signer(privateKey, serviceName);

/** A JSON number while it is exact, decimal text beyond. */
const onSocket = (value: number | bigint): number | string =>
  typeof value === 'bigint' && value > BigInt(Number.MAX_SAFE_INTEGER) ? value.toString() : Number(value);
