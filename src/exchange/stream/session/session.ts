import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import { checksumAddress } from '../../../contract/address.ts';
import type { StreamEndpoint } from '../../../contract/channel.ts';
import { errorBodyOf, type RateLimit } from '../../../contract/envelope.ts';
import { isObject, type Json, type JsonObject, JsonText } from '../../../contract/json.ts';
import { parseStrictText } from '../../../contract/strict-json.ts';
import { ADVANCING, type Gate, type Preparation } from '../../clock/clock.ts';
import type { Log } from '../../log.ts';
import { OVERLOADED } from '../../requests/failures.ts';
import type { Poster, ReceivedRequest, Reply } from '../../requests/dispatcher.ts';
import { RateLimitCharge } from '../../requests/life.ts';
import type { Subscriber } from '../hub.ts';
import { CLOSE, type StreamSession, type StreamSink } from '../sink.ts';
import type { Login, Logins } from './login.ts';
import { type Delivery, Outbox, type Presence, type ReaderPace } from './outbox.ts';
import { type SubscriptionParts, Subscriptions } from './subscriptions.ts';

/** What all sessions of an exchange share. */
export interface SessionParts extends SubscriptionParts {
  readonly logins: Logins;
  readonly log: Log;
  /** Frames of the peer wait here while the clock is being advanced. */
  readonly gate: Gate;
  readonly pace: ReaderPace;
  /** Reads a `post` that has arrived, and begins to check its signature. */
  readonly received: (endpoint: StreamEndpoint, fields: JsonObject, ip: string) => ReceivedRequest;
  /** Validates and runs it in its turn, as the REST surface of the endpoint would. */
  readonly post: (endpoint: StreamEndpoint, received: ReceivedRequest, poster: Poster) => Reply | Promise<Reply>;
  /** Notified when a connection has logged in, and when a logged-in connection is closed. */
  readonly presence: Pick<Presence, 'joined' | 'left'>;
}

/** The other end of a connection. */
export interface SessionPeer {
  readonly ip: string;
  /** The account that the connection is known to belong to; null for none. */
  readonly account: AccountNo | null;
}

/** One connection (wire 4): requests in, replies and pushes out. Everything about sockets is the transport's. */
export class Session implements StreamSession, Subscriber {
  readonly #parts: SessionParts;
  readonly #endpoint: StreamEndpoint;
  readonly #ip: string;
  /** The account whose connection it is before a login; null where that is unknown. */
  readonly #owner: AccountNo | null;
  readonly #onGone: () => void;
  readonly #sink: StreamSink;
  readonly #outbox: Outbox;
  readonly #subscriptions: Subscriptions;
  #login: Login | null = null;
  #underWay = 0;
  /** Frames that wait for the end of an advance. */
  #waiting = 0;
  /** Frames behind a subscription that waits for the past of its market; null while none does. */
  #behind: string[] | null = null;
  #undecodable = 0;
  #over = false;

  constructor(parts: SessionParts, endpoint: StreamEndpoint, sink: StreamSink, peer: SessionPeer, onGone: () => void) {
    const { ip, account } = peer;
    this.#owner = account;
    this.#onGone = onGone;
    this.#parts = parts;
    this.#endpoint = endpoint;
    this.#ip = ip;
    this.#sink = sink;
    // Runs in a turn of its own: a frame may be queued at any point, and closing has effects.
    const onOverload = (): void => parts.hub.afterwards(() => this.#close(CLOSE.overload, 'reads too slowly'));
    this.#outbox = new Outbox(sink, parts.limits, onOverload, parts.pace);
    this.#subscriptions = new Subscriptions(parts, { subscriber: this, endpoint, ip, outbox: this.#outbox });
  }

  receive(text: string, isOverdue: () => boolean = NEVER): void {
    if (this.#over) return;
    if (this.#behind === null) this.#guarded(() => this.#take(text, isOverdue));
    else if (this.#behind.length < this.#parts.limits.requestsUnderWayMax) this.#behind.push(text);
    else this.#refuse(idOf(text), TOO_MANY);
  }

  /** Between turns: a stream that starts afresh must not be followed by frames from before. */
  drained(): void {
    if (this.#over) return;
    this.#outbox.flush();
    this.#parts.pace.changed();
    this.#parts.hub.afterwards(() => this.#guarded(() => this.#outbox.drained()));
  }

  holdsUp(now: number): boolean {
    return !this.#over && this.#outbox.holdsUp(now);
  }

  gone(): void {
    if (this.#over) return;
    this.#over = true;
    this.#outbox.gone();
    this.#onGone();
    try {
      this.#subscriptions.endAll();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'a stream session did not end in order');
    }
    this.#parts.gate.pass(() => this.#leave(), null);
  }

  /** Bytes of frames that wait for the peer. */
  get waitingBytes(): number {
    return this.#outbox.waitingBytes;
  }

  authenticated(): boolean {
    return this.#login !== null;
  }

  owes(): boolean {
    const { waitingBytes } = this;
    const waiting = this.#underWay + this.#waiting + waitingBytes + (this.#behind === null ? 0 : 1);
    return !this.#over && (waiting > 0 || this.#sink.holds?.() === true);
  }

  get account(): AccountNo | null {
    return this.#login?.account ?? this.#owner;
  }

  deliver(deliveries: readonly Delivery[]): void {
    this.#outbox.deliver(deliveries);
  }

  cut(): void {
    if (this.#over) return;
    this.gone();
    if (this.#sink.cut) this.#sink.cut();
    else this.#sink.close(CLOSE.failure, 'connection lost');
  }

  broken(): void {
    this.#close(CLOSE.failure, 'internal error');
  }

  ended(): (() => void) | null {
    return this.#subscriptions.ended(this.#login);
  }

  /** What it does to others waits for its turn, behind the frames that came before. */
  #leave(): void {
    try {
      if (this.#login) this.#parts.presence.left(this.#login);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'a stream session did not end in order');
    }
  }

  #take(text: string, isOverdue: () => boolean): void {
    const read = parseStrictText(text);
    const frame = 'value' in read && isObject(read.value) ? read.value : undefined;
    if (!frame) return this.#inTurn(undefined, () => this.#undecoded());
    this.#undecodable = 0;
    const id = frameIdOf(frame.id);
    // A sign of life, and a question that is served at any time: neither waits.
    if (frame.type === 'ping' && frame.method === undefined) return this.#pong('type', frame.timestamp);
    if (frame.method === 'ping') return this.#ping(id);
    if (frame.method === 'subscribe' && isObject(frame.params)) {
      const past = this.#subscriptions.awaited(frame.params);
      if (past) return this.#holdUntil(past, id, frame);
    }
    const params = frame.params ?? {};
    if (frame.method !== 'post' || !isObject(params)) {
      return this.#inTurn(id, () => this.#request(id, frame));
    }
    if (!asksForStatus(frame) && isOverdue()) return this.#refuse(id, OVERLOADED);
    const received = this.#parts.received(this.#endpoint, params, this.#ip);
    const run = (): void => this.#post(id, received);
    if (this.#parts.gate.isHolding && asksForStatus(frame)) return run();
    this.#inTurn(id, run, received.check?.preparation);
  }

  /**
   * Runs at once when nothing is ahead of it and it is prepared; else in its turn. While an advance makes it wait, one that
   * has waited too long is refused, and so is one more than a connection may have under way.
   */
  #inTurn(id: FrameId, run: () => void, preparation?: Preparation): void {
    const { gate, limits } = this.#parts;
    if (gate.isOpen && !preparation) return run();
    if (gate.isHolding && this.#waiting + this.#underWay >= limits.requestsUnderWayMax) {
      return this.#refuse(id, TOO_MANY);
    }
    this.#waiting += 1;
    const leave = (act: () => void) => (): void => {
      this.#waiting -= 1;
      this.#guarded(act);
    };
    gate.pass(
      leave(run),
      leave(() => this.#refuse(id, ADVANCING)),
      preparation,
    );
  }

  /** A subscription waits for the past that its first frame shows, and what the peer sends behind it waits as well. */
  #holdUntil(past: Promise<void>, id: FrameId, frame: JsonObject): void {
    this.#behind = [];
    void past.then(() => {
      const behind = this.#behind ?? [];
      this.#behind = null;
      this.#guarded(() => this.#inTurn(id, () => this.#request(id, frame)));
      for (const text of behind) this.receive(text);
    });
  }

  #refuse(id: FrameId, refusal: Refusal): void {
    this.#outbox.reply(errorFrame(refusal, { id, timestamp: this.#now() }));
  }

  #request(id: FrameId, frame: JsonObject): void {
    // A connection that has ended has nothing to log in or to follow.
    if (this.#over && frame.method !== 'post') return;
    const params = frame.params ?? {};
    if (!isObject(params)) return this.#response(id, () => refuse('INVALID_FORMAT'));
    switch (frame.method) {
      case 'auth':
        return this.#response(id, () => this.#auth(params));
      case 'subscribe':
        return this.#subscribe(id, params);
      case 'unsubscribe':
        return this.#response(id, () => this.#subscriptions.endBy(params));
      default:
        return this.#response(id, () =>
          refuse('VALIDATION_ERROR', 'unsupported method, use auth, post, subscribe, unsubscribe or ping'),
        );
    }
  }

  /** An undecodable frame gets an error response; a series of them ends the connection (wire 4.1). */
  #undecoded(): void {
    this.#undecodable += 1;
    this.#response(undefined, () => refuse('INVALID_FORMAT'));
    if (this.#undecodable >= UNDECODABLE_MAX) this.#close(CLOSE.notJson, 'not JSON');
  }

  #ping(id: FrameId): void {
    const timestamp = this.#now();
    if (id === undefined) return this.#pong('method', timestamp);
    this.#outbox.reply(okFrame({ status: 'ok', response: 'pong' }, { id, timestamp }, { method: 'pong' }));
  }

  /** A time goes back as it came, digit for digit; anything that is no time is left out. */
  #pong(word: 'type' | 'method', sent: Json | undefined): void {
    const timestamp = typeof sent === 'bigint' ? String(sent) : typeof sent === 'object' ? '' : JSON.stringify(sent);
    this.#outbox.reply(`{"${word}":"pong"${timestamp ? `,"timestamp":${timestamp}` : ''}}`);
  }

  /** One that came before the connection ended is carried out. */
  #post(id: FrameId, received: ReceivedRequest): void {
    const { post, limits } = this.#parts;
    if (this.#underWay >= limits.requestsUnderWayMax) return this.#refuse(id, TOO_MANY);
    const reply = post(this.#endpoint, received, { ip: this.#ip, login: this.#login, account: this.account });
    if (!(reply instanceof Promise)) return this.#replied(id, reply);
    this.#underWay += 1;
    reply
      .then((late) => {
        this.#underWay -= 1;
        this.#replied(id, late);
      })
      .catch((error: unknown) => this.#fail(error));
  }

  #replied(id: FrameId, reply: Reply): void {
    if (reply.lost === 'connection') this.cut();
    else if (reply.lost !== 'response') this.#outbox.reply(replyFrame(id, reply));
  }

  #auth(params: JsonObject): object | Refusal {
    const { logins, presence, sequencer } = this.#parts;
    if (this.#endpoint === 'info') return refuse('VALIDATION_ERROR', 'the info endpoint takes no login');
    const login = logins.validate(params, sequencer.runDueTimers());
    if (isRefusal(login)) return login;
    const before = this.#login;
    this.#login = login;
    // Who logs in again is never absent in between.
    presence.joined(login);
    if (before) presence.left(before);
    this.ended()?.();
    const { wallet, subAccountId } = login;
    return { status: 'ok', response: { authenticated: true, address: checksumAddress(wallet), subAccountId } };
  }

  #subscribe(id: FrameId, params: JsonObject): void {
    let first: readonly string[] = [];
    this.#response(id, () => {
      const begun = this.#subscriptions.begin(params, this.#login);
      if (isRefusal(begun)) return begun;
      first = begun.first;
      return begun.acknowledgement;
    });
    for (const frame of first) this.#outbox.reply(frame);
  }

  /** Whatever is not a post costs the address one token. */
  #response(id: FrameId, respond: () => object | Refusal): void {
    const { state, sequencer } = this.#parts;
    const surface = this.#endpoint;
    sequencer.runDueTimers();
    const charge = new RateLimitCharge({ state, sequencer }, { ip: this.#ip, surface, tokens: 1 });
    const result = charge.chargeAddress() ? respond() : refuse('RATE_LIMIT_EXCEEDED');
    charge.pay();
    const meta = { id, timestamp: this.#now() };
    this.#outbox.reply(isRefusal(result) ? errorFrame(result, meta) : okFrame(result, meta));
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** An internal error ends the connection, because its state is unknown, and nothing else (SEC-24, SEC-34). */
  #fail(error: unknown): void {
    this.#parts.log.error({ err: error }, 'a stream session failed');
    this.#close(CLOSE.failure, 'internal error');
  }

  #close(code: number, reason: string): void {
    if (this.#over) return;
    this.gone();
    this.#sink.close(code, reason);
  }

  #now(): number {
    return this.#parts.sequencer.now();
  }
}

const NEVER = (): boolean => false;

const TOO_MANY = refuse('RATE_LIMIT_EXCEEDED');

function idOf(text: string): FrameId {
  const read = parseStrictText(text);
  return 'value' in read && isObject(read.value) ? frameIdOf(read.value.id) : undefined;
}

const asksForStatus = ({ method, params }: JsonObject): boolean =>
  method === 'post' && isObject(params) && params.action === 'getExchangeStatus';

/** Number of consecutive undecodable frames that ends a connection. */
const UNDECODABLE_MAX = 10;

/** What a client named its request: text, or a number that is given back as it was sent. */
type FrameId = string | number | bigint | undefined;

/** The id of a request frame; anything but text and numbers is no id. */
export function frameIdOf(value: Json | undefined): FrameId {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

export interface ReplyMeta {
  readonly id: FrameId;
  /** Exchange time. */
  readonly timestamp: TimeMs;
  readonly rateLimit?: RateLimit;
}

/** A reply that serves the request (wire 4.2). `extra` stands beside `result`. */
export function okFrame(result: object, meta: ReplyMeta, extra: object = {}): string {
  return frame(meta, 200, { result, ...extra });
}

/** A reply that refuses it: the error stands where each generation of clients reads it. */
export function errorFrame(refusal: Refusal, meta: ReplyMeta): string {
  const error = errorBodyOf(refusal);
  return frame(meta, refusal.http, { error, result: { error } });
}

/** Both names of the id on every reply: one client matches by the first, another by the second. */
function frame({ id, timestamp, rateLimit }: ReplyMeta, status: number, content: object): string {
  const named = id === undefined ? '' : `"id":${idText(id)},"requestId":${idText(id)},`;
  const rest = JSON.stringify({ status, timestamp, ...(rateLimit && { rateLimit }), ...content });
  return `{${named}${rest.slice(1)}`;
}

const idText = (id: string | number | bigint): string => (typeof id === 'bigint' ? String(id) : JSON.stringify(id));

/** The envelope of a REST response as a frame: the same content under the names of the stream. */
function replyFrame(id: FrameId, { http, envelope }: Reply): string {
  const { timestamp, rateLimit } = envelope;
  const meta: { id: FrameId; timestamp: number; rateLimit?: RateLimit } = {
    id,
    timestamp,
    ...(rateLimit && { rateLimit }),
  };
  if (envelope.status === 'ok') {
    const { status, response } = envelope;
    if (!(response instanceof JsonText)) return okFrame({ status, response }, meta);
    return `${frame(meta, 200, {}).slice(0, -1)},"result":{"status":"${status}","response":${response.text}}}`;
  }
  return errorFrame(
    {
      kind: 'refused',
      // A 502 is the word of a gateway, and none stands between frames.
      http: http === 502 ? 500 : http,
      code: envelope.error.code,
      message: envelope.error.message,
      ...(envelope.error.details && { details: envelope.error.details }),
    },
    meta,
  );
}
