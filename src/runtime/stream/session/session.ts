import { type Channel, CHANNEL_NAMES, type StreamEndpoint } from '../../../api/channel.ts';
import type { RateLimit } from '../../../api/envelope.ts';
import { isObject, type Json, type JsonObject } from '../../../api/json.ts';
import { parseStrictJson } from '../../../api/strict-json.ts';
import type { State } from '../../../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import { roleOf } from '../../validation/rights.ts';
import type { Reply } from '../../validation/dispatcher.ts';
import type { Log } from '../../log.ts';
import { checksumAddress } from '../../../api/address.ts';
import { ADVANCING } from '../../clock/advancing.ts';
import type { Gate } from '../../clock/gate.ts';
import type { Sequencer } from '../../sequencer.ts';
import { RateLimitCharge } from '../../validation/rate-limit-charge.ts';
import { CLOSE } from '../close-codes.ts';
import { errorFrame, type FrameId, frameIdOf, okFrame } from './frames.ts';
import type { StreamHub, Subscriber } from '../hub.ts';
import { streamKeyOf } from '../hub.ts';
import type { StreamLimits } from '../limits.ts';
import type { Login, Logins } from './login.ts';
import { type Delivery, Outbox } from './outbox.ts';
import type { Presence } from './presence.ts';
import type { ReaderPace } from './reader-pace.ts';
import type { StreamSession, StreamSink } from '../sink.ts';

/** What all sessions of an exchange share. */
export interface SessionParts {
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly hub: StreamHub;
  readonly logins: Logins;
  readonly log: Log;
  /** Frames of the peer wait here while the clock is being advanced. */
  readonly gate: Gate;
  readonly pace: ReaderPace;
  readonly limits: StreamLimits;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Validates and runs a `post` as the REST surface of the endpoint would. */
  readonly post: (endpoint: StreamEndpoint, fields: JsonObject, ip: string, login: Login | null) => Promise<Reply>;
  /** Subscriptions of each client address, over all its connections. */
  readonly subscriptionsOf: Map<string, number>;
  /** Notified when a connection has logged in, and when a logged-in connection is closed. */
  readonly presence: Pick<Presence, 'joined' | 'left'>;
}

interface Subscription {
  readonly channel: Channel;
  readonly parsed: never;
}

/** One connection (wire 4): requests in, replies and pushes out. Everything about sockets is the transport's. */
export class Session implements StreamSession, Subscriber {
  readonly #parts: SessionParts;
  readonly #endpoint: StreamEndpoint;
  readonly #ip: string;
  readonly #onGone: () => void;
  readonly #sink: StreamSink;
  readonly #outbox: Outbox;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Those among them to which the right has ended. */
  readonly #ending = new Set<Subscription>();
  #login: Login | null = null;
  #underWay = 0;
  /** Frames that wait for the end of an advance. */
  #waiting = 0;
  #undecodable = 0;
  #over = false;

  constructor(parts: SessionParts, endpoint: StreamEndpoint, sink: StreamSink, ip: string, onGone: () => void) {
    this.#onGone = onGone;
    this.#parts = parts;
    this.#endpoint = endpoint;
    this.#ip = ip;
    this.#sink = sink;
    // Runs in a turn of its own: a frame may be queued at any point, and closing has effects.
    const onOverload = (): void => parts.hub.afterwards(() => this.#close(CLOSE.overload, 'reads too slowly'));
    this.#outbox = new Outbox(sink, parts.limits, onOverload, parts.pace);
  }

  receive(text: string): void {
    if (!this.#over) this.#guarded(() => this.#take(text));
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
      for (const key of [...this.#subscriptions.keys()]) this.#drop(key);
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
    return !this.#over && (this.#underWay + this.#waiting + waitingBytes > 0 || this.#sink.holds?.() === true);
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

  /** A private stream ends with the right to it (SEC-14): decided now, dropped when what came before is out. */
  ended(): (() => void) | null {
    const lost = [...this.#subscriptions].filter(([, { channel, parsed }]) => this.#refuseAccess(channel, parsed));
    for (const [, subscription] of lost) this.#ending.add(subscription);
    return lost.length === 0 ? null : () => this.#dropEnding();
  }

  /** What it does to others waits for its turn, behind the frames that came before. */
  #leave(): void {
    try {
      if (this.#login) this.#parts.presence.left(this.#login);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'a stream session did not end in order');
    }
  }

  #take(text: string): void {
    const read = parseStrictJson(new TextEncoder().encode(text));
    const frame = 'value' in read && isObject(read.value) ? read.value : undefined;
    if (!frame) return this.#inTurn(undefined, () => this.#undecoded());
    this.#undecodable = 0;
    const id = frameIdOf(frame.id);
    // A sign of life, and a question that is served at any time: neither waits.
    if (frame.type === 'ping' && frame.method === undefined) return this.#pong('type', frame.timestamp);
    if (frame.method === 'ping') return this.#ping(id);
    if (asksForStatus(frame)) return this.#request(id, frame);
    this.#inTurn(id, () => this.#request(id, frame));
  }

  /**
   * Runs at once unless the clock is being advanced; then when that is over. One that has waited too long is refused, and
   * so is one more than a connection may have under way.
   */
  #inTurn(id: FrameId, run: () => void): void {
    const { gate, limits } = this.#parts;
    if (gate.isOpen) return run();
    if (this.#waiting + this.#underWay >= limits.requestsUnderWayMax) return this.#refuse(id, TOO_MANY);
    this.#waiting += 1;
    const leave = (act: () => void) => (): void => {
      this.#waiting -= 1;
      this.#guarded(act);
    };
    gate.pass(
      leave(run),
      leave(() => this.#refuse(id, ADVANCING)),
    );
  }

  #refuse(id: FrameId, refusal: Refusal): void {
    this.#outbox.reply(errorFrame(refusal, { id, timestamp: this.#now() }));
  }

  #request(id: FrameId, frame: JsonObject): void {
    // A request that came before the connection ended is carried out; there is nothing left to log in or to follow.
    if (this.#over && frame.method !== 'post') return;
    const params = frame.params ?? {};
    if (!isObject(params)) return this.#response(id, () => refuse('INVALID_FORMAT'));
    switch (frame.method) {
      case 'post':
        return this.#post(id, params);
      case 'auth':
        return this.#response(id, () => this.#auth(params));
      case 'subscribe':
        return this.#subscribe(id, params);
      case 'unsubscribe':
        return this.#response(id, () => this.#unsubscribe(params));
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

  #post(id: FrameId, params: JsonObject): void {
    const { post, limits } = this.#parts;
    if (this.#underWay >= limits.requestsUnderWayMax) return this.#refuse(id, TOO_MANY);
    this.#underWay += 1;
    post(this.#endpoint, params, this.#ip, this.#login)
      .then((reply) => {
        this.#underWay -= 1;
        if (reply.lost === 'connection') this.cut();
        else if (reply.lost !== 'response') this.#outbox.reply(replyFrame(id, reply));
      })
      .catch((error: unknown) => this.#fail(error));
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
      const wanted = this.#wanted(params);
      if (isRefusal(wanted)) return wanted;
      const { channel, parsed } = wanted;
      const key = streamKeyOf(channel, parsed);
      const acknowledged = { type: params.type, ...channel.acknowledgement(parsed), status: 'subscribed' };
      this.#dropEnding();
      if (this.#subscriptions.has(key)) return acknowledged;
      for (const [other, { channel: own, parsed: earlier }] of [...this.#subscriptions]) {
        if (own === channel && channel.replaces?.(parsed, earlier)) this.#drop(other);
      }
      if (!this.#countSubscription(1)) return refuse('RATE_LIMIT_EXCEEDED', 'too many subscriptions');
      this.#subscriptions.set(key, { channel, parsed });
      first = this.#parts.hub.subscribe(this, channel, parsed);
      return acknowledged;
    });
    for (const frame of first) this.#outbox.reply(frame);
  }

  #unsubscribe(params: JsonObject): object | Refusal {
    const channel = this.#channelOf(params);
    if (isRefusal(channel)) return channel;
    for (const [key, { channel: own, parsed }] of [...this.#subscriptions]) {
      if (own === channel && channel.ends(params, parsed)) this.#drop(key);
    }
    const { type, symbol } = params;
    return { type, ...(typeof symbol === 'string' && { symbol }), status: 'unsubscribed' };
  }

  #wanted(params: JsonObject): Subscription | Refusal {
    const { state, sequencer } = this.#parts;
    const channel = this.#channelOf(params);
    if (isRefusal(channel)) return channel;
    if (channel.access === 'private') {
      if (this.#endpoint === 'info') return refuse('UNAUTHORIZED', 'authentication required');
      if (!this.#login) return refuse('UNAUTHORIZED', 'authentication required');
    }
    const parsed = channel.parse(params, { state, now: sequencer.now() }) as unknown;
    if (isRefusal(parsed)) return parsed;
    return this.#refuseAccess(channel, parsed as never) ?? { channel, parsed: parsed as never };
  }

  #channelOf({ type }: JsonObject): Channel | Refusal {
    const channel = typeof type === 'string' ? this.#parts.channels.get(type) : undefined;
    return (
      channel ??
      refuse('VALIDATION_ERROR', 'unknown subscription type', { details: { types: CHANNEL_NAMES.join(', ') } })
    );
  }

  /** A private channel shows a subaccount to those alone who have a right on it now. */
  #refuseAccess(channel: Channel, parsed: never): Refusal | null {
    if (channel.access === 'public') return null;
    const { account } = parsed as { readonly account: number };
    const holder = this.#parts.state.accounts.get(account);
    const may = this.#login && holder && roleOf(this.#parts.state, holder, this.#login.wallet) !== null;
    return may ? null : refuse('FORBIDDEN', 'not authorized to follow this subaccount');
  }

  #dropEnding(): void {
    for (const [key, subscription] of [...this.#subscriptions]) if (this.#ending.has(subscription)) this.#drop(key);
  }

  #drop(key: string): void {
    const subscription = this.#subscriptions.get(key);
    if (!subscription) return;
    this.#subscriptions.delete(key);
    this.#ending.delete(subscription);
    this.#countSubscription(-1);
    const stream = this.#parts.hub.unsubscribe(this, subscription.channel, subscription.parsed);
    if (stream) this.#outbox.forget(stream);
  }

  /** False when the address has as many as it may have. */
  #countSubscription(change: 1 | -1): boolean {
    const { subscriptionsOf, limits } = this.#parts;
    const count = (subscriptionsOf.get(this.#ip) ?? 0) + change;
    if (count > limits.subscriptionsPerAddress) return false;
    if (count === 0) subscriptionsOf.delete(this.#ip);
    else subscriptionsOf.set(this.#ip, count);
    return true;
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

const TOO_MANY = refuse('RATE_LIMIT_EXCEEDED');

const asksForStatus = ({ method, params }: JsonObject): boolean =>
  method === 'post' && isObject(params) && params.action === 'getExchangeStatus';

/** Number of consecutive undecodable frames that ends a connection. */
const UNDECODABLE_MAX = 10;

/** The envelope of a REST response as a frame: the same content under the names of the stream. */
function replyFrame(id: FrameId, { http, envelope }: Reply): string {
  const { timestamp, rateLimit } = envelope;
  const meta: { id: FrameId; timestamp: number; rateLimit?: RateLimit } = {
    id,
    timestamp,
    ...(rateLimit && { rateLimit }),
  };
  if (envelope.status === 'ok') return okFrame({ status: 'ok', response: envelope.response }, meta);
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
