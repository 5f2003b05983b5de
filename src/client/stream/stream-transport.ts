import { isRead } from '../request-client.ts';
import type { Surface, Transport } from '../transport.ts';
import type { Params } from '../typed-data.ts';
import type { Events } from './events.ts';
import type { OpenSocket, Timer } from './host.ts';
import { Connection } from './connection.ts';
import { logIn, type LoginParts } from './login.ts';
import { type Subscriber, Subscriptions, type Wanted } from './subscriptions.ts';
import type { ChannelName } from './types.ts';

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
export class StreamTransport implements Transport {
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

  /** Resolves when every connection has responded to a ping, and so has given what was pushed before. Throws ConnectionError. */
  async pinged(): Promise<void> {
    const sockets = Object.values(this.#endpoints).flatMap(({ connection: { socket } }) => (socket ? [socket] : []));
    await Promise.all(sockets.map((socket) => socket.request('ping', {})));
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
