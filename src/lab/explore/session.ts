import type { SigningKey, TypedDataField } from 'ethers';
import type { WireSignature } from '../../client/signer.ts';
import { namedDataOf, typedDataOf, typesOf } from '../../client/typed-data.ts';
import { signingDomain } from '../../contract/signing.ts';
import {
  ABSENT,
  type Command,
  isRead,
  type Known,
  type NumberedCommand,
  resolved,
  resolvedParams,
  setAt,
  type SignedCommand,
  type Value,
} from './command.ts';
import type { HttpCall, Party, PartyAccount, PartyResponse } from './parties/party.ts';

/** What a party did with a command. Steering has no response; its `text` is the refusal, or empty. */
export interface Outcome extends PartyResponse {
  /** Parsed text; null when it is no JSON. */
  readonly body: unknown;
}

/** One party during one sequence: its accounts by name, its results by step, its nonces. */
export class Session implements Known {
  readonly #party: Party;
  readonly #signatures: Signatures;
  readonly #accounts: ReadonlyMap<string, PartyAccount>;
  readonly #results = new Map<number, unknown>();
  readonly #nonces: Map<string, number>;
  #lastSigned: HttpCall | undefined;

  /** @param nonces the last that each wallet has used, by its address */
  constructor(
    party: Party,
    signatures: Signatures,
    accounts: ReadonlyMap<string, PartyAccount>,
    nonces: Map<string, number>,
  ) {
    this.#party = party;
    this.#signatures = signatures;
    this.#accounts = accounts;
    this.#nonces = nonces;
  }

  now(): number {
    return this.#party.now();
  }

  resultOf(step: number): unknown {
    return this.#results.get(step);
  }

  accountValue(text: string): string | undefined {
    const [, name = '', what] = /^(.+) (id|address|wallet)$/.exec(text) ?? [];
    const account = this.#accounts.get(name);
    if (what === 'id') return account?.subAccountId;
    return what === 'wallet' ? account?.address.toLowerCase() : account?.address;
  }

  async perform({ id, command }: NumberedCommand): Promise<Outcome> {
    const outcome = await this.#do(command);
    this.#results.set(id, outcome.body);
    return outcome;
  }

  /** A request whose result no step refers to. */
  async read(command: Command): Promise<Outcome> {
    return this.#do(command);
  }

  async #do(command: Command): Promise<Outcome> {
    if (command.kind === 'advance') {
      await this.#party.advance(command.ms);
      return DONE;
    }
    if (command.kind === 'control') {
      const params = resolvedParams(command.params, this);
      const refusal = await this.#party.steer(command.action, params);
      return refusal === null ? DONE : { ...DONE, status: 409, text: refusal };
    }
    const call = await this.#callOf(command);
    return call === undefined ? DONE : parsed(await this.#party.send(call));
  }

  async #callOf(command: Exclude<Command, { readonly kind: 'advance' | 'control' }>): Promise<HttpCall | undefined> {
    switch (command.kind) {
      case 'again':
        return this.#lastSigned;
      case 'public':
        return jsonCall('/v1/info', { params: { action: command.action, ...this.#object(command.params) } });
      case 'raw': {
        const { method, path, contentType, body } = command;
        return { method, path: `/v1${path}`, contentType, body };
      }
      case 'signed':
        this.#lastSigned = jsonCall('/v1/trade', await this.#signed(command));
        return this.#lastSigned;
    }
  }

  async #signed({
    account: name,
    on,
    action,
    params: given,
    changes,
  }: SignedCommand): Promise<Record<string, unknown>> {
    const account = this.#accounts.get(name);
    if (!account) throw new Error(`there is no account ${name}`);
    const subAccountId =
      on === null ? account.subAccountId : (this.#accounts.get(on)?.subAccountId ?? resolved(on, this));
    const params = this.#object(given);
    const top: Record<string, unknown> = {};
    if (!isRead(action)) top['nonce'] = this.#nextNonce(account.address);
    const changed = Object.entries(changes).map(([path, value]) => [path, resolved(value, this)] as const);
    const under = (prefix: string): (readonly [string, Value])[] =>
      changed.flatMap(([path, value]) =>
        path.startsWith(prefix) ? [[path.slice(prefix.length), value] as const] : [],
      );
    for (const [path, value] of under('top.')) setAt(top, path, value, ABSENT);
    const domain = Object.fromEntries(under('signing.domain.'));
    const [, otherAction] = under('signing.action')[0] ?? [];
    const signature = await this.#signatures.sign({
      privateKey: account.privateKey,
      action,
      params,
      subAccountId,
      nonce: top['nonce'],
      expiresAfter: top['expiresAfter'],
      domain,
      otherAction: typeof otherAction === 'string' ? otherAction : undefined,
    });
    const body = { params: { action, subAccountId, ...params }, ...top, signature: { ...signature } };
    for (const [path, value] of under('tampered.')) setAt(body, path, value, ABSENT);
    return body;
  }

  /** Strictly increasing for each wallet, and near exchange time. */
  #nextNonce(address: string): number {
    const nonce = Math.max((this.#nonces.get(address) ?? 0) + 1, this.#party.now());
    this.#nonces.set(address, nonce);
    return nonce;
  }

  #object(params: Readonly<Record<string, Value>>): Record<string, unknown> {
    return resolvedParams(params, this);
  }
}

const DONE: Outcome = { status: 200, contentType: '', text: '', body: null };

const jsonCall = (path: string, body: object): HttpCall => ({
  method: 'POST',
  path,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

function parsed(received: PartyResponse): Outcome {
  try {
    const body: unknown = JSON.parse(received.text);
    return { ...received, body };
  } catch {
    return { ...received, body: null };
  }
}

export interface ToSign {
  readonly privateKey: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly subAccountId: unknown;
  readonly nonce: unknown;
  readonly expiresAfter: unknown;
  /** Fields of the domain that differ from the usual ones. */
  readonly domain: Readonly<Record<string, unknown>>;
  /** An action to sign the name of, in place of the request itself. */
  readonly otherAction: string | undefined;
}

const KEPT = 5_000;

/** Signs requests. Equal requests, as both exchanges get them, and reads without a nonce, are signed once. */
export class Signatures {
  readonly #serviceName: string;
  readonly #known = new Map<string, WireSignature>();
  readonly #keys = new Map<string, SigningKey>();

  constructor(serviceName: string) {
    this.#serviceName = serviceName;
  }

  async sign(request: ToSign): Promise<WireSignature> {
    const key = JSON.stringify(request);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const signature = await this.#made(request);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, signature);
    return signature;
  }

  async #made({ privateKey, action, params, domain, otherAction, ...given }: ToSign): Promise<WireSignature> {
    const { SigningKey, TypedDataEncoder } = await import('ethers');
    const facts = {
      subAccountId: wholeOf(given.subAccountId),
      nonce: wholeOf(given.nonce),
      expiresAfter: wholeOf(given.expiresAfter),
    };
    const message = otherAction === undefined ? typedDataOf(action, params, facts) : namedDataOf(otherAction, facts);
    const types: Record<string, TypedDataField[]> = typesOf(message.type);
    const digest = TypedDataEncoder.hash({ ...signingDomain(this.#serviceName), ...domain }, types, message.values);
    const signer = this.#keys.get(privateKey) ?? new SigningKey(privateKey);
    this.#keys.set(privateKey, signer);
    const { r, s, v } = signer.sign(digest);
    return { r, s, v };
  }
}

/** A number to sign. Any other value is signed as 0, so that the exchange can refuse the value itself. */
function wholeOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
}
