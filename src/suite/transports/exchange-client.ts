import type { Signer, WireSignature } from '../../client/signer.ts';
import { namedDataOf, typedDataOf } from '../../client/typed-data.ts';
import { type SignedOtherwise, signerOf, signOtherwise } from './foreign-signer.ts';
import { fetched } from './rest-transport.ts';
import type { SignedCall } from '../results/run.ts';
import type { Target, TargetWallet } from '../targets/target.ts';
import type { Exchanged, Transport } from './transport.ts';
import { ABSENT } from '../values.ts';

/** What a scenario changes about an ordinary request. */
export interface Changes {
  /** Subaccount acted on, when it is not the signer's own. */
  readonly subAccountId?: string;
  /** Top-level fields, signed as they are sent; ABSENT leaves one out. */
  readonly signed?: Readonly<Record<string, unknown>>;
  /** Where the signature is not what an ordinary client makes. */
  readonly otherwise?: SignedOtherwise;
  /** Applied to the whole body after signing: what a tampering proxy would do. */
  readonly tamper?: (body: Record<string, unknown>) => void;
}

/** Names of the actions that read. They carry no nonce. */
const READ = /^get/;

/** Sends the requests of a scenario, signed as an ordinary client signs them. */
export class ExchangeClient {
  readonly #target: Target;
  readonly #transport: Transport;
  readonly #announce: (call: SignedCall) => void;
  readonly #signers = new Map<string, Signer>();
  #lastNonce = 0;
  #draining = 0;

  /** @param announce receives the signed call that the next request carries */
  constructor(target: Target, transport: Transport, announce: (call: SignedCall) => void = () => undefined) {
    this.#target = target;
    this.#transport = transport;
    this.#announce = announce;
  }

  /** A signed action. */
  async trade(
    wallet: TargetWallet,
    action: string,
    params: Record<string, unknown>,
    changes: Changes = {},
  ): Promise<Exchanged> {
    const send = async (): Promise<Exchanged> =>
      this.#transport.send('trade', await this.signed(wallet, action, params, changes));
    const exchanged = await send();
    const mayRepeat = this.#mayRepeat && changes.signed?.nonce === undefined;
    return exchanged.status === 429 && mayRepeat ? send() : exchanged;
  }

  /** The body of a signed action. Reads carry no nonce unless the scenario gives one. */
  async signed(
    wallet: TargetWallet,
    action: string,
    params: Record<string, unknown>,
    changes: Changes = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const subAccountId = changes.subAccountId ?? wallet.subAccountId;
    const fields: Record<string, unknown> = {};
    if (!READ.test(action)) fields.nonce = this.#nextNonce();
    for (const [key, value] of Object.entries(changes.signed ?? {})) {
      if (value === ABSENT) delete fields[key];
      else fields[key] = value;
    }
    const signature = await this.#sign(wallet, action, params, { subAccountId, ...fields }, changes.otherwise);
    this.#announce({ who: '', wallet: wallet.address, subAccountId, action, params });
    const body = { params: { action, subAccountId, ...params }, ...fields, signature };
    changes.tamper?.(body);
    return body;
  }

  /** Sends a finished body to the trade surface. */
  sendSigned(body: Readonly<Record<string, unknown>>): Promise<Exchanged> {
    return this.#transport.send('trade', body);
  }

  /** A signed action that must stay without a response. */
  async unanswered(wallet: TargetWallet, action: string, params: Record<string, unknown>): Promise<void> {
    await this.#transport.unanswered('trade', await this.signed(wallet, action, params));
  }

  /** A public action. */
  async info(action: string, params: Record<string, unknown>): Promise<Exchanged> {
    const send = (): Promise<Exchanged> => this.#transport.send('info', { params: { action, ...params } });
    const exchanged = await send();
    return exchanged.status === 429 && this.#mayRepeat ? send() : exchanged;
  }

  /** Other clients spend tokens of a shared deployment too, so a request that a bucket rejects there is sent once more. */
  get #mayRepeat(): boolean {
    return this.#draining === 0 && this.#target.began !== undefined;
  }

  /** Runs work that may empty the buckets: until it ends, no request waits for tokens and none is sent twice. */
  async drain<T>(work: () => Promise<T>): Promise<T> {
    this.#draining += 1;
    try {
      return await (this.#target.drain?.(work) ?? work());
    } finally {
      this.#draining -= 1;
    }
  }

  /** Sends a request once more, byte for byte. */
  again(exchanged: Exchanged): Promise<Exchanged> {
    return this.#transport.again(exchanged);
  }

  /** Sends any body to a POST route, over HTTP on every transport. */
  post(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    contentType = 'application/json',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Exchanged> {
    return this.#http('POST', path, body, { ...headers, 'content-type': contentType });
  }

  /** Requests a plain route, over HTTP on every transport. */
  get(path: string, method = 'GET'): Promise<Exchanged> {
    return this.#http(method, path, null, {});
  }

  /** Returns the tokens of the address that the transport itself has cost since the last call. */
  newCharges(): Promise<number> {
    return this.#transport.newCharges();
  }

  close(): void {
    this.#transport.close();
  }

  #http(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | null,
    headers: Readonly<Record<string, string>>,
  ): Promise<Exchanged> {
    return fetched(this.#target, method, `${this.#target.restUrl}${path}`, body, headers);
  }

  #sign(
    wallet: TargetWallet,
    action: string,
    params: Record<string, unknown>,
    fields: Record<string, unknown>,
    otherwise?: SignedOtherwise,
  ): Promise<WireSignature> {
    const facts = {
      subAccountId: whole(fields.subAccountId),
      nonce: whole(fields.nonce),
      expiresAfter: whole(fields.expiresAfter),
    };
    const named = otherwise?.action;
    const signed = otherwise?.write ?? { action, params };
    const message = named === undefined ? typedDataOf(signed.action, signed.params, facts) : namedDataOf(named, facts);
    if (otherwise) return signOtherwise(wallet.privateKey, this.#target.serviceName, message, otherwise);
    const signer = this.#signers.get(wallet.privateKey) ?? signerOf(wallet, this.#target);
    this.#signers.set(wallet.privateKey, signer);
    return signer.sign(message);
  }

  /** Returns strictly increasing nonces near exchange time, as the specification suggests. */
  #nextNonce(): number {
    const sent = this.#target.lastNonce?.() ?? 0;
    this.#lastNonce = Math.max(this.#lastNonce + 1, sent + 1, this.#target.now());
    return this.#lastNonce;
  }
}

/** A number to sign. Any other value signs as 0, so that the server can reject the value itself. */
function whole(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
}
