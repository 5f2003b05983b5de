import { entriesOf } from '../../kernel/entries.ts';
import { ApiError } from '../errors.ts';
import type { Params } from '../typed-data.ts';
import { type AnyPush, type Method, refusalIn } from './frames.ts';
import type { ChannelName, ChannelParams, PushNames } from './types.ts';
import type { Socket } from './connection.ts';

/** Who listens to a subscription. */
export interface Subscriber {
  readonly push: (push: AnyPush) => void;
  /** It is asked for, the first time or anew. */
  readonly asked?: () => void;
  /** The connection is gone: pushes are missed from here on. */
  readonly lost?: () => void;
  /** It was not given again, and is over. */
  readonly ended?: (error: Error) => void;
}

/** One subscription of a connection, for however many listen to it. */
export interface Wanted {
  readonly channel: ChannelName;
  readonly params: Params;
  readonly key: string;
  readonly subscribers: Set<Subscriber>;
  /** The connection of the latest subscribe request, and the outcome of that request. */
  socket: Socket | null;
  acknowledged: Promise<void>;
}

const PUSH_NAMES: PushNames = {
  marketPrices: 'marketPriceUpdate',
  trades: 'trade',
  orderbook: 'orderbookUpdate',
  candles: 'candleUpdate',
  liquidations: 'liquidation',
  subAccountUpdates: 'subAccountUpdate',
};
const CHANNEL_OF_PUSH: ReadonlyMap<string, ChannelName> = new Map([
  ...entriesOf(PUSH_NAMES).map(([channel, push]) => [push, channel] as const),
  // A deployment that knows the older name alone.
  ['priceUpdate', 'marketPrices'],
]);

/** The subscriptions of one connection: renewed on each new socket, and given their frames. */
export class Subscriptions {
  readonly #byChannel = new Map<ChannelName, Map<string, Wanted>>();
  readonly #problem: (error: Error) => void;

  /** `problem` receives subscriptions that could not be renewed. */
  constructor(problem: (error: Error) => void) {
    this.#problem = problem;
  }

  /** Throws for subscriptions that one connection cannot distinguish: a push does not name its subscription. */
  add(channel: ChannelName, params: Params, subscriber: Subscriber): Wanted {
    const wanted = this.#byChannel.get(channel) ?? new Map<string, Wanted>();
    const key = keyOf(channel, params);
    const same = wanted.get(key);
    const clash = same ? channel === 'orderbook' : [...wanted.keys()].some((other) => overlap(channel, other, key));
    if (clash) throw new Error(`${channel} of ${key} is followed already; another client can follow it too`);
    const entry = same ?? {
      channel,
      params,
      key,
      subscribers: new Set(),
      socket: null,
      acknowledged: Promise.resolve(),
    };
    entry.subscribers.add(subscriber);
    this.#byChannel.set(channel, wanted.set(key, entry));
    return entry;
  }

  /** True when it has no listener left, and the client should unsubscribe. */
  remove(wanted: Wanted, subscriber: Subscriber): boolean {
    if (!wanted.subscribers.delete(subscriber) || wanted.subscribers.size > 0) return false;
    return this.#forget(wanted);
  }

  /** Asks for a subscription on a wire, once. Throws ApiError, ConnectionError. */
  ask(wanted: Wanted, socket: Socket): Promise<void> {
    if (wanted.socket !== socket) {
      wanted.socket = socket;
      wanted.acknowledged = subscribe(socket, wanted);
    }
    return wanted.acknowledged;
  }

  /**
   * Asks for everything on a new wire. What is refused for good is over.
   *
   * @throws ApiError for a refusal that is worth another attempt
   */
  async restore(socket: Socket): Promise<void> {
    const all = [...this.#all()];
    // A first request is not a renewal: its caller gets the error.
    const given = new Set(all.filter((wanted) => wanted.socket !== null));
    const asked = all.map(async (wanted) => {
      const error = await this.ask(wanted, socket).then(
        () => undefined,
        (refusal: unknown) => refusal,
      );
      if (given.has(wanted) && error instanceof ApiError) this.#refusedAgain(wanted, error);
    });
    await Promise.all(asked);
  }

  /** Ends a subscription and asks for it anew, so that it starts from its beginning. Throws ApiError, ConnectionError. */
  async renew(wanted: Wanted, socket: Socket): Promise<void> {
    // Both are sent before either response; the server takes them in order.
    const ended = send(socket, 'unsubscribe', wanted);
    wanted.acknowledged = subscribe(socket, wanted);
    await Promise.all([ended, wanted.acknowledged]).catch((error: unknown) => {
      if (error instanceof ApiError) this.#refusedAgain(wanted, error);
      else throw error;
    });
  }

  route(push: AnyPush): void {
    const channel = CHANNEL_OF_PUSH.get(push.channel);
    if (channel === undefined) return;
    for (const wanted of [...(this.#byChannel.get(channel)?.values() ?? [])]) {
      if (!concerns(channel, wanted.key, push)) continue;
      for (const subscriber of [...wanted.subscribers]) subscriber.push(push);
    }
  }

  lost(): void {
    for (const { subscribers } of [...this.#all()]) for (const subscriber of [...subscribers]) subscriber.lost?.();
  }

  /** Ends all subscriptions and notifies their listeners. */
  end(error: Error): void {
    for (const wanted of [...this.#all()]) this.#over(wanted, error);
  }

  #refusedAgain(wanted: Wanted, error: ApiError): void {
    if (error.retryable) throw error;
    this.#over(wanted, error);
    this.#problem(error);
  }

  #over(wanted: Wanted, error: Error): void {
    this.#forget(wanted);
    for (const subscriber of [...wanted.subscribers]) subscriber.ended?.(error);
  }

  #forget({ channel, key }: Wanted): boolean {
    return this.#byChannel.get(channel)?.delete(key) ?? false;
  }

  *#all(): Iterable<Wanted> {
    for (const wanted of this.#byChannel.values()) yield* wanted.values();
  }
}

function subscribe(socket: Socket, wanted: Wanted): Promise<void> {
  for (const subscriber of [...wanted.subscribers]) subscriber.asked?.();
  return send(socket, 'subscribe', wanted);
}

async function send(socket: Socket, method: Method, { channel, params }: Wanted): Promise<void> {
  const refusal = refusalIn(await socket.request(method, { type: channel, ...params }));
  if (refusal) throw refusal;
}

const ALL = 'ALL';

/** What distinguishes the pushes of a channel. */
function keyOf(channel: ChannelName, params: Params): string {
  if (channel === 'subAccountUpdates') return (params as ChannelParams<'subAccountUpdates'>).sub_account_id;
  const symbol = typeof params.symbol === 'string' && params.symbol !== '' ? params.symbol.trim().toUpperCase() : ALL;
  return channel === 'candles' ? `${symbol} ${String(params.timeframe)}` : symbol;
}

/** Subscriptions to all markets and to one of them would deliver that one twice. */
const overlap = (channel: ChannelName, one: string, other: string): boolean =>
  (channel === 'trades' || channel === 'marketPrices') && (one === ALL || other === ALL);

function concerns(channel: ChannelName, key: string, { data }: AnyPush): boolean {
  if (channel === 'subAccountUpdates') return data.subAccountId === key;
  if (channel === 'candles') return `${String(data.symbol)} ${String(data.timeframe)}` === key;
  return key === ALL || data.symbol === key;
}
