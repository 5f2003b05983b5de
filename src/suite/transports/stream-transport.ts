import assert from 'node:assert/strict';
import { TRADE_ACTIONS } from '../../contract/catalogue.ts';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { Unmet } from '../deployment.ts';
import { isRecord } from '../records.ts';
import type { Target, TargetStream, TargetWallet } from '../targets/target.ts';
import { jsonText } from '../values.ts';
import { loginParams, loginTime } from './foreign-signer.ts';
import { idIn } from './stream-peer.ts';
import type { Exchanged, Transport } from './transport.ts';
import { isAnything, isNumber, isShape, isText, orMissing } from '../../kernel/guards.ts';

/** A reply of a stream (wire 4.2). */
interface ReplyFrame {
  readonly id: string;
  readonly requestId: string;
  readonly status: number;
  readonly timestamp: number;
  readonly rateLimit?: unknown;
  readonly result: { readonly status?: string; readonly response?: unknown; readonly error?: unknown };
  readonly error?: unknown;
}

/**
 * Every request as a `post` over one connection of its surface. The trade connection is logged in with the target's
 * last wallet; what others send over it is signed by them, as it is on REST. Each reply is held to the rules of its
 * envelope before a scenario sees it.
 */
export class StreamTransport implements Transport {
  readonly #target: Target;
  readonly #lines = new Map<StreamEndpoint, Promise<StreamConnection>>();
  #sent = 0;
  #charges = 0;
  #logins = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  async newCharges(): Promise<number> {
    await this.#line('trade');
    const charges = this.#charges;
    this.#charges = 0;
    return charges;
  }

  async send(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<Exchanged> {
    if (surface === 'trade') this.#refuseOwnUnsigned(body);
    const id = this.#nextId();
    return this.#ask(surface, id, jsonText({ id, method: 'post', params: flattened(body) }));
  }

  async unanswered(surface: StreamEndpoint, body: Readonly<Record<string, unknown>>): Promise<void> {
    const id = this.#nextId();
    const line = await this.#line(surface);
    const isOpen = await line.unanswered(id, jsonText({ id, method: 'post', params: flattened(body) }));
    if (!isOpen) this.#lines.delete(surface);
  }

  async again({ request }: Exchanged): Promise<Exchanged> {
    const frame = request.body ?? '';
    return this.#ask(request.url.endsWith('/trade') ? 'trade' : 'info', idIn(frame), frame);
  }

  close(): void {
    for (const line of this.#lines.values()) {
      line.then(
        (open) => open.close(),
        () => undefined,
      );
    }
  }

  async #ask(endpoint: StreamEndpoint, id: string, frame: string): Promise<Exchanged> {
    const line = await this.#line(endpoint);
    const text = await line.ask(id, frame);
    const reply = replyIn(text);
    assertReply(reply, endpoint, text);
    return {
      request: { method: 'SEND', url: `/v1/ws/${endpoint}`, body: frame },
      status: reply.status,
      headers: new Headers(),
      text,
      body: envelopeOf(reply),
    };
  }

  #line(endpoint: StreamEndpoint): Promise<StreamConnection> {
    const line = this.#lines.get(endpoint) ?? this.#open(endpoint);
    this.#lines.set(endpoint, line);
    return line;
  }

  async #open(endpoint: StreamEndpoint): Promise<StreamConnection> {
    const line = await StreamConnection.to(this.#target, endpoint);
    if (endpoint === 'trade') await this.#logIn(line);
    return line;
  }

  async #logIn(line: StreamConnection): Promise<void> {
    const wallet = this.#loginWallet;
    assert.ok(wallet, 'a trade connection is logged in with the last wallet of the target');
    const id = this.#nextId();
    const signedAt = loginTime(this.#target, wallet, this.#target.now() - this.#logins);
    const params = await loginParams(wallet, this.#target.serviceName, signedAt);
    // A signed time serves once, and the clock may stand still.
    this.#logins += 1;
    const text = await line.ask(id, JSON.stringify({ id, method: 'auth', params }));
    assert.equal(replyIn(text).status, 200, `the login of the suite was refused: ${text}`);
    this.#charges += 1;
  }

  /** A connection serves the reads of the wallet that is logged in on it without a signature, which says nothing of signatures. */
  #refuseOwnUnsigned({ params, signature }: Readonly<Record<string, unknown>>): void {
    if (signature !== undefined || !isRecord(params) || typeof params.action !== 'string') return;
    if (params.subAccountId !== this.#loginWallet?.subAccountId) return;
    if (TRADE_ACTIONS.get(params.action)?.kind !== 'read') return;
    throw new Unmet('wallets', 'a read without a signature needs a connection that another wallet is logged in on');
  }

  /** Scenarios take wallets from the front, and count who is connected. */
  get #loginWallet(): TargetWallet | undefined {
    return this.#target.wallets.at(-1);
  }

  /** In the form of a REST request id, for scenarios that look at it. */
  #nextId(): string {
    this.#sent += 1;
    return this.#sent.toString(16).padStart(16, '0');
  }
}

/** A REST body as the flat params of a `post` (wire 4.3). */
export function flattened({ params, ...beside }: Readonly<Record<string, unknown>>): object {
  assert.ok(typeof params === 'object' && params !== null, 'over a stream there is no post without params: @rest-only');
  for (const key of Object.keys(beside)) {
    assert.ok(!Object.hasOwn(params, key), `over a stream ${key} has one place: @rest-only`);
  }
  return { ...params, ...beside };
}

/** What holds for every reply, whatever was asked. */
const isReply = isShape<ReplyFrame>({
  id: isText,
  requestId: isText,
  status: isNumber,
  timestamp: isNumber,
  rateLimit: isAnything,
  result: isShape<ReplyFrame['result']>({ status: orMissing(isText), response: isAnything, error: isAnything }),
  error: isAnything,
});

function replyIn(text: string): ReplyFrame {
  const reply: unknown = JSON.parse(text);
  assert.ok(isReply(reply), `a frame is no reply as the contract has it: ${text}`);
  return reply;
}

function assertReply(reply: ReplyFrame, endpoint: StreamEndpoint, text: string): void {
  assert.equal(reply.requestId, reply.id, text);
  assert.deepEqual(reply.result.error, reply.error, text);
  assert.equal(reply.error === undefined, reply.status === 200, text);
  assert.equal(reply.result.status, reply.status === 200 ? 'ok' : undefined, text);
  if (endpoint === 'info') assert.equal(reply.rateLimit, undefined, text);
}

/** The same facts in the envelope of REST, which scenarios speak of. */
function envelopeOf({ requestId, timestamp, rateLimit, result, error }: ReplyFrame): object {
  return {
    ...(error === undefined ? result : { status: 'error', error }),
    requestId,
    timestamp,
    ...(rateLimit !== undefined && { rateLimit }),
  };
}

/** One connection for requests and their replies, matched by id. */
class StreamConnection {
  readonly #waiting = new Map<
    string,
    { readonly taken: (text: string) => void; readonly lost: (why: Error) => void }
  >();
  #stream: TargetStream | undefined;

  /** Opens a connection of a target. */
  static async to(target: Target, endpoint: StreamEndpoint): Promise<StreamConnection> {
    const line = new StreamConnection();
    line.#stream = await target.connect(endpoint, {
      frame: (text) => line.#take(text),
      closed: (code, reason) => line.#lose(new Error(`the ${endpoint} connection was closed: ${code} ${reason}`)),
    });
    return line;
  }

  /** The reply to a frame that carries this id. Rejects when the connection ends before. */
  ask(id: string, frame: string): Promise<string> {
    return new Promise((taken, lost) => {
      this.#waiting.set(id, { taken, lost });
      this.#stream?.send(frame);
    });
  }

  /**
   * Sends a frame that must receive no response before the response to a ping sent after it. False when the connection has ended
   * instead.
   */
  async unanswered(id: string, frame: string): Promise<boolean> {
    const response = this.ask(id, frame).then(
      (text) => {
        throw new Error(`a response came: ${text}`);
      },
      () => false,
    );
    const fence = `${id} fence`;
    const open = this.ask(fence, JSON.stringify({ id: fence, method: 'ping', params: {} })).then(
      () => true,
      () => false,
    );
    const isOpen = await Promise.race([response, open]);
    this.#waiting.delete(id);
    return isOpen;
  }

  async close(): Promise<void> {
    await this.#stream?.close();
  }

  #take(text: string): void {
    const id = idIn(text);
    const waiting = this.#waiting.get(id);
    if (!waiting) return this.#lose(new Error(`no request has this response: ${text}`));
    this.#waiting.delete(id);
    waiting.taken(text);
  }

  #lose(why: Error): void {
    for (const { lost } of this.#waiting.values()) lost(why);
    this.#waiting.clear();
  }
}
