import { Signer } from '../../src/client/signer.ts';
import { typedDataOf, typesOf } from '../../src/client/typed-data.ts';
import { signingDomain, type TypedMessage } from '../../src/contract/signing.ts';
import { bodyOf, listOf, objectOf, textOf, withBody } from './bodies.ts';
import type { Reply, Backstage, Body, Call, SignedMessage } from './wrong.ts';

/** Sends a request to the simulator itself. */
export type Send = (call: Call) => Promise<Reply>;

/** What a wrong deployment knows and can do, for the length of one scenario. */
export class Stagehand implements Backstage {
  readonly #send: Send;
  readonly #serviceName: string;
  /** Keys by subaccount: those of the world's public wallets, and of what they open. */
  readonly #keys = new Map<string, string>();
  readonly #keysOfWallets = new Map<string, string>();
  /** The highest nonce that was spent on a subaccount behind the suite's back. */
  readonly #spent = new Map<string, number>();
  #highest = 0;
  #now = 0;

  constructor(send: Send, serviceName: string) {
    this.#send = send;
    this.#serviceName = serviceName;
  }

  /** Looks at everything that passes: keys, nonces, time. */
  note(call: Call, reply: Reply): void {
    const body = bodyOf(reply.text);
    for (const { address, privateKey, subAccountId } of listOf(body.devAccounts)) {
      this.#keysOfWallets.set(String(address).toLowerCase(), String(privateKey));
      this.#keys.set(String(subAccountId), String(privateKey));
    }
    const opened = body.subAccountId ?? objectOf(body.response).subAccountId;
    const key = this.#keysOfWallets.get(String(call.body.wallet).toLowerCase()) ?? this.#keys.get(subAccountOf(call));
    if (typeof opened === 'string' && key !== undefined && !this.#keys.has(opened)) this.#keys.set(opened, key);
    // A list of subaccounts is that of one owner.
    for (const { subAccountId } of listOf(objectOf(body.response).subAccounts)) {
      if (key !== undefined && typeof subAccountId === 'string' && !this.#keys.has(subAccountId)) {
        this.#keys.set(subAccountId, key);
      }
    }
    const nonce = Number(call.body.nonce);
    if (Number.isSafeInteger(nonce)) this.#highest = Math.max(this.#highest, nonce);
    const now = body.timestamp ?? body.now;
    if (typeof now === 'number') this.#now = Math.max(this.#now, now);
  }

  /** A request of the suite as it can be sent: under another nonce, where its own was spent behind its back. */
  async madeWay(call: Call): Promise<Call> {
    const spent = this.#spent.get(subAccountOf(call));
    if (spent === undefined || Number(call.body.nonce) > spent || call.body.nonce === undefined) return call;
    return this.signedAnew(call, call.params, { nonce: this.nextNonce() });
  }

  async send(call: Call): Promise<Reply> {
    const reply = await this.#send(call);
    this.note(call, reply);
    return reply;
  }

  async signedAnew(call: Call, params: Body, beside: Body = {}): Promise<Call> {
    const body: Body = { ...call.body, params, ...beside };
    for (const [name, value] of Object.entries(body)) if (value === undefined) delete body[name];
    const altered = withBody(call, body);
    const key = this.#keys.get(subAccountOf(altered));
    // What names no subaccount of a known wallet goes on as it is, for the exchange to refuse.
    if (key === undefined) return altered;
    if (beside.nonce !== undefined) this.#spent.set(subAccountOf(altered), Number(beside.nonce));
    const signature = await new Signer(key, this.#serviceName).sign(messageOf(altered));
    return withBody(call, { ...body, signature });
  }

  async write(subAccountId: string, action: string, params: Body): Promise<Reply> {
    const bare = withBody(TRADE, { params: { action, subAccountId, ...params } });
    return this.send(await this.signedAnew(bare, bare.params, { nonce: this.nextNonce() }));
  }

  signerOf(call: Call, domain: Body = {}): Promise<string | undefined> {
    return this.#recovered(call, this.messageOf(call), domain);
  }

  messageOf(call: Call): SignedMessage {
    const { type, values } = messageOf(call);
    return { types: typesOf(type), values };
  }

  signerUnder(call: Call, types: SignedMessage['types'], values: SignedMessage['values']): Promise<string | undefined> {
    return this.#recovered(call, { types, values }, {});
  }

  async #recovered(call: Call, { types, values }: SignedMessage, domain: Body): Promise<string | undefined> {
    const { verifyTypedData } = await import('ethers');
    const { r, s, v } = objectOf(call.body.signature);
    if (typeof r !== 'string' || typeof s !== 'string' || typeof v !== 'number') return undefined;
    const whole = { ...signingDomain(this.#serviceName), ...domain };
    const structs = Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]]));
    try {
      return verifyTypedData(whole, structs, { ...values }, { r, s, v }).toLowerCase();
    } catch {
      return undefined;
    }
  }

  nextNonce(): number {
    this.#highest = Math.max(this.#highest + 1, this.#now);
    return this.#highest;
  }

  now(): number {
    return this.#now;
  }

  async control(path: string, body: Body): Promise<Body> {
    const { text } = await this.send(withBody({ ...TRADE, path: `/sim/v1${path}` }, body));
    return bodyOf(text);
  }
}

const TRADE: Call = {
  method: 'POST',
  path: '/v1/trade',
  headers: { 'content-type': 'application/json' },
  text: '',
  body: {},
  params: {},
  action: '',
};

/** Where a request names its subaccount (wire 7.1): in params as a rule, beside them in a few actions. */
export const subAccountOf = ({ params, body }: Call): string =>
  textOf(params.subAccountId ?? params.subaccountId ?? body.subaccountId ?? body.subAccountId);

function messageOf(call: Call): TypedMessage {
  const { action, params, body } = call;
  return typedDataOf(action, params, {
    subAccountId: wholeOf(subAccountOf(call)),
    nonce: wholeOf(body.nonce),
    expiresAfter: wholeOf(body.expiresAfter),
  });
}

function wholeOf(value: unknown): bigint {
  const text = textOf(value);
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
