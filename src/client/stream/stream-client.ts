import { DEFAULT_SERVICE_NAME } from '../../contract/signing.ts';
import { errorOf } from '../../kernel/thrown.ts';
import { Client } from '../client.ts';
import { NonceSource } from '../nonce.ts';
import { type Identity, isRead, signerOf } from '../request-client.ts';
import { controlUrlOf, type Step, type StepOptions } from '../step.ts';
import type { Surface, Transport } from '../transport.ts';
import type { Params } from '../typed-data.ts';
import { Connection } from './connection.ts';
import { logIn, type LoginParts } from './frames.ts';
import { HOST_TIMER, hostRandom, openHostSocket, type OpenSocket, type Timer } from './host.ts';
import { ManagedBook } from './managed-book.ts';
import { type Subscriber, Subscriptions, type Wanted } from './subscriptions.ts';
import { type ChannelName, type ChannelParams, Events, type Listener, type Push, type StreamEvents } from './types.ts';

/** Options of a connection: where it goes, and who logs in. */
export interface StreamClientOptions extends Identity {
  /** Ends in `/v1/ws`. */
  readonly wsUrl: string;
  /** Opens sockets, such as `(url) => new WebSocket(url)`. By default the machine's own, or those of the package `ws`. */
  readonly openSocket?: OpenSocket;
  /** How long to wait for a connection or a response. Default 10,000 ms. */
  readonly timeoutMs?: number;
  /** Time between two pings; null sends none. Default 30,000 ms. */
  readonly pingEveryMs?: number | null;
  /** The machine's clock and timer, for tests. */
  readonly timer?: Timer;
  /** Numbers from 0 to 1 that spread attempts to connect. */
  readonly random?: () => number;
}

/** A subscription that has been acknowledged. */
export interface Subscription {
  /** No push comes after this; resolves when the server has let go too. */
  unsubscribe(): Promise<void>;
}

/** Options of a book that is followed: `depth` 50, `format` `diff` and every 250 ms unless said otherwise. */
export type BookOptions = Omit<ChannelParams<'orderbook'>, 'symbol'>;

const TIMEOUT_MS = 10_000;
const PING_EVERY_MS = 30_000;
const DEPTH = 50;

/**
 * The client over WebSocket: every method of `Client`, subscriptions, and books that keep themselves. There is one
 * connection for each endpoint, opened when it is first needed and opened again when it is lost, with the same login and
 * the same subscriptions. What was sent is never sent twice: see `ConnectionError`.
 */
export class StreamClient extends Client {
  readonly #events: Events;
  readonly #transport: StreamTransport;
  readonly #timer: Timer;
  readonly #random: () => number;

  constructor(options: StreamClientOptions) {
    const {
      timer = HOST_TIMER,
      random = hostRandom,
      nonces = new NonceSource(),
      pingEveryMs = PING_EVERY_MS,
    } = options;
    const events = new Events();
    const signer = signerOf(options);
    const transport = new StreamTransport({
      wsUrl: options.wsUrl,
      openSocket: options.openSocket ?? openHostSocket,
      timer,
      random,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      pingEveryMs,
      events,
      login: {
        signer,
        subAccountId: options.subAccountId,
        serviceName: options.serviceName ?? DEFAULT_SERVICE_NAME,
        nonces,
        random,
      },
    });
    const { privateKey, subAccountId, controlUrl = controlUrlOf(options.wsUrl) } = options;
    super({ privateKey, subAccountId, nonces, transport, controlUrl }, signer);
    this.#events = events;
    this.#transport = transport;
    this.#timer = timer;
    this.#random = random;
  }

  /** Calls the listener for events of the connections; returns a function that removes it. */
  on<E extends keyof StreamEvents>(event: E, listener: Listener<StreamEvents[E]>): () => void {
    return this.#events.on(event, listener);
  }

  /**
   * Follows a channel; resolves when that is acknowledged. After a reconnect it goes on by itself, and what was pushed
   * between is lost. Equal subscriptions share one stream; one to all markets beside one to a single market, or two
   * books of one market, need two clients, because pushes do not say which subscription they belong to.
   *
   * @throws ApiError, ConnectionError
   */
  async subscribe<N extends ChannelName>(
    channel: N,
    params: ChannelParams<N>,
    onPush: (push: Push<N>) => void,
  ): Promise<Subscription> {
    const following = await this.#transport.follow(
      channel,
      { ...params },
      {
        push: (push) => onPush(push as unknown as Push<N>),
      },
    );
    return { unsubscribe: () => following.unsubscribe() };
  }

  /** Follows the book of a market; resolves when it is live. Throws ApiError, ConnectionError. */
  async book(symbol: string, options: BookOptions = {}): Promise<ManagedBook> {
    const book: ManagedBook = new ManagedBook({
      symbol,
      depth: options.depth ?? DEPTH,
      timer: this.#timer,
      random: this.#random,
      renew: async () => (await following).renew(),
      unsubscribe: async () => (await following).unsubscribe(),
    });
    const following = this.#transport.follow(
      'orderbook',
      { symbol, ...options },
      {
        push: (push) => book.take(push as unknown as Push<'orderbook'>),
        asked: () => book.asked(),
        lost: () => book.lost(),
        ended: (error) => book.ended(error),
      },
    );
    await following.catch((error: unknown) => book.ended(errorOf(error)));
    return book.ready();
  }

  /**
   * As `nextStep` of `Client`. What was pushed before the step has been handled when it begins, and what was pushed
   * during the step when it resolves. A connection that is lost meanwhile tells so by `disconnected`.
   *
   * @throws StepError
   */
  override async nextStep(options: StepOptions = {}): Promise<Step> {
    await this.#transport.settled();
    const step = await super.nextStep(options);
    await this.#transport.settled();
    return step;
  }

  /**
   * Resolves when only exchange time can bring anything more: each attempt to connect has succeeded, failed, or waits for a
   * response that takes time, and what was pushed has been handled. For bots that wait with a `timer` of their own.
   */
  settled(): Promise<void> {
    return this.#transport.settled();
  }

  /** Says goodbye on all connections. Requests that wait are turned away, books are closed, nothing is opened again. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}

export interface StreamTransportParts {
  /** Ends in `/v1/ws`. */
  readonly wsUrl: string;
  readonly openSocket: OpenSocket;
  readonly timer: Timer;
  readonly random: () => number;
  readonly timeoutMs: number;
  readonly pingEveryMs: number | null;
  readonly events: Events;
  readonly login: LoginParts;
}

interface Endpoint {
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
}

/** A subscription that can be started over and ended. */
export interface Following {
  renew(): Promise<void>;
  unsubscribe(): Promise<void>;
}

/** Carries requests and subscriptions over one connection for each endpoint. */
class StreamTransport implements Transport {
  readonly #endpoints: Readonly<Record<Surface, Endpoint>>;

  constructor(parts: StreamTransportParts) {
    this.#endpoints = { trade: endpointOf('trade', parts), info: endpointOf('info', parts) };
  }

  /** The ConnectionError says whether a write without a response may have been applied. */
  send(surface: Surface, { params, ...beside }: Params): Promise<unknown> {
    const fields = params as Params & { readonly action: string };
    const result = this.#endpoints[surface].connection.post(
      { ...fields, ...beside },
      surface === 'trade' && !isRead(fields.action),
    );
    return result.then((response) => (response as { readonly response?: unknown }).response);
  }

  /** Resolves when the subscription is acknowledged. Throws ApiError, ConnectionError, or Error for what clashes with another. */
  async follow(channel: ChannelName, params: Params, subscriber: Subscriber): Promise<Following> {
    const endpoint = this.#endpoints[channel === 'subAccountUpdates' ? 'trade' : 'info'];
    const { connection, subscriptions } = endpoint;
    const wanted = subscriptions.add(channel, params, subscriber);
    try {
      await subscriptions.ask(wanted, await connection.up());
    } catch (error) {
      subscriptions.remove(wanted, subscriber);
      throw error;
    }
    return {
      renew: () => this.#renew(endpoint, wanted),
      unsubscribe: () => this.#unsubscribe(endpoint, wanted, subscriber),
    };
  }

  /** Resolves when every connection has responded to a ping, and nothing but pings was sent, opened or lost since the ping before. */
  async settled(): Promise<void> {
    const connections = Object.values(this.#endpoints).map(({ connection }) => connection);
    const activity = (): number => connections.reduce((sum, one) => sum + one.activity, 0);
    for (let quiet = 0; ;) {
      const before = activity();
      await Promise.all(connections.map((one) => one.pinged()));
      quiet = activity() === before ? quiet + 1 : 0;
      // A response that came just before that to the ping may have been read, and its consequence not be sent yet.
      if (quiet > (connections.some(({ isConnecting }) => isConnecting) ? 1 : 0)) return;
    }
  }

  async close(): Promise<void> {
    const all = Object.values(this.#endpoints);
    for (const { subscriptions } of all) subscriptions.end(new Error('the client is closed'));
    await Promise.all(all.map(({ connection }) => connection.close()));
  }

  async #renew({ connection, subscriptions }: Endpoint, wanted: Wanted): Promise<void> {
    const { socket } = connection;
    // While there is no wire, the next one brings the subscription back anyway.
    if (!socket) return;
    try {
      await subscriptions.renew(wanted, socket);
    } catch (error) {
      socket.drop('a subscription was not given again');
      throw error;
    }
  }

  async #unsubscribe({ connection, subscriptions }: Endpoint, wanted: Wanted, subscriber: Subscriber): Promise<void> {
    if (!subscriptions.remove(wanted, subscriber) || !connection.socket) return;
    await connection.socket.request('unsubscribe', { type: wanted.channel, ...wanted.params });
  }
}

function endpointOf(endpoint: Surface, parts: StreamTransportParts): Endpoint {
  const { wsUrl, events, login } = parts;
  const subscriptions = new Subscriptions((error) => events.emit('problem', { endpoint, error }));
  const connection = new Connection({
    ...parts,
    endpoint,
    url: `${wsUrl.replace(/\/+$/, '')}/${endpoint}`,
    logIn: async (socket) => {
      if (endpoint === 'trade') await logIn((params) => socket.request('auth', params), login);
    },
    restore: (socket) => subscriptions.restore(socket),
    onPush: (push) => subscriptions.route(push),
    onLost: () => subscriptions.lost(),
  });
  return { connection, subscriptions };
}
