import { nearest } from '../../../kernel/nearest.ts';
import { type Channel, CHANNEL_NAMES, type StreamEndpoint } from '../../../contract/channel.ts';
import type { JsonObject } from '../../../contract/json.ts';
import type { State } from '../../../engine/state.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import type { Sequencer } from '../../sequencer.ts';
import { roleOf } from '../../requests/request.ts';
import { accountIn, type StreamHub, streamKeyOf, type Subscriber } from '../hub.ts';
import type { StreamLimits } from '../sink.ts';
import type { Login } from './login.ts';
import type { Outbox } from './outbox.ts';

/** What the subscriptions of all sessions share. */
export interface SubscriptionParts {
  readonly state: State;
  readonly sequencer: Sequencer;
  readonly hub: StreamHub;
  readonly limits: StreamLimits;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Subscriptions of each client address, over all its connections. */
  readonly subscriptionsOf: Map<string, number>;
}

/** Whose subscriptions they are. */
interface Owner {
  readonly subscriber: Subscriber;
  readonly endpoint: StreamEndpoint;
  readonly ip: string;
  readonly outbox: Pick<Outbox, 'forget'>;
}

interface Subscription {
  readonly channel: Channel;
  readonly parsed: never;
}

/** A subscription that has begun: its acknowledgement, and the frames that follow it at once. */
interface Begun {
  readonly acknowledgement: object;
  readonly first: readonly string[];
}

/** The streams that one connection follows (wire 4.4). */
export class Subscriptions {
  readonly #parts: SubscriptionParts;
  readonly #owner: Owner;
  readonly #all = new Map<string, Subscription>();
  /** Those among them to which the right has ended. */
  readonly #ending = new Set<Subscription>();

  constructor(parts: SubscriptionParts, owner: Owner) {
    this.#parts = parts;
    this.#owner = owner;
  }

  /** Follows what the params of a `subscribe` name; what is followed already is acknowledged again. */
  begin(params: JsonObject, login: Login | null): Begun | Refusal {
    const wanted = this.#wanted(params, login);
    if (isRefusal(wanted)) return wanted;
    const { channel, parsed } = wanted;
    const key = streamKeyOf(channel, parsed);
    const acknowledgement = { type: params.type, ...channel.acknowledgement(parsed), status: 'subscribed' };
    this.#dropEnding();
    if (this.#all.has(key)) return { acknowledgement, first: [] };
    for (const [other, { channel: own, parsed: earlier }] of [...this.#all]) {
      if (own === channel && channel.replaces?.(parsed, earlier)) this.#drop(other);
    }
    if (!this.#count(1)) return refuse('RATE_LIMIT_EXCEEDED', 'too many subscriptions');
    this.#all.set(key, { channel, parsed });
    return { acknowledgement, first: this.#parts.hub.subscribe(this.#owner.subscriber, channel, parsed) };
  }

  /** Ends what the params of an `unsubscribe` name, and returns the acknowledgement. */
  endBy(params: JsonObject): object | Refusal {
    const channel = this.#channelOf(params);
    if (isRefusal(channel)) return channel;
    for (const [key, { channel: own, parsed }] of [...this.#all]) {
      if (own === channel && channel.ends(params, parsed)) this.#drop(key);
    }
    const { type, symbol } = params;
    return { type, ...(typeof symbol === 'string' && { symbol }), status: 'unsubscribed' };
  }

  /** What a `subscribe` waits for until the past that its stream begins with has been made; null for nothing. */
  awaited(params: JsonObject): Promise<void> | null {
    const { state, sequencer, hub } = this.#parts;
    const channel = this.#channelOf(params);
    if (isRefusal(channel) || !channel.past) return null;
    const now = sequencer.now();
    const parsed: unknown = channel.parse(params, { state, now });
    return isRefusal(parsed) ? null : hub.pastReady(channel.past(parsed as never, now));
  }

  /** The connection is gone. */
  endAll(): void {
    for (const key of [...this.#all.keys()]) this.#drop(key);
  }

  /** A private stream ends with the right to it (SEC-14): decided now, dropped when what came before is out. */
  ended(login: Login | null): (() => void) | null {
    const lost = [...this.#all.values()].filter(({ channel, parsed }) => this.#refuseAccess(channel, parsed, login));
    for (const subscription of lost) this.#ending.add(subscription);
    return lost.length === 0 ? null : () => this.#dropEnding();
  }

  #wanted(params: JsonObject, login: Login | null): Subscription | Refusal {
    const { state, sequencer } = this.#parts;
    const channel = this.#channelOf(params);
    if (isRefusal(channel)) return channel;
    if (channel.access === 'private' && (this.#owner.endpoint === 'info' || !login)) {
      return refuse('UNAUTHORIZED', 'authentication required');
    }
    const parsed: unknown = channel.parse(params, { state, now: sequencer.now() });
    if (isRefusal(parsed)) return parsed;
    return this.#refuseAccess(channel, parsed, login) ?? { channel, parsed: parsed as never };
  }

  #channelOf({ type }: JsonObject): Channel | Refusal {
    const channel = typeof type === 'string' ? this.#parts.channels.get(type) : undefined;
    const near = channel || typeof type !== 'string' ? undefined : nearest(type, CHANNEL_NAMES);
    const hint = near === undefined ? undefined : `did you mean ${near}?`;
    return (
      channel ??
      refuse('VALIDATION_ERROR', 'unknown subscription type', {
        details: { types: CHANNEL_NAMES.join(', '), ...(hint !== undefined && { hint }) },
      })
    );
  }

  /** A private channel shows a subaccount to those alone who have a right on it now. */
  #refuseAccess(channel: Channel, parsed: unknown, login: Login | null): Refusal | null {
    if (channel.access === 'public') return null;
    const account = accountIn(parsed);
    const holder = account === null ? undefined : this.#parts.state.accounts.get(account);
    const may = login && holder && roleOf(this.#parts.state, holder, login.wallet) !== null;
    return may ? null : refuse('FORBIDDEN', 'not authorized to follow this subaccount');
  }

  #dropEnding(): void {
    for (const [key, subscription] of [...this.#all]) if (this.#ending.has(subscription)) this.#drop(key);
  }

  #drop(key: string): void {
    const subscription = this.#all.get(key);
    if (!subscription) return;
    this.#all.delete(key);
    this.#ending.delete(subscription);
    this.#count(-1);
    const stream = this.#parts.hub.unsubscribe(this.#owner.subscriber, subscription.channel, subscription.parsed);
    if (stream) this.#owner.outbox.forget(stream);
  }

  /** False when the address has as many as it may have. */
  #count(change: 1 | -1): boolean {
    const { subscriptionsOf, limits } = this.#parts;
    const { ip } = this.#owner;
    const count = (subscriptionsOf.get(ip) ?? 0) + change;
    if (count > limits.subscriptionsPerAddress) return false;
    if (count === 0) subscriptionsOf.delete(ip);
    else subscriptionsOf.set(ip, count);
    return true;
  }
}
